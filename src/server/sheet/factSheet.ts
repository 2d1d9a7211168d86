import type { WorkbookSheet } from './workbook.ts';
import { headerWidth, sheetName } from './writeSheet.ts';

export type Value = string | number | null;

const BOLD = { name: 'Calibri', size: 11, bold: true };
const FILL = { type: 'pattern' as const, pattern: 'solid' as const, fgColor: { rgb: 'F1F3F6' } };
const WIDEST = 60;

/** A column; with a format it holds numbers. */
export interface Column {
  readonly header: string;
  readonly format?: string;
}

/** Facts over a table, `[name, value]`, and the table; headers and the last row (where it is a sum) are bold. */
export function sheetOf(
  name: string,
  facts: readonly (readonly Value[])[],
  columns: readonly Column[],
  rows: readonly (readonly Value[])[],
  summed = false,
): WorkbookSheet {
  const head = facts.length === 0 ? 0 : facts.length + 1;
  const widthOf = (value: Value | undefined): number =>
    typeof value === 'string' ? headerWidth(value) - 2 : 0;
  const cells = new Map<string, object>();
  facts.forEach((_, row) => cells.set(`${row},0`, { style: { font: BOLD } }));
  columns.forEach(({ format }, i) => {
    cells.set(`${head},${i}`, {
      style: { font: BOLD, fill: FILL, alignment: { horizontal: format ? 'right' : 'left' } },
    });
    if (summed)
      cells.set(`${head + rows.length},${i}`, {
        style: { font: BOLD, ...(format ? { numFmt: format } : {}) },
      });
  });
  return {
    name: sheetName(name),
    columns: columns.map(({ header, format }, i) => ({
      width: Math.min(
        WIDEST,
        Math.max(headerWidth(header), ...[...facts, ...rows].map((row) => widthOf(row[i]))),
      ),
      ...(format ? { numFmt: format } : {}),
    })),
    rows: [
      ...facts.map((fact) => [...fact]),
      ...(head ? [[]] : []),
      columns.map(({ header }) => header),
      ...rows.map((row) => [...row]),
    ],
    cells: cells as WorkbookSheet['cells'],
    pageSetup: { paperSize: 'a4', orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  };
}
