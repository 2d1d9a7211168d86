import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { EVENT_TYPES } from '#contract/linkage.ts';
import { choice } from '#field/choice/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { enable, siteId } from '../alarm/field.ts';

/** An alarm that is to switch an output. */
export const alarmLinkageControl = defineResource({
  name: 'alarmLinkageControl',
  area: 'event',
  label: { zh: '告警联动控制', en: 'Controls by alarms' },
  idName: 'alarmLinkageControlId',
  title: 'linkageName',
  screen: '/SDNWatch/SDNLinkageControl',
  unique: [['consumerId', 'linkageName']],
  fields: {
    linkageName: text('联动名称', 'Linkage', { max: 60 }),
    linkageNameEn: secondName(),
    consumerId: consumerId(),
    siteId: siteId(),
    eventType: choice('事件类型', 'Kind of event', EVENT_TYPES, { initial: '0' }),
    eventId: optional(integer('事件编号', 'Event id', { from: 1, plain: true, hidden: true })),
    delay: integer('延时', 'Delay', { to: 86_400, unit: 's', initial: 0 }),
    controlItemId: reference('遥控点', 'Remote output', 'iRemoteControl'),
    controlValue: text('控制值', 'Value to set', { max: 60 }),
    enable: enable(),
    remark: remark({ alias: 'rem' }),
  },
});
