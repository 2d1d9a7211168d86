import { poolOf } from './db.ts';
import type { Db } from './db.ts';
import { readerOf, withScope } from './scope.ts';

/**
 * Runs `fn` in a second transaction of the same scope, on another connection, while `trx` goes on: two processes of the
 * database then work for one caller, without the time that PostgreSQL needs to start one of its own. Undefined, and
 * nothing runs, where `trx` may have written (nobody else sees that) or no connection is free: nobody ever waits for a
 * second one. Each transaction sees what is committed when its statement begins.
 */
export function beside<T>(trx: Db, fn: (other: Db) => Promise<T>): Promise<T> | undefined {
  const reader = readerOf(trx);
  if (!reader) return undefined;
  const { db, scope, limit, language } = reader;
  const pool = poolOf(db);
  if (pool.idleCount > pool.waitingCount)
    return withScope(db, scope, fn, limit, { readOnly: true, language });
  if (pool.totalCount < pool.options.max && pool.waitingCount === 0) openOneMore(pool);
  return undefined;
}

/** To connect takes longer than most statements: the connection is there for the next who asks. */
function openOneMore(pool: ReturnType<typeof poolOf>): void {
  pool.connect().then(
    (client) => client.release(),
    // Whoever needs a connection will be told why there is none.
    () => {},
  );
}
