import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import type { JsonRow, Slots } from '#server/resource/slot.ts';

const OUT = '1';

export const newsSlots: Slots = {
  beforeSave: async ({ trx, caller }, values, before) => {
    const type = values['newsType'];
    if (typeof type === 'string' && type !== before?.['newsType']) {
      const { rows } = await sql`select 1 from dictionary d join dictionary_category c on c.id = d.category_id
        where c.code = 'newsType' and d.code = ${type} and d.state = '1'`.execute(trx);
      if (rows.length === 0)
        throw badInput(
          { zh: `类型：字典中没有新闻类型 ${type}`, en: `Kind: the dictionary has no kind of news ${type}` },
          'newsType',
        );
    }
    const after: Partial<JsonRow> = { ...before, ...values };
    if (after['state'] === OUT && after['publishTime'] == null)
      values['publishTime'] = new Date().toISOString();
    if (before === null) Object.assign(values, { authorName: caller.name, authorId: caller.employeeId });
  },
  findSame: async ({ trx }, values) => {
    const { rows } = await sql<{ id: number }>`
      select id from news where title = ${String(values['title'])} order by id desc limit 1`.execute(trx);
    return rows[0]?.id;
  },
};
