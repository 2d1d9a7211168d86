import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { badInput } from '#contract/error.ts';
import type { SlotCall, Slots, Values } from '#server/resource/slot.ts';
import { areaLevel, areaParents, industryLevel, industryParent } from './code.ts';

/** Level and parent of an industry follow from its code, so a list of codes and names is enough to import. */
export const industrySlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    const code = values['industryCode'];
    if (typeof code !== 'string') return;
    const level = industryLevel(code);
    if (level === null)
      throw badInput(
        {
          zh: '行业代码：应为门类字母加 0、2、3 或 4 位数字，如 C、C31、C311、C3110',
          en: 'Industry code: a section letter and 0, 2, 3 or 4 digits, such as C, C31, C311, C3110',
        },
        'industryCode',
      );
    values['level'] = String(level);
    const above = industryParent(code);
    if (above === null || values['parentId'] != null || (before && values['parentId'] === undefined)) return;
    const { rows } = await sql<{ id: number }>`
      select id from industry where industry_code = ${above}`.execute(trx);
    if (!rows[0])
      throw badInput(
        {
          zh: `行业代码：上级行业 ${above} 不存在`,
          en: `Industry code: there is no industry ${above} above it`,
        },
        'industryCode',
      );
    values['parentId'] = rows[0].id;
  },
};

/** Level and parent of an area follow from its code. */
export const adminAreaSlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    const code = values['areaCode'];
    if (typeof code !== 'string') return;
    values['level'] = String(areaLevel(code));
    if (values['parentId'] != null || (before && values['parentId'] === undefined)) return;
    const { rows } = await sql<{ id: number }>`
      select id from admin_area where area_code = any (${[...areaParents(code)]}::text[])
      order by area_code desc limit 1`.execute(trx);
    values['parentId'] = rows[0]?.id ?? null;
  },
};

/** The place behind the last of its list, for a row that comes without one. */
async function placeLast(
  { trx }: SlotCall,
  values: Values,
  last: RawBuilder<{ last: number | null }>,
): Promise<void> {
  if (values['ix'] != null) return;
  const { rows } = await last.execute(trx);
  values['ix'] = (rows[0]?.last ?? -1) + 1;
}

export const dictionarySlots: Slots = {
  beforeSave: async (call, values, before) => {
    if (before !== null && values['ix'] === undefined) return;
    const categoryId = (values['categoryId'] ?? before?.['categoryId'] ?? null) as number | null;
    await placeLast(
      call,
      values,
      sql<{ last: number | null }>`select max(ix) as last from dictionary where category_id = ${categoryId}`,
    );
  },
};

/** A category goes with its entries only after these were taken out one by one or by an import. */
export const dictionaryCategorySlots: Slots = {
  beforeSave: async (call, values, before) => {
    if (before !== null && values['ix'] === undefined) return;
    await placeLast(
      call,
      values,
      sql<{ last: number | null }>`select max(ix) as last from dictionary_category`,
    );
  },
  beforeDelete: async ({ trx }, row) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from dictionary where category_id = ${row.id}`.execute(trx);
    const n = rows[0]?.n ?? 0;
    if (n > 0)
      throw badInput({
        zh: `分类下还有 ${n} 个条目，请先删除条目`,
        en: `The category still has ${n} entries, delete these first`,
      });
  },
};
