import type { CodeTable } from '#contract/dataCode.ts';
import type { Db } from '#server/database/db.ts';
import { queryableOf, type Statement } from '#server/database/queryable.ts';
import type { MeterSet } from '../meterSet.ts';
import { columnIn, INSIDE, instant, type MeterWindow, type Said, saidBy, sides, widest } from './window.ts';

/** Readings side by side. */
export interface ReadingColumns {
  readonly n: number;
  /** Which of the windows each is in, by its place among them. */
  readonly window: Int32Array;
  /** Instants, ms. */
  readonly ts: Float64Array;
  /** 0 the device, else `data_source.id`. */
  readonly source: Int32Array;
  /** The values of each code that was asked for, in their order; NaN = the reading has none. */
  readonly values: readonly Float64Array[];
}

interface ReadingOptions {
  /** Whose; default all that came. */
  readonly said?: Said;
  /** Readings in all, at most; default as many as there are. */
  readonly limit?: number;
  /** The table of data codes; default the product's. */
  readonly table?: CodeTable;
}

/**
 * The readings of meters in windows that have any of some codes, in the order of the windows, of instant and of source.
 * @param codes of the table of data codes, at least one
 * @throws RangeError for a window of a meter that is not in the set, and for an unknown code
 */
export async function readings(
  db: Db,
  meters: MeterSet,
  windows: readonly MeterWindow[],
  codes: readonly string[],
  { said = 'all', limit, table }: ReadingOptions = {},
): Promise<ReadingColumns> {
  for (const { meterId } of windows) meters.check(meterId);
  if (windows.length === 0 || codes.length === 0) return sideBySide([], codes.length);
  const columns = codes.map((code) => columnIn(code, table));
  const ask = windows.length === 1 ? ofOne : ofMany;
  const statement = ask(windows, columns, said, limit);
  const { rows } = await queryableOf(db).query<readonly (number | null)[]>(statement);
  return sideBySide(rows, codes.length);
}

const AT = 'date_part(\'epoch\', r.ts) * 1000 as "at"';
const any = (columns: readonly string[]): string =>
  `(${columns.map((column) => `${column} is not null`).join(' or ')})`;
const cells = (columns: readonly string[]): string =>
  columns.map((column, i) => `${column} as v${i}`).join(', ');
const atMost = (limit: number | undefined): string =>
  limit === undefined ? '' : ` limit ${Math.floor(limit)}`;

function ofOne(
  [window]: readonly MeterWindow[],
  columns: readonly string[],
  said: Said,
  limit: number | undefined,
): Statement {
  const { meterId, from, to } = window as MeterWindow;
  const { condition, values } = saidBy(said, 4);
  return {
    text: `select 1 as n, ${AT}, r.source, ${cells(columns)} from reading r
           where r.meter_id = $1 and r.ts >= $2 and r.ts < $3 and ${any(columns)} and ${condition}
           order by r.ts, r.source${atMost(limit)}`,
    values: [meterId, instant(from), instant(to), ...values],
    rowMode: 'array',
  };
}

/** A probe of the key a window; the bounds of all of them let the planner look at their months only. */
function ofMany(
  windows: readonly MeterWindow[],
  columns: readonly string[],
  said: Said,
  limit: number | undefined,
): Statement {
  const { condition, values } = saidBy(said, 6);
  return {
    text: `select w.n::integer as n, r.* from unnest($1::integer[], $2::float8[], $3::float8[])
             with ordinality w (meter_id, from_ms, to_ms, n)
           cross join lateral (
             select ${AT}, r.source, ${cells(columns)} from reading r
             where ${INSIDE} and r.ts >= $4 and r.ts < $5
               and ${any(columns)} and ${condition}
             order by r.ts, r.source) r
           order by 1, 2, 3${atMost(limit)}`,
    values: [...sides(windows), ...widest(windows), ...values],
    rowMode: 'array',
  };
}

/** @param rows each with the number of its window from 1, the instant, the source and the values */
function sideBySide(rows: readonly (readonly (number | null)[])[], codes: number): ReadingColumns {
  const n = rows.length;
  const window = new Int32Array(n);
  const ts = new Float64Array(n);
  const source = new Int32Array(n);
  const values = Array.from({ length: codes }, () => new Float64Array(n));
  rows.forEach((row, i) => {
    window[i] = (row[0] as number) - 1;
    ts[i] = Math.round(row[1] as number);
    source[i] = row[2] as number;
    for (let c = 0; c < codes; c++) (values[c] as Float64Array)[i] = row[3 + c] ?? NaN;
  });
  return { n, window, ts, source, values };
}
