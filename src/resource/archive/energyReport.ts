import { defineResource } from '#contract/define.ts';
import { energyTypeOptions } from '#contract/energyType.ts';
import { optional } from '#contract/field.ts';
import { REPORT_CONTENTS, REPORT_FORMATS, REPORT_PERIODS } from '#contract/report.ts';
import { choice } from '#field/choice/contract.ts';
import { choices } from '#field/choices/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/** A report that a person defined: about whom, what it tells, in which files, when it is made, who gets it. */
export const energyReport = defineResource({
  name: 'energyReport',
  area: 'archive',
  label: { zh: '报表管理', en: 'Report plans' },
  idName: 'reportId',
  title: 'reportName',
  screen: '/SDNPowerAdmin/SDNReportManage',
  unique: [['consumerId', 'reportName']],
  fields: {
    reportName: text('报表名称', 'Report', { max: 60 }),
    reportNameEn: secondName(),
    consumerId: consumerId(),
    orgId: reference('对象', 'Object', 'org'),
    content: choice('内容', 'Content', REPORT_CONTENTS, { initial: 'energy' }),
    dataType: optional(choice('能源', 'Energy', energyTypeOptions)),
    period: choice('周期', 'Period', REPORT_PERIODS, { initial: 'month' }),
    formats: choices('文件', 'Files', REPORT_FORMATS, { initial: Object.keys(REPORT_FORMATS) }),
    language: choice(
      '语言',
      'Language',
      { zh: { zh: '中文', en: 'Chinese' }, en: { zh: '英文', en: 'English' } },
      { initial: 'zh' },
    ),
    recipients: optional(
      text('收件人', 'Recipients', {
        max: 500,
        help: { zh: '邮箱地址，逗号分隔', en: 'Addresses of mail, with commas between' },
      }),
    ),
    schedule: choice(
      '生成方式',
      'Made',
      { 0: { zh: '仅手动', en: 'By hand' }, 1: { zh: '每周期自动', en: 'After every period' } },
      { initial: '1' },
    ),
    delayDays: integer('周期结束后天数', 'Days after the period', { from: 0, to: 27, initial: 0, unit: 'd' }),
    hour: integer('时刻', 'Hour', { from: 0, to: 23, initial: 7, unit: 'h' }),
    lastPeriod: optional(text('最近周期', 'Last period', { readOnly: true })),
    lastAt: optional(dateTime('最近生成', 'Last made', { readOnly: true })),
    state: state(),
    remark: remark(),
  },
});
