import { defineResource } from '#contract/define.ts';
import { reference } from '#field/reference/contract.ts';
import { consumerId, ix, remark } from '../common.ts';

/** A monitored value that belongs to an object. */
export const monitorObjectItem = defineResource({
  name: 'monitorObjectItem',
  area: 'archive',
  label: { zh: '对象监测项', en: 'Values of objects' },
  idName: 'monitorObjectItemId',
  title: 'monitorItemId',
  order: 'ix',
  screen: '/SDNEquipment/SDNMonitorObjectItem',
  unique: [['monitorObjectId', 'monitorItemId']],
  fields: {
    monitorObjectId: reference('监测对象', 'Object', 'monitorObject'),
    monitorItemId: reference('监测项', 'Monitored value', 'monitorItem'),
    consumerId: consumerId(),
    ix: ix(),
    remark: remark(),
  },
});
