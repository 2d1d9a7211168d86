import { dataCode } from '#contract/dataCode.ts';
import { DAY_SECONDS } from '#domain/time/duration.ts';
import type { Analysis, ColumnFound, ColumnMapping, Mapping } from '../contract.ts';
import { joinStamp, readStamp, readTime, type Wall } from '#domain/cell/date.ts';
import { detectDateOrder } from './dateOrder.ts';
import { type FileCell, plain } from '#domain/cell/fileCell.ts';
import { columnLook, detectHeaderRow, guessCode, guessRole } from './header.ts';
import { detectInterval, detectStampRule } from './interval.ts';
import { likeness } from './likeness.ts';
import type { MeterFacts } from './meterFacts.ts';
import { detectDecimalSign, readNumber } from '#domain/cell/number.ts';
import { type FileRow, letter } from './rowReader.ts';
import { unitInHeader } from '#domain/cell/unit.ts';

const SURE = 0.9;
const LIKE = 0.4;
const SAMPLE = 120;
/** Fewer values than this may rise by chance. */
const ENOUGH_TO_GROW = 8;
const REGISTER_WORDS = /表底|示数|读数|累计|register|reading|cumulative|index/i;

/** What was found in the rows of a file; the caller adds what it knows of the file itself. */
export type Proposal = Pick<Analysis, 'rows' | 'columns' | 'sample' | 'dateVerdict' | 'template' | 'mapping'>;

/**
 * Looks through rows of a file and proposes how to read it.
 * @param rows the rows from the first on, as many as are looked at. @param text a cell as a person reads it.
 * @param zone zone proposed for the file's times. @param title name of the file: it may name the one meter.
 */
export function propose(
  rows: readonly FileRow[],
  meters: readonly MeterFacts[],
  zone: string,
  title: string,
  text: (cell: FileCell) => string,
): Proposal {
  const headerRow = detectHeaderRow(rows);
  const headerCells = rows.find((row) => row.number === headerRow)?.cells ?? [];
  const data = rows.filter((row) => row.number > headerRow);
  const width = Math.max(headerCells.length, ...rows.slice(0, 1000).map((row) => row.cells.length), 0);
  const columns = Array.from({ length: width }, (_, column) => {
    const header = text(headerCells[column] ?? null).trim();
    const cells = data.map((row) => row.cells[column] ?? null);
    return { column, header, cells, looks: columnLook(cells, header) };
  });
  const chosen = chooseRoles(columns, meters, title);
  const stampCells = cellsOf(columns, chosen, 'stamp') ?? cellsOf(columns, chosen, 'date') ?? [];
  const { order, verdict } = detectDateOrder(stampCells);
  const walls = readWalls(data, chosen, order).slice(0, 20_000);
  const interval = detectInterval(walls);
  const values = chosen.filter((column) => column.role === 'value');
  const valueCells = values.map(({ column }) => columns[column]?.cells ?? []);
  const decimalSign = detectDecimalSign(valueCells.flatMap((cells) => cells.slice(0, 5000)));
  const long = chosen.some((column) => column.role === 'meterCode');
  const main = values.findIndex((column) => dataCode(column.code ?? 'PP')?.kind === 'register');
  // Instantaneous values alone are readings as well.
  const mainHeader = columns[values[main]?.column ?? -1]?.header ?? '';
  const grows =
    long || main < 0 || REGISTER_WORDS.test(mainHeader) || growing(valueCells[main] ?? [], decimalSign);
  const mapping: Mapping = {
    sheet: '',
    headerRow,
    columns: chosen,
    kind: grows || interval === null ? 'register' : 'interval',
    stamp: detectStampRule(walls, interval),
    dateOrder: order,
    zone,
    decimalSign,
    intervalSeconds:
      grows || interval === null ? null : interval <= DAY_SECONDS && interval >= 60 ? interval : null,
  };
  return {
    rows: data.length,
    columns: columns.map((column) => describe(column, chosen, meters, mapping)),
    sample: data.slice(0, SAMPLE).map((row) => ({
      row: row.number,
      cells: Array.from({ length: width }, (_, i) => text(row.cells[i] ?? null).slice(0, 60)),
    })),
    dateVerdict: verdict,
    template: isTemplate(columns.map((column) => column.header)),
    mapping,
  };
}

interface Column {
  readonly column: number;
  readonly header: string;
  readonly cells: readonly FileCell[];
  readonly looks: ReturnType<typeof columnLook>;
}

/** Whether the headers are those of the product's own template. */
function isTemplate(headers: readonly string[]): boolean {
  const roles = headers.map(guessRole);
  return (['meterCode', 'dataCode', 'stamp', 'value'] as const).every((role) => roles.includes(role));
}

function chooseRoles(
  columns: readonly Column[],
  meters: readonly MeterFacts[],
  title: string,
): ColumnMapping[] {
  const ignore = (column: number): ColumnMapping => ({ column, role: 'ignore' });
  const roles = columns.map((column) => guessRole(column.header));
  const when = chooseTime(columns);
  if (roles.includes('meterCode') && (roles.includes('value') || columns.some((c) => c.looks === 'number'))) {
    const value = roles.includes('value')
      ? roles.indexOf('value')
      : columns.findIndex((c) => c.looks === 'number');
    return columns.map(({ column }) => {
      if (when.has(column)) return { column, role: when.get(column) ?? 'stamp' };
      if (column === value) return { column, role: 'value' };
      const role = roles[column];
      if (role === 'consumerCode' && meters.some((meter) => meter.owner !== undefined))
        return { column, role };
      return role === 'meterCode' || role === 'dataCode' ? { column, role } : ignore(column);
    });
  }
  const taken = new Set<string>();
  const one = meterOfFile(title, meters);
  return columns.map(({ column, header, looks }) => {
    const role = when.get(column);
    if (role) return { column, role };
    if (looks !== 'number') return ignore(column);
    const meter = meterOfHeader(header, meters);
    const code = guessCode(header) ?? (meter || likeMeter(header, meters, LIKE) ? 'PP' : null);
    if (!code) return ignore(column);
    const meterId = (meter ?? one)?.id ?? null;
    const key = `${meterId} ${code}`;
    if (meterId !== null && taken.has(key)) return ignore(column);
    taken.add(key);
    return { column, role: 'value', meterId, code, unit: unitInHeader(header) };
  });
}

/** The meter that a header names. */
export const meterOfHeader = (header: string, meters: readonly MeterFacts[]): MeterFacts | undefined =>
  likeMeter(header, meters, SURE)?.meter;

/** The meter of a whole file: the only one there is, or the one that the file's name names. */
export const meterOfFile = (title: string, meters: readonly MeterFacts[]): MeterFacts | undefined =>
  meters.length === 1 ? meters[0] : meterOfHeader(title.replace(/\.\w+$/, ''), meters);

/** The column of the stamp, or the columns of date and time. A header that speaks of time goes before one that does not. */
function chooseTime(columns: readonly Column[]): Map<number, 'stamp' | 'date' | 'time'> {
  const named = (column: Column) =>
    guessRole(column.header) === 'stamp' ? 2 : /date|time|日期|时间|时刻/i.test(column.header) ? 1 : 0;
  const best = (looks: string) =>
    columns
      .filter((column) => column.looks === looks)
      .sort((a, b) => named(b) - named(a) || a.column - b.column)[0];
  const stamp = best('stamp');
  if (stamp) return new Map([[stamp.column, 'stamp']]);
  const date = best('date');
  const time = best('time');
  if (date && time)
    return new Map([
      [date.column, 'date'],
      [time.column, 'time'],
    ]);
  return date ? new Map([[date.column, 'stamp']]) : new Map();
}

const cellsOf = (columns: readonly Column[], chosen: readonly ColumnMapping[], role: string) =>
  columns[chosen.find((column) => column.role === role)?.column ?? -1]?.cells;

function readWalls(
  data: readonly FileRow[],
  chosen: readonly ColumnMapping[],
  order: Mapping['dateOrder'],
): Wall[] {
  const place = (role: string) => chosen.find((column) => column.role === role)?.column ?? -1;
  const [stamp, date, time] = [place('stamp'), place('date'), place('time')];
  return data.flatMap((row) => {
    const cell = row.cells[Math.max(stamp, date)] ?? null;
    if (cell === null) return [];
    const wall = stamp >= 0 ? readStamp(cell, order) : joinStamp(cell, row.cells[time] ?? null, order);
    return 'fault' in wall ? [] : [wall];
  });
}

/** Whether values (nearly) never fall and do rise: a register. */
function growing(cells: readonly FileCell[], sign: '.' | ','): boolean {
  const numbers = cells.flatMap((cell) => {
    const number = cell === null ? null : readNumber(cell, sign);
    return number && 'value' in number ? [Number(number.value)] : [];
  });
  if (numbers.length < ENOUGH_TO_GROW) return false;
  let [rises, falls] = [0, 0];
  for (let i = 1; i < numbers.length; i++) {
    const step = (numbers[i] ?? 0) - (numbers[i - 1] ?? 0);
    if (step > 0) rises += 1;
    if (step < 0) falls += 1;
  }
  return rises > 0 && falls <= Math.floor(numbers.length / 200);
}

/** The meter whose code stands in a text or whose name is most like it. */
const namesOf = ({ name, writtenName }: MeterFacts): string[] =>
  writtenName === undefined ? [name] : [name, writtenName];

function likeMeter(
  text: string,
  meters: readonly MeterFacts[],
  least: number,
): { meter: MeterFacts; score: number } | null {
  const words = plain(text).toLowerCase();
  const spellings = [words, withoutUnit(words), withoutData(words)];
  let best: { meter: MeterFacts; score: number } | null = null;
  for (const meter of meters) {
    const code = plain(meter.code).toLowerCase();
    const named =
      words.includes(code) &&
      new RegExp(`(^|[^a-z0-9])${code.replaceAll(/[^a-z0-9\u4e00-\u9fff]/g, '\\$&')}([^a-z0-9]|$)`).test(
        words,
      );
    // Names repeat among enterprises: there a meter is known by its code alone.
    if (!named && meter.owner !== undefined) continue;
    const score = named
      ? 1
      : Math.max(...spellings.flatMap((spelling) => namesOf(meter).map((name) => likeness(spelling, name))));
    if (score >= least && score > (best?.score ?? 0)) best = { meter, score };
  }
  return best;
}

const withoutUnit = (text: string): string => text.replace(/[([][^()[\]]*[)\]]\s*$|[\s_/]+\S+$/, '');

/** A header without the words that say what is measured, so that those of the meter are left. */
const withoutData = (text: string): string =>
  withoutUnit(text).replace(
    /正向|反向|有功|无功|总?用?[电水气热]?[量能]$|电[量能度]|用量|读数|表底|能耗|\b(usage|energy|consumption|active|reactive|power|reading)\b/gi,
    '',
  );

function describe(
  column: Column,
  chosen: readonly ColumnMapping[],
  meters: readonly MeterFacts[],
  mapping: Mapping,
): ColumnFound {
  const mapped = chosen[column.column];
  const like = column.looks === 'number' && !mapped?.meterId ? likeMeter(column.header, meters, LIKE) : null;
  const cells = column.cells.filter((cell) => cell !== null);
  const readable = (cell: Exclude<FileCell, null>): boolean => {
    if (column.looks === 'number') return 'value' in readNumber(cell, mapping.decimalSign);
    if (column.looks === 'time') return !('fault' in readTime(cell));
    if (column.looks !== 'stamp' && column.looks !== 'date') return true;
    return !('fault' in readStamp(cell, mapping.dateOrder));
  };
  return {
    column: column.column,
    letter: letter(column.column),
    header: column.header.slice(0, 120),
    looks: column.looks,
    empty: column.cells.length - cells.length,
    unreadable: cells.filter((cell) => !readable(cell)).length,
    unit: unitInHeader(column.header),
    like: like ? { meterId: like.meter.id, percent: Math.round(like.score * 100) } : null,
  };
}
