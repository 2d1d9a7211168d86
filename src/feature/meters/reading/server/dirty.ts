import type pg from 'pg';
import type { Touched } from '../domain/touched.ts';

/** The channel on which the fold is told that there is work. */
export const CHANNEL = 'dirty';

/** Marks intervals of meters in which values came or changed: to be folded again and to be judged, in the caller's transaction. */
export async function markTouched(client: pg.ClientBase, touched: readonly Touched[]): Promise<void> {
  if (touched.length === 0) return;
  await client.query({
    name: 'alarm_mark',
    text: 'select alarm_mark($1::integer[], $2::timestamptz[], $3::timestamptz[])',
    values: [
      touched.map((t) => t.meter),
      touched.map((t) => new Date(t.from)),
      touched.map((t) => new Date(t.to)),
    ],
  });
  await client.query(
    `insert into dirty (meter_id, from_ts, to_ts, codes, span_s)
     select * from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[], $4::bit varying[], $5::integer[])`,
    [
      touched.map((t) => t.meter),
      touched.map((t) => new Date(t.from)),
      touched.map((t) => new Date(t.to)),
      touched.map((t) => String(t.codes)),
      touched.map((t) => Math.ceil(t.span / 1000)),
    ],
  );
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
