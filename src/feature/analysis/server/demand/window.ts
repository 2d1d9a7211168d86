import { microToNumber, numberToMicro } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { QUARTER_MS } from '#domain/time/bucket.ts';
import {
  type Demand,
  type Demands,
  demandsOver,
  type SumBucket,
  usageSum,
} from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { DemandDay, DemandWindow, KnownWindow } from '../../domain/demandDay.ts';
import type { AskedAnalysis } from '../ask.ts';
import { bucketLabel } from '../series.ts';

/** A quarter of an hour with its demand. */
export interface DemandBucket extends DemandWindow {
  readonly bucket: SumBucket;
}

/** The demand of each quarter of an hour of a range: of the summed curve, where every meter measured in full. */
export async function windowsOf(trx: Db, { signed }: AskedAnalysis, range: Range): Promise<DemandBucket[]> {
  const buckets = await usageSum(trx, signed, 1, range.from, range.to, { demand: true });
  return buckets.map((bucket) => ({
    bucket,
    from: bucket.ts,
    to: bucket.end,
    value: bucket.md === null ? null : microToNumber(bucket.md),
  }));
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

const windowOf = ({ ts, demand }: Demand): KnownWindow => ({
  from: ts,
  to: ts + QUARTER_MS,
  value: microToNumber(demand),
});

const dayOf = ({ known, over, highest }: Demands, standard: number | null): DemandDay => {
  const [max = null, second = null] = highest.map(windowOf);
  const overCount = standard === null ? null : over;
  return { max, second, known, overCount, overMinutes: overCount && (overCount * QUARTER_MS) / 60_000 };
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

/**
 * The days of a range, each with highest, second and excess over the standard, and all of them as one.
 * @param counted whether windows are counted: those that are known, and those above the standard
 */
export async function datesOf(
  trx: Db,
  { zone, signed }: AskedAnalysis,
  range: Range,
  standard: number | null,
  counted: boolean,
): Promise<{ readonly whole: DemandDay; readonly dates: DemandDate[] }> {
  const buckets = await usageSum(trx, signed, 3, range.from, range.to);
  const stretches = buckets.map(({ ts, end }) => ({ from: ts, to: end }));
  const limit = standard === null ? null : numberToMicro(standard);
  const days = await demandsOver(trx, signed, stretches, limit, counted);
  return {
    whole: dayOf(joined(days), standard),
    dates: buckets.map(({ ts, end, flags }, i) => ({
      date: bucketLabel(zone, 3, ts),
      from: ts,
      to: end,
      flags,
      ...dayOf(days[i] ?? joined([]), standard),
    })),
  };
}
