import type pg from 'pg';
import { numbers } from '#server/database/numbers.ts';
import type { Touched } from '../domain/touched.ts';

/** The channel on which the fold is told that there is work. */
export const CHANNEL = 'dirty';

/** Marks intervals of meters in which values came or changed: to be folded again and to be judged, in the caller's transaction. */
export async function markTouched(client: pg.ClientBase, touched: readonly Touched[]): Promise<void> {
  if (touched.length === 0) return;
  await client.query({
    name: 'mark_touched',
    text: `with t as materialized (
        select meter_id, to_timestamp(from_ms / 1000) as from_ts, to_timestamp(to_ms / 1000) as to_ts, codes, span_s
        from unnest($1::integer[], $2::float8[], $3::float8[], $4::bit varying[], $5::integer[]) i (meter_id, from_ms, to_ms, codes, span_s)),
      folded as (insert into dirty (meter_id, from_ts, to_ts, codes, span_s) select * from t)
      select alarm_mark(array_agg(meter_id), array_agg(from_ts), array_agg(to_ts)) from t`,
    values: [
      numbers(touched.map((t) => t.meter)),
      numbers(touched.map((t) => t.from)),
      numbers(touched.map((t) => t.to)),
      `{${touched.map((t) => String(t.codes)).join()}}`,
      numbers(touched.map((t) => Math.ceil(t.span / 1000))),
    ],
  });
}

const WAKE_MS = 100;
const waking = new WeakMap<pg.Pool, NodeJS.Timeout>();

/**
 * Tells the fold that there is work, at most ten times a second and outside of transactions: commits that notify
 * wait for each other in PostgreSQL. A lost call costs a second, as the fold also looks by itself.
 */
export function wake(pool: pg.Pool): void {
  if (waking.has(pool)) return;
  const timer = setTimeout(() => {
    waking.delete(pool);
    if (!pool.ending) pool.query(`notify ${CHANNEL}`).catch(() => {});
  }, WAKE_MS);
  timer.unref();
  waking.set(pool, timer);
}
