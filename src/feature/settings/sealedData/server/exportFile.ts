import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { CODES } from '#contract/dataCode.ts';
import { conflict } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { BrokenLine, type CsvRow, columnsOf, headerOf, lineOf, rowOf } from '#domain/series/csv.ts';
import type { FileStore } from '#server/files.ts';
import { dense, type MonthRows } from '#series/public.ts';

export const UNLIKE: Text = {
  zh: '文件已损坏，或与读数不一致，未作任何改动',
  en: 'A file is damaged, or does not hold the readings as they are: nothing was changed by it',
};

/** Written at once to the compressor. */
const CHUNK_CHARS = 65_536;

/** Writes months of meters as one .csv.gz into the store. @param codes of the meters, by their ids */
export async function writeMonths(
  files: FileStore,
  months: readonly MonthRows[],
  codes: ReadonlyMap<number, string>,
): Promise<{ sha256: string; size: number }> {
  const used = new Set(months.flatMap(({ columns }) => columns));
  const columns = CODES.columns.filter((one) => used.has(one));
  const gzip = createGzip();
  const [stored] = await Promise.all([
    files.put(gzip),
    pipeline(Readable.from(textOf(months, columns, codes)), gzip),
  ]);
  return stored;
}

function* textOf(
  months: readonly MonthRows[],
  columns: readonly string[],
  codes: ReadonlyMap<number, string>,
): Generator<string> {
  // What begins so is read as UTF-8 by spreadsheets.
  let text = `\uFEFF${headerOf(columns)}\n`;
  for (const { meterId, columns: own, rows } of months) {
    const meter = { id: meterId, code: codes.get(meterId) ?? '' };
    const places = columns.map((one) => own.indexOf(one));
    for (const row of rows) {
      text += `${lineOf(meter, { ...row, values: places.map((i) => row.values[i] ?? null) })}\n`;
      if (text.length < CHUNK_CHARS) continue;
      yield text;
      text = '';
    }
  }
  yield text;
}

interface OpenMonth {
  readonly meterId: number;
  readonly month: string;
  readonly rows: CsvRow[];
}

const wholeOf = ({ meterId, month, rows }: OpenMonth, columns: readonly string[]): MonthRows => ({
  meterId,
  month,
  ...dense(columns, rows),
});

/**
 * The months of meters in a file of the store, one after the other.
 * @throws Fault 409 where it is damaged, 404 where its copy is gone
 */
export async function* readMonths(files: FileStore, sha256: string): AsyncGenerator<MonthRows> {
  try {
    yield* monthsIn(files, sha256);
  } catch (error) {
    throw isDamage(error) ? conflict(UNLIKE) : error;
  }
}

const isDamage = (error: unknown): boolean =>
  error instanceof BrokenLine ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'));

async function* monthsIn(files: FileStore, sha256: string): AsyncGenerator<MonthRows> {
  let columns: readonly string[] | null = null;
  let open: OpenMonth | null = null;
  for await (const line of linesOf(files, sha256)) {
    if (columns === null) {
      columns = columnsOf(line);
      continue;
    }
    const { meterId, ...row } = rowOf(line, columns);
    const month = `${new Date(Math.floor(row.us / 1000)).toISOString().slice(0, 7)}-01`;
    if (open === null || open.meterId !== meterId || open.month !== month) {
      if (open !== null) yield wholeOf(open, columns);
      open = { meterId, month, rows: [] };
    }
    open.rows.push(row);
  }
  if (open !== null) yield wholeOf(open, columns ?? []);
}

async function* linesOf(files: FileStore, sha256: string): AsyncGenerator<string> {
  const gunzip = createGunzip();
  const source = files.open(sha256);
  source.once('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  try {
    for await (const chunk of gunzip) {
      const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') throw new BrokenLine('The last line does not end.');
  } finally {
    source.destroy();
  }
}
