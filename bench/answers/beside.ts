import { CompiledQuery } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { withScope } from '#server/database/scope.ts';
import type { Call } from './calls.ts';
import type { Cell } from './reference.ts';

/** The rows of the query beside a call, under the same role and scope, over the same driver, written as JSON. */
export async function askBeside(db: Db, consumerId: number, { beside }: Call): Promise<Cell[][]> {
  if (!beside) return [];
  const { meterIds, level, from, to } = beside.asked;
  const { rows } = await withScope(
    db,
    [consumerId],
    (trx) =>
      trx.executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(beside.reference.sql, [meterIds, level, from, to]),
      ),
    [],
    { readOnly: true, prepared: true },
  );
  JSON.stringify({ code: 200, message: 'ok', data: rows });
  return rows.map((row) =>
    Object.values(row).map((cell) => (Array.isArray(cell) ? JSON.stringify(cell) : (cell as Cell))),
  );
}

/** An answer has six decimal places, the mean of a query as many as a double holds. */
const HALF_A_MILLIONTH = 5.000001e-7;

const same = (a: Cell, b: Cell): boolean =>
  typeof a === 'number' && typeof b === 'number'
    ? Math.abs(a - b) <= Math.max(HALF_A_MILLIONTH, 1e-9 * Math.abs(a), 1e-9 * Math.abs(b))
    : a === b;

/** What differs first between the rows of an answer and those of the query; null where nothing does. */
export function differenceOf(
  answer: unknown,
  rows: readonly (readonly Cell[])[],
  { beside }: Call,
): string | null {
  const reported = beside?.reference.rows(answer as never) ?? [];
  if (reported.length !== rows.length) return `${reported.length} rows, the query has ${rows.length}`;
  for (const [i, row] of reported.entries())
    for (const [n, cell] of row.entries()) {
      const other = rows[i]?.[n] ?? null;
      // Null is what the answer does not tell at this place.
      if (cell !== null && !same(cell, other)) return `row ${i}, cell ${n}: ${cell}, the query says ${other}`;
    }
  return null;
}
