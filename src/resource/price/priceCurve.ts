import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { PRICE_CURVES } from '#contract/priceCurve.ts';
import { hourText } from '#domain/time/clock.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { consumerId, remark } from '../common.ts';

/** An hour that begins at a time of the day; prices may be below zero. */
const hour = (n: number) => optional(decimal(hourText(n), hourText(n), { from: -1e9, to: 1e9, decimals: 6 }));

/**
 * The 24 hours of a day of a scheme of Guangdong trading: what the market settled them at, and what was contracted
 * (domain notes 4.5).
 */
export const priceCurve = defineResource({
  name: 'priceCurve',
  area: 'price',
  label: { zh: '现货曲线', en: 'Spot curves' },
  idName: 'curveId',
  title: 'day',
  order: '-day',
  screen: '/SDNPowerPrice/Curve',
  unique: [['planId', 'day', 'curve']],
  fields: {
    planId: reference('电价方案', 'Scheme', 'priceScheme', {
      help: {
        zh: '类型为“广东交易”的方案；其联动比例的电量按实时电价逐时结算',
        en: 'A scheme of Guangdong trading; its linked share is settled hour by hour at the real-time price',
      },
    }),
    consumerId: consumerId(),
    day: date('日期', 'Date', { ahead: true }),
    curve: choice('曲线', 'Curve', PRICE_CURVES, { initial: '2' }),
    ...Object.fromEntries(Array.from({ length: 24 }, (_, n) => [`h${n}`, hour(n)] as const)),
    remark: remark(),
  },
});
