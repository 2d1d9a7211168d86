import type pg from 'pg';
import type { Database } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { sealQuietFigures } from '../usage/sealQuietFigures.ts';
import { GivingWay, pause } from './giveWay.ts';
import { BrokenMonth } from './load.ts';
import { OddMonths } from './oddMonths.ts';
import { sealMonth } from './sealMonth.ts';

/** Looks so often for months that have become quiet. */
const LOOK_MS = 600_000;
const AT_ONCE = 200;

/** What a look for quiet months did. */
interface SealedCount {
  readonly sealed: number;
  /** Months of meters that are not quiet, that somebody works at, or that no block can hold. */
  readonly left: number;
}

interface SealingOptions {
  /** Days that a month is over, and that nothing came for it; at least 2. */
  readonly quietDays: number;
  readonly signal?: AbortSignal;
  readonly log?: Log;
  /** How much longer than its work it rests after each month; default twice as long. */
  readonly rest?: number;
  /** Months that no block can hold, from one look to the next. */
  readonly odd?: OddMonths;
}

/**
 * Seals the months that are over and quiet, the oldest first, a meter in each transaction: what ends it leaves each month as it
 * was or sealed, and the next look goes on. It rests between, and as long as recent values wait to be folded.
 */
export async function sealQuiet(pool: pg.Pool, options: SealingOptions): Promise<SealedCount> {
  const { signal } = options;
  const way = new GivingWay(pool, signal);
  let [sealed, left] = [0, 0];
  for (const { table, month } of await monthsOver(pool, options.quietDays)) {
    let [after, done] = [-1, 0];
    for (;;) {
      const ids = await metersOf(pool, table, after);
      for (const meterId of ids) {
        if (signal?.aborted) return { sealed, left };
        if (await sealOne(pool, way, { meterId, month }, options)) done++;
        else left++;
      }
      if (ids.length < AT_ONCE) break;
      after = ids.at(-1) as number;
    }
    sealed += done;
    // The pages behind the last row go back to the disk, and the key of those that stay is packed by `packMonths`.
    if (done > 0) await pool.query(`vacuum (analyze) ${table}`);
  }
  return { sealed, left };
}

/** Months of `reading` that are over for so many days, the oldest first. */
async function monthsOver(pool: pg.Pool, days: number): Promise<{ table: string; month: string }[]> {
  const { rows } = await pool.query<{ table: string; month: string }>(
    `select * from (
       select c.oid::regclass::text as table, to_char(m.ends at time zone 'UTC' - interval '1 month', 'YYYY-MM-DD') as month, m.ends
       from pg_inherits h join pg_class c on c.oid = h.inhrelid cross join lateral (
         select substring(pg_get_expr(c.relpartbound, c.oid) from $$TO \\('([^']+)'\\)$$)::timestamptz as ends) m
       where h.inhparent = 'reading'::regclass) p
     where ends < now() - make_interval(days => $1) order by ends`,
    [days],
  );
  return rows;
}

/** The next meters with rows in a month, by steps over its key. */
async function metersOf(pool: pg.Pool, table: string, after: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `with recursive one as (
       (select meter_id from ${table} where meter_id > $1 order by meter_id limit 1)
       union all select (select r.meter_id from ${table} r where r.meter_id > one.meter_id order by r.meter_id limit 1)
         from one where one.meter_id is not null)
     select meter_id as id from one where meter_id is not null limit $2`,
    [after, AT_ONCE],
  );
  return rows.map((row) => row.id);
}

async function sealOne(
  pool: pg.Pool,
  way: GivingWay,
  { meterId, month }: { readonly meterId: number; readonly month: string },
  { quietDays, signal, log, rest = 2, odd }: SealingOptions,
): Promise<boolean> {
  if (await odd?.holds(pool, meterId, month)) return false;
  await way.wait();
  const begun = performance.now();
  let done = false;
  try {
    const became = await sealMonth(pool, meterId, month, quietDays);
    done = became === 'sealed';
    if (became === 'odd') {
      odd?.note(meterId, month);
      log?.warn(
        `The readings of meter ${meterId} in ${month} stay rows: no block can hold them as they are.`,
      );
    }
  } catch (error) {
    // A broken block must not keep the others waiting; the check names it.
    if (error instanceof BrokenMonth) odd?.note(meterId, month);
    log?.error(
      `Sealing meter ${meterId} in ${month}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  await pause(rest * (performance.now() - begun), signal);
  return done;
}

/** Seals in the background as long as the process runs; does nothing where no days are set. */
export function startSealing(
  { pool }: Pick<Database, 'pool'>,
  quietDays: number | undefined,
  log: Log,
): { stop: () => Promise<void> } {
  if (quietDays === undefined) return { stop: () => Promise.resolve() };
  const stopping = new AbortController();
  const { signal } = stopping;
  const [odd, oddFigures] = [new OddMonths(), new OddMonths()];
  const running = (async () => {
    while (!signal.aborted) {
      try {
        const { sealed } = await sealQuiet(pool, { quietDays, signal, log, odd });
        const figures = await sealQuietFigures(pool, { quietDays, signal, log, odd: oddFigures });
        if (sealed + figures.sealed > 0)
          log.info(`Months of meters that were sealed: ${sealed} of readings, ${figures.sealed} of figures.`);
      } catch (error) {
        log.warn(`Sealing months: ${error instanceof Error ? error.message : String(error)}`);
      }
      await pause(LOOK_MS, signal);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
