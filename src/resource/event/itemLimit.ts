import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { consumerId, remark, state } from '../common.ts';

/** The limits of one monitored value; they go before those of its data item (`limitSet`). */
export const itemLimit = defineResource({
  name: 'itemLimit',
  area: 'event',
  label: { zh: '监测项限值', en: 'Limits of monitored values' },
  idName: 'itemLimitId',
  title: 'monitorItemId',
  screen: '/SDNAlertConfig/ItemLimits',
  unique: [['monitorItemId']],
  fields: {
    monitorItemId: reference('监测项', 'Monitored value', 'monitorItem'),
    consumerId: consumerId(),
    upperAlarm: optional(decimal('上上限', 'High alarm', { decimals: 4 })),
    upperWarning: optional(decimal('上限', 'High warning', { decimals: 4 })),
    lowerWarning: optional(decimal('下限', 'Low warning', { decimals: 4 })),
    lowerAlarm: optional(decimal('下下限', 'Low alarm', { decimals: 4 })),
    deadBand: optional(decimal('回差', 'Dead band', { from: 0, decimals: 4, hidden: true })),
    state: state(),
    remark: remark(),
  },
});
