import { open, stat } from 'node:fs/promises';
import type { Row } from './cell.ts';
import { openCsv } from './csv.ts';
import { sheetFault } from './fault.ts';
import { openXlsx } from './xlsx.ts';

/** A file opened as a table. */
export interface Sheet {
  readonly format: 'xlsx' | 'csv';
  /** Names of all sheets; of a .csv one empty name. */
  readonly sheets: readonly string[];
  /** The sheet that `rows` reads. */
  readonly sheet: string;
  /** .csv: how its bytes are letters. */
  readonly encoding?: 'utf-8' | 'gb18030' | 'utf-16le';
  /** .csv: what stands between the cells. */
  readonly delimiter?: string;
  /**
   * The rows in file order, read as they are asked for; every call starts at the first row. Rows without any
   * cell may be left out. @throws Fault 400 while reading, when the file turns out damaged or too large.
   */
  rows(): AsyncIterable<Row>;
}

/**
 * Opens a table by its content, whatever its name: .xlsx, or .csv in UTF-8, UTF-16 with mark, or GB18030 with
 * `,` `;` tab or `|` between the cells.
 * @param path where the file lies. @param options.sheet name of the sheet, default the first.
 * @throws Fault 400 with one sentence for a file that is no table, damaged, encrypted or a bomb.
 */
export async function readSheet(path: string, options: { sheet?: string | undefined } = {}): Promise<Sheet> {
  const { size } = await stat(path);
  if (size === 0) throw sheetFault.empty();
  const handle = await open(path);
  const head = Buffer.alloc(Math.min(size, 8));
  try {
    await handle.read(head, 0, head.length, 0);
  } finally {
    await handle.close();
  }
  const signature = head.toString('latin1');
  if (signature.startsWith('PK')) return openXlsx(path, size, options.sheet);
  if (signature.startsWith('\xD0\xCF\x11\xE0')) throw sheetFault.oldWorkbook();
  return openCsv(path);
}
