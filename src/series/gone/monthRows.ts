import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type CsvRow, digestLine } from '#domain/series/csv.ts';
import type { Block } from '#domain/series/block.ts';
import { boundsOf } from '../sealed/month.ts';
import { blockOf } from '../sealed/sealMonth.ts';

/** All readings of a meter in a month (UTC), sealed or not, in the order of instant and source. */
export interface MonthRows {
  readonly meterId: number;
  /** Its first day, `2023-01-01`. */
  readonly month: string;
  /** Names of the columns in which any row has a value. */
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** What a month holds, told by itself. */
export interface MonthFacts {
  readonly rowCount: number;
  readonly valueCount: number;
  /** SHA-256 of its rows. */
  readonly digest: string;
}

/** Readings that no file can hold as they are. */
export class OddReading extends Error {
  override readonly name = 'OddReading';
}

/**
 * In a transaction in which no month is sealed or opened.
 * @throws OddReading for a value that is not a number, BrokenBlock
 */
export async function monthRows(client: pg.PoolClient, meterId: number, month: string): Promise<MonthRows> {
  const { from, to } = boundsOf(month);
  const { rows, fields } = await client.query<unknown[]>({
    text: `select (extract(epoch from ts) * 1000000)::float8 as gone_at, r.extra::text as extra_text, r.* from reading r
           where meter_id = $1 and ts >= $2 and ts < $3 order by ts, source`,
    values: [meterId, new Date(from), new Date(to)],
    rowMode: 'array',
  });
  const names = fields.map((field) => field.name);
  const place = (name: string): number => names.indexOf(name);
  const codes = names.filter(
    (name) => !['gone_at', 'extra_text', 'meter_id', 'source', 'ts', 'extra'].includes(name),
  );
  const places = codes.map(place);
  const open = rows.map((row): CsvRow => ({
    us: row[0] as number,
    source: row[place('source')] as number,
    values: places.map((one) => finite(row[one] as number | null)),
    extra: row[place('extra_text')] as string | null,
  }));
  const block = await blockOf(client, meterId, month);
  return { meterId, month, ...dense(codes, block ? together(open, rowsOf(block, codes)) : open) };
}

const finite = (value: number | null): number | null => {
  if (value !== null && Number.isNaN(value)) throw new OddReading('A value is not a number.');
  return value;
};

function rowsOf(block: Block, codes: readonly string[]): CsvRow[] {
  const columns = codes.map((code) => block.floats.find(({ name }) => name === code)?.values);
  return Array.from(block.ts, (ts, i) => ({
    us: ts * 1000,
    source: block.source[i] as number,
    values: columns.map((list) => {
      const value = list?.[i] ?? NaN;
      return Number.isNaN(value) ? null : value;
    }),
    extra: null,
  }));
}

/** Rows beside a block win by their key. */
function together(open: readonly CsvRow[], sealed: readonly CsvRow[]): CsvRow[] {
  const beside = new Set(open.map(({ us, source }) => `${us} ${source}`));
  return [...open, ...sealed.filter(({ us, source }) => !beside.has(`${us} ${source}`))].sort(
    (a, b) => a.us - b.us || a.source - b.source,
  );
}

/** Without the columns in which nothing stands. */
export function dense(
  codes: readonly string[],
  rows: readonly CsvRow[],
): Pick<MonthRows, 'columns' | 'rows'> {
  const kept = codes.map((_, i) => i).filter((i) => rows.some(({ values }) => (values[i] ?? null) !== null));
  return {
    columns: kept.map((i) => codes[i] as string),
    rows: rows.map((row) => ({ ...row, values: kept.map((i) => row.values[i] ?? null) })),
  };
}

export function factsOf({ columns, rows }: Pick<MonthRows, 'columns' | 'rows'>): MonthFacts {
  const hash = createHash('sha256');
  let valueCount = 0;
  for (const row of rows) {
    hash.update(digestLine(row, columns));
    for (const value of row.values) if (value !== null) valueCount++;
  }
  return { rowCount: rows.length, valueCount, digest: hash.digest('hex') };
}
