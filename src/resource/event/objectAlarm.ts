import { defineResource } from '#contract/define.ts';
import { flag } from '#field/flag/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { consumerId, remark } from '../common.ts';

/** A meter that a rule judges. */
export const objectAlarm = defineResource({
  name: 'objectAlarm',
  area: 'event',
  label: { zh: '对象告警', en: 'Alarms of objects' },
  idName: 'objectAlarmId',
  title: 'ammeterId',
  large: true,
  screen: '/SDNAlertConfig/Objects',
  unique: [['alarmId', 'ammeterId']],
  fields: {
    alarmId: reference('告警规则', 'Alarm rule', 'alarm'),
    consumerId: consumerId(),
    ammeterId: reference('表计', 'Meter', 'ammeter'),
    enable: flag('启用', 'In use', {
      initial: true,
      help: { zh: '停用后不再判断该对象', en: 'Out of service: the object is not evaluated' },
    }),
    remark: remark({ alias: 'rem' }),
  },
});
