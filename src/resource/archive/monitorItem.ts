import { defineResource } from '#contract/define.ts';
import { MONITOR_TYPES } from '#contract/monitorType.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, ix, remark, secondName, state } from '../common.ts';

/** A monitored value: a data item of a meter at a site. */
export const monitorItem = defineResource({
  name: 'monitorItem',
  area: 'archive',
  label: { zh: '监测项', en: 'Monitored values' },
  idName: 'monitorItemId',
  title: 'itemName',
  large: true,
  screen: '/SDNEquipment/SDNMonitorItem',
  unique: [['ammeterId', 'dataItemId', 'monitorType']],
  fields: {
    itemName: text('监测项名称', 'Monitored value', { max: 120 }),
    itemNameEn: secondName(),
    consumerId: consumerId(),
    siteId: reference('站点', 'Site', 'monitorSite'),
    ammeterId: reference('表计', 'Meter', 'ammeter'),
    dataItemId: reference('数据项', 'Data item', 'dataItem'),
    monitorType: choice('监测类型', 'Kind of monitoring', MONITOR_TYPES, { initial: '1' }),
    ix: ix(),
    state: state(),
    remark: remark(),
  },
});
