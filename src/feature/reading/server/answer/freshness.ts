import { sql } from 'kysely';
import type { Level } from '#domain/time/bucket.ts';
import type { Db } from '#server/database/db.ts';
import { visibleMeters } from './visible.ts';

/** When a meter was last heard of. */
export interface Freshness {
  readonly meterId: number;
  /** Stamp of the newest value, ms; null when nothing ever came. */
  readonly lastAt: number | null;
  readonly firstAt: number | null;
  /** Values wait to be folded. */
  readonly pending: boolean;
}

/** First and newest stamps of the meters that the executor's scope shows. */
export async function freshnessOf(db: Db, meterIds: readonly number[]): Promise<Freshness[]> {
  const meters = await visibleMeters(db, meterIds);
  const { rows } = await sql<{ meterId: number; first: Date | null; last: Date | null; pending: boolean }>`
    select m.id as "meterId", least(f.first_ts, d.first_ts) as first, greatest(f.last_ts, d.last_ts) as last,
      d.meter_id is not null as pending
    from unnest(${meters.map((meter) => meter.id)}::integer[]) m (id)
      left join meter_fold f on f.meter_id = m.id
      left join (select meter_id, min(from_ts) as first_ts, max(to_ts) as last_ts from dirty group by meter_id) d
        on d.meter_id = m.id
    order by m.id`.execute(db);
  return rows.map(({ meterId, first, last, pending }) => ({
    meterId,
    firstAt: first?.getTime() ?? null,
    lastAt: last?.getTime() ?? null,
    pending,
  }));
}

/** The start of the last bucket of a level in [from, to), ms, in which any of the meters has energy; null = none. */
export async function lastKnownOf(
  db: Db,
  meterIds: readonly number[],
  level: Level,
  from: number,
  to: number,
): Promise<number | null> {
  const { rows } = await sql<{ last: Date | null }>`
    select max(u.ts) as last from ammeter a cross join lateral (
      select ts from usage where meter_id = a.id and level = ${level} and ts >= ${new Date(from)}
        and ts < ${new Date(to)} and pp is not null order by ts desc limit 1) u
    where a.id = any(${meterIds}::integer[])`.execute(db);
  return rows[0]?.last?.getTime() ?? null;
}
