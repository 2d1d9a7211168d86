import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import type { FileStore } from '#server/files.ts';
import type { MeterMonth, MonthFacts } from '#series/public.ts';
import type { ExportedFile, ExportState, ReadingExport } from '../contract.ts';

/*
 * What is known of exports. Requests do not read these tables: a call asks for the system, after it has seen that its caller sees
 * the enterprise whole.
 */

/** An export by itself. */
export interface Export {
  readonly id: number;
  readonly consumerId: number;
  /** First day of the month, UTC. */
  readonly before: string;
  readonly state: ExportState;
}

/** @throws Fault 404 */
export async function exportOf(db: Db, id: number): Promise<Export> {
  const { rows } = await sql<Export>`
    select id, consumer_id as "consumerId", before::text, state from reading_export where id = ${id}`.execute(
    db,
  );
  const row = rows[0];
  if (!row) throw noSuchRow();
  return row;
}

/** The exports of an enterprise, the newest first. */
export async function exportsOf(db: Db, consumerId: number): Promise<ReadingExport[]> {
  const { rows } = await sql<
    Omit<ReadingExport, 'createdAt' | 'removedAt'> & { createdAt: Date; removedAt: Date | null }
  >`
    select e.id, e.before::text, e.state, e.created_by as "createdBy", e.created_at as "createdAt",
      e.removed_by as "removedBy", e.removed_at as "removedAt", e.freed_bytes::float8 as "freedBytes",
      coalesce(f.rows, 0)::float8 as rows, coalesce(f.values, 0)::float8 as values, coalesce(f.n, 0)::integer as files,
      coalesce(f.bytes, 0)::float8 as bytes, coalesce(f.kept, 0)::float8 as "keptBytes",
      coalesce(m.n, 0)::integer as meters, coalesce(m.gone, 0)::integer as "goneMeters"
    from reading_export e
    left join (select export_id, count(*) as n, sum(row_count) as rows, sum(value_count) as values, sum(size) as bytes,
        sum(size) filter (where dropped_at is null) as kept
      from reading_export_file where consumer_id = ${consumerId} group by export_id) f on f.export_id = e.id
    left join (select export_id, count(distinct meter_id) as n,
        count(distinct meter_id) filter (where gone_at is not null) as gone
      from reading_export_month where consumer_id = ${consumerId} group by export_id) m on m.export_id = e.id
    where e.consumer_id = ${consumerId} order by e.id desc`.execute(db);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.getTime(),
    removedAt: row.removedAt?.getTime() ?? null,
  }));
}

/** The files of an export, by month and part. */
export async function filesOf(db: Db, exportId: number): Promise<ExportedFile[]> {
  const { rows } = await sql<ExportedFile>`
    select id, month::text, file_name as "fileName", sha256, size::float8 as size, row_count as rows,
      value_count::float8 as values, dropped_at is null as here
    from reading_export_file where export_id = ${exportId} order by month, part`.execute(db);
  return rows;
}

/** A file of the store, with what each month of a meter in it holds. */
export interface NewFile {
  readonly month: string;
  readonly part: number;
  readonly fileName: string;
  readonly sha256: string;
  readonly size: number;
  readonly months: readonly (MeterMonth & MonthFacts)[];
}

/** Puts a file on record. */
export async function keepExported(
  db: Db,
  { id, consumerId }: Export,
  { month, part, fileName, sha256, size, months }: NewFile,
): Promise<void> {
  const sum = (of: 'rowCount' | 'valueCount'): number => months.reduce((n, { [of]: count }) => n + count, 0);
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      insert into reading_export_file (export_id, consumer_id, month, part, file_name, sha256, size, row_count, value_count)
      values (${id}, ${consumerId}, ${month}, ${part}, ${fileName}, ${sha256}, ${size}, ${sum('rowCount')}, ${sum('valueCount')})
      returning id`.execute(trx);
    await sql`
      insert into reading_export_month (export_id, consumer_id, meter_id, month, file_id, row_count, value_count, digest)
      select ${id}, ${consumerId}, v.m, ${month}::date, ${rows[0]?.id ?? 0}, v.r, v.n, v.d
      from unnest(${months.map((one) => one.meterId)}::integer[], ${months.map((one) => one.rowCount)}::integer[],
        ${months.map((one) => one.valueCount)}::integer[], ${months.map((one) => one.digest)}::text[]) v (m, r, n, d)`.execute(
      trx,
    );
  });
}

/** A month of a meter that a file has. */
export interface FiledRow extends MeterMonth, MonthFacts {
  readonly gone: boolean;
}

/** The months of meters that the files of an export have; of one file where it is named. */
export async function filedOf(db: Db, exportId: number, fileId?: number): Promise<FiledRow[]> {
  const { rows } = await sql<FiledRow>`
    select meter_id as "meterId", month::text, row_count as "rowCount", value_count as "valueCount", digest,
      gone_at is not null as gone
    from reading_export_month where export_id = ${exportId} and (${fileId ?? null}::integer is null or file_id = ${fileId ?? null})
    order by meter_id, month`.execute(db);
  return rows;
}

export const keyOf = ({ meterId, month }: MeterMonth): string => `${meterId} ${month}`;

/** The months of an enterprise's meters that are in files alone, as `keyOf`. */
export async function goneOf(db: Db, consumerId: number): Promise<Set<string>> {
  const { rows } = await sql<MeterMonth>`
    select meter_id as "meterId", month::text from reading_export_month
    where consumer_id = ${consumerId} and gone_at is not null`.execute(db);
  return new Set(rows.map(keyOf));
}

/** The meters of an enterprise by their ids, with their codes and names. */
export async function metersOf(
  db: Db,
  consumerId: number,
): Promise<Map<number, { readonly code: string; readonly name: string }>> {
  const { rows } = await sql<{ id: number; code: string; name: string }>`
    select id, ammeter_code as code, ammeter_name as name from ammeter where consumer_id = ${consumerId} order by id`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Deletes the copies of an export's files, as far as no other record names the same content. */
export async function deleteCopies(db: Db, files: FileStore, exportId: number): Promise<void> {
  const { rows } = await sql<{ sha256: string }>`
    select f.sha256 from reading_export_file f where f.export_id = ${exportId}
      and not exists (select from reading_export_file o where o.sha256 = f.sha256 and o.export_id <> f.export_id and o.dropped_at is null)
      and not exists (select from file_record r where r.sha256 = f.sha256)`.execute(db);
  for (const { sha256 } of rows) await rm(files.pathOf(sha256), { force: true });
}
