import { sql } from 'kysely';
import { ENERGY_CODES } from '#contract/dataCode.ts';
import { type Level, LEVEL } from '#domain/time/bucket.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { COUNTS, edges } from '#series/public.ts';
import { visibleMeterSet } from './meterSets.ts';
import { countingSources } from './sources.ts';

/** When a meter was last heard of. */
export interface Freshness {
  readonly meterId: number;
  /** Stamp of the newest value that counts, or the end of the newest span that is over, ms; null when nothing came. */
  readonly lastAt: number | null;
}

const CODES = sql.raw(ENERGY_CODES.map((code) => `('${code}')`).join(', '));

/**
 * Newest stamps of the meters that the executor's scope shows, by what came and never by what was folded. A span that is
 * not over, and a stamp that is yet to come, tell nothing. @param now ms
 */
export async function freshnessOf(db: Db, meterIds: readonly number[], now: number): Promise<Freshness[]> {
  const meters = await visibleMeterSet(db, meterIds);
  const ids = meters.ids.toSorted((a, b) => a - b);
  const all = ids.map((meterId) => ({ meterId, from: -Infinity, to: now + 1 }));
  const [device, sources, spans] = await Promise.all([
    edges(db, meters, all, 'last', { said: 'device' }),
    countingSources(db, ids),
    lastSpans(db, ids, now),
  ]);
  // Most meters are told of by their device alone.
  const told = sources.length > 0 ? await edges(db, meters, all, 'last', { said: sources }) : device;
  return ids.map((meterId, i) => {
    const stamps = [told[i], spans.get(meterId)].filter((at) => at != null);
    return { meterId, lastAt: stamps.length === 0 ? null : Math.max(...stamps) };
  });
}

/** The ends (ms) of the newest stated spans that count and are over, by meter. */
async function lastSpans(
  db: Db,
  meterIds: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ meterId: number; last: Date | null }>`
    select m.id as "meterId", (
      select max(f.end_ts) from (values ${CODES}) c (code)
        cross join lateral (select r.end_ts from interval_energy r where r.meter_id = m.id and r.code = c.code
          and r.end_ts <= ${new Date(now)}::timestamptz and ${sql.raw(COUNTS)} order by r.start_ts desc limit 1) f) as last
    from unnest(${meterIds}::integer[]) m (id)`.execute(db);
  return new Map(rows.flatMap(({ meterId, last }) => (last ? [[meterId, last.getTime()]] : [])));
}

/** Whether something of a meter waits to be folded. */
export async function isPending(db: Db, meterId: number): Promise<boolean> {
  const { rows } = await sql`select from dirty where meter_id = ${meterId} limit 1`.execute(db);
  return rows.length > 0;
}

/** The start of the last bucket of a level in [from, to), ms, in which each meter has energy; those without are absent. */
export async function lastKnownOfEach(
  db: Db,
  meterIds: readonly number[],
  level: Level,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; last: Date }>`
    select a.id, u.ts as last from ammeter a cross join lateral (
      select ts from usage_in(a.id, ${level}, ${new Date(from)}, ${new Date(to)})
      where pp is not null order by ts desc limit 1) u
    where a.id = any(${meterIds}::integer[])`.execute(db);
  return new Map(rows.map(({ id, last }) => [id, last.getTime()]));
}

/**
 * The end of the last quarter of an hour of which each meter has energy, ms, looked for in its last bucket of a level that
 * begins in [from, to); those without one are absent.
 */
export async function knownUntilOfEach(
  db: Db,
  meterIds: readonly number[],
  level: Level,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; last: Date }>`
    select a.id, q.ts as last from ammeter a cross join lateral (
      select ts from usage_in(a.id, ${level}, ${new Date(from)}, ${new Date(to)})
      where pp is not null order by ts desc limit 1) u
      cross join lateral (
      select ts from usage_in(a.id, ${LEVEL.quarter}, u.ts, ${new Date(to)})
      where pp is not null order by ts desc limit 1) q
    where a.id = any(${meterIds}::integer[])`.execute(db);
  return new Map(rows.map(({ id, last }) => [id, last.getTime() + QUARTER_MS]));
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
      select ts from usage_in(a.id, ${level}, ${new Date(from)}, ${new Date(to)})
      where pp is not null order by ts desc limit 1) u
    where a.id = any(${meterIds}::integer[])`.execute(db);
  return rows[0]?.last?.getTime() ?? null;
}
