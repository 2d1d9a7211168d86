import type { Cell } from './cell.ts';
import { headerWidth, sheetName, toXlsx } from './writeSheet.ts';
import { type WorkbookSheet, writeWorkbook } from './workbook.ts';

/** One column of a template. */
interface TemplateColumn {
  readonly header: string;
  readonly width?: number;
  readonly format?: string;
  /** What may be chosen in the cells below the header. */
  readonly options?: readonly string[];
  /** What a person should know to fill it in; goes to the sheet of notes. */
  readonly note?: string;
}

export interface Template {
  readonly name: string;
  readonly columns: readonly TemplateColumn[];
  /** Rows that show how it is filled in. */
  readonly examples?: readonly (readonly Cell[])[];
  /** Name and lines of the sheet of notes; the notes of the columns follow them. */
  readonly notes?: { readonly name: string; readonly lines: readonly string[] };
  /** Rows below the header that get the drop-downs (default 5,000). */
  readonly rows?: number;
}

/**
 * A small .xlsx to be filled in by a person: header, examples, drop-downs, a sheet of notes. The choices of the
 * drop-downs stand on a hidden sheet, because a list written into the cell rule may have 255 characters only.
 */
export async function writeTemplate(template: Template): Promise<Buffer> {
  const lists = template.columns.filter((column) => column.options?.length);
  const listName = 'lists';
  const last = (template.rows ?? 5000) + 1;
  const main = {
    name: sheetName(template.name),
    columns: template.columns.map((column) => ({
      width: column.width ?? headerWidth(column.header),
      ...(column.format ? { numFmt: column.format } : {}),
    })),
    rows: [
      template.columns.map((column) => column.header),
      ...(template.examples ?? []).map((row) => row.map(toXlsx)),
    ],
    freezePane: { rows: 1 },
    dataValidations: lists.map((column, index) => {
      const letter = columnLetter(template.columns.indexOf(column));
      const from = columnLetter(index);
      return {
        type: 'list' as const,
        formula1: `'${listName}'!$${from}$1:$${from}$${column.options?.length ?? 1}`,
        range: `${letter}2:${letter}${last}`,
        // A list is an offer: references may also be typed by code.
        showErrorMessage: false,
      };
    }),
  };
  const sheets: WorkbookSheet[] = [main];
  const noted = template.columns.filter((column) => column.note);
  if (template.notes) {
    sheets.push({
      name: sheetName(template.notes.name),
      columns: [{ width: 28 }, { width: 100 }],
      rows: [
        ...template.notes.lines.map((line) => [line]),
        [],
        ...noted.map((column) => [column.header, column.note ?? '']),
      ],
    });
  }
  if (lists.length > 0) {
    const depth = Math.max(...lists.map((column) => column.options?.length ?? 0));
    const rows = Array.from({ length: depth }, (_, i) => lists.map((column) => column.options?.[i] ?? null));
    sheets.push({ name: listName, rows, hidden: true });
  }
  return writeWorkbook(sheets);
}

/** The letters of a column, from 0: A … Z, AA … */
export function columnLetter(index: number): string {
  let rest = index;
  let letters = '';
  do {
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
    rest = Math.floor(rest / 26) - 1;
  } while (rest >= 0);
  return letters;
}
