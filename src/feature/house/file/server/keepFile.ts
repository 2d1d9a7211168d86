import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { fileRecord } from '#resource/sys/fileRecord.ts';
import type { UploadedFile } from '#server/route.ts';
import { recordChange } from '#server/resource/audit.ts';
import { initialsOf } from '#server/resource/initials.ts';
import { findRow } from '#server/resource/row.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';
import { inspectFile } from './inspect.ts';

/** What a file is put down as. */
export interface FilePlace {
  /** Null: the platform's own. */
  readonly consumerId: number | null;
  readonly fileType: string;
  readonly fileCode?: string | null;
  /** What it is called in English. */
  readonly fileNameEn?: string | null;
  readonly remark?: string | null;
}

/** Puts an uploaded file on record, after its content was looked at. @throws Fault 400 naming the upload's field. */
export async function keepFile(call: SlotCall, file: UploadedFile, place: FilePlace): Promise<JsonRow> {
  const { fileName, mimeType } = await inspectFile(file);
  const code = place.fileCode ?? `F${randomBytes(6).toString('hex')}`;
  const { rows } = await sql<{ id: number }>`
    insert into file_record (file_name, file_name_en, file_code, consumer_id, file_type, mime_type, size, sha256, uploaded_by,
      uploaded_by_id, uploaded_at, remark, _initials)
    values (${fileName}, ${place.fileNameEn ?? null}, ${code}, ${place.consumerId}, ${place.fileType}, ${mimeType}, ${file.size}, ${file.sha256},
      ${call.caller.name}, ${call.caller.employeeId}, now(), ${place.remark ?? null}, ${initialsOf(fileName)})
    returning id`.execute(call.trx);
  const row = await findRow(call.trx, fileRecord, rows[0]?.id ?? 0);
  if (!row) throw new Error('the file was not put on record');
  await recordChange(call, fileRecord, 'add', null, row);
  return row;
}
