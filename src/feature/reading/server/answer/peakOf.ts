import { sql } from 'kysely';
import type { Range } from '#domain/fold/reach.ts';
import { LEVEL, QUARTER_MS, bucketEnd } from '#domain/time/bucket.ts';
import type { Db } from '#server/database/db.ts';
import type { SignedMeter } from './usageSum.ts';
import { visibleMeters } from './visible.ts';

/** The highest quarter of an hour of a signed sum. */
export interface PeakQuarter {
  /** Start, ms. */
  readonly from: number;
  readonly to: number;
  /** Mean power in millionths of kW, four times the energy of the quarter. */
  readonly demand: bigint;
}

// `offset 0` keeps every look-up in `usage` one by the key, also in a plan that is made for any values.

/** Days looked at together: a load seldom peaks elsewhere than on one of the days that could reach highest. */
const DAYS_AT_ONCE = 8;

/**
 * The highest mean power of a quarter of an hour in a range: of the sum, not the sum of the highest. Quarters that
 * every meter has measured in full count; between equals the earliest. The days are tried in the order of what they
 * could reach at most. Null where there is none, or where a meter is outside the scope.
 */
export async function peakOf(
  db: Db,
  signed: readonly SignedMeter[],
  range: Range,
): Promise<PeakQuarter | null> {
  const meters = await visibleMeters(db, signed.map((one) => one.meterId)); // prettier-ignore
  if (meters.length === 0 || meters.length < signed.length || range.to <= range.from) return null;
  const ids = signed.map((one) => one.meterId);
  const signs = signed.map((one) => one.sign);
  const { rows: days } = await sql<{ ts: Date; bound: string }>`
    select u.ts, sum(u.md)::text as bound from unnest(${ids}::integer[], ${signs}::integer[]) m (id, sign)
      cross join lateral (
        select ts, md from usage where meter_id = m.id and level = 3
          and ts > ${new Date(range.from - 26 * 3_600_000)} and ts < ${new Date(range.to)} and md is not null offset 0) u
    where m.sign > 0
    group by u.ts order by sum(u.md) desc, u.ts`.execute(db);
  if (days.length === 0) return null;
  const [zone, ...others] = new Set(meters.map((meter) => meter.zone));
  // Days of several zones overlap: what one of them could reach is no bound.
  if (!zone || others.length > 0) return highest(db, ids, signs, [range]);
  let best: PeakQuarter | null = null;
  for (let i = 0; i < days.length; i += DAYS_AT_ONCE) {
    if (best && best.demand > BigInt(days[i]?.bound ?? 0)) break;
    const some = days.slice(i, i + DAYS_AT_ONCE).map(({ ts }) => ({
      from: Math.max(range.from, ts.getTime()),
      to: Math.min(range.to, bucketEnd(zone, LEVEL.day, ts.getTime())),
    }));
    const found = await highest(db, ids, signs, some);
    if (
      found &&
      (!best || found.demand > best.demand || (found.demand === best.demand && found.from < best.from))
    )
      best = found;
  }
  return best;
}

async function highest(
  db: Db,
  ids: readonly number[],
  signs: readonly number[],
  stretches: readonly Range[],
): Promise<PeakQuarter | null> {
  const { rows } = await sql<{ ts: Date; demand: string }>`
    select u.ts, sum(m.sign * u.md)::text as demand
    from unnest(${stretches.map((one) => new Date(one.from))}::timestamptz[],
        ${stretches.map((one) => new Date(one.to))}::timestamptz[]) d (from_ts, to_ts)
      cross join unnest(${ids}::integer[], ${signs}::integer[]) m (id, sign)
      cross join lateral (
        select ts, md from usage where meter_id = m.id and level = 1 and ts >= d.from_ts and ts < d.to_ts
          and md is not null offset 0) u
    group by u.ts having count(*) = ${ids.length}
    order by sum(m.sign * u.md) desc, u.ts limit 1`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const from = row.ts.getTime();
  return { from, to: from + QUARTER_MS, demand: BigInt(row.demand) };
}
