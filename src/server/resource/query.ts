import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import type { DataTable, Filter, Page } from '#contract/envelope.ts';
import { badInput } from '#contract/error.ts';
import type { Field } from '#contract/field.ts';
import { kindContracts } from '#contract/kinds.ts';
import type { Db } from '../database/db.ts';
import { hasInitials, INITIALS } from './initials.ts';
import { kindServers } from './kinds.ts';
import { selectList, toJson, withTitles } from './row.ts';
import type { JsonRow } from './slot.ts';
import { tableOf } from './table.ts';

type Condition = RawBuilder<unknown>;

/** Part of a text in either case; `ilike` takes twice the time. */
const contains = (column: RawBuilder<unknown>, text: string): Condition =>
  sql`lower(${column}) like lower(${like(text)})`;

const like = (text: string) => `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

const ID: Pick<Field, 'kind'> = { kind: 'integer' };

function fieldOf(resource: Resource, name: string): { field: Field; column: string } {
  if (name === 'id' || name === resource.idName) return { field: ID as Field, column: 'id' };
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (!field) throw badInput({ zh: `没有名为 ${name} 的字段`, en: `There is no field named ${name}` }, name);
  return { field, column: snake(name) };
}

function valueOf(field: Field, raw: unknown, name: string): unknown {
  const list = field.kind === 'choices' || field.kind === 'references';
  const value = kindContracts[field.kind].parse(raw, field);
  if (value === undefined) {
    const expected = kindContracts[field.kind].expected(field);
    throw badInput({ zh: `${name}：应为${expected.zh}`, en: `${name}: must be ${expected.en}` }, name);
  }
  return list ? (value as unknown[])[0] : value;
}

/** The condition that a plain value of a field means: part of the text, the same value, an element of the list. */
function matches(field: Field, column: string, raw: unknown, name: string): Condition {
  const { matches: how, columnType } = kindServers[field.kind];
  const ref = sql.ref(column);
  if (how === 'contains') return contains(ref, String(raw));
  const value = valueOf(field, raw, name);
  return how === 'has' ? sql`${value} = any (${ref})` : sql`${ref} = ${value}::${sql.raw(columnType)}`;
}

const COMPARE = {
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
  eq: sql`=`,
  ne: sql`is distinct from`,
} as const;

function filterCondition(resource: Resource, filter: Filter): Condition {
  const { field, column } = fieldOf(resource, filter.field);
  const ref = sql.ref(column);
  const { op, value: raw } = filter;
  if (op === 'empty') return sql`${ref} is null`;
  if (op === 'notEmpty') return sql`${ref} is not null`;
  if (raw === undefined || raw === null) return sql`true`;
  if (op === 'in')
    return sql`(${sql.join(
      [raw].flat().map((v) => matches(field, column, v, filter.field)),
      sql` or `,
    )})`;
  const { columnType, matches: how } = kindServers[field.kind];
  if (op === 'contains' || how === 'has') return matches(field, column, raw, filter.field);
  const type = sql.raw(columnType);
  return sql`${ref} ${COMPARE[op]} ${valueOf(field, raw, filter.field)}::${type}`;
}

/** Any text field holds the words, or the title's pinyin initials do. */
function searchCondition(resource: Resource, search: string): Condition {
  const columns = Object.entries(resource.fields)
    .filter(([, f]) => f.kind === 'text')
    .map(([key]) => snake(key));
  if (hasInitials(resource)) columns.push(INITIALS);
  if (columns.length === 0) return sql`true`;
  return sql`(${sql.join(
    columns.map((column) => contains(sql.ref(column), search)),
    sql` or `,
  )})`;
}

/** The condition of a table's filters and search. */
export function conditionOf(resource: Resource, table: Pick<DataTable, 'filters' | 'search'>): Condition {
  const conditions = table.filters.map((f) => filterCondition(resource, f));
  if (table.search.trim() !== '') conditions.push(searchCondition(resource, table.search.trim()));
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** The condition of parameters named like fields (`searchall`, `searchpage`). */
export function conditionOfFields(resource: Resource, params: Readonly<Record<string, unknown>>): Condition {
  const { search, ...rest } = params;
  const conditions = Object.entries(rest).map(([name, raw]) => {
    const { field, column } = fieldOf(resource, name);
    return name === 'id' || name === resource.idName
      ? sql`id = ${valueOf(field, raw, name)}`
      : matches(field, column, raw, name);
  });
  if (typeof search === 'string' && search !== '') conditions.push(searchCondition(resource, search));
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

const usualOrder = ({ order }: Resource): DataTable['sorter'] =>
  order === undefined
    ? null
    : { field: order.replace(/^-/, ''), order: order.startsWith('-') ? 'descend' : 'ascend' };

/** Order by one field, then by id, so that pages never overlap. */
export function orderOf(resource: Resource, sorter: DataTable['sorter']): RawBuilder<unknown> {
  const by = sorter ?? usualOrder(resource);
  if (!by) return sql`id`;
  const { column } = fieldOf(resource, by.field);
  const back = by.order === 'descend';
  if (!sorter && back) return sql`${sql.ref(column)} desc, id desc`;
  return sql`${sql.ref(column)} ${back ? sql`desc nulls last` : sql`asc nulls last`}, id`;
}

/** The order that `orderBy` asks for: `orgName` or `orgName desc`. */
export function parseOrderBy(orderBy: string | undefined): DataTable['sorter'] {
  const [field, direction] = (orderBy ?? '').trim().split(/\s+/);
  return field ? { field, order: direction?.toLowerCase() === 'desc' ? 'descend' : 'ascend' } : null;
}

/** One page of rows with the titles of what they refer to. */
export async function pageOfRows(
  trx: Db,
  resource: Resource,
  where: Condition,
  order: RawBuilder<unknown>,
  page: { readonly current: number; readonly pageSize: number },
  forSheet = false,
): Promise<Page<JsonRow>> {
  const table = sql.table(tableOf(resource));
  const { rows } = await sql<Record<string, unknown>>`
    select ${selectList(resource)} from ${table} where ${where} order by ${order}
    limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
  const json = rows.map((row) => toJson(resource, row));
  const list = await withTitles(trx, resource, json, forSheet);
  const total = totalOf(rows.length, page) ?? (await countRows(trx, table, where));
  return { list, pagination: { total, ...page } };
}

/** How many rows there are in all, where the page itself tells it: it is not full. */
function totalOf(
  rows: number,
  { current, pageSize }: { readonly current: number; readonly pageSize: number },
): number | undefined {
  return rows < pageSize && (rows > 0 || current === 1) ? (current - 1) * pageSize + rows : undefined;
}

async function countRows(trx: Db, table: RawBuilder<unknown>, where: Condition): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${table} where ${where}`.execute(trx);
  return rows[0]?.total ?? 0;
}
