import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { englishNameOf, snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import type { DataTable, Filter, Page } from '#contract/envelope.ts';
import { badInput, type Fault } from '#contract/error.ts';
import { parseField } from '#contract/issue.ts';
import type { Field } from '#contract/field.ts';
import { kindContracts } from '#contract/kinds.ts';
import type { Language } from '#contract/text.ts';
import type { Db } from '../database/db.ts';
import { kindServers } from './kinds.ts';
import { orderColumns, SEARCH, searchedColumns, searchExpression } from './large.ts';
import { BY_ID, EVERY, orderTerms } from './order.ts';
import type { Condition, Order } from './order.ts';
import { findPage } from './page.ts';
import { findRows, withTitles } from './row.ts';
import type { JsonRow } from './slot.ts';
import { tableOf } from './table.ts';

/** Whether a text in lower case has a part, in either case; `like` and `ilike` take longer. */
const contains = (lower: RawBuilder<unknown>, part: string): Condition =>
  sql`strpos(${lower}, lower(${part})) > 0`;

/** Digits and Chinese have no case: to put a text in lower case takes longer than to look through it. */
const hasCase = (part: string): boolean => part.toLowerCase() !== part.toUpperCase();

const ID: Pick<Field, 'kind'> = { kind: 'integer' };

/** A field with its column, and that of the English name beside it where there is one. */
function fieldOf(resource: Resource, name: string): { field: Field; column: string; english?: string } {
  if (name === 'id' || name === resource.idName) return { field: ID as Field, column: 'id' };
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (!field) throw badInput({ zh: `没有名为 ${name} 的字段`, en: `There is no field named ${name}` }, name);
  const english = englishNameOf(resource, name);
  return { field, column: snake(name), ...(english === undefined ? {} : { english: snake(english) }) };
}

function unreadable(field: Field, name: string): Fault {
  const expected = kindContracts[field.kind].expected(field);
  return badInput({ zh: `${name}：应为${expected.zh}`, en: `${name}: must be ${expected.en}` }, name);
}

function valueOf(field: Field, raw: unknown, name: string): unknown {
  const list = field.kind === 'choices' || field.kind === 'references';
  const value = parseField(field, raw);
  if (value === undefined) throw unreadable(field, name);
  return list ? (value as unknown[])[0] : value;
}

/** The condition that a plain value of a field means: part of the text, the same value, an element of the list. */
function matches(field: Field, column: string, raw: unknown, name: string, english?: string): Condition {
  const { matches: how, columnType } = kindServers[field.kind];
  const ref = sql.ref(column);
  if (how === 'contains') {
    if (typeof raw === 'object') throw unreadable(field, name);
    const text = english === undefined ? ref : sql`concat_ws(E'\n', ${ref}, ${sql.ref(english)})`;
    return contains(hasCase(String(raw)) ? sql`lower(${text})` : text, String(raw));
  }
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
  const { field, column, english } = fieldOf(resource, filter.field);
  const ref = sql.ref(column);
  const { op, value: raw } = filter;
  if (op === 'empty') return sql`${ref} is null`;
  if (op === 'notEmpty') return sql`${ref} is not null`;
  if (raw === undefined || raw === null) return EVERY;
  if (op === 'in')
    return sql`(${sql.join(
      [raw].flat().map((v) => matches(field, column, v, filter.field, english)),
      sql` or `,
    )})`;
  const { columnType, matches: how } = kindServers[field.kind];
  if (op === 'contains' || how === 'has') return matches(field, column, raw, filter.field, english);
  const type = sql.raw(columnType);
  return sql`${ref} ${COMPARE[op]} ${valueOf(field, raw, filter.field)}::${type}`;
}

/** Any text field holds the words, or the title's pinyin initials do. */
function searchCondition(resource: Resource, search: string): Condition {
  if (searchedColumns(resource).length === 0) return EVERY;
  return contains(resource.large ? sql.ref(SEARCH) : sql.raw(searchExpression(resource)), search);
}

/** The condition of a table's filters and search. */
export function conditionOf(resource: Resource, table: Pick<DataTable, 'filters' | 'search'>): Condition {
  const conditions = table.filters.map((f) => filterCondition(resource, f));
  if (table.search.trim() !== '') conditions.push(searchCondition(resource, table.search.trim()));
  return conditions.length === 0 ? EVERY : sql.join(conditions, sql` and `);
}

/** The condition of parameters named like fields (`searchall`, `searchpage`); stamps against caches are none. */
export function conditionOfFields(resource: Resource, params: Readonly<Record<string, unknown>>): Condition {
  const { search, _: _at, t: _t, _t: _stamp, ...rest } = params;
  const conditions = Object.entries(rest).map(([name, raw]) => {
    const { field, column } = fieldOf(resource, name);
    return name === 'id' || name === resource.idName
      ? sql`id = ${valueOf(field, raw, name)}`
      : matches(field, column, raw, name);
  });
  if (typeof search === 'string' && search !== '') conditions.push(searchCondition(resource, search));
  return conditions.length === 0 ? EVERY : sql.join(conditions, sql` and `);
}

const usualOrder = ({ order }: Resource): DataTable['sorter'] =>
  order === undefined
    ? null
    : { field: order.replace(/^-/, ''), order: order.startsWith('-') ? 'descend' : 'ascend' };

/** The order that is asked for, else the resource's own, else by id. Where a person asks for it, empty values stand last. */
export function orderOf(resource: Resource, sorter: DataTable['sorter']): Order {
  const by = sorter ?? usualOrder(resource);
  if (!by) return BY_ID;
  const { field, column } = fieldOf(resource, by.field);
  const back = by.order === 'descend';
  const nullable = column !== 'id' && !field.required;
  const empty = !nullable ? 'none' : back && !sorter ? 'first' : 'last';
  const own = resource.large ? orderColumns(resource).get(by.field) : undefined;
  if (own) return { column: own.name, back, empty, indexed: true };
  const indexed = column === 'id' || by.field === usualOrder(resource)?.field;
  const within = sorter || !resource.thenBy ? {} : { within: snake(resource.thenBy) };
  return { column, back, empty, indexed, ...within };
}

/** What a table asks of rows that a statement of its own reads. */
export interface TableTerms {
  readonly where: Condition;
  /** null = it asks for no order. */
  readonly order: RawBuilder<unknown> | null;
}

export const NO_TERMS: TableTerms = { where: EVERY, order: null };

/** Filters, search and order of a table for a statement that reads the resource beside others. @param alias its name there */
export function termsOf(
  resource: Resource,
  table: Pick<DataTable, 'filters' | 'search' | 'sorter'>,
  alias: string,
): TableTerms {
  const asked = conditionOf(resource, table);
  return {
    where:
      asked === EVERY
        ? EVERY
        : sql`${sql.ref(`${alias}.id`)} in (select id from ${sql.table(tableOf(resource))} where ${asked})`,
    order: table.sorter ? orderTerms(orderOf(resource, table.sorter), alias) : null,
  };
}

/** The order that `orderBy` asks for: `orgName`, and from the last to the first `-orgName` or `orgName desc`. */
export function parseOrderBy(orderBy: string | undefined): DataTable['sorter'] {
  const [name = '', direction] = (orderBy ?? '').trim().split(/\s+/);
  const field = name.replace(/^-/, '');
  const back = field !== name || direction?.toLowerCase() === 'desc';
  return field === '' ? null : { field, order: back ? 'descend' : 'ascend' };
}

/** One page of rows with the titles of what they refer to, in a language. */
export async function pageOfRows(
  trx: Db,
  resource: Resource,
  where: Condition,
  order: Order,
  page: { readonly current: number; readonly pageSize: number },
  language: Language,
): Promise<Page<JsonRow>> {
  const { current, pageSize } = page;
  const place = { offset: (current - 1) * pageSize, limit: pageSize };
  const { ids, total } = await findPage(trx, resource, where, order, place);
  const found = new Map((await findRows(trx, resource, ids)).map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => found.get(id) ?? []);
  return { list: await withTitles(trx, resource, rows, language), pagination: { total, current, pageSize } };
}
