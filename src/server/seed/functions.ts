import { sql } from 'kysely';
import { MENU } from '#menu/menu.ts';
import type { MenuNode } from '#menu/menu.ts';
import { operTypeOf } from '#contract/permission.ts';
import type { Db } from '../database/db.ts';
import { ROLES } from './roles.ts';

/**
 * Brings the stored functions up to the version's menu: new ones are added (and given to the shipped roles), known
 * ones follow the product in what people left as it was shipped, gone ones go. What the product moves elsewhere comes
 * along also where people had put it elsewhere, as the group it stood in may be gone.
 */
export async function syncFunctions(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`lock table fun, org_role in share row exclusive mode`.execute(trx);
    const known = await followed(trx);
    const all: { readonly id: number; readonly node: MenuNode; readonly added: boolean }[] = [];
    const codes: string[] = [];
    const walk = async (node: MenuNode, parent: Stored | null, ix: number): Promise<void> => {
      codes.push(node.funCode);
      const row = await store(trx, node, parent, ix, known);
      all.push({ ...row, node });
      for (const [i, child] of (node.children ?? []).entries())
        await walk(child, { id: row.id, code: node.funCode }, i);
    };
    await walk(MENU, null, 0);
    for (const [code, role] of Object.entries(ROLES)) {
      const held = all.filter(({ node }) => role.holds(node));
      const ids = (of: typeof held): number[] => of.map(({ id }) => id);
      const fresh = ids(held.filter(({ added }) => added));
      // The others come with a migration, once: who deletes one does not get it back.
      if (code === 'operator' || code === 'enterprise')
        await sql`insert into org_role (role_name, role_name_en, role_code, home_url)
          values (${role.name.zh}, ${role.name.en}, ${code}, ${role.homeUrl})
          on conflict (role_code) do nothing`.execute(trx);
      await sql`update org_role set _unfilled = false, org_fun_list = case when _unfilled
          then ${ids(held)}::integer[] else org_fun_list || ${fresh}::integer[] end
        where role_code = ${code}`.execute(trx);
      // Roles that approved enterprises have of their own go with the shipped one.
      if (code === 'enterprise')
        await sql`update org_role set org_fun_list = org_fun_list || ${fresh}::integer[]
          where role_code like 'enterprise-%'`.execute(trx);
    }
    const { rows: gone } = await sql<{ id: number }>`
      select id from fun where fun_code <> all (${codes}) and remark is null
      order by (fun_type = 'button') desc, (fun_type = 'screen') desc`.execute(trx);
    for (const { id } of gone) {
      await sql`update org_role set org_fun_list = array_remove(org_fun_list, ${id}::integer)`.execute(trx);
      await sql`delete from fun where id = ${id} and not exists (select from fun c where c.parent_id = ${id})`.execute(
        trx,
      );
    }
  });
}

interface Stored {
  readonly id: number;
  readonly code: string;
}

/** Functions by what the product made of them: who is among them under what it ships now has nothing to follow. */
async function followed(trx: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; code: string; type: string; url: string | null; ships: Shipped }>`
    select id, fun_code as code, fun_type as type, url, _shipped as ships from fun
    where _shipped is not null and oper_type is not null`.execute(trx);
  return new Map(rows.map(({ id, code, type, url, ships }) => [keyOf(code, type, url, ships), id]));
}

interface Shipped {
  readonly parent: string | null;
  readonly place: string | null;
  readonly zh: string;
  readonly en: string;
}

const keyOf = (code: string, type: string, url: string | null, { parent, place, zh, en }: Shipped): string =>
  JSON.stringify([code, type, url, parent, place, zh, en]);

/** Adds one function, or lets it follow the product. */
async function store(
  trx: Db,
  node: MenuNode,
  parent: Stored | null,
  ix: number,
  known: ReadonlyMap<string, number>,
): Promise<{ readonly id: number; readonly added: boolean }> {
  const { zh, en } = node.name;
  const ships: Shipped = { parent: parent?.code ?? null, place: node.place ?? null, zh, en };
  const knownId = known.get(keyOf(node.funCode, node.type, node.url ?? null, ships));
  if (knownId !== undefined) return { id: knownId, added: false };
  const shipped = JSON.stringify(ships);
  // Of what older versions stored the log tells whether people named it themselves.
  const { rows } = await sql<{ id: number; added: boolean }>`
    insert into fun as f (fun_name, fun_name_en, fun_code, parent_id, fun_type, oper_type, url, icon_name, ix, place, _shipped)
    values (${zh}, ${en}, ${node.funCode}, ${parent?.id ?? null}, ${node.type}, ${operTypeOf(node.type, node.funCode)}, ${node.url ?? null},
      ${node.icon ?? null}, ${ix}, ${node.place ?? null}, ${shipped}::jsonb)
    on conflict (fun_code) do update set fun_type = excluded.fun_type, url = excluded.url, _shipped = excluded._shipped,
      oper_type = coalesce(f.oper_type, excluded.oper_type),
      parent_id = case when f._shipped ->> 'parent' is distinct from excluded._shipped ->> 'parent'
        then excluded.parent_id else f.parent_id end,
      ix = case when f._shipped ->> 'parent' is distinct from excluded._shipped ->> 'parent' then excluded.ix else f.ix end,
      place = case when f.place is not distinct from f._shipped ->> 'place' then excluded.place else f.place end,
      fun_name = case when coalesce(f.fun_name = f._shipped ->> 'zh', ${unnamed('fun_name')})
        then excluded.fun_name else f.fun_name end,
      fun_name_en = case when coalesce(f.fun_name_en = f._shipped ->> 'en', ${unnamed('fun_name_en')})
        then excluded.fun_name_en else f.fun_name_en end
    returning id, xmax = 0 as added`.execute(trx);
  const row = rows[0];
  if (!row) throw new Error(`the function ${node.funCode} was not stored`);
  return row;
}

const FIELD = { fun_name: 'funName', fun_name_en: 'funNameEn' } as const;

/** Whether nobody has changed a name of the function `f`. */
const unnamed = (column: keyof typeof FIELD) => sql`not exists (
  select from oper_log l where l.resource = 'fun' and l.row_id = f.id and l.after ->> ${FIELD[column]} is not null
    and l.after ->> ${FIELD[column]} is distinct from l.before ->> ${FIELD[column]})`;
