import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import type { Slots } from '#server/resource/slot.ts';

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
