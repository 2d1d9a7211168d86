import { defineResource } from '#contract/define.ts';
import { flag } from '#field/flag/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { consumerId, remark } from '../common.ts';

/** A signal point whose states a rule judges (decision 207). */
export const signalAlarm = defineResource({
  name: 'signalAlarm',
  area: 'event',
  label: { zh: '信号告警', en: 'Alarms of signal points' },
  idName: 'signalAlarmId',
  title: 'signalPointId',
  screen: '/SDNAlertConfig/Signals',
  unique: [['alarmId', 'signalPointId']],
  fields: {
    alarmId: reference('告警规则', 'Alarm rule', 'alarm'),
    consumerId: consumerId(),
    signalPointId: reference('信号点', 'Signal point', 'signalPoint'),
    enable: flag('启用', 'In use', {
      initial: true,
      help: { zh: '停用后不再判断该信号点', en: 'Out of service: the point is not evaluated' },
    }),
    remark: remark({ alias: 'rem' }),
  },
});
