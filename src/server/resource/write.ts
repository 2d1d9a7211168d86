import { sql } from 'kysely';
import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { badInput, conflict, forbidden, noSuchRow } from '#contract/error.ts';
import type { Field } from '#contract/field.ts';
import { aboutField, REQUIRED } from '#contract/issue.ts';
import { resourceOf } from '#contract/resource/index.ts';
import { recordChange } from './audit.ts';
import { hasInitials, INITIALS, initialsOf } from './initials.ts';
import { checkRestrictions } from './restrict.ts';
import { findRow, selectList, titlesOf, toJson } from './row.ts';
import type { JsonRow, SlotCall, Values } from './slot.ts';
import { slotsOf } from './slots.ts';
import { tableOf } from './table.ts';
import { readValues } from './values.ts';

type Raw = Readonly<Record<string, unknown>>;

/** A new row's values: what is given, else what the definition starts with; the enterprise from a single scope. */
function completeNew(resource: Resource, call: SlotCall, values: Values): void {
  for (const [key, field] of Object.entries(resource.fields)) {
    if (values[key] === undefined) values[key] = field.initial ?? null;
    const { scope } = call.caller;
    if (values[key] === null && key === resource.scope && scope !== 'all' && scope.length === 1)
      values[key] = scope[0];
    if (values[key] === null && field.required) throw badInput(aboutField(field.label, REQUIRED), key);
  }
}

/** Every reference must point to a row that the caller may see, of the same enterprise where both have one. */
async function checkReferences(call: SlotCall, resource: Resource, row: Raw, changed: Values): Promise<void> {
  for (const [key, field] of Object.entries(resource.fields)) {
    const refers = field.refers;
    const ids = [changed[key] ?? []].flat() as number[];
    if (refers === undefined || ids.length === 0) continue;
    const titles = await titlesOf(call.trx, refers, ids);
    const unknown = ids.find((id) => !titles.has(id));
    if (unknown !== undefined)
      throw badInput(
        aboutField(field.label, { zh: `没有编号为 ${unknown} 的记录`, en: `no record ${unknown}` }),
        key,
      );
    await checkSameEnterprise(call, resource, row, key, field, ids);
  }
}

async function checkSameEnterprise(
  call: SlotCall,
  resource: Resource,
  row: Raw,
  key: string,
  field: Field,
  ids: readonly number[],
): Promise<void> {
  if (resource.scope === null || resource.scope === 'id' || key === resource.scope || !field.refers) return;
  const owner = row[resource.scope];
  const target = field.refers === 'org' ? undefined : resourceOf(field.refers);
  const column =
    target === undefined
      ? 'consumer_id'
      : target.scope === null || target.scope === 'id'
        ? null
        : snake(target.scope);
  if (column === null || owner === null) return;
  const table = target ? tableOf(target) : 'org';
  const { rows } = await sql`select 1 from ${sql.table(table)} where id = any (${ids})
    and ${sql.ref(column)} is distinct from ${owner} limit 1`.execute(call.trx);
  if (rows.length > 0)
    throw badInput(
      aboutField(field.label, { zh: '属于另一家企业', en: 'belongs to another enterprise' }),
      key,
    );
}

/** A row may not stand below itself. */
async function checkTree(call: SlotCall, resource: Resource, id: number, values: Values): Promise<void> {
  const key = resource.tree;
  const parent = key === undefined ? undefined : values[key];
  if (key === undefined || typeof parent !== 'number') return;
  const table = sql.table(tableOf(resource));
  const up = sql.ref(snake(key));
  const { rows } = await sql`
    with recursive above as (
      select id, ${up} as up from ${table} where id = ${parent}
      union select t.id, t.${up} from ${table} t join above a on t.id = a.up)
    select 1 from above where id = ${id}`.execute(call.trx);
  const field = resource.fields[key];
  if (rows.length > 0 && field)
    throw badInput(
      aboutField(field.label, { zh: '不能是自身或自身的下级', en: 'may not be the row itself or below it' }),
      key,
    );
}

/** No two rows share the unique fields. */
async function checkUnique(call: SlotCall, resource: Resource, id: number | null, row: Raw): Promise<void> {
  for (const fields of resource.unique) {
    const same = fields.map((f) => sql`${sql.ref(snake(f))} = ${row[f]}`);
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(tableOf(resource))}
      where ${sql.join(same, sql` and `)} and id is distinct from ${id} limit 1`.execute(call.trx);
    const last = fields.at(-1) as string;
    const label = resource.fields[last]?.label;
    if (rows[0] && label)
      throw conflict(
        {
          zh: `${label.zh}已存在：${String(row[last])}`,
          en: `${label.en} already exists: ${String(row[last])}`,
        },
        last,
      );
  }
}

/** The columns of written values, with the initials of a title among them. */
function columnsOf(resource: Resource, values: Values): Values {
  const columns = Object.fromEntries(Object.entries(values).map(([key, value]) => [snake(key), value]));
  const title = values[resource.title];
  return hasInitials(resource) && typeof title === 'string'
    ? { ...columns, [INITIALS]: initialsOf(title) }
    : columns;
}

/** What all enterprises share is written by operators alone, whatever functions an enterprise account holds. */
function checkWriter(call: SlotCall, resource: Resource): void {
  if (resource.scope === null && call.caller.scope !== 'all') throw forbidden();
}

/** Adds a row. @throws Fault 400, 403, 409. */
export async function addRow(call: SlotCall, resource: Resource, raw: Raw): Promise<JsonRow> {
  const values = readValues(resource, raw);
  completeNew(resource, call, values);
  checkWriter(call, resource);
  await checkRestrictions(call, resource, values);
  const slots = slotsOf(resource);
  await slots.beforeSave?.(call, values, null);
  await checkReferences(call, resource, values, values);
  await checkUnique(call, resource, null, values);
  const columns = Object.entries(columnsOf(resource, values));
  const { rows } = await sql<Values>`
    insert into ${sql.table(tableOf(resource))} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    values (${sql.join(columns.map(([, value]) => value))}) returning ${selectList(resource)}`.execute(
    call.trx,
  );
  const row = toJson(resource, rows[0] ?? {});
  await recordChange(call, resource, 'add', null, row);
  const more = await slots.afterSave?.(call, row, null);
  return { ...row, ...more };
}

/** Changes the given fields of a row; the others stay. @throws Fault 400, 403, 404, 409. */
export async function editRow(
  call: SlotCall,
  resource: Resource,
  id: number,
  raw: Raw,
  remarks?: string,
): Promise<JsonRow> {
  checkWriter(call, resource);
  const before = await findRow(call.trx, resource, id);
  if (!before) throw noSuchRow();
  const values = readValues(resource, raw);
  const slots = slotsOf(resource);
  await slots.beforeSave?.(call, values, before);
  if (Object.keys(values).length === 0) return before;
  const row = { ...before, ...values };
  await checkReferences(
    call,
    resource,
    row,
    resource.scope !== null && resource.scope in values ? row : values,
  );
  await checkTree(call, resource, id, values);
  await checkUnique(call, resource, id, row);
  const set = Object.entries(columnsOf(resource, values)).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  );
  const { rows } = await sql<Values>`
    update ${sql.table(tableOf(resource))} set ${sql.join(set)} where id = ${id}
    returning ${selectList(resource)}`.execute(call.trx);
  if (!rows[0]) throw noSuchRow();
  const after = toJson(resource, rows[0]);
  await recordChange(call, resource, 'edit', before, after, remarks);
  await slots.afterSave?.(call, after, before);
  return after;
}

/** Deletes a row. @throws Fault 404, 409 while other rows refer to it. */
export async function deleteRow(call: SlotCall, resource: Resource, id: number): Promise<void> {
  checkWriter(call, resource);
  const before = await findRow(call.trx, resource, id);
  if (!before) throw noSuchRow();
  await slotsOf(resource).beforeDelete?.(call, before);
  await sql`delete from ${sql.table(tableOf(resource))} where id = ${id}`.execute(call.trx);
  await recordChange(call, resource, 'del', before, null);
}
