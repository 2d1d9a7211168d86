import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#server/database/db.ts';
import { queryableOf } from '#server/database/queryable.ts';
import { RANK } from '#domain/fold/point.ts';
import type { ReadingBatch } from '#domain/reading/batch.ts';
import { sizeOf } from '#domain/reading/batch.ts';
import type { Touched } from '../domain/touched.ts';
import { refuseClosing } from './closed.ts';

/** Status of a source: its values are still coming in, count, or are undone. */
const SOURCE = { pending: 0, counts: 1, undone: 2 } as const;

export interface NewSource {
  readonly consumerId: number;
  readonly kind: 'import' | 'person';
  readonly name: string;
  /** orgEmployee id; null = the system. */
  readonly createdBy: number | null;
  /** Nothing of it counts before `activateSource`. */
  readonly pending?: boolean;
}

/** Registers an import or a person's entry; its values are stored under the id it answers. */
export async function createSource(db: Db, source: NewSource): Promise<number> {
  const status = source.pending ? SOURCE.pending : SOURCE.counts;
  const { rows } = await sql<{ id: number }>`
    insert into data_source (consumer_id, kind, rank, name, status, created_by)
    values (${source.consumerId}, ${source.kind}, ${RANK[source.kind]}, ${source.name}, ${status}, ${source.createdBy})
    returning id`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('The source was not registered.');
  return row.id;
}

/**
 * Lets a pending or undone source count: all its values at once, folded by the worker after the commit.
 * @throws Fault 409 where any of it lies where figures are final
 */
export async function activateSource(db: Db, id: number): Promise<boolean> {
  await refuseTouched(db, id);
  const { rows } = await sql`
    update data_source set status = ${SOURCE.counts}, undone_by = null, undone_at = null
    where id = ${id} and status <> ${SOURCE.counts} returning id`.execute(db);
  if (rows.length > 0) await markSource(db, id);
  return rows.length > 0;
}

/**
 * Takes a source out of every figure; its rows are kept. False when it is undone already or not to be seen.
 * @throws Fault 409 where any of it counts where figures are final
 */
export async function undoSource(db: Db, id: number, employeeId: number | null): Promise<boolean> {
  const { rows: counting } =
    await sql`select from data_source where id = ${id} and status = ${SOURCE.counts}`.execute(db);
  if (counting.length > 0) await refuseTouched(db, id);
  const { rows } = await sql`
    update data_source set status = ${SOURCE.undone}, undone_by = ${employeeId}, undone_at = now()
    where id = ${id} and status <> ${SOURCE.undone} returning id`.execute(db);
  if (rows.length > 0) await markSource(db, id);
  return rows.length > 0;
}

async function refuseTouched(db: Db, id: number): Promise<void> {
  const { rows } = await sql<{ meterId: number; from: Date }>`
    select meter_id as "meterId", from_ts as from from data_source_meter where source = ${id}`.execute(db);
  await refuseClosing(
    queryableOf(db),
    rows.map(({ meterId, from }) => ({ meterId, from: from.getTime() })),
  );
}

async function markSource(db: Db, id: number): Promise<void> {
  await sql`
    select alarm_mark(array_agg(meter_id), array_agg(from_ts), array_agg(to_ts))
    from data_source_meter where source = ${id}`.execute(db);
  await sql`
    insert into dirty (meter_id, from_ts, to_ts, codes, span_s)
    select meter_id, from_ts, to_ts, codes, span_s from data_source_meter where source = ${id}`.execute(db);
  await sql`notify dirty`.execute(db);
}

/** Keeps which meters and times a source touched, so that it can be undone without a search. */
export async function noteSource(
  client: pg.ClientBase,
  source: number,
  touched: readonly Touched[],
  batch: ReadingBatch,
  unchanged: ReadonlySet<number>,
): Promise<void> {
  const accepted = new Map<number, number>();
  for (let i = 0; i < batch.n; i++) {
    if (unchanged.has(i)) continue;
    const meter = batch.meter[i] as number;
    accepted.set(meter, (accepted.get(meter) ?? 0) + sizeOf(batch, i));
  }
  await noteTouched(client, source, touched, accepted);
}

/** As `noteSource`, with the number of accepted values by meter. */
export async function noteTouched(
  client: pg.ClientBase,
  source: number,
  touched: readonly Touched[],
  accepted: ReadonlyMap<number, number>,
): Promise<void> {
  if (touched.length === 0) return;
  await client.query(
    `insert into data_source_meter as d (meter_id, source, from_ts, to_ts, codes, span_s, accepted)
     select m, $1, min(f), max(t), all_codes(c), max(s), max(a)
     from unnest($2::integer[], $3::timestamptz[], $4::timestamptz[], $5::bit varying[], $6::integer[], $7::bigint[])
       v (m, f, t, c, s, a) group by m order by m
     on conflict (meter_id, source) do update set
       from_ts = least(d.from_ts, excluded.from_ts), to_ts = greatest(d.to_ts, excluded.to_ts),
       codes = either_codes(d.codes, excluded.codes), span_s = greatest(d.span_s, excluded.span_s),
       accepted = d.accepted + excluded.accepted`,
    [
      source,
      touched.map((t) => t.meter),
      touched.map((t) => new Date(t.from)),
      touched.map((t) => new Date(t.to)),
      touched.map((t) => String(t.codes)),
      touched.map((t) => Math.ceil(t.span / 1000)),
      touched.map((t) => accepted.get(t.meter) ?? 0),
    ],
  );
}
