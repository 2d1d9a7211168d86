import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import type { Slots } from '#server/resource/slot.ts';

/** What a closed review was judged by stays as it was. @throws Fault 409. */
export async function checkReviewOpen(trx: Db, checkPlanId: unknown): Promise<void> {
  if (typeof checkPlanId !== 'number') return;
  const { rows } = await sql`
    select from company_planinfo where id = ${checkPlanId} and state = 'closed'`.execute(trx);
  if (rows.length > 0)
    throw conflict({
      zh: '审查已办结，其资料不能增减',
      en: 'The review is closed, its files stay as they are',
    });
}

/** A file is uploaded; what a sheet says of it may only change its name, its use and its remark. */
export const checkFileSlots: Slots = {
  // Versions may have one name: a row of a sheet is the last of them.
  findSame: async ({ trx }, values) => {
    const { rows } = await sql<{ id: number }>`
      select id from checkplan_checkfile where consumer_id = ${values['consumerId']}
        and file_type = ${values['fileType']} and file_name = ${values['fileName']}
      order by version desc, id desc limit 1`.execute(trx);
    return rows[0]?.id;
  },
  beforeDelete: ({ trx }, row) => checkReviewOpen(trx, row['checkPlanId']),
  beforeSave: async (_call, values, before) => {
    if (before === null)
      throw badInput(
        { zh: '文件须上传，不能由表格导入', en: 'A file is uploaded, a sheet cannot bring one in' },
        'upFile',
      );
    if (values['consumerId'] !== undefined && values['consumerId'] !== before['consumerId'])
      throw badInput({ zh: '文件不能改属另一家企业', en: 'A file stays with its enterprise' }, 'consumerId');
  },
};
