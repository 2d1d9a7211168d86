import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const RETRY = new Set(['40P01', '40001']);

/** Runs `fn` in a transaction on one connection; deadlocks and serialization failures are tried again. */
export async function inTransaction<T>(pool: pg.Pool, fn: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withClient(pool, (client) => once(client, fn));
    } catch (error) {
      if (attempt === 5 || !RETRY.has(sqlState(error))) throw error;
    }
    await sleep(20 * attempt * Math.random());
  }
}

async function once<T>(client: pg.PoolClient, fn: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await fn(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // Where the connection is gone there is nothing to roll back; `withClient` throws it away.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Lends a connection; one that broke meanwhile is not given back to the pool. */
export async function withClient<T>(pool: pg.Pool, fn: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A lent connection that breaks tells it by an event too, which would end the process unheard.
  const hear = (error: Error): void => {
    broken = error;
  };
  client.on('error', hear);
  try {
    return await fn(client);
  } finally {
    client.off('error', hear);
    client.release(broken);
  }
}

/** The SQLSTATE of a database error, or ''. */
export const sqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
