import { textIn } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import type { FileStore } from '#server/files.ts';
import type { Cell } from '#server/sheet/cell.ts';
import type { RowFault } from '../contract.ts';
import { keepSheet, type SheetAbout } from './keepSheet.ts';

/** Rows that were not taken, kept for a file of them. */
export const MOST_FAULTS_KEPT = 100_000;

/** A row that was not taken, with the cells as they stood. */
export interface FaultyCells {
  readonly fault: RowFault;
  readonly cells: readonly Cell[];
}

/** Keeps the rows that were not taken as a sheet with the reasons in its last columns; answers the file's id. */
export function keepFaultFile(
  db: Db,
  files: FileStore,
  faults: readonly FaultyCells[],
  about: SheetAbout & { readonly headers: readonly string[] },
): Promise<number> {
  const say = (zh: string, en: string): string => textIn({ zh, en }, about.language);
  const extra = [say('行号', 'Row'), say('列', 'Column'), say('原因', 'Reason')];
  return keepSheet(db, files, say('错误行', 'faulty-rows'), about, {
    columns: [...about.headers, ...extra].map((header) => ({ header })),
    rows: faults.map(({ fault, cells }) => [
      ...about.headers.map((_, i) => cells[i] ?? null),
      fault.row,
      fault.column,
      textIn(fault.reason, about.language),
    ]),
  });
}
