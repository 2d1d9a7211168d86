import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { INTERVAL } from '#contract/interval.ts';
import type { NotComparable } from '#contract/notComparable.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { bucketBounds } from '#domain/time/bucket.ts';
import type { Zone } from '#domain/time/zone.ts';
import { INTERVALS } from '#contract/interval.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import { equalPeriods, LAST_YEAR, previousPeriod } from '#feature/meters/analysisFrame/server/public.ts';
import { clockOf } from '#domain/time/clock.ts';
import {
  contextOf,
  type QueryContext,
  subjectParams,
  untilOf,
} from '#feature/meters/subject/server/public.ts';
import { firstRange, lastEnd } from '#domain/time/range.ts';
import { compared, noChange, notComparable } from '#domain/figure/change.ts';
import { sideOf, spanAmountOf } from '#domain/figure/amount.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type { ChargeDetail, ChargeStatistics, CostBefore } from '../contract.ts';
import { amountsOf, type ChargeSum, isPriced, numberOf, priceOf, sumsOf, unpricedOf } from './amounts.ts';
import { CHARGE } from './chart.ts';

const NO_RANGE = { zh: '结束日期不能早于开始日期', en: 'The end may not precede the begin' };

/** What an interval costs in all and by period, beside the interval before it and the year before. */
export const getChargeStatistics = defineRoute({
  method: 'GET',
  path: '/api/sdata/chargeAnalysis/getChargeStatistics',
  summary: { zh: '电量电费统计', en: 'Charge statistics' },
  permission: CHARGE,
  params: z.object({ ...subjectParams, begin: z.iso.date(), end: z.iso.date() }),
  example: { consumerId: 1001, begin: '2026-01-01', end: '2026-01-31' },
  handler: async ({ trx, params }): Promise<ChargeStatistics> => {
    const { begin, end } = params;
    if (end < begin) throw badInput(NO_RANGE, 'end');
    return statisticsOf(trx, await contextOf(trx, params, Date.now()), begin, end);
  },
});

/** What the days from a date to a date cost, beside what they are compared with. */
export async function statisticsOf(
  trx: Db,
  context: QueryContext,
  begin: string,
  end: string,
): Promise<ChargeStatistics> {
  const { zone, signed, subject, expected } = context;
  const { now } = expected;
  const range = { from: periodOf(zone, 'day', begin).from, to: periodOf(zone, 'day', end).to };
  const until = await untilOf(trx, context, periodOf(zone, 'day', dateAt(zone, now)), now);
  // What is not over is compared with as much of the interval beside it.
  const [before, yearBefore] = [previousPeriod({ question: { begin, end } }), LAST_YEAR].map((shift) =>
    equalPeriods({ zone, range, until }, shift),
  ) as [EqualIntervals, EqualIntervals];
  const intervals = [range, before.own, before.before, yearBefore.before];
  const sums = await sumsOf(trx, signed, intervals);
  const unpriced = await unpricedOf(trx, signed, intervals);
  const [whole, over, earlier, lastYear] = sums as [ChargeSum, ChargeSum, ChargeSum, ChargeSum];
  const { coverage, flags } = spanAmountOf(whole, range.from, range.to, expected);
  const lacks = (at: number): bigint => unpriced[at] ?? 0n;
  const price = (at: number): number | null => priceOf(sums[at] ?? whole, lacks(at));
  const whyOf = (sum: ChargeSum, then: Range, at: number): NotComparable | null =>
    notComparable(sideOf(over, before.own), sideOf(sum, then)) ??
    // Energy without a price has no cost: that is another reason than having no energy.
    (isPriced(over, lacks(1)) && isPriced(sum, lacks(at)) ? null : 'price');
  const beside = (sum: ChargeSum, then: Range, at: number): CostBefore => {
    const side = (one: ChargeSum, period: Range) => ({ ...sideOf(one, period), value: one.costs.CZ });
    const why = whyOf(sum, then, at);
    return {
      CZ: numberOf('CZ', sum.costs.CZ),
      ...(why ? noChange(why) : compared(side(over, before.own), side(sum, then))),
    };
  };
  const why = whyOf(earlier, before.before, 2);
  const [own, then] = [price(1), price(2)];
  return {
    name: subject.name,
    begin,
    end,
    unit: subject.unit,
    timeZone: zone.name,
    amounts: amountsOf(whole),
    averagePrice: price(0),
    priceBefore: {
      price: then,
      change: why !== null || own === null || !then ? null : own / then - 1,
      why: why ?? (own === null || !then ? 'price' : null),
    },
    unpriced: microToNumber(lacks(0)),
    coverage,
    flags,
    before: beside(earlier, before.before, 2),
    yearBefore: beside(lastYear, yearBefore.before, 3),
  };
}

/** What each of several days costs, yuan, and its mean price. */
export async function dayCostsOf(
  trx: Db,
  { signed }: QueryContext,
  days: readonly Range[],
): Promise<{ readonly cost: number | null; readonly price: number | null }[]> {
  const sums = await sumsOf(trx, signed, days);
  const unpriced = await unpricedOf(trx, signed, days);
  return sums.map((sum, i) => ({
    cost: numberOf('CZ', sum.costs.CZ),
    price: priceOf(sum, unpriced[i] ?? 0n),
  }));
}

type EqualIntervals = ReturnType<typeof equalPeriods>;

export const detailParams = z.object({
  ...subjectParams,
  dt: z.iso.date().optional(),
  interval: z
    .enum([INTERVAL.quarter, INTERVAL.hour, INTERVAL.day, INTERVAL.month, INTERVAL.year])
    .default(INTERVAL.hour),
  begin: z.iso.date().optional(),
  end: z.iso.date().optional(),
});

/** Energies, costs and mean price of every hour, day, month or year of an interval. */
export const getDayDetails = defineRoute({
  method: 'GET',
  path: '/api/sdata/chargeAnalysis/getDayDetails',
  summary: { zh: '电量电费明细', en: 'Charge details' },
  permission: CHARGE,
  params: detailParams,
  example: { consumerId: 1001, dt: '2026-01-15' },
  handler: async ({ trx, params }): Promise<ChargeDetail[]> => (await detailsOf(trx, params)).rows,
});

/** The buckets of an interval, and of whom they are. @throws Fault 400 for an interval that is too long. */
export async function detailsOf(
  trx: Db,
  params: z.output<typeof detailParams>,
): Promise<{ name: string; unit: string; begin: string; end: string; rows: ChargeDetail[] }> {
  const { interval } = params;
  const { zone, signed, subject, expected } = await contextOf(trx, params, Date.now());
  const day = params.dt ?? dateAt(zone, expected.now);
  const fallback = params.begin ? { begin: params.begin, end: params.begin } : params.dt ? { begin: day, end: day } : firstRange(interval, day); // prettier-ignore
  const begin = params.begin ?? fallback.begin;
  const end = params.end ?? fallback.end;
  if (end < begin) throw badInput(NO_RANGE, 'end');
  const last = lastEnd(interval, begin);
  if (end > last)
    throw badInput({ zh: `结束时间不能超过 ${last}`, en: `end time cannot exceed ${last}` }, 'end');
  const { level } = INTERVALS[interval];
  const kind = level === 5 ? 'year' : level === 4 ? 'month' : 'day';
  const range = { from: periodOf(zone, kind, begin).from, to: periodOf(zone, kind, end).to };
  const bounds = bucketBounds(zone, level, range.from, Math.min(range.to, expected.now));
  const buckets = bounds.slice(0, -1).map((from, i) => ({ from, to: bounds[i + 1] ?? from }));
  const sums = await sumsOf(trx, signed, buckets);
  const unpriced = await unpricedOf(trx, signed, buckets);
  const rows = buckets.map(({ from, to }, i) => {
    const sum = sums[i] as ChargeSum;
    const { coverage, flags } = spanAmountOf(sum, from, to, expected);
    const time = timeAt(zone, from).slice(0, level <= 2 ? undefined : level === 3 ? 10 : level === 4 ? 7 : 4);
    return { time, from, to, ...amountsOf(sum), price: priceOf(sum, unpriced[i] ?? 0n), coverage, flags };
  });
  return { name: subject.name, unit: subject.unit, begin, end, rows };
}

/** `yyyy-MM-dd HH:mm` of an instant. */
export function timeAt(zone: Zone, t: number): string {
  const { hour, minute } = zone.local(t);
  return `${dateAt(zone, t)} ${clockOf(hour * 60 + minute)}`;
}
