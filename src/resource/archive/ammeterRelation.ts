import { defineResource } from '#contract/define.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { consumerId, remark } from '../common.ts';

/** How two meters stand to each other beside the meter tree: one checks, replaces or backs up the other. */
export const ammeterRelation = defineResource({
  name: 'ammeterRelation',
  area: 'archive',
  label: { zh: '表计关系', en: 'Relations of meters' },
  idName: 'ammeterRelationId',
  title: 'ammeterId',
  screen: '/SDNEquipment/SDNAmmeterRelation',
  unique: [['ammeterId', 'relatedAmmeterId']],
  fields: {
    ammeterId: reference('表计', 'Meter', 'ammeter'),
    relatedAmmeterId: reference('关联表计', 'Related meter', 'ammeter'),
    consumerId: consumerId(),
    relationType: choice(
      '关系',
      'Relation',
      {
        1: { zh: '同一计量点', en: 'Same metering point' },
        2: { zh: '由关联表计校核', en: 'Checked by' },
        3: { zh: '备用于', en: 'Stands by for' },
        4: { zh: '供给', en: 'Feeds' },
      },
      { initial: '1' },
    ),
    remark: remark(),
  },
});
