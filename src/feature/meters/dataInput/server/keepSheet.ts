import { sql } from 'kysely';
import type { Language } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import type { FileStore } from '#server/files.ts';
import { type SheetToWrite, sheetType, writeSheet } from '#server/sheet/writeSheet.ts';

/** Of which import a sheet tells, and in whose language. */
export interface SheetAbout {
  readonly fileName: string;
  readonly consumerId: number | null;
  readonly employeeId: number;
  readonly language: Language;
}

/** Keeps rows as a workbook named after the imported file; answers the file's id. */
export async function keepSheet(
  db: Db,
  files: FileStore,
  suffix: string,
  about: SheetAbout,
  sheet: Pick<SheetToWrite, 'columns' | 'rows'>,
): Promise<number> {
  const stored = await files.put(writeSheet({ format: 'xlsx', ...sheet }));
  const name = `${about.fileName.replace(/\.\w+$/, '')}-${suffix}.xlsx`;
  const { rows } = await sql<{ id: number }>`
    insert into file (sha256, file_name, mime_type, size, consumer_id, employee_id)
    values (${stored.sha256}, ${name}, ${sheetType('xlsx')}, ${stored.size}, ${about.consumerId}, ${about.employeeId})
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}
