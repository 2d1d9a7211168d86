import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choices } from '#field/choices/contract.ts';
import { date } from '#field/date/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/** Ways to a person; the numbers are those of the kinds of linkage. */
const CHANNELS = {
  1: { zh: '短信', en: 'Short message' },
  2: { zh: '邮件', en: 'Mail' },
} as const;

/** Days of the week by ISO 8601. */
const DAYS = {
  1: { zh: '周一', en: 'Monday' },
  2: { zh: '周二', en: 'Tuesday' },
  3: { zh: '周三', en: 'Wednesday' },
  4: { zh: '周四', en: 'Thursday' },
  5: { zh: '周五', en: 'Friday' },
  6: { zh: '周六', en: 'Saturday' },
  7: { zh: '周日', en: 'Sunday' },
} as const;

const HOUR = { from: 0, to: 23, unit: 'h' } as const;

/** When a person of a group is on duty: on which days, at which hours of the site's clock, between which dates. */
export const alertMember = defineResource({
  name: 'alertMember',
  area: 'alarm',
  label: { zh: '告警组值班', en: 'Alert group duty' },
  idName: 'alertMemberId',
  title: 'dutyName',
  screen: '/SDNAlertConfig/SDNAlertDuty',
  unique: [['alertGroupId', 'dutyName']],
  fields: {
    dutyName: text('值班名称', 'Duty', { max: 60 }),
    dutyNameEn: secondName(),
    consumerId: consumerId(),
    alertGroupId: reference('告警组', 'Group', 'alertGroup'),
    employeeId: reference('值班人', 'On duty', 'orgEmployee'),
    channels: optional(
      choices('通知方式', 'Notified by', CHANNELS, {
        whenEmpty: { zh: '全部方式', en: 'Every way' },
        help: {
          zh: '本人在个人设置中的选择优先',
          en: 'What the person chose in the own settings takes precedence',
        },
      }),
    ),
    dutyDays: optional(choices('值班日', 'Days', DAYS, { whenEmpty: { zh: '每天', en: 'Every day' } })),
    dutyBegin: optional(integer('值班开始', 'From hour', HOUR)),
    dutyEnd: optional(
      integer('值班结束', 'Until hour', {
        ...HOUR,
        help: {
          zh: '可跨午夜，算作开始的那一天；无人值班时通知全组',
          en: 'May span midnight and counts to the day it begins on; where nobody is on duty all are notified',
        },
      }),
    ),
    dutyFrom: optional(date('起始日期', 'From date', { ahead: true })),
    dutyTo: optional(date('截止日期', 'Until date', { ahead: true })),
    state: state(),
    remark: remark(),
  },
});
