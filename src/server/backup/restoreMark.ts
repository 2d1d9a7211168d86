import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase, Pool } from 'pg';

/** Stands in a data folder until there is a database that can bear the mark below. */
const FILE = 'restore.unfinished';
/** Stands in a database from before its first table is made until its rows are in, and goes with their transaction. */
export const MARK_TABLE = 'restore_unfinished';

const reported = (where: string): string =>
  `A restore into ${where} is under way or was cut off, so what is there is not whole. Wait for it, or run ` +
  '"npm run restore" again with the same backup: it takes up where it was. Whoever gives it up names an empty folder or database.';

/** Marks a data folder that has no database yet. @returns what takes the mark away */
export async function markFolder(dataDir: string): Promise<() => Promise<void>> {
  if (existsSync(join(dataDir, 'postgres')) && !existsSync(join(dataDir, FILE))) return async () => {};
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, FILE), 'npm run restore is filling this folder.\n', { flush: true });
  return () => rm(join(dataDir, FILE), { force: true });
}

/** @throws Error with a sentence where a restore of the folder was cut off before there was a database */
export function refuseHalfFolder(dataDir: string): void {
  if (existsSync(join(dataDir, FILE))) throw new Error(reported(dataDir));
}

/** Marks a database. */
export const markDatabase = (pool: Pool): Promise<unknown> =>
  pool.query(`create table if not exists ${MARK_TABLE} (began_at timestamptz not null default now())`);

/** Takes the mark away with everything else of a transaction. */
export const unmarkDatabase = (client: ClientBase): Promise<unknown> =>
  client.query(`drop table if exists ${MARK_TABLE}`);

/** Whether a restore of this database began and did not end. */
export async function isMarked(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(`select to_regclass($1) is not null as there`, [
    MARK_TABLE,
  ]);
  return rows[0]?.there === true;
}

/** @throws Error with a sentence where a restore of the database was cut off */
export async function refuseHalfDatabase(pool: Pool): Promise<void> {
  if (await isMarked(pool)) throw new Error(reported('this database'));
}
