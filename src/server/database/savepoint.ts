import { sql } from 'kysely';
import type { Db } from './db.ts';

/**
 * Does something in a transaction that may fail: what it wrote before it failed is taken back, and `failed` is done instead. Calls
 * may lie in one another. @throws what `failed` throws; what was lost with the connection takes the whole transaction with it
 */
export async function orUndone<T>(
  trx: Db,
  work: () => Promise<T>,
  failed: (error: unknown) => T | Promise<T>,
): Promise<T> {
  await sql`savepoint or_undone`.execute(trx);
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await sql`rollback to savepoint or_undone`.execute(trx);
    result = await failed(error);
  }
  await sql`release savepoint or_undone`.execute(trx);
  return result;
}
