import { sql } from 'kysely';
import { fieldsOf, snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { badInput, conflict, forbidden, noSuchRow } from '#contract/error.ts';
import type { Field } from '#contract/field.ts';
import { aboutField, REQUIRED } from '#contract/issue.ts';
import { yesNo } from '#contract/param.ts';
import { resourceOf } from '#resource/index.ts';
import { groupedBy } from '#domain/group.ts';
import type { Db } from '../database/db.ts';
import { recordChanges } from './audit.ts';
import { columnsOf, insertRows } from './insert.ts';
import { checkCodes } from './code.ts';
import { refuseElsewhere } from './elsewhere.ts';
import { checkExpected } from './expected.ts';
import { checkRestrictions } from './restrict.ts';
import { findRow, rowsOfKeys, selectList, titlesOf, toJson } from './row.ts';
import type { JsonRow, SlotCall, Values } from './slot.ts';
import { slotsOf } from './slots.ts';
import { tableOf } from './table.ts';
import { refuseUsed } from './uses.ts';
import { readValues } from './values.ts';

type Raw = Readonly<Record<string, unknown>>;

/** A new row's values: what is given, else what the definition starts with; the enterprise from a single scope. */
function completeNew(resource: Resource, call: SlotCall, values: Values): void {
  for (const [key, field] of fieldsOf(resource)) {
    if (values[key] === undefined) values[key] = field.initial ?? null;
    const { scope } = call.caller;
    if (values[key] === null && key === resource.scope && scope !== 'all' && scope.length === 1)
      values[key] = scope[0];
    if (values[key] === null && field.required) throw badInput(aboutField(field.label, REQUIRED), key);
  }
}

/** A row as it will be, and what of it is written. */
interface Written {
  readonly row: Raw;
  readonly changed: Values;
}

/** Every reference must point to a row that the caller may see, of the same enterprise where both have one. */
async function checkReferences(
  call: SlotCall,
  resource: Resource,
  written: readonly Written[],
): Promise<void> {
  const idsOf = (key: string, { changed }: Written) => [changed[key] ?? []].flat() as number[];
  for (const [key, field] of Object.entries(resource.fields)) {
    if (field.refers === undefined) continue;
    const ids = [...new Set(written.flatMap((one) => idsOf(key, one)))];
    if (ids.length === 0) continue;
    const titles = await titlesOf(call.trx, field.refers, ids, call.language);
    const unknown = ids.find((id) => !titles.has(id));
    if (unknown !== undefined)
      throw badInput(
        aboutField(field.label, { zh: `没有编号为 ${unknown} 的记录`, en: `no record ${unknown}` }),
        key,
      );
    const ownerOf = ({ row }: Written) => (resource.scope === null ? null : row[resource.scope]);
    for (const owner of new Set(written.map(ownerOf))) {
      const own = written.filter((one) => ownerOf(one) === owner).flatMap((one) => idsOf(key, one));
      await checkSameEnterprise(call, resource, owner, key, field, [...new Set(own)]);
    }
  }
  await checkCodes(call, resource, written);
}

async function checkSameEnterprise(
  call: SlotCall,
  resource: Resource,
  owner: unknown,
  key: string,
  field: Field,
  ids: readonly number[],
): Promise<void> {
  if (resource.scope === null || resource.scope === 'id' || key === resource.scope || !field.refers) return;
  const target = field.refers === 'org' ? undefined : resourceOf(field.refers);
  const column =
    target === undefined
      ? 'consumer_id'
      : target.scope === null || target.scope === 'id'
        ? null
        : snake(target.scope);
  if (column === null || owner == null || ids.length === 0) return;
  const table = target ? tableOf(target) : 'org';
  const { rows } = await sql`select 1 from ${sql.table(table)} where id = any (${ids})
    and ${sql.ref(column)} is distinct from ${owner} limit 1`.execute(call.trx);
  if (rows.length > 0)
    throw badInput(
      aboutField(field.label, { zh: '属于另一家企业', en: 'belongs to another enterprise' }),
      key,
    );
}

/** Rows of an enterprise get other parents one after the other: two at once would not see that they close a ring. */
async function holdTree(call: SlotCall, resource: Resource, id: number, raw: Raw): Promise<void> {
  const { tree: key, scope } = resource;
  const names = key === undefined ? [] : [key, resource.fields[key]?.alias ?? key];
  // An import holds its rows already, so it may wait for nobody who waits for one of them.
  if (call.importId !== undefined || !names.some((name) => Object.hasOwn(raw, name))) return;
  const owner = scope === null ? sql`0` : sql.ref(snake(scope));
  await sql`select pg_advisory_xact_lock(hashtext(${tableOf(resource)}), ${owner})
    from ${sql.table(tableOf(resource))} where id = ${id}`.execute(call.trx);
}

/** No row may stand below itself, as if the rows got their parents one after the other. */
async function checkTree(
  call: SlotCall,
  resource: Resource,
  written: readonly { readonly before: JsonRow; readonly values: Values }[],
): Promise<void> {
  const { tree: key } = resource;
  const field = key === undefined ? undefined : resource.fields[key];
  if (key === undefined || !field) return;
  const moved = written.flatMap(({ before, values }, n) =>
    key in values ? [{ n, id: before.id, up: values[key] ?? null }] : [],
  );
  if (moved.every(({ up }) => up === null)) return;
  const { rows } = await sql`
    with recursive moved as (
      select * from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m(n integer, id integer, up integer)),
    above as (
      select n, id as start, up as id from moved where up is not null
      union select a.n, a.start, case when m.id is null then ${sql.ref(`t.${snake(key)}`)} else m.up end
      from above a join ${sql.table(tableOf(resource))} t on t.id = a.id
        left join moved m on m.id = a.id and m.n <= a.n)
    select from above where id = start limit 1`.execute(call.trx);
  if (rows.length > 0)
    throw badInput(
      aboutField(field.label, { zh: '不能是自身或自身的下级', en: 'may not be the row itself or below it' }),
      key,
    );
}

/** No two rows share the unique fields; `ids` are those of the rows themselves, null for new ones. */
async function checkUnique(
  call: SlotCall,
  resource: Resource,
  written: readonly { readonly id: number | null; readonly row: Raw }[],
): Promise<void> {
  for (const fields of resource.unique) {
    const keys = written.map(({ row }) => fields.map((key) => row[key]));
    const [found] = await rowsOfKeys(call.trx, resource, fields, keys, (n) => written[n]?.id ?? null);
    const last = fields.at(-1) as string;
    const label = resource.fields[last]?.label;
    if (!found || !label) continue;
    const value = String(written[found.n]?.row[last]);
    throw conflict({ zh: `${label.zh}已存在：${value}`, en: `${label.en} already exists: ${value}` }, last);
  }
}

/** What all enterprises share is written by operators alone, whatever functions an enterprise account holds. */
function checkWriter(call: SlotCall, resource: Resource): void {
  if (resource.scope === null && call.caller.scope !== 'all') throw forbidden();
}

/** The call as its slots see it: `confirmed` says that the caller was told what the change would do. */
const asConfirmed = (call: SlotCall, raw: Raw): SlotCall =>
  yesNo().safeParse(raw['confirmed']).data ? { ...call, confirmed: true } : call;

/** Adds a row. @throws Fault 400, 403, 409. */
export async function addRow(given: SlotCall, resource: Resource, raw: Raw): Promise<JsonRow> {
  const call = asConfirmed(given, raw);
  const rows = await completeNewRows(call, resource, [raw]);
  const [row] = await insertRows(call, resource, rows, true);
  if (!row) throw new Error(`${resource.name}: the row was not written`);
  return { ...row, ...(await slotsOf(resource).afterSave?.(call, row, null)) };
}

/** Adds rows, all or none, with as many statements as one row needs. @throws Fault 400, 403, 409 of the first at fault. */
export async function addRows(call: SlotCall, resource: Resource, raws: readonly Raw[]): Promise<void> {
  await insertAll(call, resource, await completeNewRows(call, resource, raws));
}

/** Adds rows that were read, and looked for among those that are there. @throws Fault as `addRows`. */
export async function addFreshRows(
  call: SlotCall,
  resource: Resource,
  rows: readonly Values[],
): Promise<void> {
  checkWriter(call, resource);
  const complete = rows.map((row) => ({ ...row }));
  await completeAll(call, resource, complete);
  await insertAll(call, resource, complete);
}

/** Reads new rows as they will be written. @throws Fault 400, 403, 409. */
async function completeNewRows(call: SlotCall, resource: Resource, raws: readonly Raw[]): Promise<Values[]> {
  checkWriter(call, resource);
  for (const raw of raws) refuseElsewhere(resource, raw);
  const rows = raws.map((raw) => readValues(resource, raw));
  await completeAll(call, resource, rows);
  const written = rows.map((row) => ({ id: null, row }));
  await checkUnique(call, resource, written);
  return rows;
}

/** Completes the values of new rows. @throws Fault 400, 403, 409 for whatever refuses them but that they are there. */
async function completeAll(call: SlotCall, resource: Resource, rows: readonly Values[]): Promise<void> {
  for (const values of rows) completeNew(resource, call, values);
  await checkRestrictions(call, resource, rows);
  const { beforeSave } = slotsOf(resource);
  if (beforeSave) for (const values of rows) await beforeSave(call, values, null);
  const written = rows.map((row) => ({ row, changed: row }));
  await checkReferences(call, resource, written);
}

async function insertAll(call: SlotCall, resource: Resource, rows: readonly Values[]): Promise<void> {
  const { afterSave } = slotsOf(resource);
  const added = await insertRows(call, resource, rows, afterSave !== undefined);
  for (const row of added) await afterSave?.(call, row, null);
}

/**
 * Changes the given fields of a row; the others stay. `expected` among them is what the caller saw in fields before
 * changing them: where another person changed one since, the change is refused and says by whom.
 * @throws Fault 400, 403, 404, 409.
 */
export async function editRow(
  call: SlotCall,
  resource: Resource,
  id: number,
  raw: Raw,
  remarks?: string,
): Promise<JsonRow> {
  checkWriter(call, resource);
  await holdTree(call, resource, id, raw);
  // Two who edit the row at once come one after the other.
  await sql`select from ${sql.table(tableOf(resource))} where id = ${id} for update`.execute(call.trx);
  const before = await findRow(call.trx, resource, id);
  if (!before) throw noSuchRow();
  await checkExpected(call, resource, before, raw['expected']);
  const [after] = await editRows(asConfirmed(call, raw), resource, [{ before, raw }], remarks);
  return after ?? before;
}

/** Changes rows as they were found, all or none; rows without a change stay out of the answer. @throws Fault as `editRow`. */
export async function editRows(
  call: SlotCall,
  resource: Resource,
  edits: readonly { readonly before: JsonRow; readonly raw: Raw }[],
  remarks?: string,
): Promise<JsonRow[]> {
  checkWriter(call, resource);
  const slots = slotsOf(resource);
  const written: Edited[] = [];
  for (const { before, raw } of edits) {
    refuseElsewhere(resource, raw);
    const values = readValues(resource, raw);
    await slots.beforeSave?.(call, values, before);
    if (Object.keys(values).length > 0) written.push({ before, row: { ...before, ...values }, values });
  }
  if (written.length === 0) return [];
  const moved = (values: Values) => resource.scope !== null && resource.scope in values;
  await checkReferences(
    call,
    resource,
    written.map(({ row, values }) => ({ row, changed: moved(values) ? row : values })),
  );
  await checkTree(call, resource, written);
  await checkUnique(
    call,
    resource,
    written.map(({ before, row }) => ({ id: before.id, row })),
  );
  const changed = await updateRows(call.trx, resource, written);
  const pairs = changed.map((after, i) => ({ before: written[i]?.before ?? after, after }));
  await recordChanges(call, resource, 'edit', pairs, remarks);
  for (const { before, after } of pairs) await slots.afterSave?.(call, after, before);
  return changed;
}

type Edited = { readonly before: JsonRow; readonly row: Raw; readonly values: Values };

/**
 * Writes the changed columns of each row and no other: one that somebody edits meanwhile stays. The answer is in the order
 * of what was given. @throws Fault 404 where a row is gone.
 */
async function updateRows(trx: Db, resource: Resource, written: readonly Edited[]): Promise<JsonRow[]> {
  const keysOf = ({ values }: Edited): string => Object.keys(values).toSorted().join();
  const byId = new Map<unknown, JsonRow>();
  for (const group of groupedBy(written, keysOf).values())
    for (const row of await updateAlike(trx, resource, group)) byId.set(row.id, row);
  return written.map(({ before }) => {
    const row = byId.get(before.id);
    if (!row) throw noSuchRow();
    return row;
  });
}

/** Writes rows of which the same columns changed. */
async function updateAlike(trx: Db, resource: Resource, written: readonly Edited[]): Promise<JsonRow[]> {
  const table = sql.table(tableOf(resource));
  const rows = written.map(({ before, values }) => ({ id: before.id, ...columnsOf(resource, values) }));
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'id');
  const { rows: changed } = await sql<Values>`
    update ${table} t set ${sql.join(columns.map((c) => sql`${sql.ref(c)} = v.${sql.ref(c)}`))}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb) v where t.id = v.id
    returning ${selectList(resource, 't')}`.execute(trx);
  return changed.map((row) => toJson(resource, row));
}

/** Deletes a row. @throws Fault 404, 409 while other rows refer to it. */
export async function deleteRow(call: SlotCall, resource: Resource, id: number): Promise<void> {
  checkWriter(call, resource);
  const before = await findRow(call.trx, resource, id);
  if (!before) throw noSuchRow();
  await deleteRows(call, resource, [before]);
}

/** Deletes rows as they were found, all or none. @throws Fault 409 while other rows refer to one of them. */
export async function deleteRows(
  call: SlotCall,
  resource: Resource,
  rows: readonly JsonRow[],
): Promise<void> {
  checkWriter(call, resource);
  for (const row of rows) await slotsOf(resource).beforeDelete?.(call, row);
  await refuseUsed(call, resource, rows);
  await sql`delete from ${sql.table(tableOf(resource))} where id = any (${rows.map((row) => row.id)})`.execute(
    call.trx,
  );
  await recordChanges(
    call,
    resource,
    'del',
    rows.map((before) => ({ before, after: null })),
  );
}
