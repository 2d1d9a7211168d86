import type pg from 'pg';
import { inTransaction } from './transaction.ts';

// Any fixed number; it keeps two connections from making the same month at once.
const LOCK = 7_303_015;

const known = new WeakMap<pg.Pool, Set<number>>();

/** Months since year 0 of an instant, in UTC. */
function monthOf(ts: number): number {
  const date = new Date(ts);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

const startOf = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12);

/** Months of instants, which are cheap to look up where neighbours are in the same month. */
export function monthsOf(ts: Float64Array): Set<number> {
  const months = new Set<number>();
  let from = Infinity;
  let to = -Infinity;
  for (const t of ts) {
    if (t >= from && t < to) continue;
    const month = monthOf(t);
    months.add(month);
    from = startOf(month);
    to = startOf(month + 1);
  }
  return months;
}

/**
 * Makes the monthly partitions of `reading` that are missing, in a transaction of their own before the one that
 * stores: attaching lets others read and write meanwhile.
 */
export async function ensurePartitions(pool: pg.Pool, months: ReadonlySet<number>): Promise<void> {
  let made = known.get(pool);
  if (!made) known.set(pool, (made = new Set()));
  const missing = [...months].filter((month) => !made.has(month)).sort((a, b) => a - b);
  if (missing.length === 0) return;
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    for (const month of missing) await makePartition(client, month);
  });
  for (const month of missing) made.add(month);
}

async function makePartition(client: pg.ClientBase, month: number): Promise<void> {
  const [from, to] = [new Date(startOf(month)).toISOString(), new Date(startOf(month + 1)).toISOString()];
  const name = `reading_${from.slice(0, 4)}${from.slice(5, 7)}`;
  const { rows } = await client.query(
    `select from pg_inherits where inhparent = 'reading'::regclass and inhrelid = to_regclass($1)`,
    [name],
  );
  if (rows.length > 0) return;
  await client.query(`create table if not exists ${name} (like reading including all)`);
  await client.query(`alter table reading attach partition ${name} for values from ('${from}') to ('${to}')`);
}

/** Forgets which months are known to exist, after the database was restored or emptied. */
export const forgetPartitions = (pool: pg.Pool): void => void known.delete(pool);
