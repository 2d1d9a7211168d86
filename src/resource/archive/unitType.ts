import { defineResource } from '#contract/define.ts';
import { energyTypeOptions } from '#contract/energyType.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { references } from '#field/references/contract.ts';
import { text } from '#field/text/contract.ts';
import { ix, nameInEnglish, remark, state } from '../common.ts';

/** A type of machine set (boiler, chiller, compressor, transformer …) with its documents. */
export const unitType = defineResource({
  name: 'unitType',
  area: 'archive',
  label: { zh: '机组类型', en: 'Machine types' },
  idName: 'unitTypeId',
  title: 'unitTypeName',
  scope: null,
  screen: '/SDNBaseConfig/SDNUnitType',
  unique: [['unitTypeCode']],
  fields: {
    unitTypeName: text('机组类型名称', 'Machine type', { max: 60 }),
    unitTypeCode: text('机组类型代码', 'Type code', { max: 30, pattern: /^[\w-]+$/ }),
    unitTypeNameEn: nameInEnglish(),
    dataType: optional(choice('主要能源', 'Main energy', energyTypeOptions)),
    efficiencyUnit: optional(text('能效单位', 'Unit of efficiency', { max: 20 })),
    iconId: optional(reference('图标', 'Icon', 'fileRecord', { readOnly: true, hidden: true })),
    fileIdList: optional(references('附件', 'Files', 'fileRecord', { readOnly: true, hidden: true })),
    ix: ix(),
    state: state(),
    remark: remark(),
  },
});
