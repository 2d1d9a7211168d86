import { defineResource } from '#contract/define.ts';
import { text } from '#field/text/contract.ts';
import { ix, nameInEnglish, remark, state } from '../common.ts';

/** A kind of energy-using unit: workshop, process, building … */
export const consumerUnitType = defineResource({
  name: 'consumerUnitType',
  area: 'archive',
  label: { zh: '用能单元类型', en: 'Kinds of energy-using unit' },
  idName: 'consumerUnitTypeId',
  title: 'unitTypeName',
  scope: null,
  screen: '/SDNBaseConfig/SDNConsumerUnitType',
  unique: [['unitTypeCode']],
  fields: {
    unitTypeName: text('类型名称', 'Kind of unit', { max: 60 }),
    unitTypeCode: text('类型代码', 'Kind code', { max: 30, pattern: /^[\w-]+$/ }),
    unitTypeNameEn: nameInEnglish(),
    ix: ix(),
    state: state(),
    remark: remark(),
  },
});
