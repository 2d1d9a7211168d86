import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

// A backup may come from anybody: what names a file or stands in a statement has the one form that the product writes.
const NAME = /^[a-z_][a-z0-9_]{0,62}$/;
/** A bound as `pg_get_expr` writes it: of times or numbers, or of a hash. */
const BOUND = (() => {
  const value = String.raw`(?:'[0-9 :.+-]{1,40}'|-?\d{1,20}|MINVALUE|MAXVALUE)`;
  const list = String.raw`\(${value}(?:, ${value}){0,9}\)`;
  const hash = String.raw`WITH \(modulus \d{1,9}, remainder \d{1,9}\)`;
  return new RegExp(`^(?:DEFAULT|FOR VALUES (?:FROM ${list} TO ${list}|IN ${list}|${hash}))$`);
})();
const BY = /^(?:RANGE|LIST|HASH) \([a-z_][a-z0-9_]*(?:, [a-z_][a-z0-9_]*){0,9}\)$/;

/** Whether a path stays below the folder that it is put to. */
const staysBelow = (path: string): boolean =>
  !/[\\:\0]/.test(path) && path.split('/').every((part) => !['', '.', '..'].includes(part));

const table = z.object({
  name: z.string().regex(NAME),
  /** Columns in the order of the copied text; generated ones are left out. */
  columns: z.array(z.string()),
  /** The table it is a partition of, and for which values; made again where it is missing. */
  partition: z
    .object({
      of: z.string().regex(NAME),
      bound: z.string().regex(BOUND),
      by: z.string().regex(BY).nullable(),
    })
    .nullable(),
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
  files: z.array(z.string().refine(staysBelow)),
});

/** What a backup holds. Checksums stand beside it in SHA256SUMS. */
export type Manifest = z.infer<typeof manifest>;
export type BackupTable = z.infer<typeof table>;

export const MANIFEST_FILE = 'manifest.json';

/** Whether the file store, or that of recordings, writes such a path; anything else in its folder is not the product's. */
export const isStored = (path: string): boolean => /^(?:clip\/)?([0-9a-f]{2})\/\1[0-9a-f]{62}$/.test(path);

/** The file of a table's rows: COPY text, compressed. */
export function tableFile(name: string): string {
  return `table/${name}.copy.zst`;
}

/** @throws Error with a sentence when the folder holds no backup that this version can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const parsed = manifest.safeParse(JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8')));
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new Error(
    `The backup in ${folder} has a form that this version cannot read: ${where} in ${MANIFEST_FILE}.`,
    {
      cause: parsed.error,
    },
  );
}
