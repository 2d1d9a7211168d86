import type pg from 'pg';
import { type Dispute, type ReadingBatch, sizeOf, valuesOf } from '#domain/reading/batch.ts';

/** What rows that were there before had to say. */
export interface Met {
  /** Values of ours whose row was there before. */
  readonly existing: number;
  /** Those of them that filled an empty column. */
  readonly filled: number;
  /** Rows that changed nothing. */
  readonly unchanged: ReadonlySet<number>;
  readonly disputes: readonly Dispute[];
  /** Our rows that were there before, and for each how many of its values were new. */
  readonly fills: ReadonlyMap<number, number>;
}
export const NONE_MET: Met = {
  existing: 0,
  filled: 0,
  unchanged: new Set(),
  disputes: [],
  fills: new Map(),
};

/** A lateral probe of the key per staged row, however large the table and whatever its statistics say. */
const existing = (lock = ''): string => `
    staging_reading s cross join lateral (
      select * from reading t where t.meter_id = s.meter_id and t.ts = s.ts and t.source = $1
        and t.xmin <> pg_current_xact_id()::xid ${lock}) r`;

/**
 * Compares the staged rows of a batch with those of the same key that were there before, and fills what these lack.
 * @param codes those that occur in the batch, in their order
 */
export async function meetExisting(
  client: pg.PoolClient,
  batch: ReadingBatch,
  codes: readonly number[],
  source: number,
): Promise<Met> {
  const columns = codes.map((code) => batch.table.columns[code] as string);
  const differs = columns.map((c) => `(s.${c} is not null and s.${c} is distinct from r.${c})`).join(' or ');
  const { rows: seen } = await client.query<{ met: number[] | null; open: number[] | null }>(
    `select array_agg(s.n) as met, array_agg(s.n) filter (where ${differs}) as open from ${existing()}`,
    [source],
  );
  const met = seen[0]?.met ?? [];
  const unchanged = new Set(met);
  const fills = new Map(met.map((n) => [n, 0]));
  const disputes: Dispute[] = [];
  for (const [n, before] of await valuesBefore(client, columns, seen[0]?.open ?? [], source)) {
    let [i, fill, differ] = [0, 0, 0];
    for (const [code, value] of valuesOf(batch, n)) {
      while (codes[i] !== code) i++;
      if (before[i] === null) fill++;
      else if (before[i] !== value) {
        differ++;
        disputes.push({ meter: batch.meter[n] as number, ts: batch.ts[n] as number, code, value });
      }
    }
    fills.set(n, fill);
    if (fill + differ > 0) unchanged.delete(n);
  }
  const filling = [...fills].flatMap(([n, fill]) => (fill > 0 ? [n] : []));
  await fillRows(client, batch, columns, filling, source);
  let values = 0;
  for (const n of met) values += sizeOf(batch, n);
  const filled = filling.reduce((sum, n) => sum + (fills.get(n) ?? 0), 0);
  return { existing: values, filled, unchanged, disputes, fills };
}

/** What stands in the columns of rows, which are locked, by the number of the staged row. */
async function valuesBefore(
  client: pg.PoolClient,
  columns: readonly string[],
  open: readonly number[],
  source: number,
): Promise<Map<number, readonly (number | null)[]>> {
  if (open.length === 0) return new Map();
  const { rows } = await client.query<[number, ...(number | null)[]]>({
    text: `select s.n, ${columns.map((c) => `r.${c}`).join(', ')} from ${existing('for update')}
           where s.n = any($2::integer[])`,
    values: [source, open],
    rowMode: 'array',
  });
  return new Map(rows.map(([n, ...before]) => [n, before]));
}

/** Fills the empty columns of rows that are there with what was staged for them. */
async function fillRows(
  client: pg.PoolClient,
  batch: ReadingBatch,
  columns: readonly string[],
  filling: readonly number[],
  source: number,
): Promise<void> {
  if (filling.length === 0) return;
  await client.query(
    `update reading r set ${columns.map((c) => `${c} = coalesce(r.${c}, s.${c})`).join(', ')}
     from unnest($2::integer[], $3::integer[], $4::timestamptz[]) k (n, meter_id, ts)
       join staging_reading s on s.n = k.n
     where r.meter_id = k.meter_id and r.ts = k.ts and r.source = $1`,
    [
      source,
      filling,
      filling.map((n) => batch.meter[n]),
      filling.map((n) => new Date(batch.ts[n] as number)),
    ],
  );
}
