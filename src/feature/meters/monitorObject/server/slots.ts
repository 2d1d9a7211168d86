import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import type { ObjectCategory } from '#contract/monitorType.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import { findRow } from '#server/resource/row.ts';
import type { JsonRow, SlotCall, Slots, Values } from '#server/resource/slot.ts';
import { misplaced } from '../domain/tree.ts';
import { followSite } from './store.ts';

/** Where an object stands fits its category, and its site is that of what it stands below. */
async function checkPlace(call: SlotCall, values: Values, before: JsonRow | null): Promise<void> {
  const now = { ...before, ...values };
  const category = now['objectCategory'] as ObjectCategory;
  const parentId = (now['parentId'] ?? null) as number | null;
  const parent = parentId === null ? undefined : await findRow(call.trx, monitorObject, parentId);
  // One that is not there is refused by the engine, with its number.
  if (parentId !== null && !parent) return;
  const refused = misplaced(category, (parent?.['objectCategory'] ?? null) as ObjectCategory | null);
  if (refused)
    throw badInput({ zh: `上级对象：${refused.zh}`, en: `Parent object: ${refused.en}` }, 'parentId');
  if (parent && category !== '0' && now['siteId'] !== parent['siteId']) values['siteId'] = parent['siteId'];
  if (before === null || category === before['objectCategory']) return;
  const { rows } = await sql<{ category: ObjectCategory }>`
    select distinct object_category as category from monitor_object where parent_id = ${before.id}`.execute(
    call.trx,
  );
  const child = rows.map((row) => misplaced(row.category, category)).find((one) => one !== undefined);
  if (child) throw badInput({ zh: `类别：${child.zh}`, en: `Category: ${child.en}` }, 'objectCategory');
}

export const monitorObjectSlots: Slots = {
  beforeSave: checkPlace,
  afterSave: async (call, row, before) => {
    if (before !== null && before['siteId'] !== row['siteId']) await followSite(call.trx, row.id);
  },
  beforeDelete: async ({ trx }, row) => {
    const { rows } = await sql<{ name: string; count: number }>`
      select min(org_name) as name, count(*)::integer as count from monitor_object
      where parent_id = ${row.id} having count(*) > 0`.execute(trx);
    const [below] = rows;
    if (below)
      throw conflict({
        zh: `“${String(row['orgName'])}”之下还有“${below.name}”等 ${below.count} 个对象，请先删除或移走`,
        en: `“${below.name}” and others (${below.count}) stand below “${String(row['orgName'])}”: delete or move them first`,
      });
    // What only says more about the object goes with it.
    await sql`delete from org_extend where org_id = ${row.id}`.execute(trx);
    await sql`delete from monitor_object_item where monitor_object_id = ${row.id}`.execute(trx);
  },
};
