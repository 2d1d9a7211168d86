import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { reviewData } from '#resource/yunshui/reviewData.ts';
import { keepFile } from '#feature/house/file/server/public.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';
import { addRow } from '#server/resource/write.ts';
import { defineRoute, type UploadedFile } from '#server/route.ts';

/** The report of a result that is there already. */
export const attachReport = defineRoute({
  method: 'UPLOAD',
  path: '/api/yunshui/reviewData/attach',
  summary: { zh: '审查结果：上传报告文件', en: 'Review results: upload the report' },
  permission: funCodeOf(reviewData, 'edit'),
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async (call) => {
    const row = await findRow(call.trx, reviewData, call.params.id);
    if (!row) throw noSuchRow();
    const [file] = call.files;
    if (!file) throw badInput({ zh: 'upFile：请选择文件', en: 'upFile: choose a file' }, 'upFile');
    return attach(call, row, file);
  },
});

/** Keeps the report and names it in the result. */
async function attach(call: SlotCall, row: JsonRow, file: UploadedFile): Promise<JsonRow> {
  const place = { consumerId: Number(row['consumerId']), fileType: 'document' };
  const kept = await keepFile(call, file, place);
  await sql`update review_data set file_id = ${kept.id} where id = ${row.id}`.execute(call.trx);
  const after = { ...row, fileId: kept.id };
  await recordChange(call, reviewData, 'edit', row, after);
  return after;
}

/** A result with its report as a file where one is sent (specification 1 section 7: upFile, orgId, type). */
export const addResult = defineRoute({
  method: 'UPLOAD',
  path: '/api/yunshui/reviewData/add',
  summary: {
    zh: '审查结果：新建，可附报告文件',
    en: 'Review results: add, with the report where there is one',
  },
  permission: funCodeOf(reviewData, 'add'),
  filesOptional: true,
  params: z.looseObject({ orgId: id().optional() }),
  row: reviewData,
  handler: async (call) => {
    const { orgId, type: _kind, ...values } = call.params as Record<string, unknown> & { orgId?: number };
    const row = await addRow(call, reviewData, {
      ...(orgId === undefined ? {} : { consumerId: orgId }),
      ...values,
    });
    const [file] = call.files;
    return file ? attach(call, row, file) : row;
  },
});

export const downloadReport = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/yunshui/reviewData/download',
  summary: { zh: '审查结果：下载报告文件', en: 'Review results: download the report' },
  permission: funCodeOf(reviewData, 'view'),
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params, services }) => {
    const { rows } = await sql<{ fileName: string; mimeType: string; sha256: string }>`
      select f.file_name as "fileName", f.mime_type as "mimeType", f.sha256
      from review_data r join file_record f on f.id = r.file_id where r.id = ${params.id}`.execute(trx);
    const [file] = rows;
    if (!file) throw conflict({ zh: '还没有报告文件', en: 'There is no report yet' });
    return { ...file, body: services.files.open(file.sha256) };
  },
});
