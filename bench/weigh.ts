import pg from 'pg';
import { databaseUrl } from './product.ts';

export interface Weights {
  /** Bytes of all months of `reading` with their keys, and of `usage` with its key. */
  readonly reading: number;
  readonly usage: number;
  readonly readingRows: number;
  readonly usageRows: number;
}

/** Opens the database of a running product, for what only the database knows. */
export async function openDatabase(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await databaseUrl(dataDir) });
  await client.connect();
  return client;
}

/** Sizes of the time series. */
export async function weigh(dataDir: string): Promise<Weights> {
  const client = await openDatabase(dataDir);
  try {
    const { rows } = await client.query<Record<keyof Weights, string>>(`
      select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'reading'::regclass) as reading,
        pg_total_relation_size('usage') as usage,
        (select count(*) from reading) as "readingRows", (select count(*) from usage) as "usageRows"`);
    const row = rows[0];
    return {
      reading: Number(row?.reading),
      usage: Number(row?.usage),
      readingRows: Number(row?.readingRows),
      usageRows: Number(row?.usageRows),
    };
  } finally {
    await client.end();
  }
}
