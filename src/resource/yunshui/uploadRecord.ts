import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { BATCH_KINDS, BATCH_STATES, BATCH_TRIGGERS, STAT_TYPES } from '#contract/upload.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, secondName } from '../common.ts';

const count = (zh: string, en: string) => integer(zh, en, { initial: 0 });

/** A batch of what was reported (specification 2 section 3: upload record). */
export const uploadRecord = defineResource({
  name: 'uploadRecord',
  area: 'yunshui',
  label: { zh: '上报批次', en: 'Batches reported' },
  idName: 'uploadRecordId',
  title: 'recordName',
  readOnly: true,
  order: '-createdAt',
  screen: '/SDNDataUpload/UploadRecord',
  fields: {
    recordName: text('批次', 'Batch', { max: 60 }),
    recordNameEn: secondName(),
    consumerId: consumerId(),
    platformId: reference('平台', 'Platform', 'platformInfo'),
    recordKind: choice('内容', 'Content', BATCH_KINDS),
    statType: optional(choice('采集频率', 'Frequency', STAT_TYPES)),
    periodFrom: optional(dateTime('统计期自', 'Periods from')),
    periodTo: optional(dateTime('统计期至', 'Periods to')),
    triggerKind: choice('触发', 'Trigger', BATCH_TRIGGERS),
    recordState: choice('状态', 'State', BATCH_STATES),
    total: count('总数', 'All'),
    acknowledged: count('已确认', 'Acknowledged'),
    refused: count('被拒', 'Refused'),
    unknown: count('未知', 'Unknown'),
    held: count('暂扣', 'Held'),
    skipped: count('已报未变', 'Sent before, unchanged'),
    createdAt: dateTime('创建时间', 'Made'),
    startedAt: optional(dateTime('开始时间', 'Began')),
    endedAt: optional(dateTime('结束时间', 'Ended')),
    startedBy: optional(text('发起人', 'Started by', { max: 60, inBoth: true })),
    message: optional(text('说明', 'Detail', { inBoth: true })),
  },
});
