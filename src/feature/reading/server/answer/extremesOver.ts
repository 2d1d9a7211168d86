import { sql } from 'kysely';
import type { Range } from '#domain/fold/reach.ts';
import type { Db } from '#server/database/db.ts';
import type { SignedMeter } from './usageSum.ts';
import { visibleMeters } from './visible.ts';

const QUARTER_MS = 900_000;

/** Quarters of an hour of a stretch that every meter of a sum has measured in full. */
export interface Extremes {
  readonly n: number;
  /** Millionths, all of them together. */
  readonly energy: bigint;
  /** The one with the most and the one with the least energy, the first where several have it. */
  readonly max: { readonly energy: bigint; readonly ts: number };
  readonly min: { readonly energy: bigint; readonly ts: number };
}

interface Row {
  readonly key: number;
  readonly n: number;
  readonly sum: string;
  readonly max: string;
  readonly maxAt: Date;
  readonly min: string;
  readonly minAt: Date;
}

/**
 * The measured quarters of several stretches at once, of those that are over at `until`; null where there are none.
 * One statement, however long the stretches are: a year of a sum is no longer list than a day.
 */
export async function extremesOver(
  db: Db,
  signed: readonly SignedMeter[],
  ranges: readonly Range[],
  until: number,
): Promise<(Extremes | null)[]> {
  const seen = new Set((await visibleMeters(db, signed.map((meter) => meter.meterId))).map(({ id }) => id)); // prettier-ignore
  const counted = signed.filter((meter) => seen.has(meter.meterId));
  const found = ranges.map((): Extremes | null => null);
  if (counted.length === 0 || ranges.length === 0) return found;
  const last = until - QUARTER_MS + 1;
  const { rows } = await sql<Row>`
    with quarter as (
      select r.key, u.ts, sum(m.sign * u.pp) as energy
      from unnest(${ranges.map((_, i) => i)}::integer[], ${ranges.map(({ from }) => new Date(from))}::timestamptz[],
          ${ranges.map(({ from, to }) => new Date(Math.max(from, Math.min(to, last))))}::timestamptz[]) r (key, from_ts, to_ts)
        cross join unnest(${counted.map((one) => one.meterId)}::integer[], ${counted.map((one) => one.sign)}::integer[]) m (id, sign)
        cross join lateral (
          select ts, pp from usage where meter_id = m.id and level = 1 and ts >= r.from_ts and ts < r.to_ts
            and md is not null and pp is not null offset 0) u
      group by r.key, u.ts having count(*) = ${counted.length}::integer)
    select key, count(*)::integer as n, sum(energy)::text as sum,
      max(energy)::text as max, (array_agg(ts order by energy desc, ts))[1] as "maxAt",
      min(energy)::text as min, (array_agg(ts order by energy, ts))[1] as "minAt"
    from quarter group by key`.execute(db);
  for (const row of rows)
    found[row.key] = {
      n: row.n,
      energy: BigInt(row.sum),
      max: { energy: BigInt(row.max), ts: row.maxAt.getTime() },
      min: { energy: BigInt(row.min), ts: row.minAt.getTime() },
    };
  return found;
}
