import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark } from '../common.ts';

/** Transformer capacity that an account has stopped or sealed; its capacity charge is prorated (domain notes 4.2). */
export const priceStop = defineResource({
  name: 'priceStop',
  area: 'price',
  label: { zh: '容量暂停', en: 'Stopped capacity' },
  idName: 'stopId',
  title: 'measureAccount',
  screen: '/SDNPowerPrice/Stop',
  unique: [['consumerId', 'measureAccount', 'beginDt']],
  fields: {
    measureAccount: text('户号', 'Account', { max: 30 }),
    consumerId: consumerId(),
    stoppedCapacity: decimal('暂停容量', 'Stopped capacity', { from: 0, unit: 'kVA', decimals: 2 }),
    beginDt: date('开始日期', 'From', {
      ahead: true,
      help: {
        zh: '加封之日；不足 15 天的暂停不减收基本电费',
        en: 'The day of sealing; a stop of fewer than 15 days reduces nothing',
      },
    }),
    endDt: optional(
      date('结束日期', 'To', {
        ahead: true,
        help: { zh: '含当日；不填则尚未恢复', en: 'Included; none = it lasts' },
      }),
    ),
    remark: remark(),
  },
});
