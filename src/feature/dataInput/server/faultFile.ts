import { sql } from 'kysely';
import type { Language } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import type { FileStore } from '#server/files.ts';
import type { Cell } from '#server/sheet/cell.ts';
import { sheetType, writeSheet } from '#server/sheet/writeSheet.ts';
import type { RowFault } from '../contract.ts';

/** Rows that were not taken, kept for a file of them. */
export const MOST_FAULTS_KEPT = 100_000;

/** A row that was not taken, with the cells as they stood. */
export interface FaultyCells {
  readonly fault: RowFault;
  readonly cells: readonly Cell[];
}

/** Keeps the rows that were not taken as a sheet with the reasons in its last columns; answers the file's id. */
export async function keepFaultFile(
  db: Db,
  files: FileStore,
  faults: readonly FaultyCells[],
  about: {
    readonly headers: readonly string[];
    readonly fileName: string;
    readonly consumerId: number | null;
    readonly employeeId: number;
    readonly language: Language;
  },
): Promise<number> {
  const zh = about.language === 'zh';
  const extra = zh ? ['行号', '列', '原因'] : ['Row', 'Column', 'Reason'];
  const stored = await files.put(
    writeSheet({
      format: 'xlsx',
      columns: [...about.headers, ...extra].map((header) => ({ header })),
      rows: faults.map(({ fault, cells }) => [
        ...about.headers.map((_, i) => cells[i] ?? null),
        fault.row,
        fault.column,
        fault.reason[about.language],
      ]),
    }),
  );
  const name = `${about.fileName.replace(/\.\w+$/, '')}-${zh ? '错误行' : 'faulty-rows'}.xlsx`;
  const { rows } = await sql<{ id: number }>`
    insert into file (sha256, file_name, mime_type, size, consumer_id, employee_id)
    values (${stored.sha256}, ${name}, ${sheetType('xlsx')}, ${stored.size}, ${about.consumerId}, ${about.employeeId})
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}
