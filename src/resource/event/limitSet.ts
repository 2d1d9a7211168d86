import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/** The limits of a data item: for a meter, for a site, or for the whole enterprise; the nearest holds. */
export const limitSet = defineResource({
  name: 'limitSet',
  area: 'event',
  label: { zh: '数据项限值', en: 'Limits of data items' },
  idName: 'limitSetId',
  title: 'limitName',
  screen: '/SDNBaseConfig/SDNDataItemConfig',
  unique: [['consumerId', 'dataItemId', 'limitName']],
  fields: {
    limitName: text('限值名称', 'Limit', { max: 60 }),
    limitNameEn: secondName(),
    consumerId: consumerId(),
    dataItemId: reference('数据项', 'Data item', 'dataItem'),
    siteId: optional(reference('站点', 'Site', 'monitorSite')),
    ammeterId: optional(reference('表计', 'Meter', 'ammeter')),
    upperAlarm: optional(decimal('上上限', 'High alarm', { decimals: 4 })),
    upperWarning: optional(decimal('上限', 'High warning', { decimals: 4 })),
    lowerWarning: optional(decimal('下限', 'Low warning', { decimals: 4 })),
    lowerAlarm: optional(decimal('下下限', 'Low alarm', { decimals: 4 })),
    deadBand: optional(decimal('回差', 'Dead band', { from: 0, decimals: 4, hidden: true })),
    state: state(),
    remark: remark(),
  },
});
