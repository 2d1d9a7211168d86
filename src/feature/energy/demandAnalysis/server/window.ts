import { microToNumber, numberToMicro } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { expectedUntil } from '#domain/figure/amount.ts';
import { type AnalysisContext, bucketLabel } from '#feature/meters/analysisFrame/server/public.ts';
import { type DemandRule, demandRules } from '#feature/money/demand/server/public.ts';
import {
  type Demand,
  type Demands,
  demandsOver,
  maximaOver,
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
 * that slides the highest window that ends in it, but none that began before `begin`.
 */
export async function windowsOf(
  trx: Db,
  { signed }: AnalysisContext,
  range: Range,
  { method }: DemandRule,
  begin = range.from,
): Promise<DemandBucket[]> {
  const buckets = await usageSum(trx, signed, 1, range.from, range.to, { demand: true });
  const slid = method === 'sliding' ? await slidQuarters(trx, signed, range) : new Map<number, never>();
  return buckets.map((bucket) => {
    const above = bucket.ts === begin ? undefined : slid.get(bucket.ts);
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
  const rule = await ruleAt(trx, context, range);
  const buckets = await usageSum(trx, signed, 3, range.from, range.to);
  const intervals = buckets.map(({ ts, end }) => ({ from: ts, to: end }));
  const limit = standard === null ? null : numberToMicro(standard);
  const days = await demandsOver(trx, signed, intervals, limit, counted, rule.method);
  const whole = joined(days);
  const reported = await certaintyOf(trx, context, range, rule, whole.highest[0] ?? null);
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
  readonly rule: DemandRule;
  /** The meters without a demand somewhere in it. */
  readonly lacking: ReadonlySet<number>;
}

/** The rule that holds at the begin of a range. */
export const ruleAt = async (trx: Db, context: AnalysisContext, { from }: Range): Promise<DemandRule> =>
  (await demandRules(trx, context, [from]))[0] as DemandRule;

/** What registers prove beside the highest that was measured in a range. */
export async function certaintyOf(
  trx: Db,
  { signed, expected }: AnalysisContext,
  range: Range,
  rule: DemandRule,
  highest: Pick<Demand, 'at' | 'demand'> | null,
): Promise<Certainty> {
  const own = highest && { from: highest.at - QUARTER_MS, to: highest.at, demand: highest.demand, proven: false }; // prettier-ignore
  const known = [{ own, block: own }];
  const [reported] = await maximaOver(trx, signed, [range], rule.method, expectedUntil(expected), known);
  const { maximum = null, hiding = [], proven = [], open = [] } = reported ?? {};
  return { maximum, hiding, proven, rule, lacking: new Set(open.map(({ meterId }) => meterId)) };
}
