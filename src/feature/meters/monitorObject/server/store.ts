import { sql } from 'kysely';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import type { ObjectCategory } from '#contract/monitorType.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import type { Db } from '#server/database/db.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';
import type { Move, TreeObject } from '../domain/tree.ts';

/** An object by its id. @throws Fault 404. */
export async function objectOf(trx: Db, id: number): Promise<JsonRow> {
  const row = await findRow(trx, monitorObject, id);
  if (!row) throw noSuchRow();
  return row;
}

/** The object below which another is put. @throws Fault 400 naming the field. */
export async function parentOf(trx: Db, id: number): Promise<JsonRow> {
  const row = await findRow(trx, monitorObject, id);
  if (!row)
    throw badInput(
      { zh: `上级对象：没有编号为 ${id} 的对象`, en: `Parent object: no object ${id}` },
      'parentId',
    );
  return row;
}

/** The objects of an enterprise, held until the end of the transaction: two people never move them at once. */
export async function lockObjects(trx: Db, consumerId: number): Promise<TreeObject[]> {
  const { rows } = await sql<TreeObject & { category: ObjectCategory }>`
    select id, parent_id as "parentId", ix, object_category as category from monitor_object
    where consumer_id = ${consumerId} order by id for update`.execute(trx);
  return rows;
}

/** Writes a move down. @throws Fault 409 with the reason why it cannot be. */
export async function applyMove(call: SlotCall, id: number, move: Move): Promise<JsonRow> {
  if ('refused' in move) throw conflict(move.refused, 'parentId');
  const { trx } = call;
  const before = await objectOf(trx, id);
  const { placings } = move;
  await sql`update monitor_object o set parent_id = p.parent, ix = p.ix
    from unnest(${placings.map((p) => p.id)}::integer[], ${placings.map((p) => p.parentId)}::integer[],
      ${placings.map((p) => p.ix)}::integer[]) p(id, parent, ix) where o.id = p.id`.execute(trx);
  await followSite(trx, id);
  const after = await objectOf(trx, id);
  await recordChange(call, monitorObject, 'edit', before, after);
  return after;
}

/** What stands below a station belongs to its site: carries the site down from where an object now stands. */
export async function followSite(trx: Db, id: number): Promise<void> {
  await sql`with recursive below as (
      select o.id, case when o.object_category = '0' then o.site_id else coalesce(p.site_id, o.site_id) end as site_id
      from monitor_object o left join monitor_object p on p.id = o.parent_id where o.id = ${id}
      union
      select c.id, case when c.object_category = '0' then c.site_id else b.site_id end
      from monitor_object c join below b on c.parent_id = b.id)
    update monitor_object o set site_id = b.site_id from below b
    where o.id = b.id and o.site_id is distinct from b.site_id`.execute(trx);
}

/** A number that no object of the enterprise has yet: the stem, or `stem.1`, `stem.2` … (always so, if `numbered`). */
export async function freeCode(trx: Db, consumerId: number, stem: string, numbered = false): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select org_code as code from monitor_object
    where consumer_id = ${consumerId} and starts_with(org_code, ${stem})`.execute(trx);
  const taken = new Set(rows.map((row) => row.code));
  if (!numbered && !taken.has(stem)) return stem;
  for (let n = 1; ; n += 1) if (!taken.has(`${stem}.${n}`)) return `${stem}.${n}`;
}

/** The place behind the last object below another. */
export async function nextIx(trx: Db, parentId: number | null): Promise<number> {
  const { rows } = await sql<{ ix: number }>`select coalesce(max(ix) + 1, 0) as ix from monitor_object
    where parent_id is not distinct from ${parentId}::integer`.execute(trx);
  return rows[0]?.ix ?? 0;
}
