import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const table = z.object({
  name: z.string(),
  /** Columns in the order of the copied text; generated ones are left out. */
  columns: z.array(z.string()),
  /** The table it is a partition of, and for which values; made again where it is missing. */
  partition: z.object({ of: z.string(), bound: z.string(), by: z.string().nullable() }).nullable(),
  /** null for a partitioned table, whose rows lie in its partitions. */
  rows: z.number().int().nullable(),
});

const manifest = z.object({
  format: z.literal(1),
  /** ISO instant of the snapshot. */
  madeAt: z.string(),
  serverVersion: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Partitioned tables before their partitions. */
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string() })),
  /** Paths under the files folder, with forward slashes. */
  files: z.array(z.string()),
});

/** What a backup holds. Checksums stand beside it in SHA256SUMS. */
export type Manifest = z.infer<typeof manifest>;
export type BackupTable = z.infer<typeof table>;

export const MANIFEST_FILE = 'manifest.json';

/** The file of a table's rows: COPY text, compressed. */
export function tableFile(name: string): string {
  return `table/${name}.copy.zst`;
}

/** @throws Error with a sentence when the folder holds no backup that this version can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const parsed = manifest.safeParse(JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8')));
  if (parsed.success) return parsed.data;
  throw new Error(`The backup in ${folder} has a form that this version cannot read.`, {
    cause: parsed.error,
  });
}
