import type { CodeTable } from '#contract/dataCode.ts';
import type { Db } from '#server/database/db.ts';
import { type Queryable, queryableOf, type Statement } from '#server/database/queryable.ts';
import { groupedBy } from '#domain/group.ts';
import type { MeterSet } from '../meterSet.ts';
import { askedAgain } from '../sealed/load.ts';
import { merged, type Row, sealedRows, type Wish } from '../sealed/merge.ts';
import { type BlockName, blocksIn, NAME, type NameCell, nameOf, touches } from '../sealed/name.ts';
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
  return sideBySide(
    await rowsOf(queryableOf(db), windows, { columns, any: true, said }, limit),
    codes.length,
  );
}

/**
 * The rows of windows, sealed or not, in the order of the windows, of instant and of source.
 * @param wish with columns of a row `r` @param limit rows in all
 */
export function rowsOf(
  db: Queryable,
  windows: readonly MeterWindow[],
  wish: Wish,
  limit?: number,
): Promise<readonly Row[]> {
  return askedAgain(async () => {
    const { rows } = await db.query<readonly unknown[]>(
      (windows.length === 1 ? ofOne : ofMany)(windows, wish, limit),
    );
    // Rows come first, then the names of blocks, which stand in the last column.
    const end = rows.findIndex((row) => row.at(-1) !== null);
    if (end < 0) return rows as readonly Row[];
    const names = rows.slice(end).map((row) => nameOf(row.at(-1) as NameCell));
    return withSealed(db, windows, wish, rows.slice(0, end) as Row[], names, limit);
  });
}

async function withSealed(
  db: Queryable,
  windows: readonly MeterWindow[],
  wish: Wish,
  rows: readonly Row[],
  names: readonly BlockName[],
  limit = Infinity,
): Promise<Row[]> {
  const plain = { ...wish, columns: wish.columns.map((column) => column.slice('r.'.length)) };
  const byWindow = groupedBy(rows, (row) => row[0] as number);
  const all: Row[] = [];
  for (const [i, window] of windows.entries()) {
    if (all.length >= limit) break;
    const own = blocksIn(names, window);
    const sealed = own.length === 0 ? [] : await sealedRows(db, own, window, i + 1, plain);
    for (const row of merged(byWindow.get(i + 1) ?? [], sealed)) all.push(row);
  }
  return all.slice(0, limit);
}

const AT = 'date_part(\'epoch\', r.ts) * 1000 as "at"';
const any = ({ columns, any: some }: Wish): string =>
  some ? `(${columns.map((column) => `${column} is not null`).join(' or ')})` : 'true';
const cells = ({ columns }: Wish): string => columns.map((column, i) => `, ${column} as v${i}`).join('');
const atMost = (limit: number | undefined): string =>
  limit === undefined ? '' : ` limit ${Math.floor(limit)}`;
/** The names of blocks behind the rows. */
const named = ({ columns }: Wish): string =>
  `select 0, null, null, ${'null, '.repeat(columns.length)}${NAME} from reading_block b`;

function ofOne([window]: readonly MeterWindow[], wish: Wish, limit: number | undefined): Statement {
  const { meterId, from, to } = window as MeterWindow;
  const { condition, values } = saidBy(wish.said, 4);
  return {
    text: `(select 1 as n, ${AT}, r.source${cells(wish)}, null::json as sealed from reading r
           where r.meter_id = $1 and r.ts >= $2 and r.ts < $3 and ${any(wish)} and ${condition}
           order by r.ts, r.source${atMost(limit)})
           union all (${named(wish)} where b.meter_id = $1 and ${touches('$2::timestamptz', '$3::timestamptz')})`,
    values: [meterId, instant(from), instant(to), ...values],
    rowMode: 'array',
  };
}

/** A probe of the key a window; the bounds of all of them let the planner look at their months only. */
function ofMany(windows: readonly MeterWindow[], wish: Wish, limit: number | undefined): Statement {
  const { condition, values } = saidBy(wish.said, 6);
  return {
    text: `(select w.n::integer as n, r.*, null::json as sealed from unnest($1::integer[], $2::float8[], $3::float8[])
             with ordinality w (meter_id, from_ms, to_ms, n)
           cross join lateral (
             select ${AT}, r.source${cells(wish)} from reading r
             where ${INSIDE} and r.ts >= $4 and r.ts < $5
               and ${any(wish)} and ${condition}
             order by r.ts, r.source) r
           order by 1, 2, 3${atMost(limit)})
           union all (${named(wish)} where b.meter_id = any($1::integer[]) and ${touches('$4::timestamptz', '$5::timestamptz')})`,
    values: [...sides(windows), ...widest(windows), ...values],
    rowMode: 'array',
  };
}

/** @param rows each with the number of its window from 1, the instant, the source and the values */
function sideBySide(rows: readonly Row[], codes: number): ReadingColumns {
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
