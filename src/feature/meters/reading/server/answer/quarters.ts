import { type RawBuilder, sql } from 'kysely';
import { ALWAYS } from '#domain/fold/counting.ts';
import { dueSteps } from '#domain/fold/due.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Db } from '#server/database/db.ts';
import { keptSumOf, staleBuckets } from '../keptSum/keptSum.ts';
import { dueSql } from './dueSql.ts';
import type { SumSource } from './sumRows.ts';
import type { SignedMeter } from './usageSum.ts';
import { visibleMeters } from './visible.ts';

const dates = (times: readonly number[]): Date[] => times.map((t) => new Date(t));

/** The meters of a sum that the executor's scope shows, and where it is kept; null where it shows none. */
export async function sourceOf(db: Db, signed: readonly SignedMeter[]): Promise<SumSource | null> {
  const meters = await visibleMeters(db, signed.map((meter) => meter.meterId)); // prettier-ignore
  const [zone, ...others] = new Set(meters.map((meter) => meter.zone));
  if (!zone) return null;
  const seen = new Map(meters.map((meter) => [meter.id, meter.counting]));
  const counted = signed.filter((meter) => seen.has(meter.meterId));
  const counting = counted.map((meter) => seen.get(meter.meterId) ?? ALWAYS);
  return { counted, counting, zone, kept: others.length === 0 ? await keptSumOf(db, zone, counted) : null };
}

/** Intervals as rows `r (key, from_ts, to_ts)`, numbered from 0. */
export const intervalRows = (ranges: readonly Range[]): RawBuilder<unknown> => sql`
  unnest(${ranges.map((_, i) => i)}::integer[], ${dates(ranges.map(({ from }) => from))}::timestamptz[],
    ${dates(ranges.map(({ to }) => to))}::timestamptz[]) r (key, from_ts, to_ts)`;

/**
 * The quarters `(ts, value)` of the intervals `r`, which lie in `within`, that every meter that counts in a sum has
 * measured in full: their energy or their demand. One meter needs no sum, which is most of the time that a year of quarters takes; nor does a sum that is kept,
 * save where it waits to be added up again.
 */
export function quartersOf(
  { counted, counting, kept, zone }: SumSource,
  within: Range,
  column: 'pp' | 'md',
): RawBuilder<unknown> {
  const steps = dueSteps(zone, 1, counting, within);
  const all = { counted, due: dueSql(steps, 's.ts') };
  if (!kept) return measuredBy(all, column, sql`r.from_ts`, sql`r.to_ts`);
  const stale = staleBuckets(kept, zone, 1);
  const ends = stale && dates([stale.from, stale.to]);
  const own = sql`
    select ts, ${sql.raw(column)} as value from kept_sum_usage
    where sum_id = ${kept.id} and level = 1 and ts >= r.from_ts and ts < r.to_ts
      and md is not null and measured >= ${dueSql(steps, 'ts')}`;
  if (!ends) return sql`${own} order by ts offset 0`;
  const again = measuredBy(
    all,
    column,
    sql`greatest(r.from_ts, ${ends[0]}::timestamptz)`,
    sql`least(r.to_ts, ${ends[1]}::timestamptz)`,
    sql`r.from_ts < ${ends[1]}::timestamptz and r.to_ts > ${ends[0]}::timestamptz`,
  );
  return sql`
    select ts, value from (${own} and not (ts >= ${ends[0]} and ts < ${ends[1]}) offset 0) k
    union all select ts, value from (${again}) o`;
}

interface Measuring {
  readonly counted: readonly SignedMeter[];
  /** How many of them a quarter `s.ts` demands. */
  readonly due: RawBuilder<unknown>;
}

function measuredBy(
  { counted, due }: Measuring,
  column: 'pp' | 'md',
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
  where = sql`true`,
): RawBuilder<unknown> {
  const value = sql.raw(column);
  const known = sql`md is not null and ${value} is not null`;
  const [only] = counted;
  if (only && counted.length === 1)
    return sql`select ts, ${only.sign === 1 ? value : sql`-${value}`} as value
      from usage_in(${only.meterId}, 1, ${from}, ${to}) where ${known} order by ts offset 0`;
  return sql`
    select s.ts, sum(m.sign * s.value) as value
    from unnest(${counted.map((one) => one.meterId)}::integer[], ${counted.map((one) => one.sign)}::integer[]) m (id, sign)
      cross join lateral (
        select ts, ${value} as value from usage_in(m.id, 1, ${from}, ${to}) where ${known} offset 0) s
    where ${where}
    group by s.ts having count(*) >= ${due}`;
}
