import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrl } from './product.ts';

export interface Weight {
  readonly rows: number;
  /** Values of all codes. */
  readonly values: number;
  /** Of the months with their keys. */
  readonly bytes: number;
}

export interface Weights {
  /** Months of `reading` that hold ten codes (the week), and those that hold two (the year). */
  readonly week: Weight;
  readonly year: Weight;
  readonly usage: { readonly rows: number; readonly bytes: number };
}

/** Opens the database of a running product, for what only the database knows. */
export async function openDatabase(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await databaseUrl(dataDir) });
  await client.connect();
  return client;
}

const LOOK_MS = 2000;
const PACKED_WITHIN_MS = 240_000;

/** Waits until the keys of the months that are over are packed, as the worker does it once they are at rest. */
export async function untilPacked(dataDir: string): Promise<void> {
  const client = await openDatabase(dataDir);
  try {
    const end = performance.now() + PACKED_WITHIN_MS;
    for (let last = -1; performance.now() < end; await sleep(LOOK_MS)) {
      const { rows } = await client.query<{ loose: number }>(
        `select count(*)::integer as loose from pg_inherits h join pg_index i on i.indrelid = h.inhrelid
           join pg_class c on c.oid = i.indexrelid
         where h.inhparent = 'reading'::regclass and pg_relation_size(c.oid) > 1048576
           and coalesce('fillfactor=100' = any (c.reloptions), false) = false`,
      );
      const loose = rows[0]?.loose ?? 0;
      // The last one may still be at work when its setting is seen.
      if (loose === 0 && last === 0) return;
      last = loose;
    }
  } finally {
    await client.end();
  }
}

/** Sizes of the time series. */
export async function weigh(dataDir: string): Promise<Weights> {
  const client = await openDatabase(dataDir);
  try {
    const { rows: months } = await client.query<{ name: string; bytes: string }>(
      `select inhrelid::regclass::text as name, pg_total_relation_size(inhrelid) as bytes
       from pg_inherits where inhparent = 'reading'::regclass`,
    );
    const week = { rows: 0, values: 0, bytes: 0 };
    const year = { rows: 0, values: 0, bytes: 0 };
    for (const { name, bytes } of months) {
      const codes = ['pp', 'pz', 'qz', 'fz', 'ia', 'ib', 'ic', 'ua', 'ub', 'uc'];
      const { rows } = await client.query<{ rows: string; values: string }>(
        `select count(*) as rows, ${codes.map((code) => `count(${code})`).join(' + ')} as values from ${name}`,
      );
      const [count, values] = [Number(rows[0]?.rows), Number(rows[0]?.values)];
      const part = values > 5 * count ? week : year;
      part.rows += count;
      part.values += values;
      part.bytes += Number(bytes);
    }
    const { rows } = await client.query<{ rows: string; bytes: string }>(
      `select count(*) as rows, pg_total_relation_size('usage') as bytes from usage`,
    );
    return { week, year, usage: { rows: Number(rows[0]?.rows), bytes: Number(rows[0]?.bytes) } };
  } finally {
    await client.end();
  }
}
