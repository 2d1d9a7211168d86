import type pg from 'pg';

// Any fixed number; it keeps processes that start together from preparing one database at once.
const LOCK = 7_303_051;

/** Runs `prepare` while no other process does so on the same database; a process that dies lets go. */
export async function oneAtATime<T>(pool: pg.Pool, prepare: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    return await prepare();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
    client.release();
  }
}
