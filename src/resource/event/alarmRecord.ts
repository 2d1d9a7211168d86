import { ALARM_ORIGINS, ALARM_PROCESSES } from '#contract/alarm.ts';
import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { alarmLevel, alarmType } from './alarmWords.ts';

const CONDITIONS = {
  1: { zh: '告警中', en: 'Active' },
  0: { zh: '已恢复', en: 'Recovered' },
} as const;

const REVISIONS = {
  revised: { zh: '已修订', en: 'Revised' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn' },
} as const;

/** An alarm of an object, from raise to clear. Those of rules are written by the judging alone; people may add their own. */
export const alarmRecord = defineResource({
  name: 'alarmRecord',
  area: 'event',
  also: ['alarm/record'],
  label: { zh: '告警记录', en: 'Alarm records' },
  idName: 'alarmRecordId',
  title: 'recordName',
  large: true,
  order: '-raisedAt',
  screen: '/SDNEventAlert/Records',
  fields: {
    recordName: text('告警', 'Alarm', { max: 120 }),
    recordNameEn: secondName(),
    consumerId: consumerId(),
    siteId: optional(reference('站点', 'Site', 'monitorSite')),
    ammeterId: optional(reference('表计', 'Meter', 'ammeter')),
    gatewayId: optional(reference('网关', 'Gateway', 'gateway', { readOnly: true })),
    signalPointId: optional(reference('信号点', 'Signal point', 'signalPoint', { readOnly: true })),
    alarmId: optional(reference('告警规则', 'Alarm rule', 'alarm', { readOnly: true })),
    alarmType: alarmType(),
    alarmLevel: alarmLevel(),
    alarmStatus: choice('告警状态', 'Condition', CONDITIONS, { initial: '1', readOnly: true }),
    process: choice('处理状态', 'Process', ALARM_PROCESSES, { initial: '0', readOnly: true }),
    raisedAt: dateTime('告警时间', 'Raised'),
    clearedAt: optional(dateTime('恢复时间', 'Cleared')),
    raiseCount: integer('次数', 'Times raised', { initial: 1, readOnly: true }),
    peakValue: optional(decimal('极值', 'Peak', { decimals: 4, readOnly: true })),
    peakAt: optional(dateTime('极值时间', 'Time of the peak', { readOnly: true, hidden: true })),
    limitValue: optional(decimal('限值', 'Limit', { decimals: 4, readOnly: true })),
    origin: choice('来源', 'Origin', ALARM_ORIGINS, { initial: 'manual', readOnly: true }),
    revision: optional(choice('修订', 'Revision', REVISIONS, { readOnly: true, hidden: true })),
    revisionInfo: optional(text('修订原因', 'Why revised', { max: 300, readOnly: true, hidden: true })),
    confirmInfo: optional(text('确认说明', 'Confirmation', { max: 300, readOnly: true })),
    confirmedAt: optional(dateTime('确认时间', 'Confirmed', { readOnly: true })),
    confirmedById: optional(
      integer('确认账号', 'Account of who confirmed', { readOnly: true, hidden: true, plain: true }),
    ),
    confirmedBy: optional(
      text('确认人', 'Confirmed by', { max: 60, readOnly: true, signedBy: 'confirmedById' }),
    ),
    procInfo: optional(text('处理说明', 'What was done', { max: 300, readOnly: true })),
    remark: remark({ alias: 'rem' }),
  },
});
