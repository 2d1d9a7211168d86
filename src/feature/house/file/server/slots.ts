import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import type { Slots } from '#server/resource/slot.ts';

export const fileRecordSlots: Slots = {
  beforeSave: async (_call, _values, before) => {
    if (before === null)
      throw badInput(
        { zh: '文件须上传，不能由表格导入', en: 'A file is uploaded, a sheet cannot bring one in' },
        'fileName',
      );
  },
  beforeDelete: async ({ services }, row) => {
    const { rows } = await sql<{ title: string }>`
      select title from news where ${row.id}::integer = any (file_id_list) limit 1`.execute(services.system);
    if (rows[0])
      throw conflict({
        zh: `文件是新闻“${rows[0].title}”的附件`,
        en: `The file is attached to the news “${rows[0].title}”`,
      });
  },
};
