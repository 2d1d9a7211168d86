import { defineResource } from '#contract/define.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { dept, job, phone } from './field.ts';

/** Owners of the energy-monitoring project (tab 4). */
export const energyMonitor = defineResource({
  name: 'energyMonitor',
  area: 'yunshui',
  label: { zh: '能耗监测项目负责人', en: 'Energy-monitoring project owners' },
  idName: 'energyMonitorId',
  title: 'monitor',
  unique: [['consumerId', 'monitor']],
  screen: '/Archive/energyMonitor',
  fields: {
    monitor: text('姓名', 'Name', { max: 20 }),
    monitorEn: secondName(),
    consumerId: consumerId(),
    phone: phone(),
    dept: dept(),
    job: job(),
    remark: remark(),
  },
});
