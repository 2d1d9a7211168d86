import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { LedgerRow } from '../contract.ts';
import { multiplierOf } from '../domain/life.ts';

const text = (value: string | null): string | null =>
  value?.includes('.') ? value.replace(/\.?0+$/, '') : value;

/** The ledger of a meter that the caller was shown, in the order of time. */
export async function loadLedger(trx: Db, meterId: number): Promise<LedgerRow[]> {
  const { rows } = await sql<
    Omit<LedgerRow, 'from' | 'to'> & { from: Date; to: Date | null; multiplier: string }
  >`
    select id, from_ts as from, to_ts as to, serial, ct::text, pt::text, multiplier::text, primary_values as primary,
      correction_factor::text as "correctionFactor", register_width as "registerWidth",
      start_register::text as "startRegister", end_register::text as "endRegister", kind, remark
    from ledger_segment where meter_id = ${meterId} order by from_ts`.execute(trx);
  return rows.map(({ multiplier, ...row }) => ({
    ...row,
    from: row.from.getTime(),
    to: row.to?.getTime() ?? null,
    // Segments from before CT and PT were kept apart.
    ct: text(row.ct ?? multiplier) ?? '1',
    pt: text(row.pt) ?? '1',
    correctionFactor: text(row.correctionFactor) ?? '1',
    startRegister: text(row.startRegister),
    endRegister: text(row.endRegister),
  }));
}

/** Writes the life that a change leads to; answers the rows with their ids. */
export async function storeLedger(
  trx: Db,
  meterId: number,
  before: readonly LedgerRow[],
  after: readonly LedgerRow[],
  employeeId: number,
): Promise<LedgerRow[]> {
  const kept = new Set(after.map((row) => row.id));
  const gone = before.map((row) => row.id).filter((id) => !kept.has(id));
  await sql`delete from ledger_segment where meter_id = ${meterId} and id = any(${gone}::integer[])`.execute(
    trx,
  );
  const isSame = (row: LedgerRow): boolean =>
    row.id !== null && before.some((one) => JSON.stringify(one) === JSON.stringify(row));
  const ids = new Map<LedgerRow, number | null>();
  // A new one may begin where another stood until now.
  for (const row of after.toSorted((a, b) => Number(a.id === null) - Number(b.id === null)))
    ids.set(row, isSame(row) ? row.id : await writeRow(trx, meterId, row, employeeId));
  return after.map((row) => ({ ...row, id: ids.get(row) ?? null }));
}

async function writeRow(trx: Db, meterId: number, row: LedgerRow, employeeId: number): Promise<number> {
  const values = sql`${new Date(row.from)}, ${row.to === null ? null : new Date(row.to)}, ${row.serial}, ${row.ct}::numeric,
    ${row.pt}::numeric, ${row.primary}, ${multiplierOf(row)}::numeric, ${row.correctionFactor}::numeric, ${row.registerWidth},
    ${row.startRegister}::numeric, ${row.endRegister}::numeric, ${row.kind}, ${row.remark}`;
  const columns = sql`from_ts, to_ts, serial, ct, pt, primary_values, multiplier, correction_factor, register_width,
    start_register, end_register, kind, remark`;
  const { rows } = await (
    row.id === null
      ? sql<{ id: number }>`insert into ledger_segment (meter_id, created_by, ${columns})
          values (${meterId}, ${employeeId}, ${values}) returning id`
      : sql<{ id: number }>`update ledger_segment set (${columns}) = (${values})
          where meter_id = ${meterId} and id = ${row.id} returning id`
  ).execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('A segment of the ledger was not written.');
  return id;
}
