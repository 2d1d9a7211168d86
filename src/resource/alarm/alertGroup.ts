import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { EVENT_LEVELS } from '#contract/linkage.ts';
import { choices } from '#field/choices/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { references } from '#field/references/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { enable, siteId } from './field.ts';

const HOUR = { from: 0, to: 23, unit: 'h', hidden: true } as const;

/** People who are told of alarms together, and who is told when none of them confirms (watch.md section 3). */
export const alertGroup = defineResource({
  name: 'alertGroup',
  area: 'alarm',
  label: { zh: '告警组', en: 'Alert groups' },
  idName: 'alertGroupId',
  title: 'groupName',
  screen: '/SDNAlertConfig/SDNAlertGroup',
  unique: [['consumerId', 'groupName']],
  fields: {
    groupName: text('告警组', 'Group', { max: 60 }),
    groupNameEn: secondName(),
    consumerId: consumerId(),
    siteId: siteId(),
    levels: optional(
      choices('告警等级', 'Levels', EVENT_LEVELS, { whenEmpty: { zh: '全部等级', en: 'All levels' } }),
    ),
    alarmIds: optional(
      references('告警规则', 'Alarm rules', 'alarm', {
        whenEmpty: { zh: '全部告警', en: 'Every alarm' },
        hidden: true,
      }),
    ),
    onRaise: flag('告警时通知', 'Notified when raised', {
      initial: true,
      help: { zh: '否则只在其他组升级到本组时通知', en: 'Otherwise only when another group escalates to it' },
    }),
    escalateAfter: optional(
      integer('升级时限', 'Escalates after', {
        from: 1,
        to: 1440,
        unit: 'min',
        help: {
          zh: '在此时间内无人确认则通知下一组',
          en: 'The next group is notified when nobody confirms within it',
        },
      }),
    ),
    nextGroupId: optional(reference('下一组', 'Next group', 'alertGroup')),
    quietBegin: optional(integer('免打扰开始', 'Quiet from', HOUR)),
    quietEnd: optional(
      integer('免打扰结束', 'Quiet until', {
        ...HOUR,
        help: {
          zh: '期间的消息在结束时合并发送，紧急告警除外',
          en: 'What is not urgent is sent in one message when they end',
        },
      }),
    ),
    enable: enable(),
    remark: remark(),
  },
});
