import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const RETRY = new Set(['40P01', '40001']);

/** Runs `fn` in a transaction on one connection; deadlocks and serialization failures are tried again. */
export async function inTransaction<T>(pool: pg.Pool, fn: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const result = await fn(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((fault: unknown) => {
        broken = fault instanceof Error ? fault : new Error(String(fault));
      });
      if (attempt === 5 || !RETRY.has(sqlState(error))) throw error;
    } finally {
      client.release(broken);
    }
    await sleep(20 * attempt * Math.random());
  }
}

/** The SQLSTATE of a database error, or ''. */
export const sqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
