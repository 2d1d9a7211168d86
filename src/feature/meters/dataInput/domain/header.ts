import { dataCode } from '#contract/dataCode.ts';
import { inEveryLanguage } from '#contract/text.ts';
import { CONSUMER_COLUMN, TEMPLATE_COLUMNS } from '../contract.ts';
import type { DateOrder } from '#contract/dateOrder.ts';
import { readDate, readStamp, readTime } from '#domain/cell/date.ts';
import { type FileCell, plain } from '#domain/cell/fileCell.ts';
import type { FileRow } from './rowReader.ts';
import { readNumber } from '#domain/cell/number.ts';
import { unitInHeader } from '#domain/cell/unit.ts';

const LOOKED_AT = 30;

/**
 * The number of the row that names the columns: the first with at least two words and no value, above a row that
 * has values. 0 where data begins at once.
 */
export function detectHeaderRow(rows: readonly FileRow[]): number {
  const top = rows.slice(0, LOOKED_AT);
  const widest = Math.max(1, ...top.map(filled));
  for (const [index, row] of top.entries()) {
    if (row.cells.some((cell) => cell !== null && isValue(cell))) return 0;
    const next = top[index + 1];
    // A title above the table fills one cell or two of many.
    if (filled(row) * 2 > widest && (!next || next.cells.some((cell) => cell !== null && isValue(cell)))) {
      return row.number;
    }
  }
  return top[0] && filled(top[0]) > 0 ? top[0].number : 0;
}

const filled = (row: FileRow): number => row.cells.filter((cell) => cell !== null).length;

const isValue = (cell: Exclude<FileCell, null>): boolean =>
  typeof cell !== 'string' ||
  'value' in readNumber(cell, '.') ||
  isStamp(cell, 'DMY') ||
  isStamp(cell, 'YMD');

/** Whether a cell is a date or time, also one that is refused as it tells its own offset. */
function isStamp(cell: Exclude<FileCell, null>, order: DateOrder): boolean {
  const wall = readStamp(cell, order);
  return !('fault' in wall) || wall.fault === 'offset';
}

/** What the cells of a column look like. */
export type Look = 'stamp' | 'date' | 'time' | 'number' | 'text' | 'empty';

/** So much of a column must agree on what it is; the rest are faults of their rows. */
const AGREED = 0.6;

/** What a column looks like by its cells. */
export function columnLook(cells: readonly FileCell[], header: string): Look {
  const some = cells.filter((cell) => cell !== null).slice(0, 2000);
  if (some.length === 0) return 'empty';
  const share = (test: (cell: Exclude<FileCell, null>) => boolean): number =>
    some.filter((cell) => test(cell)).length / some.length;
  const named = /date|time|日期|时间|时刻|day/i.test(header);
  const isDate = (cell: Exclude<FileCell, null>) =>
    (typeof cell !== 'number' || named) &&
    (isStamp(cell, 'DMY') || isStamp(cell, 'YMD') || isStamp(cell, 'MDY'));
  if (share(isDate) >= AGREED) {
    const timed = share((cell) => {
      const wall = readStamp(cell, 'DMY');
      const other = 'fault' in wall ? readStamp(cell, 'YMD') : wall;
      return 'fault' in other ? other.fault === 'offset' : other.second !== 0;
    });
    const date =
      share((cell) => ['YMD', 'DMY', 'MDY'].some((o) => !('fault' in readDate(cell, o as 'YMD')))) >= AGREED;
    return timed > 0 || !date ? 'stamp' : 'date';
  }
  const clock = (cell: Exclude<FileCell, null>) =>
    (typeof cell !== 'number' || named) && !('fault' in readTime(cell));
  if (share((cell) => clock(cell) && (typeof cell !== 'string' || /[:时點点]/.test(cell) || named)) >= AGREED)
    return 'time';
  const number = (sign: '.' | ',') => share((cell) => 'value' in readNumber(cell, sign) || brokenCell(cell));
  return Math.max(number('.'), number(',')) >= AGREED ? 'number' : 'text';
}

const brokenCell = (cell: FileCell): boolean => typeof cell === 'object' && cell !== null && 'broken' in cell;

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/功率因数|power.?factor|cos/i, 'FZ'],
  [/反向.*(有功|电[量能度])|reverse.*(active|energy|import|export)|export(ed)?.*(energy|kwh)/i, 'RP'],
  [/(感性|滞后|lagging).*(无功|reactive|kvarh)/i, 'QI'],
  [/(容性|超前|leading).*(无功|reactive|kvarh)/i, 'QO'],
  [/深谷.*(电[量能度]|有功|kwh)|\bdeep.?valley.*(energy|kwh|use|usage)/i, 'PP5'],
  [/尖.*(电[量能度]|有功|kwh)|sharp/i, 'PP1'],
  [/峰.*(电[量能度]|有功|kwh)|\bpeak.*(energy|kwh|use|usage)/i, 'PP2'],
  [/平.*(电[量能度]|有功|kwh)|\bflat.*(energy|kwh|use|usage)/i, 'PP3'],
  [/谷.*(电[量能度]|有功|kwh)|\b(valley|off.?peak).*(energy|kwh|use|usage)/i, 'PP4'],
  [/需量|demand/i, 'MD'],
  [/无功功率|reactive.?power/i, 'QZ'],
  [/视在|apparent/i, 'SZ'],
  [/有功功率|active.?power|^功率|负荷|\bload\b/i, 'PZ'],
];

const PHASES: readonly (readonly [RegExp, string])[] = [
  [/电压|voltage/i, 'U'],
  [/电流|current|intensity/i, 'I'],
];

const BY_UNIT: Readonly<Record<string, string>> = {
  kvarh: 'QI',
  kW: 'PZ',
  MW: 'PZ',
  kvar: 'QZ',
  kVA: 'SZ',
  Hz: 'FR',
  '℃': 'TI',
  MPa: 'PR',
};
const ENERGY_WORDS =
  /用[电水气热能]?量|电[量能度]|能耗|有功|读数|表底|示数|usage|energy|consumption|register|reading|kwh|累计/i;

/** The data code that a header means, by code, words of both languages, or unit; null when it says none. */
export function guessCode(header: string): string | null {
  const text = plain(header);
  const tokens = text.split(/[^A-Za-z0-9]+/).filter((token) => /^[A-Z]{2,3}\d?$/.test(token));
  for (const token of tokens) {
    const entry = dataCode(token);
    if (entry?.code === token) return token;
  }
  const unit = unitInHeader(header);
  const words = text.replaceAll('_', ' ');
  const word = WORDS.find(([pattern]) => pattern.test(words))?.[1];
  if (word === 'FZ') return /lagging|leading|滞后|超前/i.test(words) ? null : word;
  if (word) return word;
  const phase = PHASES.find(([pattern]) => pattern.test(words))?.[1];
  if (phase && !/reactive|power|无功/i.test(words)) {
    const letter = /(?:^|[^a-z])([abc])(?:[^a-z]|$)|([abc])相|l([123])/i.exec(words);
    const which = letter?.[1] ?? letter?.[2] ?? 'abc'.charAt(Number(letter?.[3] ?? 1) - 1);
    return `${phase}${which.toUpperCase()}`;
  }
  if (unit && unit in BY_UNIT) return BY_UNIT[unit] ?? null;
  if (unit && ['kWh', 'MWh', 'GWh', 'Wh', '10⁴kWh', 't', 'kg', 'm³', 'Nm³', 'L', 'GJ', 'MJ'].includes(unit))
    return 'PP';
  return ENERGY_WORDS.test(words) ? 'PP' : null;
}

/** The role that a header names in a file with one value per row. */
export function guessRole(
  header: string,
): 'consumerCode' | 'meterCode' | 'dataCode' | 'value' | 'stamp' | null {
  const text = plain(header).toLowerCase();
  for (const column of TEMPLATE_COLUMNS) {
    if (inEveryLanguage(column.header).some((one) => one.toLowerCase() === text)) return column.role;
  }
  if (/^(企业编?[号码]|enterprise[\s_-]?(code|no\.?|number)|consumer[\s_-]?code|org[\s_-]?code)$/.test(text))
    return CONSUMER_COLUMN.role;
  if (/^(表计?编?[号码]|电表号|仪表编号|设备编号|meter[\s_-]?(code|no\.?|number|id)|ammetercode)$/.test(text))
    return 'meterCode';
  if (/^(数据[代编]码|数据项|参数|data[\s_-]?code|code|item|parameter)$/.test(text)) return 'dataCode';
  if (/^(值|读数|数据|value|reading)$/.test(text)) return 'value';
  return null;
}
