import { CODES, type CodeTable } from '#contract/dataCode.ts';
import { numbers } from '#server/database/numbers.ts';

/** An interval of a meter, ms; `to` does not belong to it. */
export interface MeterWindow {
  readonly meterId: number;
  readonly from: number;
  readonly to: number;
}

/** An instant as the database takes it; also those before and after all. */
export const instant = (at: number): string | Date =>
  Number.isFinite(at) ? new Date(at) : at < 0 ? '-infinity' : 'infinity';

/** Windows side by side, as three parameters; `w` names them in a statement, `INSIDE` is its condition of readings `r`. */
export const sides = (windows: readonly MeterWindow[]): [string, string, string] => [
  numbers(windows.map((one) => one.meterId)),
  numbers(windows.map((one) => one.from)),
  numbers(windows.map((one) => one.to)),
];

export const INSIDE =
  'r.meter_id = w.meter_id and r.ts >= to_timestamp(w.from_ms / 1000) and r.ts < to_timestamp(w.to_ms / 1000)';

/** The widest of windows as two parameters of `r.ts`: so the planner looks at the months only that they touch. */
export const widest = (windows: readonly MeterWindow[]): [string | Date, string | Date] => [
  instant(windows.reduce((least, one) => Math.min(least, one.from), Infinity)),
  instant(windows.reduce((most, one) => Math.max(most, one.to), -Infinity)),
];

/**
 * Whose word is asked for: all that ever came; the device's alone; or the device's and that of some sources (`data_source.id`),
 * such as those that count.
 */
export type Said = 'all' | 'device' | readonly number[];

/** The condition of `r.source`, and its parameter where it has one. @param n number of the parameter */
export function saidBy(said: Said, n: number): { readonly condition: string; readonly values: unknown[] } {
  if (said === 'all') return { condition: 'true', values: [] };
  if (said === 'device' || said.length === 0) return { condition: 'r.source = 0', values: [] };
  return { condition: `(r.source = 0 or r.source = any($${n}::integer[]))`, values: [said] };
}

/** The column of a code, in a statement with the readings as `r`. @throws RangeError for a code that the table does not have */
export function columnIn(code: string, table: CodeTable = CODES): string {
  const column = table.columns[table.indexOf(code)];
  if (column === undefined) throw new RangeError(`There is no data code ${code}.`);
  return `r.${column}`;
}
