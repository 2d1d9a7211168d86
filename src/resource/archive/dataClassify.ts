import { defineResource } from '#contract/define.ts';
import { energyTypeOptions, ENERGY } from '#contract/energyType.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { text } from '#field/text/contract.ts';
import { ix, nameInEnglish, remark, state } from '../common.ts';

/** A class of data below an energy type, and how it comes to be known. */
export const dataClassify = defineResource({
  name: 'dataClassify',
  area: 'archive',
  label: { zh: '数据分类', en: 'Data classes' },
  idName: 'dataClassifyId',
  title: 'dataSubTypeName',
  scope: null,
  order: 'ix',
  screen: '/SDNBaseConfig/SDNDataClassify',
  unique: [['dataSubTypeCode']],
  fields: {
    dataSubTypeName: text('分类名称', 'Data class', { max: 60 }),
    dataSubTypeCode: text('分类代码', 'Class code', { max: 30, pattern: /^[\w-]+$/ }),
    dataSubTypeNameEn: nameInEnglish(),
    dataType: choice('能源类型', 'Energy type', energyTypeOptions, { initial: ENERGY.electricity }),
    measureMode: choice(
      '计量方式',
      'Obtained by',
      {
        1: { zh: '仪表计量', en: 'Metered' },
        2: { zh: '人工填报', en: 'Entered' },
        3: { zh: '计算', en: 'Computed' },
      },
      { initial: '1' },
    ),
    unit: optional(text('单位', 'Unit', { max: 20 })),
    ix: ix(),
    state: state(),
    remark: remark(),
  },
});
