import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openDatabase } from '../database/db.ts';
import type { Database } from '../database/db.ts';
import type { Log } from '../database/log.ts';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { readLock } from '../postgres/lock.ts';

/**
 * Opens the product's database for a tool: DATABASE_URL, or that of the product running on DATA_DIR, or the embedded
 * one started for this purpose; then gives it back.
 * @param mustExist refuse to make a new embedded database.
 */
export async function withProductDatabase<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { mustExist, log }: { mustExist: boolean; log: Log },
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const running = config.databaseUrl ?? (await readLock(config.dataDir))?.connectionString;
  if (running !== undefined) return onDatabase(running, log, work);
  if (mustExist && !(await stat(join(config.dataDir, 'postgres')).catch(() => null))) {
    throw new Error(`There is no database in ${config.dataDir}; DATA_DIR names another folder.`);
  }
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  try {
    return await onDatabase(server.connectionString, log, work);
  } finally {
    await server.stop();
  }
}

async function onDatabase<T>(url: string, log: Log, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(url, { log, max: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
