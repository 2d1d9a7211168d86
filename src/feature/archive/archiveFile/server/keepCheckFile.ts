import { sql } from 'kysely';
import { badInput, noSuchRow } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import { checkplanCheckfile, type CheckFileType } from '#resource/yunshui/checkplanCheckfile.ts';
import { keepFile } from '#feature/house/file/server/public.ts';
import type { UploadedFile } from '#server/route.ts';
import { recordChange } from '#server/resource/audit.ts';
import { checkReviewOpen } from './slots.ts';
import { initialsOf } from '#server/resource/initials.ts';
import { findRow } from '#server/resource/row.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';

/** What a file of the archive is put down as. */
export interface CheckFilePlace {
  readonly consumerId: number;
  readonly fileType: CheckFileType;
  readonly fileName?: string | undefined;
  readonly fileNameEn?: string | undefined;
  readonly checkPlanId?: number | null | undefined;
  readonly checkItemId?: number | null | undefined;
  readonly remark?: string | null | undefined;
}

/**
 * Puts an uploaded file into the archive as the next version of its kind, after its content was looked at.
 * @throws Fault 400 naming the upload's field or the plan or item that is of another enterprise.
 */
export async function keepCheckFile(
  call: SlotCall,
  file: UploadedFile,
  place: CheckFilePlace,
): Promise<JsonRow> {
  const { consumerId, fileType, checkPlanId = null, checkItemId = null } = place;
  const fileNameEn = place.fileNameEn || null;
  await checkOwner(call, consumerId, checkPlanId, checkItemId);
  await checkReviewOpen(call.trx, checkPlanId);
  const kept = await keepFile(call, file, { consumerId, fileType: 'document', fileNameEn });
  const name = place.fileName ?? String(kept['fileName']);
  // Two uploads of a kind at once wait for each other, so that no version is told twice.
  await sql`select pg_advisory_xact_lock(hashtext('archiveFile'), ${consumerId}::integer)`.execute(call.trx);
  const { rows } = await sql<{ id: number }>`
    insert into checkplan_checkfile (file_name, file_name_en, consumer_id, file_type, version, mime_type, size, uploaded_by, uploaded_by_id,
      uploaded_at, check_plan_id, check_item_id, file_id, remark, _initials)
    select ${name}::text, ${fileNameEn}::text, ${consumerId}::integer, ${fileType}::text, coalesce(max(version), 0) + 1, ${kept['mimeType']}::text,
      ${kept['size']}::integer, ${call.caller.name}::text, ${call.caller.employeeId}::integer, now(), ${checkPlanId}::integer, ${checkItemId}::integer,
      ${kept.id}::integer, ${place.remark ?? null}::text, ${initialsOf(name)}::text
    from checkplan_checkfile where consumer_id = ${consumerId} and file_type = ${fileType}
      and check_plan_id is not distinct from ${checkPlanId}::integer
      and check_item_id is not distinct from ${checkItemId}::integer
    returning id`.execute(call.trx);
  const row = await findRow(call.trx, checkplanCheckfile, rows[0]?.id ?? 0);
  if (!row) throw noSuchRow();
  await recordChange(call, checkplanCheckfile, 'add', null, row);
  return row;
}

/** Enterprise, plan and item must be there for the caller and belong together. */
async function checkOwner(
  { trx }: SlotCall,
  consumerId: number,
  checkPlanId: number | null,
  checkItemId: number | null,
): Promise<void> {
  const { rows } = await sql<{ consumer: boolean; plan: boolean; item: boolean }>`
    select exists (select from consumer where id = ${consumerId}) as consumer,
      ${checkPlanId}::integer is null or exists (select from company_planinfo
        where id = ${checkPlanId} and consumer_id = ${consumerId}) as plan,
      ${checkItemId}::integer is null or exists (select from company_checkitem
        where id = ${checkItemId} and consumer_id = ${consumerId}
          and (${checkPlanId}::integer is null or check_plan_id = ${checkPlanId})) as item`.execute(trx);
  const { fields } = checkplanCheckfile;
  const wrong = ([['consumer', 'consumerId'], ['plan', 'checkPlanId'], ['item', 'checkItemId']] as const) // prettier-ignore
    .find(([key]) => rows[0]?.[key] !== true);
  if (wrong)
    throw badInput(
      aboutField(fields[wrong[1]].label, { zh: '没有这条记录', en: 'there is no such record' }),
      wrong[1] === 'consumerId' ? 'orgId' : wrong[1],
    );
}
