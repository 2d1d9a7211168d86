import { type RawBuilder, sql } from 'kysely';
import type { Range } from '#domain/fold/reach.ts';
import type { SignedMeter } from './usageSum.ts';

const dates = (times: readonly number[]): Date[] => times.map((t) => new Date(t));

/** Stretches as rows `r (key, from_ts, to_ts)`, numbered from 0. */
export const stretchRows = (ranges: readonly Range[]): RawBuilder<unknown> => sql`
  unnest(${ranges.map((_, i) => i)}::integer[], ${dates(ranges.map(({ from }) => from))}::timestamptz[],
    ${dates(ranges.map(({ to }) => to))}::timestamptz[]) r (key, from_ts, to_ts)`;

/**
 * The quarters `(ts, value)` of the stretch `r` that every meter of a sum has measured in full: their energy or their
 * demand. One meter needs no sum, which is most of the time that a year of quarters takes.
 */
export function quartersOf(counted: readonly SignedMeter[], column: 'pp' | 'md'): RawBuilder<unknown> {
  const value = sql.raw(column);
  const measured = sql`md is not null and ${value} is not null`;
  const [only] = counted;
  if (only && counted.length === 1)
    return sql`select ts, ${only.sign === 1 ? value : sql`-${value}`} as value from usage
      where meter_id = ${only.meterId} and level = 1 and ts >= r.from_ts and ts < r.to_ts
        and ${measured} offset 0`;
  return sql`
    select s.ts, sum(m.sign * s.value) as value
    from unnest(${counted.map((one) => one.meterId)}::integer[], ${counted.map((one) => one.sign)}::integer[]) m (id, sign)
      cross join lateral (
        select ts, ${value} as value from usage where meter_id = m.id and level = 1 and ts >= r.from_ts and ts < r.to_ts
          and ${measured} offset 0) s
    group by s.ts having count(*) = ${counted.length}::integer`;
}
