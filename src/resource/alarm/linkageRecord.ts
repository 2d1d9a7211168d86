import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { RECORD_SOURCES, RUN_REASONS, RUN_STATES, RUN_TYPES } from '#contract/linkage.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

const id = (zh: string, en: string) => integer(zh, en, { plain: true, hidden: true });

/** What every run of a linkage tells. People may note what they did themselves; what the product did stays as it was. */
export const runFields = () => ({
  linkageName: text('联动名称', 'Linkage', { max: 60 }),
  linkageNameEn: secondName(),
  consumerId: consumerId(),
  siteId: optional(reference('站点', 'Site', 'monitorSite')),
  linkageId: optional(id('联动编号', 'Id of the linkage')),
  alarmRecordId: optional(id('告警记录编号', 'Id of the alarm record')),
  raiseCount: optional(integer('第几次触发', 'Raise number', { hidden: true, readOnly: true })),
  alarmName: text('告警', 'Alarm'),
  alarmNameEn: optional(text('告警英文名称', 'Alarm in English', { hidden: true })),
  raisedAt: dateTime('告警时间', 'Raised'),
  dueAt: optional(dateTime('应执行时间', 'Due', { hidden: true, readOnly: true })),
  endedAt: optional(dateTime('结束时间', 'Ended')),
  runState: choice('状态', 'State', RUN_STATES),
  runReason: optional(choice('原因', 'Reason', RUN_REASONS)),
  detail: optional(text('说明', 'Detail', { hidden: true, inBoth: true })),
  recordSource: choice('来源', 'Made by', RECORD_SOURCES, {
    initial: 'person',
    readOnly: true,
    hidden: true,
  }),
  remark: remark({ alias: 'rem' }),
});

/** Every run of a linkage with its end and its reason. */
export const linkageRecord = defineResource({
  name: 'linkageRecord',
  area: 'alarm',
  label: { zh: '联动记录', en: 'Runs of linkages' },
  idName: 'linkageRecordId',
  title: 'linkageName',
  order: '-raisedAt',
  screen: '/SDNWatch/SDNLinkageRecord',
  fields: {
    ...runFields(),
    linkageType: choice('联动类型', 'Kind of linkage', RUN_TYPES),
    recipient: text('对象', 'Recipient'),
    recipientEn: optional(text('对象英文名称', 'Recipient in English', { hidden: true })),
    tries: integer('尝试次数', 'Attempts', { hidden: true, readOnly: true, initial: 0 }),
  },
});
