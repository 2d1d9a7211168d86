import { sql } from 'kysely';
import { textToMicro } from '#domain/decimal/decimal.ts';
import type { Db } from '#server/database/db.ts';
import type { ColumnKey, EnteredKey, Filing, TableRow } from '../contract.ts';

/** Values that persons entered for a year, in millionths, and what they said of them, by energy. */
export async function entriesOf(trx: Db, consumerId: number, year: number) {
  const { rows } = await sql<{ code: string; key: EnteredKey; value: string; remark: string | null }>`
    select energy_code as code, field_name as key, value::text, remark from annual_entry
    where consumer_id = ${consumerId} and year = ${year}`.execute(trx);
  const entered = new Map<string, Partial<Record<EnteredKey, bigint>>>();
  const remarks = new Map<string, Record<string, string>>();
  for (const { code, key, value, remark } of rows) {
    entered.set(code, { ...entered.get(code), [key]: textToMicro(value) });
    if (remark !== null) remarks.set(code, { ...remarks.get(code), [key]: remark });
  }
  return { entered, remarks };
}

/** What a filing keeps of the table. */
export interface Snapshot {
  readonly rows: readonly TableRow[];
  readonly total: TableRow;
}

/** The filings of a year, the last first. */
export async function filingsOf(trx: Db, consumerId: number, year: number): Promise<Filing[]> {
  const { rows } = await sql<Omit<Filing, 'filedAt'> & { filedAt: Date }>`
    select id, version, filed_by as "filedBy", filed_at as "filedAt", remark from annual_filing
    where consumer_id = ${consumerId} and year = ${year} order by version desc`.execute(trx);
  return rows.map((row) => ({ ...row, filedAt: row.filedAt.getTime() }));
}

/** The table as it was last filed for a year, or undefined. */
export async function lastFiled(trx: Db, consumerId: number, year: number): Promise<Snapshot | undefined> {
  const { rows } = await sql<{ snapshot: Snapshot }>`
    select snapshot from annual_filing where consumer_id = ${consumerId} and year = ${year}
    order by version desc limit 1`.execute(trx);
  return rows[0]?.snapshot;
}

/** A value of a filed table by energy and column; null where it had none. */
export const filedValue = (snapshot: Snapshot, code: string, column: ColumnKey): number | null =>
  [...snapshot.rows, snapshot.total].find((row) => row.energyCode === code)?.cells[column].value ?? null;
