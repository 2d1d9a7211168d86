/**
 * Readings as lines of a CSV file that any tool reads, and back to the same bits: the header, a line a reading in the order
 * of instant and source, no line break within a cell.
 */

/** A reading, to the microsecond. */
export interface CsvRow {
  /** µs since 1970, whole. */
  readonly us: number;
  /** 0 the device, else `data_source.id`. */
  readonly source: number;
  /** Values side by side with the names of the columns; null = none. */
  readonly values: readonly (number | null)[];
  /** Items outside the table of codes, as JSON. */
  readonly extra: string | null;
}

/** A line that is none of ours. */
export class BrokenLine extends Error {
  override readonly name = 'BrokenLine';
}

const HEAD = ['meter_id', 'meter_code', 'time', 'source'];
const EXTRA = 'extra';

/** Every number in the form that reads back to the same bits. */
export const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

/** An instant in ISO 8601: to the millisecond, to the microsecond where it says more. */
export function stampText(us: number): string {
  const ms = Math.floor(us / 1000);
  const rest = us - ms * 1000;
  const text = new Date(ms).toISOString();
  return rest === 0 ? text : `${text.slice(0, -1)}${String(rest).padStart(3, '0')}Z`;
}

/** @throws BrokenLine */
export function stampOf(text: string): number {
  const [, to, rest] = /^([+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})(\d{3})?Z$/.exec(text) ?? [];
  const ms = Date.parse(`${to}Z`);
  if (Number.isNaN(ms)) throw new BrokenLine(`No instant: ${text.slice(0, 40)}`);
  return ms * 1000 + Number(rest ?? 0);
}

/** A text as a cell: quoted where it must be; what a spreadsheet would take for a formula begins with an apostrophe. */
function cellOf(text: string): string {
  const plain = text.replaceAll(/[\r\n]+/g, ' ');
  const safe = /^[=+\-@\t]/.test(plain) ? `'${plain}` : plain;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param columns names of the values, as codes */
export const headerOf = (columns: readonly string[]): string =>
  [...HEAD, ...columns.map((one) => one.toUpperCase()), EXTRA].join();

export function lineOf(
  meter: { readonly id: number; readonly code: string },
  { us, source, values, extra }: CsvRow,
): string {
  const quoted = extra === null ? '' : `"${extra.replaceAll('"', '""')}"`;
  const cells = values.map((value) => (value === null ? '' : numberText(value))).join();
  return `${meter.id},${cellOf(meter.code)},${stampText(us)},${source},${cells}${values.length > 0 ? ',' : ''}${quoted}`;
}

/** The names of the values of a file. @throws BrokenLine where the header is none of ours */
export function columnsOf(header: string): string[] {
  const names = cellsOf(header.replace(/^\uFEFF/, '').trimEnd());
  if (HEAD.some((name, i) => names[i] !== name) || names.at(-1) !== EXTRA)
    throw new BrokenLine('The header is not that of exported readings.');
  return names.slice(HEAD.length, -1).map((name) => name.toLowerCase());
}

/** @throws BrokenLine */
export function rowOf(line: string, columns: readonly string[]): CsvRow & { readonly meterId: number } {
  const cells = cellsOf(line);
  if (cells.length !== HEAD.length + columns.length + 1) throw new BrokenLine(`${cells.length} cells`);
  const [meter = '', , time = '', source = ''] = cells;
  const extra = cells.at(-1) as string;
  return {
    meterId: wholeOf(meter),
    us: stampOf(time),
    source: wholeOf(source),
    values: cells.slice(HEAD.length, -1).map((cell) => (cell === '' ? null : valueOf(cell))),
    extra: extra === '' ? null : extra,
  };
}

function wholeOf(text: string): number {
  if (!/^-?\d{1,10}$/.test(text)) throw new BrokenLine(`No whole number: ${text.slice(0, 40)}`);
  return Number(text);
}

function valueOf(text: string): number {
  const value = Number(text);
  if (Number.isNaN(value) || text.trim() !== text) throw new BrokenLine(`No number: ${text.slice(0, 40)}`);
  return value;
}

function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  const cells: string[] = [];
  const cell = /"((?:[^"]|"")*)"|([^",]*)/y;
  for (let at = 0; ; at = cell.lastIndex + 1) {
    cell.lastIndex = at;
    const found = cell.exec(line);
    if (!found) throw new BrokenLine('A quote is not closed.');
    cells.push(found[1] === undefined ? (found[2] as string) : found[1].replaceAll('""', '"'));
    if (cell.lastIndex >= line.length) return cells;
    if (line[cell.lastIndex] !== ',') throw new BrokenLine('A cell is followed by no comma.');
  }
}

/** A reading as its digest takes it: the same for the same values, whatever columns stand beside them. */
export function digestLine({ us, source, values, extra }: CsvRow, columns: readonly string[]): string {
  let text = `${us},${source}`;
  values.forEach((value, i) => {
    if (value !== null) text += `,${columns[i]}=${numberText(value)}`;
  });
  return `${text}${extra === null ? '' : `,${extra}`}\n`;
}
