import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { codeIndex } from '#contract/dataCode.ts';
import { ratioToMicro, parseDecimal } from '#domain/decimal/decimal.ts';
import { type Db, poolOf } from '#server/database/db.ts';
import type { Queryable } from '#server/database/queryable.ts';
import { CodeSet } from '#domain/reading/codeSet.ts';
import { type Touched, joinTouched } from '../domain/touched.ts';
import { refuseClosing } from './closed.ts';
import { markTouched, wake } from './dirty.ts';
import { noteTouched } from './source.ts';
import type { StoreOptions, Stored } from './storeReadings.ts';
import { inTransaction } from '#server/database/transaction.ts';

/** Energy of a stated span of a meter. */
export interface IntervalValue {
  readonly meterId: number;
  /** Start and end of the span, ms; end after start. */
  readonly start: number;
  readonly end: number;
  /** A code of DATA_CODES whose energy is folded, such as PP. */
  readonly code: string;
  /** Energy in the unit of the code, as a decimal text. */
  readonly value: string;
}

interface Row extends IntervalValue {
  readonly micro: bigint;
}

/**
 * Stores energies of stated spans and marks what must be folded again, in one transaction. Repeats change
 * nothing; of two values of one source for the same span the one received last counts and the other is kept.
 * @throws RangeError for a value that is not a decimal, Fault 409 for a span that begins where figures are final.
 */
export async function storeIntervals(
  db: Db,
  intervals: readonly IntervalValue[],
  options: StoreOptions = {},
): Promise<Stored> {
  if (intervals.length === 0) return { accepted: 0, duplicate: 0, conflict: 0 };
  const pool = poolOf(db);
  const { rows, disputes } = collapse(intervals);
  const stored = await inTransaction(pool, (client) =>
    merge(client, rows, disputes, intervals.length, options.source ?? 0, options.pending ?? false),
  );
  if (!options.pending && stored.accepted + stored.conflict > 0) wake(pool);
  return stored;
}

/** One row per place in the order of the key; later ones that differ are disputes. */
function collapse(intervals: readonly IntervalValue[]): { rows: Row[]; disputes: Row[] } {
  const first = new Map<string, Row>();
  const disputes: Row[] = [];
  for (const interval of intervals) {
    const row = { ...interval, micro: ratioToMicro(parseDecimal(interval.value)) };
    const key = `${row.meterId} ${row.code} ${row.start} ${row.end}`;
    const before = first.get(key);
    if (!before) first.set(key, row);
    else if (before.micro !== row.micro) disputes.push(row);
  }
  const rows = [...first.values()].sort(
    (a, b) =>
      a.meterId - b.meterId ||
      (a.code < b.code ? -1 : a.code > b.code ? 1 : 0) ||
      a.start - b.start ||
      a.end - b.end,
  );
  return { rows, disputes };
}

async function merge(
  client: pg.PoolClient,
  rows: readonly Row[],
  disputes: readonly Row[],
  total: number,
  source: number,
  pending: boolean,
): Promise<Stored> {
  await refuseClosing(
    client as Queryable,
    rows.map(({ meterId, start }) => ({ meterId, from: start })),
  );
  await stage(client, rows);
  const inserted = await client.query(
    `insert into interval_energy (meter_id, source, start_ts, end_ts, code, value)
     select meter_id, $1, start_ts, end_ts, code, value from staging_interval on conflict do nothing`,
    [source],
  );
  const unchanged = new Set<number>();
  const differing: Row[] = [...disputes];
  if (inserted.rowCount !== rows.length) {
    const { rows: met } = await client.query<{ n: number; differs: boolean }>(
      `select s.n, r.value <> s.value as differs from staging_interval s cross join lateral (
         select value from interval_energy t where t.meter_id = s.meter_id and t.code = s.code
           and t.start_ts = s.start_ts and t.end_ts = s.end_ts and t.source = $1
           and t.xmin <> pg_current_xact_id()::xid) r`,
      [source],
    );
    for (const { n, differs } of met) {
      if (differs) differing.push(rows[n] as Row);
      else unchanged.add(n);
    }
  }
  const accepted = inserted.rowCount ?? 0;
  const conflict = await replaceIntervals(client, differing, source);
  const changed = [...rows.filter((_, n) => !unchanged.has(n)), ...disputes];
  changed.sort((a, b) => a.meterId - b.meterId || a.start - b.start);
  const touched = joinTouched(changed.map(touchedBy));
  const perMeter = new Map<number, number>();
  for (const { meterId } of changed) perMeter.set(meterId, (perMeter.get(meterId) ?? 0) + 1);
  if (source > 0) await noteTouched(client, source, touched, perMeter);
  if (!pending) await markTouched(client, touched);
  return { accepted, conflict, duplicate: total - accepted - conflict };
}

const touchedBy = (row: Row): Touched => ({
  meter: row.meterId,
  from: row.start,
  to: row.end,
  codes: CodeSet.of([codeIndex(row.code)]),
  span: row.end - row.start,
});

const staged = new WeakSet<pg.PoolClient>();

async function stage(client: pg.PoolClient, rows: readonly Row[]): Promise<void> {
  if (!staged.has(client)) {
    await client.query(
      `create temporary table if not exists staging_interval (
         n integer, meter_id integer, start_ts timestamptz, end_ts timestamptz, code text, value numeric
       ) on commit delete rows`,
    );
  }
  const stream = client.query(copyFrom('copy staging_interval from stdin'));
  const done = finished(stream);
  // Reported when it shows; a COPY that has failed takes nothing more.
  let broken: Error | undefined;
  done.catch((error: Error) => (broken = error));
  let text = '';
  for (const [n, row] of rows.entries()) {
    const [start, end] = [new Date(row.start).toISOString(), new Date(row.end).toISOString()];
    text += `${n}\t${row.meterId}\t${start}\t${end}\t${row.code}\t${row.value}\n`;
    if (text.length < 1 << 16) continue;
    const more = stream.write(text);
    text = '';
    if (!more) await Promise.race([once(stream, 'drain'), done]);
    if (broken) throw broken;
  }
  stream.end(text);
  await done;
  staged.add(client);
}

/** Puts values in the place of those that the source stated for the same spans before, which are kept; answers how many came new. */
async function replaceIntervals(
  client: pg.PoolClient,
  rows: readonly Row[],
  source: number,
): Promise<number> {
  let replaced = 0;
  // One after the other: several may be about the same span.
  for (const row of rows) {
    const place = [row.meterId, row.code, new Date(row.start), new Date(row.end), source, row.value];
    const { rowCount } = await client.query({
      name: 'interval_replace',
      text: `with now as (
           select value from interval_energy where meter_id = $1 and code = $2 and start_ts = $3 and end_ts = $4 and source = $5
             and value <> $6::numeric and not exists (
               select from correction c where c.meter_id = $1 and c.code = $2 and c.start_ts = $3 and c.ts = $4
                 and c.source = $5 and c.value = $6::numeric)),
         kept as (
           insert into correction (meter_id, ts, start_ts, code, source, value, received_at)
           select $1, $4, $3, $2, $5, value, clock_timestamp() from now returning 1)
         update interval_energy i set value = $6::numeric from kept
         where i.meter_id = $1 and i.code = $2 and i.start_ts = $3 and i.end_ts = $4 and i.source = $5`,
      values: place,
    });
    replaced += rowCount ?? 0;
  }
  return replaced;
}
