import type pg from 'pg';
import type { Database } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { withClient } from '#server/database/transaction.ts';

// Any fixed number; one process at a time packs.
const LOCK = 7_303_017;
const LOOK_MS = 60_000;
/** A month is over when its end lies so far back. */
const OVER = '2 days';
/** Bytes of the key by row: 36 where it is packed, 65 to 75 as it grows. */
const LOOSE_BYTES = 44;
const SMALLEST_BYTES = 1 << 20;

interface Month {
  readonly index: string;
  /** Rows that ever came; a month in which it stands still is at rest. */
  readonly writes: string;
}

/**
 * Readings of many meters come side by side, so that the pages of the key split and stay half empty. Months that are
 * over and at rest (nothing came between two looks) have it packed, while reading and writing go on.
 */
export function startPacking({ pool }: Pick<Database, 'pool'>, log: Log): { stop: () => Promise<void> } {
  let before = new Map<string, string>();
  let running: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    const loose = await looseMonths(pool);
    const resting = loose.filter((month) => before.get(month.index) === month.writes);
    before = new Map(loose.map((month) => [month.index, month.writes]));
    await packMonths(pool, resting.map((month) => month.index)); // prettier-ignore
  };
  const timer = setInterval(() => {
    running = running.then(look).catch((error: unknown) => {
      log.warn(`Packing months: ${error instanceof Error ? error.message : String(error)}`);
    });
  }, LOOK_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** Months of `reading` that are over and whose key takes more room than it needs. */
export async function looseMonths(pool: pg.Pool): Promise<Month[]> {
  const { rows } = await pool.query<Month>(
    `select i.indexrelid::regclass::text as index, (s.n_tup_ins + s.n_tup_upd)::text as writes
     from pg_inherits h join pg_class c on c.oid = h.inhrelid
       join pg_stat_user_tables s on s.relid = c.oid
       join pg_index i on i.indrelid = c.oid and i.indisprimary
     where h.inhparent = 'reading'::regclass
       and substring(pg_get_expr(c.relpartbound, c.oid) from $$TO \\('([^']+)'\\)$$)::timestamptz
         < now() - $1::interval
       and pg_relation_size(i.indexrelid) > $2
       and pg_relation_size(i.indexrelid) > greatest(s.n_live_tup, c.reltuples) * $3
     order by c.relname`,
    [OVER, SMALLEST_BYTES, LOOSE_BYTES],
  );
  return rows;
}

/** Rebuilds keys without a gap, one after the other. Nothing waits for it but changes of the tables themselves. */
export async function packMonths(pool: pg.Pool, indexes: readonly string[]): Promise<void> {
  if (indexes.length === 0) return;
  await withClient(pool, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      LOCK,
    ]);
    if (rows[0]?.locked !== true) return;
    try {
      await dropHalfMade(client);
      for (const index of indexes) {
        await client.query(`alter index ${index} set (fillfactor = 100)`);
        await client.query(`reindex index concurrently ${index}`);
      }
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]);
    }
  });
}

/** What a crash in the middle left behind. */
async function dropHalfMade(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ index: string }>(
    `select i.indexrelid::regclass::text as index from pg_index i join pg_class c on c.oid = i.indexrelid
     where not i.indisvalid and c.relname ~ '^reading_[0-9]{6}_pkey_cc(new|old)[0-9]*$'`,
  );
  for (const { index } of rows) await client.query(`drop index concurrently if exists ${index}`);
}
