import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { CODES } from '#contract/dataCode.ts';
import { type CsvRow, columnsOf, headerOf, lineOf, rowOf } from '#domain/series/csv.ts';
import type { FileStore } from '#server/files.ts';
import { dense, type MonthRows } from '#series/public.ts';

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

/** The months of meters in a file of the store, one after the other. @throws BrokenLine, Fault 404 where its copy is gone */
export async function* readMonths(files: FileStore, sha256: string): AsyncGenerator<MonthRows> {
  const gunzip = createGunzip();
  const read = pipeline(files.open(sha256), gunzip);
  // Reported below, when the lines have ended.
  read.catch(() => {});
  let columns: string[] | null = null;
  let open: { meterId: number; month: string; rows: CsvRow[] } | null = null;
  const whole = (): MonthRows | null =>
    open && { meterId: open.meterId, month: open.month, ...dense(columns ?? [], open.rows) };
  for await (const line of createInterface({ input: gunzip, crlfDelay: Infinity })) {
    if (columns === null) {
      columns = columnsOf(line);
      continue;
    }
    const { meterId, ...row } = rowOf(line, columns);
    const month = `${new Date(Math.floor(row.us / 1000)).toISOString().slice(0, 7)}-01`;
    if (open?.meterId !== meterId || open.month !== month) {
      const done = whole();
      if (done) yield done;
      open = { meterId, month, rows: [] };
    }
    open.rows.push(row);
  }
  await read;
  const last = whole();
  if (last) yield last;
}
