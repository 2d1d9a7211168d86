import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { decimal } from '#field/decimal/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { references } from '#field/references/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, ix, remark, secondName, state } from '../common.ts';

/** An energy-using unit of an enterprise (GB 17167: secondary units and below) with the meters that measure it. */
export const consumerUnit = defineResource({
  name: 'consumerUnit',
  area: 'archive',
  label: { zh: '用能单元', en: 'Energy-using units' },
  idName: 'consumerUnitId',
  title: 'unitName',
  tree: 'parentId',
  screen: '/SDNEquipment/SDNConsumerUnit',
  unique: [['consumerId', 'unitCode']],
  fields: {
    unitName: text('单元名称', 'Unit', { max: 60 }),
    unitNameEn: secondName(),
    unitCode: text('单元编号', 'Unit number', { max: 30 }),
    consumerId: consumerId(),
    consumerUnitTypeId: optional(reference('单元类型', 'Kind', 'consumerUnitType')),
    parentId: optional(reference('上级单元', 'Parent unit', 'consumerUnit')),
    siteId: optional(reference('站点', 'Site', 'monitorSite')),
    ammeterIdList: optional(references('表计', 'Meters', 'ammeter')),
    floorArea: optional(decimal('建筑面积', 'Floor area', { from: 0, unit: 'm²', hidden: true })),
    headCount: optional(integer('人数', 'People', { hidden: true })),
    ix: ix(),
    state: state(),
    remark: remark(),
  },
});
