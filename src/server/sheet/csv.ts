import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Row } from './cell.ts';
import { SHEET_LIMITS, sheetFault } from './fault.ts';
import type { Sheet } from './readSheet.ts';

type Encoding = 'utf-8' | 'gb18030' | 'utf-16le';

/** Opens a .csv. @throws Fault 400 when its bytes are no text or of no known encoding. */
export async function openCsv(path: string): Promise<Sheet> {
  const encoding = await detectEncoding(path);
  const delimiter = detectDelimiter(await firstText(path, encoding));
  return {
    format: 'csv',
    sheets: [''],
    sheet: '',
    encoding,
    delimiter,
    rows: () => csvRows(path, encoding, delimiter),
  };
}

/** By the mark at the start, else UTF-8 where every byte fits it, else GB18030 where every byte fits that. */
async function detectEncoding(path: string): Promise<Encoding> {
  const handle = await open(path);
  const head = Buffer.alloc(4096);
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  await handle.close();
  const start = head.subarray(0, bytesRead);
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start.includes(0)) throw sheetFault.notTable();
  for (const encoding of ['utf-8', 'gb18030'] as const) {
    if (await decodes(path, encoding)) return encoding;
  }
  throw sheetFault.encoding();
}

async function decodes(path: string, encoding: Encoding): Promise<boolean> {
  try {
    for await (const text of decoded(path, encoding)) {
      // Bytes of a picture or program may happen to be letters, but not without control characters.
      if (CONTROL.test(text)) throw sheetFault.notTable();
    }
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/;

async function* decoded(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
    yield decoder.decode(chunk as Buffer, { stream: true });
  }
  yield decoder.decode();
}

async function firstText(path: string, encoding: Encoding): Promise<string> {
  const { size } = await stat(path);
  const length = Math.min(size, 65_536);
  const handle = await open(path);
  const head = Buffer.alloc(length);
  await handle.read(head, 0, length, 0);
  await handle.close();
  return new TextDecoder(encoding).decode(head);
}

/** The separator that splits the first lines most evenly; a comma where none does. */
export function detectDelimiter(text: string): string {
  const lines = text
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .slice(0, 20)
    .filter((line) => line.trim() !== '');
  let best = ',';
  let score = 0;
  for (const delimiter of [',', ';', '\t', '|']) {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const common = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
    const even = counts.filter((count) => count === common).length / Math.max(1, counts.length);
    if (common > 0 && even * even * Math.min(common, 8) > score) {
      score = even * even * Math.min(common, 8);
      best = delimiter;
    }
  }
  return best;
}

async function* csvRows(path: string, encoding: Encoding, delimiter: string): AsyncGenerator<Row> {
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    // A quote inside an unquoted cell (12" pipe) is a letter.
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: SHEET_LIMITS.columns * 200,
  });
  const source = Readable.from(decoded(path, encoding));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let number = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      number += 1;
      if (number > SHEET_LIMITS.rows) throw sheetFault.tooManyRows();
      if (record.length > SHEET_LIMITS.columns) throw sheetFault.tooManyColumns();
      if (record.some((cell) => cell.length > SHEET_LIMITS.cellCharacters)) throw sheetFault.longCell(number);
      const cells = record.map(csvCell);
      if (cells.some((cell) => cell !== null)) yield { number, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') {
      throw number === 0 ? sheetFault.tooManyColumns() : sheetFault.longCell(number + 1);
    }
    throw sheetFault.damaged();
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** Empty cells are null; the apostrophe that an export puts before a would-be formula is taken off. */
const csvCell = (text: string): string | null =>
  text.trim() === '' ? null : /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
