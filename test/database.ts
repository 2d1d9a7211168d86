import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '#server/database/db.ts';
import type { Db } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { command, databaseUrl, dropDatabase } from './connection.ts';

export interface TestDatabase {
  /** Sees every row, as workers do. */
  readonly db: Db;
  /** The pool of `db`, for COPY. */
  readonly pool: Pool;
  /** Sees what `withScope` allows, as requests do. */
  readonly app: Db;
  /** For what opens its own connections. */
  readonly connectionString: string;
  /** Closes the pools and drops the database. */
  close(): Promise<void>;
}

/**
 * A database of its own, cloned from the run's template. Close it in afterAll.
 * @param state `migrated`: tables alone; `product`: with what a first start brings in, the operator's account too
 * @throws Error when the migrations failed.
 */
export async function createTestDatabase(state: 'migrated' | 'product' = 'migrated'): Promise<TestDatabase> {
  const { url, prefix, fault } = inject('postgres');
  if (fault) throw new Error(`There is no test database: ${fault}`);
  const name = `${prefix}${randomBytes(5).toString('hex')}`;
  const template = state === 'migrated' ? 'template' : 'product';
  // Files of a thousand small tables are copied in half the time that the log of their pages takes.
  await command(url, `create database ${name} template ${prefix}${template} strategy file_copy`);
  const connectionString = databaseUrl(url, name);
  const system = await openDatabase(connectionString, { log: silent, max: 6 });
  const app = await openDatabase(connectionString, { log: silent, max: 6, role: 'app' });
  return {
    db: system.db,
    pool: system.pool,
    app: app.db,
    connectionString,
    async close() {
      await Promise.all([system.close(), app.close()]);
      await dropDatabase(url, name);
    },
  };
}

/** An empty database without migrations, for tests of the migrations runner and of restore. */
export async function createEmptyDatabase(): Promise<{
  connectionString: string;
  close: () => Promise<void>;
}> {
  const { url, prefix } = inject('postgres');
  const name = `${prefix}${randomBytes(5).toString('hex')}`;
  await command(url, `create database ${name}`);
  return {
    connectionString: databaseUrl(url, name),
    close: () => dropDatabase(url, name),
  };
}
