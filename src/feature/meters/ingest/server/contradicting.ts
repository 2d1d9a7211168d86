import { sql } from 'kysely';
import { codeIndex } from '#contract/dataCode.ts';
import { type ReadingBatch, valueOf } from '#domain/reading/batch.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { CLOCK_MS } from '../domain/decode.ts';

const PP = codeIndex('PP');
/** No clock that somebody set is further off than the zones of the world; what is older is history. */
const LAG_MS = 26 * HOUR_MS;
/** An interval without a gap: its readings lie at most so many intervals of the meter apart. */
const NEAR_INTERVALS = 3;

/** The newest instant that is known of each meter, ms; what comes later contradicts nothing. */
export type Newest = Map<number, number>;

/**
 * The rows that come late into an interval which the device told before, and whose register does not fit between its
 * neighbours there: their stamp is wrong, as the first told stays. A gap that is filled late contradicts nothing, nor
 * does what lies at a reset, a replacement or an instant that was told before (a conflict).
 * @param now ms
 */
export async function contradicting(
  db: Db,
  batch: ReadingBatch,
  newest: Newest,
  now: number,
): Promise<ReadonlySet<number>> {
  const late: number[] = [];
  for (let i = 0; i < batch.n; i++) {
    const ts = batch.ts[i] as number;
    if (ts > now - CLOCK_MS || ts < now - LAG_MS || valueOf(batch, i, PP) === undefined) continue;
    if (ts < (newest.get(batch.meter[i] as number) ?? Infinity)) late.push(i);
  }
  if (late.length === 0) return new Set();
  const near = sql`k.step * ${NEAR_INTERVALS}::integer`;
  const known = sql`select r.ts, r.pp from reading r where r.meter_id = k.meter_id and r.source = 0 and r.pp is not null`;
  const { rows } = await sql<{ i: number }>`
    select k.i from (
      select k.*, a.interval_seconds * interval '1 second' as step
      from unnest(${late}::integer[], ${late.map((i) => batch.meter[i] as number)}::integer[],
          ${late.map((i) => new Date(batch.ts[i] as number))}::timestamptz[],
          ${late.map((i) => valueOf(batch, i, PP))}::float8[]) k (i, meter_id, ts, pp)
        join ammeter a on a.id = k.meter_id) k
      cross join lateral (${known} and r.ts < k.ts and r.ts >= k.ts - ${near} order by r.ts desc limit 1) p
      cross join lateral (${known} and r.ts > k.ts and r.ts <= k.ts + ${near} order by r.ts limit 1) n
    where n.ts - p.ts <= ${near} and p.pp <= n.pp and (k.pp < p.pp or k.pp > n.pp)
      and not exists (select from reading r where r.meter_id = k.meter_id and r.ts = k.ts and r.source = 0)`.execute(
    db,
  );
  return new Set(rows.map((row) => row.i));
}

/** Notes what was stored. */
export function noteNewest(newest: Newest, { n, meter, ts }: ReadingBatch): void {
  for (let i = 0; i < n; i++) {
    const id = meter[i] as number;
    const at = ts[i] as number;
    if (at > (newest.get(id) ?? -Infinity)) newest.set(id, at);
  }
}
