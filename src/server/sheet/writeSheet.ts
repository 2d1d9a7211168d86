import { Readable } from 'node:stream';
import type { Cell } from './cell.ts';
import { isBrokenCell, isDateCell } from './cell.ts';
import { streamWorkbook } from './workbook.ts';

/** One column of a sheet to write. */
interface SheetColumn {
  readonly header: string;
  /** In characters; default by the header. */
  readonly width?: number;
  /** Excel number format, e.g. `yyyy-mm-dd hh:mm` or `#,##0.00`. */
  readonly format?: string;
}

export interface SheetToWrite {
  readonly format: 'xlsx' | 'csv';
  readonly name?: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const CSV_TYPE = 'text/csv; charset=utf-8';

/** The MIME type of a written sheet. */
export const sheetType = (format: 'xlsx' | 'csv'): string => (format === 'xlsx' ? XLSX_TYPE : CSV_TYPE);

/**
 * Writes rows as a stream that holds no more than a few rows at a time: .xlsx with a frozen header, or .csv in
 * UTF-8 with mark. Text that a spreadsheet would take for a formula is neutralised; dates keep their wall clock.
 */
export function writeSheet(sheet: SheetToWrite): Readable {
  if (sheet.format === 'csv') return Readable.from(csvLines(sheet), { objectMode: false });
  return streamWorkbook(xlsxRows(sheet.rows), {
    name: sheetName(sheet.name),
    columns: sheet.columns.map((column) => ({
      header: column.header,
      width: column.width ?? headerWidth(column.header),
      ...(column.format ? { numFmt: column.format } : {}),
    })),
    freezePane: { rows: 1 },
  });
}

async function* xlsxRows(rows: SheetToWrite['rows']) {
  for await (const row of rows) yield row.map(toXlsx);
}

/** A cell for the workbook writer, which takes the UTC fields of a Date for the wall clock. */
export function toXlsx(cell: Cell): string | number | boolean | Date | null {
  if (cell === null) return null;
  if (isDateCell(cell)) return new Date(`${cell.wall}Z`);
  if (isBrokenCell(cell)) return cell.raw;
  return cell;
}

async function* csvLines(sheet: SheetToWrite) {
  yield '\uFEFF' + csvLine(sheet.columns.map((column) => column.header));
  let block = '';
  for await (const row of sheet.rows) {
    block += csvLine(row);
    if (block.length > 65_536) {
      yield block;
      block = '';
    }
  }
  if (block) yield block;
}

const csvLine = (cells: readonly Cell[]): string => cells.map(csvCell).join(',') + '\r\n';

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (isDateCell(cell)) return cell.wall.replace('T', ' ');
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  const text = neutral(isBrokenCell(cell) ? cell.raw : cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Puts an apostrophe before text that a spreadsheet would run as a formula; a plain number stays. */
export function neutral(text: string): string {
  if (!/^[=+\-@\t\r]/.test(text) || /^[+-]?\d+([.,]\d+)*$/.test(text)) return text;
  return `'${text}`;
}

/** A name that a workbook takes for a sheet: at most 31 characters, none of `[]:*?/\`. */
export const sheetName = (name = 'Sheet1'): string =>
  name
    .replaceAll(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .trim() || 'Sheet1';

/** A width in characters for a header, Chinese letters counted double. */
export const headerWidth = (header: string): number =>
  Math.min(60, Math.max(10, 4 + header.length + header.replaceAll(/[ -\u2E7F]/g, '').length));
