import { DAY_MS } from '#domain/time/duration.ts';
import { type Cell, dateCell, type Row } from './cell.ts';
import { SHEET_LIMITS, sheetFault } from './fault.ts';
import { attribute, elements, plainText, richText, whole, within } from './xml.ts';

/** What a cell needs to know of its workbook. */
export interface Workbook {
  readonly date1904: boolean;
  readonly dateStyles: ReadonlySet<number>;
  readonly percentStyles: ReadonlySet<number>;
  readonly texts: readonly string[];
}

const FORMULA = /<(?:\w+:)?f[\s/>]/;
const DAYS_1904 = 1462;

/**
 * One row out of the XML that ends with it; null when no row begins there.
 * @param next number of the row where it does not say its own.
 */
export function readRow(xml: string, next: number, workbook: Workbook): Row | null {
  const tag = elements(xml, 'row').at(-1);
  if (tag === undefined) return null;
  const cells: Cell[] = [];
  let percents: Set<number> | undefined;
  let column = 0;
  for (const { attributes, body } of whole(xml.slice(xml.lastIndexOf(tag) + tag.length), 'c')) {
    const reference = attribute(attributes, 'r');
    if (reference) column = columnOf(reference);
    if (column >= SHEET_LIMITS.columns) {
      // Styled but empty cells may reach to the last column of the sheet.
      if (body === undefined || !/<(?:\w+:)?(?:v|is|f)[\s>]/.test(body)) continue;
      throw sheetFault.tooManyColumns();
    }
    while (cells.length < column) cells.push(null);
    const cell = readCell(attributes, body ?? '', workbook);
    cells[column] = cell;
    if (typeof cell === 'number' && workbook.percentStyles.has(styleOf(attributes)))
      (percents ??= new Set()).add(column);
    column += 1;
  }
  const number = Number(attribute(tag, 'r') ?? next);
  return {
    number: Number.isInteger(number) && number > 0 ? number : next,
    cells,
    ...(percents ? { percents } : {}),
  };
}

const styleOf = (attributes: string): number => Number(attribute(attributes, 's') ?? -1);

function readCell(attributes: string, body: string, workbook: Workbook): Cell {
  const type = attribute(attributes, 't') ?? 'n';
  if (type === 'inlineStr') return emptyToNull(richText(body));
  const value = within(body, 'v');
  if (value === undefined || value === '') return FORMULA.test(body) ? withoutResult(body) : null;
  if (type === 's') return emptyToNull(workbook.texts[Number(value)] ?? '');
  if (type === 'str') return emptyToNull(plainText(value));
  if (type === 'b') return value === '1' || value === 'true';
  if (type === 'e') return broken(plainText(value));
  if (type === 'd') return isoDate(value);
  const number = Number(value);
  if (!Number.isFinite(number)) return plainText(value);
  if (workbook.dateStyles.has(styleOf(attributes))) {
    return dateCell(workbook.date1904 && number >= 1 ? number + DAYS_1904 : number);
  }
  return number;
}

const emptyToNull = (text: string): string | null => (text.trim() === '' ? null : text);

const broken = (raw: string): Cell => ({
  raw,
  broken: { zh: `单元格是错误值 ${raw}`, en: `The cell holds the error ${raw}` },
});

function withoutResult(body: string): Cell {
  const formula = within(body, 'f') ?? '';
  return {
    raw: `=${plainText(formula.slice(0, 1000)).slice(0, 200)}`,
    broken: {
      zh: '公式没有保存结果，请在表格软件中重新计算并保存',
      en: 'The formula was saved without its result, recalculate and save the file in a spreadsheet program',
    },
  };
}

function isoDate(value: string): Cell {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?))?/.exec(value);
  if (!match) return plainText(value);
  const time = match[2] ?? '00:00:00';
  const wall = `${match[1] ?? ''}T${time.length === 5 ? `${time}:00` : time}`;
  const instant = Date.parse(`${wall}Z`);
  if (Number.isNaN(instant)) return value;
  return { wall, serial: (instant - Date.UTC(1899, 11, 30)) / DAY_MS };
}

function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference.toUpperCase()) {
    const code = letter.charCodeAt(0) - 64;
    if (code < 1 || code > 26) break;
    column = column * 26 + code;
  }
  return column - 1;
}
