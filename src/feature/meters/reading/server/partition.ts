import type pg from 'pg';
import { inTransaction } from '#server/database/transaction.ts';

// Any fixed number; it keeps two connections from making the same month at once.
const LOCK = 7_303_015;

/** Tables that are kept in monthly partitions. */
export type MonthlyTable = 'reading' | 'signal' | 'signal_heard';

/** Months that are known to exist, of all tables: `reading 24311`. */
const known = new WeakMap<pg.Pool, Set<string>>();

/** Months since year 0 of an instant, in UTC. */
function monthOf(ts: number): number {
  const date = new Date(ts);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

const startOf = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12);

/** Months of instants, which are cheap to look up where neighbours are in the same month. */
export function monthsOf(ts: Iterable<number>): Set<number> {
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
 * Makes the monthly partitions of a table that are missing, in a transaction of their own before the one that stores:
 * attaching lets others read and write meanwhile.
 */
export async function ensurePartitions(
  pool: pg.Pool,
  months: ReadonlySet<number>,
  table: MonthlyTable = 'reading',
): Promise<void> {
  let made = known.get(pool);
  if (!made) known.set(pool, (made = new Set()));
  const there = made;
  const missing = [...months].filter((month) => !there.has(`${table} ${month}`)).sort((a, b) => a - b);
  if (missing.length === 0) return;
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    for (const month of missing) await makePartition(client, table, month);
  });
  for (const month of missing) made.add(`${table} ${month}`);
}

async function makePartition(client: pg.ClientBase, table: MonthlyTable, month: number): Promise<void> {
  const [from, to] = [new Date(startOf(month)).toISOString(), new Date(startOf(month + 1)).toISOString()];
  const name = `${table}_${from.slice(0, 4)}${from.slice(5, 7)}`;
  const { rows } = await client.query(
    `select from pg_inherits where inhparent = $2::regclass and inhrelid = to_regclass($1)`,
    [name, table],
  );
  if (rows.length > 0) return;
  await client.query(`create table if not exists ${name} (like ${table} including all)`);
  await client.query(
    `alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`,
  );
}

/** Forgets which months are known to exist, after the database was restored or emptied. */
export const forgetPartitions = (pool: pg.Pool): void => void known.delete(pool);
