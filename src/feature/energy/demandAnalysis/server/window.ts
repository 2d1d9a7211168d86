import type { Text } from '#contract/text.ts';
import { microToNumber, numberToMicro } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { DAY_MS, MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { type AnalysisContext, bucketLabel } from '#feature/meters/analysisFrame/server/public.ts';
import {
  maximaUnder,
  methodsOf,
  type RuledInterval,
  ruledIntervals,
  slidingIn,
} from '#feature/money/demand/server/public.ts';
import {
  type Demand,
  type Demands,
  demandsOver,
  type MaximumDemand,
  slidQuarters,
  type IntervalMaximum,
  type SumBucket,
  usageSum,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { DemandDay, DemandWindow, KnownWindow } from '../domain/demandDay.ts';

/** A quarter of an hour with its demand. */
export interface DemandBucket extends DemandWindow {
  readonly bucket: SumBucket;
  /** The end of the window that is told: one that slid ends within the quarter. */
  readonly ended: number;
}

/** The window of a quarter that is told. */
export const windowAt = ({ ended, value }: DemandBucket): DemandWindow => ({
  from: ended - QUARTER_MS,
  to: ended,
  value,
});

/**
 * The demand of each quarter of an hour of a range: of the summed curve, where every meter measured in full; of a meter
 * that slides the highest window that ends in it, but none that began before its interval.
 */
async function windowsOf(
  trx: Db,
  { signed }: AnalysisContext,
  range: Range,
  intervals: readonly RuledInterval[],
): Promise<DemandBucket[]> {
  const buckets = await usageSum(trx, signed, 1, range.from, range.to, { demand: true });
  const slides = slidingIn(intervals);
  const slid = slides.length > 0 ? await slidQuarters(trx, signed, range) : new Map<number, never>();
  return buckets.map((bucket) => {
    const inside = slides.some(({ from, to }) => bucket.ts > from && bucket.ts < to);
    const above = inside ? slid.get(bucket.ts) : undefined;
    const reported = above && (bucket.md === null || above.demand > bucket.md) ? above : null;
    const value = reported?.demand ?? bucket.md;
    return {
      bucket,
      from: bucket.ts,
      to: bucket.end,
      value: value === null ? null : microToNumber(value),
      ended: reported?.at ?? bucket.end,
    };
  });
}

/** The windows of a range and of the day before it, which its first day is beside: windows over its begin do not count. */
export async function withDayBefore(
  trx: Db,
  context: AnalysisContext,
  range: Range,
): Promise<{ readonly intervals: readonly RuledInterval[]; readonly all: readonly DemandBucket[] }> {
  const intervals = await ruledIn(trx, context, range);
  const from = range.from - DAY_MS - 4 * QUARTER_MS;
  const before = await ruledIn(trx, context, { from, to: range.from });
  const all = await windowsOf(trx, context, { from, to: range.to }, [...before, ...intervals]);
  return { intervals, all };
}

/** A day with its demands. */
export interface DemandDate extends DemandDay {
  /** `2018-07-15` */
  readonly date: string;
  readonly from: number;
  readonly to: number;
  /** Bits of FLAG. */
  readonly flags: number;
}

const windowOf = ({ at, demand }: Pick<Demand, 'at' | 'demand'>): KnownWindow => ({
  from: at - QUARTER_MS,
  to: at,
  value: microToNumber(demand),
});

const dayOf = ({ known, over, highest }: Demands, standard: number | null): DemandDay => {
  const [max = null, second = null] = highest.map(windowOf);
  const overCount = standard === null ? null : over;
  return { max, second, known, overCount, overMinutes: overCount && (overCount * QUARTER_MS) / MINUTE_MS };
};

const sumOf = (counts: readonly (number | null)[]): number | null =>
  counts.reduce<number | null>((sum, count) => (sum === null || count === null ? null : sum + count), 0);

const joined = (all: readonly Demands[]): Demands => ({
  known: sumOf(all.map(({ known }) => known)),
  over: sumOf(all.map(({ over }) => over)),
  highest: all
    .flatMap((one) => one.highest)
    .toSorted((a, b) => (a.demand === b.demand ? a.ts - b.ts : a.demand > b.demand ? -1 : 1))
    .slice(0, 2),
});

/** The higher of what was measured and what registers prove. */
export const orProven = (
  measured: KnownWindow | null,
  reported: MaximumDemand | null | undefined,
): KnownWindow | null =>
  reported?.proven && microToNumber(reported.demand) > (measured?.value ?? -1)
    ? { from: reported.from, to: reported.to, value: microToNumber(reported.demand), proven: true }
    : measured;

/**
 * The days of a range, each with highest, second and excess over the standard, and all of them as one.
 * @param counted whether windows are counted: those that are known, and those above the standard
 */
export async function datesOf(
  trx: Db,
  context: AnalysisContext,
  range: Range,
  standard: number | null,
  counted: boolean,
): Promise<{ readonly whole: DemandDay; readonly dates: DemandDate[]; readonly certainty: Certainty }> {
  const { zone, signed } = context;
  const ruled = await ruledIn(trx, context, range);
  const buckets = await usageSum(trx, signed, 3, range.from, range.to);
  const intervals = buckets.map(({ ts, end }) => ({ from: ts, to: end }));
  const limit = standard === null ? null : numberToMicro(standard);
  const days = await demandsOver(trx, signed, intervals, limit, counted, slidingIn(ruled));
  const whole = joined(days);
  const reported = await certaintyOf(trx, context, range, ruled, whole.highest[0] ?? null);
  return {
    whole: { ...dayOf(whole, standard), max: orProven(dayOf(whole, standard).max, reported.maximum) },
    certainty: reported,
    dates: buckets.map(({ ts, end, flags }, i) => {
      const own = dayOf(days[i] ?? joined([]), standard);
      const inside = reported.proven.filter(({ from, to }) => from >= ts && to <= end);
      const most = inside.toSorted((a, b) => (a.demand > b.demand ? -1 : 1))[0];
      return {
        date: bucketLabel(zone, 3, ts),
        from: ts,
        to: end,
        flags,
        ...own,
        max: orProven(own.max, most),
      };
    }),
  };
}

/** How the demand of a range is measured, and what keeps its maximum from being certain. */
export interface Certainty extends Pick<IntervalMaximum, 'maximum' | 'hiding' | 'proven'> {
  readonly intervals: readonly RuledInterval[];
  /** How it is measured, in words. */
  readonly method: Text;
  /** The meters without a demand somewhere in it. */
  readonly lacking: ReadonlySet<number>;
}

/** A range by the rules of demand that hold in it. */
const ruledIn = async (trx: Db, context: AnalysisContext, range: Range): Promise<RuledInterval[]> =>
  (await ruledIntervals(trx, context, [range]))[0] ?? [];

/** What registers prove beside the highest that was measured in a range. */
export async function certaintyOf(
  trx: Db,
  context: AnalysisContext,
  range: Range,
  intervals: readonly RuledInterval[],
  highest: Pick<Demand, 'at' | 'demand'> | null,
): Promise<Certainty> {
  const own = highest && { from: highest.at - QUARTER_MS, to: highest.at, demand: highest.demand, proven: false }; // prettier-ignore
  const [found] = await maximaUnder(trx, context, [range], [{ own, block: own }]);
  const { maximum = null, hiding = [], proven = [], open = [] } = found?.reported ?? {};
  const lacking = new Set(open.map(({ meterId }) => meterId));
  return { maximum, hiding, proven, intervals, method: methodsOf(intervals), lacking };
}
