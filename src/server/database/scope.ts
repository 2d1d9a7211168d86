import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, PostgresDriver } from 'kysely';
import type { DatabaseConnection, TransactionSettings } from 'kysely';
import type { Db } from './db.ts';

/** The enterprises (consumer ids) whose rows may be seen; an empty list sees nothing. */
export type Scope = 'all' | readonly number[];

/**
 * Runs `fn` in one transaction in which row level security shows the rows of `scope` only; commits when
 * it resolves, rolls back when it throws. Opening costs one round trip.
 */
export async function withScope<T>(db: Db, scope: Scope, fn: (trx: Db) => Promise<T>): Promise<T> {
  return beginWith.run(scopeText(scope), () =>
    db.transaction().execute((trx) => beginWith.exit(() => fn(trx))),
  );
}

/** The text of the setting `meterhouse.scope`: 'all' or '1001,1002'. */
export function scopeText(scope: Scope): string {
  if (scope === 'all') return 'all';
  for (const id of scope) {
    if (!Number.isSafeInteger(id)) throw new TypeError(`A scope holds whole numbers, not ${String(id)}.`);
  }
  return scope.join(',');
}

// Carries the scope from withScope to the driver's begin and no further.
const beginWith = new AsyncLocalStorage<string>();

/** Sends `begin` and the scope in one message instead of two. */
export class ScopeDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const scope = beginWith.getStore();
    if (scope === undefined) return super.beginTransaction(connection, settings);
    await connection.executeQuery(
      CompiledQuery.raw(`begin; select set_config('meterhouse.scope', '${scope}', true)`),
    );
  }
}
