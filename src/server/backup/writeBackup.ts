import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { escapeIdentifier } from 'pg';
import type { ClientBase, Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Log } from '../database/log.ts';
import { PRIVATE } from './archive.ts';
import { listMigrations, listSequences, listTables } from './catalog.ts';
import type { CatalogTable } from './catalog.ts';
import { filesBelow, writeChecksums } from './checksum.ts';
import { isStored, MANIFEST_FILE, tableFile } from './manifest.ts';
import type { BackupTable, Manifest } from './manifest.ts';

/**
 * Writes every table as of one instant, the sequences and the files folder into an empty folder. The product may
 * run meanwhile.
 * @param pool must see every row (a system pool).
 * @param filesFolder the product's file store; need not exist.
 */
export async function writeBackup(
  pool: Pool,
  filesFolder: string,
  target: string,
  log: Log,
): Promise<Manifest> {
  await mkdir(join(target, 'table'), { recursive: true, mode: PRIVATE.folder });
  const client = await pool.connect();
  try {
    // A disk that stands still for a while keeps rows from being taken: the line is not given up for it (`openDatabase`).
    await client.query('set tcp_user_timeout = 0');
    await client.query('begin isolation level repeatable read, read only');
    const { rows } = await client.query<{ madeAt: string; serverVersion: string }>(
      `select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "madeAt", version() as "serverVersion"`,
    );
    const [server = { madeAt: '', serverVersion: '' }] = rows;
    const tables: BackupTable[] = [];
    for (const table of await listTables(client)) tables.push(await writeTable(client, table, target));
    const migrations = await listMigrations(client);
    // Sequences stand outside the snapshot: read last, they have given every number that it holds.
    const sequences = await listSequences(client);
    await client.query('commit');

    const files = await copyFiles(filesFolder, join(target, 'file'));
    const manifest: Manifest = { format: 1, ...server, migrations, tables, sequences, files };
    await writeFile(join(target, MANIFEST_FILE), `${JSON.stringify(manifest, null, 1)}\n`);
    await writeChecksums(target);
    const sum = tables.reduce((total, table) => total + (table.rows ?? 0), 0);
    log.info(`${sum} rows of ${tables.length} tables and ${files.length} files saved.`);
    return manifest;
  } finally {
    // Ends the transaction too, if one of the steps failed.
    client.release(true);
  }
}

async function writeTable(client: ClientBase, table: CatalogTable, target: string): Promise<BackupTable> {
  const { name, columns, partition } = table;
  if (table.partitioned) return { name, columns, partition, rows: null };
  const list = columns.map(escapeIdentifier).join(', ');
  const rows = client.query(copyTo(`copy ${escapeIdentifier(name)} (${list}) to stdout`));
  const file = createWriteStream(join(target, tableFile(name)), { mode: PRIVATE.file });
  await pipeline(rows, createZstdCompress(), file);
  return { name, columns, partition, rows: rows.rowCount };
}

/**
 * The store never changes a file once it has its name; drafts are not yet part of it, and what somebody else put into its
 * folder is not restored. Recordings of cameras are deleted in
 * time: one that goes meanwhile is left out.
 */
async function copyFiles(from: string, to: string): Promise<string[]> {
  const files = (await filesBelow(from)).filter(isStored);
  const copied: string[] = [];
  for (const path of files) {
    await mkdir(dirname(join(to, path)), { recursive: true, mode: PRIVATE.folder });
    try {
      await copyFile(join(from, path), join(to, path));
      copied.push(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return copied;
}
