import { createReadStream } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { escapeIdentifier } from 'pg';
import type { ClientBase, Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Log } from '../database/log.ts';
import { migrate, readMigrations } from '../database/migrate.ts';
import { listForeignKeys, listMigrations, listTables } from './catalog.ts';
import { verifyChecksums } from './checksum.ts';
import { isStored, readManifest, tableFile } from './manifest.ts';
import type { BackupTable, Manifest } from './manifest.ts';
import { isMarked, MARK_TABLE, markDatabase, unmarkDatabase } from './restoreMark.ts';

/**
 * Restores a backup into an empty database and brings it to this version. The rows come in one transaction; until it
 * commits the database is marked, no product starts on it, and the next restore takes up where this one was cut off.
 * @param begun told when the mark stands
 * @param pool a system pool whose user owns the schema.
 * @throws Error with a sentence when the backup is damaged or newer than this version, or the database not empty.
 */
export async function readBackup(
  pool: Pool,
  filesFolder: string,
  source: string,
  log: Log,
  begun: () => Promise<void> = async () => {},
): Promise<Manifest> {
  await verifyChecksums(source);
  const manifest = await readManifest(source);
  await checkMigrations(manifest);
  await checkEmpty(pool, manifest, await isMarked(pool));
  await markDatabase(pool);
  await begun();
  await migrate(pool, { log, only: new Set(manifest.migrations.map(({ name }) => name)) });

  const files = manifest.files.filter(isStored);
  for (const path of files) {
    await mkdir(dirname(join(filesFolder, path)), { recursive: true });
    await copyFile(join(source, 'file', path), join(filesFolder, path));
  }
  const client = await pool.connect();
  try {
    await client.query('begin');
    await restoreTables(client, manifest, source);
    // How late it was when the backup was made says nothing of the clock here.
    if (manifest.tables.some(({ name }) => name === 'setting'))
      await client.query("delete from setting where name = 'clock'");
    await endSignIns(client, manifest);
    await unmarkDatabase(client);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    // Ends the transaction too, if one of the steps failed.
    client.release(true);
  }
  await migrate(pool, { log });
  const sum = manifest.tables.reduce((total, table) => total + (table.rows ?? 0), 0);
  log.info(`${sum} rows of ${manifest.tables.length} tables and ${files.length} files restored.`);
  if (files.length < manifest.files.length)
    log.warn(
      `Files that the store did not write are left out: ${manifest.files.filter((path) => !isStored(path)).join(', ')}`,
    );
  return manifest;
}

/**
 * What opens the product for a while: a session or an invitation that was ended after the backup would come back with it.
 * What hangs on a session goes with it.
 */
const OPENERS = [
  'session',
  'mqtt_token',
  'camera_token',
  'sms_code',
  'sign_on_flow',
  'account_invitation',
] as const;

/** Everybody signs in anew after a restore. */
async function endSignIns(client: ClientBase, { tables }: Manifest): Promise<void> {
  const held = new Set(tables.map(({ name }) => name));
  for (const name of OPENERS) if (held.has(name)) await client.query(`delete from ${name}`);
}

async function checkMigrations(manifest: Manifest): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]));
  const strange = manifest.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (strange) {
    throw new Error(
      `The backup holds migration ${strange.name}, which this version does not know in that form: ` +
        'it was made by a newer version. Restore it with that one.',
    );
  }
}

/** @param marked an earlier restore was cut off here: nobody has worked with what it left */
async function checkEmpty(pool: Pool, manifest: Manifest, marked: boolean): Promise<void> {
  const client = await pool.connect();
  try {
    const applied = await listMigrations(client);
    const later = applied.find(({ name }) => !manifest.migrations.some((one) => one.name === name));
    if (later) {
      throw new Error(
        `The database already has migration ${later.name}, which is younger than the backup. ` +
          'Restore into a database without any table; the restore migrates it.',
      );
    }
    for (const { name, partitioned } of marked ? [] : await listTables(client)) {
      if (partitioned || name === 'schema_migration') continue;
      const { rowCount } = await client.query(`select 1 from ${escapeIdentifier(name)} limit 1`);
      if (rowCount !== 0) {
        throw new Error(
          `The database is not empty: table ${name} has rows. Restore into an empty database or DATA_DIR.`,
        );
      }
    }
  } finally {
    client.release();
  }
}

/** Order does not matter while foreign keys are away and triggers off; all of it is back at the end. */
async function restoreTables(client: ClientBase, manifest: Manifest, source: string): Promise<void> {
  const keys = await listForeignKeys(client);
  for (const { table, name } of keys) {
    await client.query(`alter table ${escapeIdentifier(table)} drop constraint ${escapeIdentifier(name)}`);
  }
  const before = await listTables(client);
  const there = new Set(before.map(({ name }) => name));
  const parents = new Set(before.filter(({ partitioned }) => partitioned).map(({ name }) => name));
  for (const table of manifest.tables) {
    if (there.has(table.name)) continue;
    await makePartition(client, table, parents);
    if (table.partition?.by) parents.add(table.name);
  }

  const tables = (await listTables(client)).filter(({ name }) => name !== MARK_TABLE);
  // A forced policy would refuse COPY even to the owner.
  for (const { name, forced } of tables) {
    const table = `alter table ${escapeIdentifier(name)}`;
    await client.query(
      `${table} disable trigger user${forced ? `; ${table} no force row level security` : ''}`,
    );
  }
  await client.query(`truncate ${tables.map(({ name }) => escapeIdentifier(name)).join(', ')}`);
  for (const table of manifest.tables) await restoreTable(client, table, source);
  for (const { name, lastValue } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2::bigint)', [escapeIdentifier(name), lastValue]);
  }
  for (const { name, forced } of tables) {
    const table = `alter table ${escapeIdentifier(name)}`;
    await client.query(`${table} enable trigger user${forced ? `; ${table} force row level security` : ''}`);
  }
  for (const { table, name, definition } of keys) {
    await client.query(
      `alter table ${escapeIdentifier(table)} add constraint ${escapeIdentifier(name)} ${definition}`,
    );
  }
}

/** @param parents tables that there may be partitions of; the form of the rest was checked by `readManifest` */
async function makePartition(
  client: ClientBase,
  { name, partition }: BackupTable,
  parents: ReadonlySet<string>,
): Promise<void> {
  if (!partition) throw new Error(`The backup holds table ${name}, which its own migrations do not make.`);
  if (!parents.has(partition.of))
    throw new Error(`The backup holds table ${name} as a part of ${partition.of}, which has no parts.`);
  const by = partition.by === null ? '' : ` partition by ${partition.by}`;
  await client.query(
    `create table ${escapeIdentifier(name)} partition of ${escapeIdentifier(partition.of)} ${partition.bound}${by}`,
  );
}

async function restoreTable(client: ClientBase, table: BackupTable, source: string): Promise<void> {
  if (table.rows === null) return;
  const columns = table.columns.map(escapeIdentifier).join(', ');
  const target = client.query(copyFrom(`copy ${escapeIdentifier(table.name)} (${columns}) from stdin`));
  await pipeline(createReadStream(`${source}/${tableFile(table.name)}`), createZstdDecompress(), target);
  if (target.rowCount !== table.rows) {
    throw new Error(
      `Table ${table.name} has ${target.rowCount} rows after the restore instead of ${table.rows}.`,
    );
  }
}
