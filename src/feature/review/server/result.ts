import { sql } from 'kysely';
import * as z from 'zod';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { reviewData } from '#contract/resource/yunshui/reviewData.ts';
import { keepFile } from '#feature/file/server/public.ts';
import { addRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';

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
  handler: async (call) => {
    const { orgId, type: _kind, ...values } = call.params as Record<string, unknown> & { orgId?: number };
    const row = await addRow(call, reviewData, {
      ...(orgId === undefined ? {} : { consumerId: orgId }),
      ...values,
    });
    const [file] = call.files;
    if (!file) return row;
    const kept = await keepFile(call, file, { consumerId: Number(row['consumerId']), fileType: 'document' });
    await sql`update review_data set file_id = ${kept.id} where id = ${row.id}`.execute(call.trx);
    return { ...row, fileId: kept.id };
  },
});
