import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Log } from './log.ts';

/** The project's migrations folder. */
export const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));

// Any fixed number; it keeps two starting processes from migrating at once.
const LOCK = 7_303_014;

const OLDEST_SERVER = 150_000;

export interface Migration {
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
}

/**
 * Applies the migrations that the database lacks, each in its own transaction, in the order of their
 * names, and records them in `schema_migration`.
 * @param only apply just these of the pending ones (a restore brings a database to its backup's state first).
 * @returns the names applied now.
 * @throws Error with a sentence when an applied file was changed, the database is newer than the code,
 *   a file comes before one already applied, or a statement fails (nothing of that file is kept).
 */
export async function migrate(
  pool: pg.Pool,
  { folder = MIGRATIONS, only, log }: { folder?: string; only?: ReadonlySet<string>; log: Log },
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await checkServer(client);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      `create table if not exists schema_migration (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migration order by name collate "C"',
    );
    const pending = pendingMigrations(migrations, rows).filter(({ name }) => only?.has(name) ?? true);
    for (const migration of pending) {
      await apply(client, migration);
      log.info(`Migration ${migration.name} applied.`);
    }
    return pending.map((migration) => migration.name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
    client.release();
  }
}

/** The files still to apply. Throws a sentence when database and files do not fit together. */
function pendingMigrations(
  files: readonly Migration[],
  applied: readonly { name: string; checksum: string }[],
): Migration[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const { name, checksum } of applied) {
    const file = byName.get(name);
    if (!file) {
      throw new Error(
        `The database holds migration ${name}, which this version does not know: it was made by a newer version. ` +
          'Start that version, or restore a backup of this one.',
      );
    }
    if (file.checksum !== checksum) {
      throw new Error(
        `Migration ${name} was changed after it had been applied to this database. ` +
          'Restore the file and put the change into a new migration.',
      );
    }
  }
  const done = new Set(applied.map((row) => row.name));
  const last = applied.at(-1)?.name ?? '';
  const pending = files.filter((file) => !done.has(file.name));
  const late = pending.find((file) => file.name < last);
  if (late) {
    throw new Error(`Migration ${late.name} comes before ${last}, which is already applied. Rename it.`);
  }
  return pending;
}

/** The migration files of a folder, in order, with the SHA-256 of their text. */
export async function readMigrations(folder: string = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may change line ends; that is no change of the migration.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function checkServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version`,
  );
  const [server] = rows;
  if (server && server.number < OLDEST_SERVER) {
    throw new Error(`PostgreSQL 15 or newer is needed; DATABASE_URL leads to version ${server.version}.`);
  }
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}
