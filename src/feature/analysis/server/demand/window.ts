import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { bucketBounds } from '#domain/time/bucket.ts';
import { type SumBucket, usageSum } from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { demandDay, type DemandDay, type DemandWindow } from '../../domain/demandDay.ts';
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
  readonly windows: readonly DemandBucket[];
}

/** The days of a range, each with highest, second and excess over the standard. */
export function datesOf(
  { zone }: AskedAnalysis,
  range: Range,
  windows: readonly DemandBucket[],
  standard: number | null,
): DemandDate[] {
  const bounds = bucketBounds(zone, 3, range.from, range.to);
  let next = 0;
  return bounds.slice(0, -1).map((from, i) => {
    const to = bounds[i + 1] ?? from;
    const first = next;
    while (next < windows.length && (windows[next]?.from ?? 0) < to) next++;
    const own = windows.slice(first, next);
    return { date: bucketLabel(zone, 3, from), from, to, windows: own, ...demandDay(own, standard) };
  });
}
