import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { FIGURE_STATES, STAT_TYPES } from '#contract/upload.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, secondName } from '../common.ts';

/** A figure that is reported: one revision of one item and period at one platform. */
export const uploadDetail = defineResource({
  name: 'uploadDetail',
  area: 'yunshui',
  label: { zh: '上报数据', en: 'Figures reported' },
  idName: 'uploadDetailId',
  title: 'itemName',
  readOnly: true,
  order: '-statDate',
  unique: [['platformId', 'dataCode', 'statType', 'statDate', 'revision']],
  screen: '/SDNDataUpload/UploadDetail',
  fields: {
    itemName: text('采集项', 'Collection item', { max: 30 }),
    itemNameEn: secondName(),
    consumerId: consumerId(),
    platformId: reference('平台', 'Platform', 'platformInfo'),
    recordId: optional(reference('批次', 'Batch', 'uploadRecord')),
    itemId: integer('采集项编号', 'Id of the item', { plain: true, hidden: true }),
    dataCode: text('数据编码', 'Data code', { max: 18 }),
    statType: choice('采集频率', 'Frequency', STAT_TYPES),
    statDate: dateTime('统计时间', 'Period begins'),
    revision: integer('修订', 'Revision', { from: 1 }),
    rawValue: optional(decimal('未舍入值', 'Value before rounding', { decimals: 10, hidden: true })),
    sentText: optional(text('上报值', 'Value sent', { max: 40 })),
    sentUnit: optional(text('单位', 'Unit', { max: 20 })),
    priorText: optional(text('此前上报值', 'Value before', { max: 40 })),
    convertRation: optional(text('折标系数', 'Coal equivalent', { max: 20, hidden: true })),
    coverage: optional(decimal('完整率', 'Coverage', { from: 0, to: 1, decimals: 6, hidden: true })),
    figureState: choice('状态', 'State', FIGURE_STATES),
    heldRule: optional(text('暂扣规则', 'Held by', { max: 3 })),
    cause: optional(text('原因', 'Cause', { inBoth: true })),
    platformCode: optional(text('平台码', 'Code of the platform', { max: 20 })),
    platformMessage: optional(text('平台消息', 'Message of the platform', { inBoth: true })),
    platformValue: optional(text('平台已有值', 'Value that the platform has', { max: 40, hidden: true })),
    receiptNo: optional(text('回执号', 'Receipt', { max: 64, hidden: true })),
    attempts: integer('次数', 'Attempts', { initial: 0 }),
    settledAt: optional(dateTime('办结时间', 'Settled')),
  },
});
