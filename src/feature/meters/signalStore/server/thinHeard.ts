import type pg from 'pg';
import { neededInstants } from '#domain/signal/thin.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { inTransaction } from '#feature/meters/reading/server/public.ts';
import type { Log } from '#server/database/log.ts';

/** Days that a month is over before its instants are thinned. */
const OVER_DAYS = 62;
const THINNED = 'thinned';
// Any fixed number; one process at a time thins.
const LOCK = 7_303_157;

interface Month {
  readonly name: string;
  readonly begins: Date;
  readonly ends: Date;
}

/** Months that are long over and whose instants are still all there; the mark stands at the partition itself. */
async function monthsToThin(pool: pg.Pool): Promise<Month[]> {
  const { rows } = await pool.query<Month>(
    `select * from (
       select c.relname as name,
         substring(pg_get_expr(c.relpartbound, c.oid) from $$FROM \\('([^']+)'\\)$$)::timestamptz as begins,
         substring(pg_get_expr(c.relpartbound, c.oid) from $$TO \\('([^']+)'\\)$$)::timestamptz as ends
       from pg_inherits h join pg_class c on c.oid = h.inhrelid
       where h.inhparent = 'signal_heard'::regclass and obj_description(c.oid, 'pg_class') is distinct from $1) m
     where ends < now() - make_interval(days => $2) order by begins`,
    [THINNED, OVER_DAYS],
  );
  return rows;
}

/** Thins the months that are due, a point in each transaction. @returns how many instants went */
export async function thinHeard(pool: pg.Pool): Promise<number> {
  let gone = 0;
  for (const month of await monthsToThin(pool)) {
    const { rows: points } = await pool.query<{ id: number }>(
      `select distinct point_id as id from signal_heard where hour >= $1 and hour < $2 order by 1`,
      [month.begins, month.ends],
    );
    for (const { id } of points) gone += await inTransaction(pool, (client) => thinPoint(client, id, month));
    await pool.query(`comment on table ${month.name} is '${THINNED}'`);
  }
  return gone;
}

async function thinPoint(client: pg.ClientBase, id: number, { begins, ends }: Month): Promise<number> {
  await client.query(`select pg_advisory_xact_lock($1)`, [LOCK]);
  // Whoever stores positions of this point waits.
  const { rows: points } = await client.query<{ expected: number | null }>(
    `select nullif(expected_seconds, 0) * 1000 as expected from signal_point where id = $1 for no key update`,
    [id],
  );
  const ms = (column: string): string => `round(extract(epoch from ${column}) * 1000)::float8`;
  const { rows: hours } = await client.query<{ hour: number; instants: number[] }>(
    `select ${ms('hour')} as hour, instants from signal_heard where point_id = $1 and hour >= $2 and hour < $3 order by hour`,
    [id, begins, ends],
  );
  const { rows: changes } = await client.query<{ ts: number }>(
    `select ${ms('ts')} as ts from signal where point_id = $1 and ts >= $2 and ts < $3 order by ts`,
    [id, begins, ends],
  );
  const heard = hours.flatMap(({ hour, instants }) => instants.map((offset) => hour + offset));
  const needed = neededInstants(
    changes.map(({ ts }) => ts),
    heard,
    points[0]?.expected ?? null,
  );
  const keep = new Set(needed);
  for (const { hour, instants: all } of hours) {
    const instants = all.filter((offset) => keep.has(hour + offset));
    if (instants.length === all.length) continue;
    const key = [id, new Date(hour)];
    if (instants.length === 0)
      await client.query(`delete from signal_heard where point_id = $1 and hour = $2`, key);
    else
      await client.query(`update signal_heard set instants = $3 where point_id = $1 and hour = $2`, [
        ...key,
        instants,
      ]);
  }
  return heard.length - needed.length;
}

/** Does so now and once a day. */
export function startThinning(pool: pg.Pool, log: Log): { stop: () => Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const run = (): void => {
    running = running
      .then(() => thinHeard(pool))
      .catch((error: unknown) => log.warn(`The instants of signals could not be thinned: ${String(error)}`));
  };
  run();
  const timer = setInterval(run, DAY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
