import type pg from 'pg';
import { type ReadingBatch } from '#domain/reading/batch.ts';
import { binaryCopy } from '#server/database/binaryCopy.ts';
import { numbers } from '#server/database/numbers.ts';

const columnsOf = (batch: ReadingBatch, codes: readonly number[]): string[] =>
  codes.map((code) => batch.table.columns[code] as string);

/**
 * Copies rows straight into the table, in the caller's transaction. @param codes those that occur in the batch, in their order
 * @throws the database's error 23505 where one of them is there, 23514 where its month is not
 */
export async function putNew(
  client: pg.PoolClient,
  batch: ReadingBatch,
  codes: readonly number[],
  source: number,
): Promise<void> {
  const target = `reading (source, meter_id, ts, ${columnsOf(batch, codes).join(', ')})`;
  await copyRows(client, target, batch, codes, () => source);
}

/** Stages rows and stores those of which the key is new; `meetExisting` sees to the others. @returns how many were new */
export async function putStaged(
  client: pg.PoolClient,
  batch: ReadingBatch,
  codes: readonly number[],
  source: number,
): Promise<number> {
  const columns = columnsOf(batch, codes).join(', ');
  await stage(client, batch, codes, columns);
  const { rowCount } = await client.query(
    `insert into reading (meter_id, ts, source, ${columns})
     select meter_id, ts, $1, ${columns} from staging_reading
     on conflict (meter_id, ts, source) do nothing`,
    [source],
  );
  return rowCount ?? 0;
}

const staged = new WeakSet<pg.PoolClient>();

async function stage(
  client: pg.PoolClient,
  batch: ReadingBatch,
  codes: readonly number[],
  columns: string,
): Promise<void> {
  if (!staged.has(client)) {
    await client.query(
      `create temporary table if not exists staging_reading (
         n integer, meter_id integer, ts timestamptz, ${batch.table.columns.map((column) => `${column} float8`).join(', ')}
       ) on commit delete rows`,
    );
  }
  await copyRows(client, `staging_reading (n, meter_id, ts, ${columns})`, batch, codes, (i) => i);
  staged.add(client);
}

/** Copies rows into a table whose columns begin with a whole number of the row's own, the meter and the instant. */
async function copyRows(
  client: pg.PoolClient,
  target: string,
  { n, meter, ts, start, codes: has, values }: ReadingBatch,
  codes: readonly number[],
  first: (row: number) => number,
): Promise<void> {
  await binaryCopy(client, target, async (copy) => {
    for (let i = 0; i < n; i++) {
      const wait = copy.row(3 + codes.length);
      if (wait) await wait;
      copy.int4(first(i));
      copy.int4(meter[i] as number);
      copy.instant(ts[i] as number);
      let at = start[i] as number;
      const end = start[i + 1] as number;
      for (const code of codes) {
        if (at < end && has[at] === code) copy.float8(values[at++] as number);
        else copy.none();
      }
    }
  });
}

/** Whether the source has a reading of any of the meters between the first and the last instant of its rows. */
export async function anyBetween(
  client: pg.PoolClient,
  { n, meter, ts }: ReadingBatch,
  source: number,
): Promise<boolean> {
  const meters: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let first = Infinity;
  let last = -Infinity;
  // Rows are in the order of meter and time.
  for (let i = 0; i < n; i++) {
    const at = ts[i] as number;
    first = Math.min(first, at);
    last = Math.max(last, at);
    if (i === 0 || meter[i] !== meter[i - 1]) {
      meters.push(meter[i] as number);
      from.push(at);
    }
    if (i === n - 1 || meter[i] !== meter[i + 1]) to.push(at);
  }
  // The bounds of all of them let the planner look at their months only.
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (
       select from unnest($1::integer[], $2::float8[], $3::float8[]) k (meter_id, from_ms, to_ms)
       cross join lateral (
         select from reading r where r.meter_id = k.meter_id and r.source = $4
           and r.ts between to_timestamp(k.from_ms / 1000) and to_timestamp(k.to_ms / 1000)
           and r.ts between $5 and $6 limit 1) r) as found`,
    [numbers(meters), numbers(from), numbers(to), source, new Date(first), new Date(last)],
  );
  return rows[0]?.found === true;
}
