import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, ix, remark, secondName, state } from '../common.ts';
import { deadBand, limitValue, side } from './alarmWords.ts';

/** A further limit of the value that a rule judges: any of them raises. */
export const alarmTrigger = defineResource({
  name: 'alarmTrigger',
  area: 'event',
  label: { zh: '告警触发条件', en: 'Alarm triggers' },
  idName: 'alarmTriggerId',
  title: 'triggerName',
  screen: '/SDNAlertConfig/Triggers',
  unique: [['alarmId', 'triggerName']],
  fields: {
    triggerName: text('条件名称', 'Trigger', { max: 60 }),
    triggerNameEn: secondName(),
    consumerId: consumerId(),
    alarmId: reference('告警规则', 'Alarm rule', 'alarm'),
    side: side('触发方式', 'Raised when', { initial: 'above' }),
    limitValue: limitValue('限值', 'Limit'),
    deadBand: optional(deadBand()),
    ix: ix(),
    state: state(),
    remark: remark(),
  },
});
