import { type RawBuilder, sql } from 'kysely';
import { englishTitleOf, fieldsOf, snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import type { Field } from '#contract/field.ts';
import { kindContracts } from '#contract/kinds.ts';
import { resourceOf } from '#resource/index.ts';
import { type Language, NAME_COMMA, textIn } from '#contract/text.ts';
import { momentAt } from '#domain/time/text.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Db } from '../database/db.ts';
import { addCodeTitles } from './code.ts';
import { kindServers } from './kinds.ts';
import type { JsonRow } from './slot.ts';
import { tableOf } from './table.ts';

type Column = Readonly<Record<string, unknown>>;

/** `id` and every field, as a select list with JSON names; `of` is the table's name in the statement. */
export const selectList = (resource: Resource, of?: string) => {
  const column = (name: string) => sql.ref(of === undefined ? name : `${of}.${name}`);
  return sql.join([
    column('id'),
    ...Object.keys(resource.fields).map((key) => sql`${column(snake(key))} as ${sql.ref(key)}`),
  ]);
};

/** A database row as JSON; the specification's name of the id stands beside `id`. */
export function toJson(resource: Resource, row: Column): JsonRow {
  const json: Record<string, unknown> = { id: row['id'], [resource.idName]: row['id'] };
  for (const [key, field] of fieldsOf(resource)) {
    const value = row[key];
    // An entity may carry a field of the very name of its id (a link to an organisation): the field wins.
    json[key] = value === null || value === undefined ? null : kindServers[field.kind].fromColumn(value);
    if (field.alias !== undefined) json[field.alias] = json[key];
  }
  return json as JsonRow;
}

/** Where the rows that a reference may point to lie: table, title, and the text that no two of them share. */
export function targetOf(refers: string): {
  table: string;
  title: string;
  code: string;
  /** The column that names a row in English. */
  english: string | null;
} {
  if (refers === 'org') return { table: 'org', title: 'name', code: 'code', english: 'name_en' };
  const target = resourceOf(refers);
  const code = target.unique.flat().find((key) => target.fields[key]?.kind === 'text') ?? target.title;
  const english = englishTitleOf(target);
  return {
    table: tableOf(target),
    title: snake(target.title),
    code: snake(code),
    english: english === undefined ? null : snake(english),
  };
}

/**
 * Titles of rows of a resource (or of `org`) by id, as far as the scope shows them; in English where that is asked for
 * and the row has such a name. A sheet keeps the names that an import finds.
 * @param forSheet a title that several rows bear, or that a list would be cut at, gives way to the row's code, so that an import finds the row again
 */
export async function titlesOf(
  trx: Db,
  refers: string,
  ids: readonly number[],
  language: Language,
  forSheet = false,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const { table, title, english } = targetOf(refers);
  const shown = forSheet
    ? findableName(refers)
    : language !== 'zh' && english !== null
      ? sql`coalesce(nullif(t.${sql.ref(english)}, ''), t.${sql.ref(title)}::text)`
      : sql`t.${sql.ref(title)}`;
  const { rows } = await sql<{ id: number; title: unknown }>`
    select t.id, ${shown} as title from ${sql.table(table)} t where t.id = any (${ids})`.execute(trx);
  const further = forSheet || refers === 'org' ? undefined : titleRefers(resourceOf(refers));
  if (further === undefined) return new Map(rows.map((r) => [r.id, String(r.title)]));
  // A row that is called as what it is about (the alarm of a meter) has that name.
  const names = await titlesOf(trx, further, [...new Set(rows.map((r) => Number(r.title)))], language);
  return new Map(rows.map((r) => [r.id, names.get(Number(r.title)) ?? `#${String(r.title)}`]));
}

/** The name of a row `t` by which an import finds it: its title or its code; its id as `#12` where neither is its alone. */
function findableName(refers: string): RawBuilder<unknown> {
  const { table, title, code } = targetOf(refers);
  const target = refers === 'org' ? undefined : resourceOf(refers);
  // One look at the whole table, however many rows are named.
  const several = (columns: readonly string[]) => {
    const of = (alias: string) => sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)));
    return sql`(${of('t')}) in (select ${of('o')} from ${sql.table(table)} o group by ${of('o')} having count(*) > 1)`;
  };
  const name = sql`t.${sql.ref(title)}::text`;
  const id = sql`'#' || t.id`;
  if (code !== title)
    return sql`case when ${name} ~ '[,，、;；]' or ${several([title])}
      then coalesce(t.${sql.ref(code)}::text, ${id}) else ${name} end`;
  if (!target || titleRefers(target) !== undefined) return id;
  const within = target.scope === null || target.scope === 'id' ? [] : [snake(target.scope)];
  return sql`case when ${several([title, ...within])} then ${id} else ${name} end`;
}

/** What the title of a resource refers to, where it is a reference. */
const titleRefers = (resource: Resource): string | undefined => resource.fields[resource.title]?.refers;

/** Adds `titles`: what the references and codes of each row point to, in words of a language. */
export async function withTitles(
  trx: Db,
  resource: Resource,
  rows: readonly JsonRow[],
  language: Language,
  forSheet = false,
): Promise<JsonRow[]> {
  const titled = rows.map((row) => ({ ...row, titles: {} as Record<string, string> }));
  // All are asked at once: a page waits for its longest list, not for the sum of them.
  const references = Object.entries(resource.fields).map(async ([key, { refers }]) => {
    if (refers === undefined) return;
    const idsOf = (row: JsonRow) => [row[key] ?? []].flat() as number[];
    const titles = await titlesOf(trx, refers, [...new Set(rows.flatMap(idsOf))], language, forSheet);
    for (const row of titled) {
      const words = idsOf(row).map((id) => titles.get(id) ?? `#${id}`);
      if (words.length > 0) row.titles[key] = words.join(forSheet ? ', ' : textIn(NAME_COMMA, language));
    }
  });
  await Promise.all([
    ...references,
    addCodeTitles(trx, resource, titled, forSheet, language),
    ...(forSheet ? [] : [addTold(trx, resource, titled)]),
    ...(language !== 'zh' && !forSheet
      ? [addSigned(trx, resource, titled), addNamed(trx, resource, titled)]
      : []),
  ]);
  return titled;
}

/** Adds what references tell of the rows that they point to; null where they point to none. */
async function addTold(
  trx: Db,
  resource: Resource,
  rows: readonly ({ readonly id: number } & Record<string, unknown>)[],
): Promise<void> {
  for (const [key, { refers, tells }] of fieldsOf(resource)) {
    if (refers === undefined || tells === undefined) continue;
    const found = await findRows(trx, resourceOf(refers), [...new Set(rows.flatMap((row) => row[key] ?? []))] as number[]); // prettier-ignore
    const byId = new Map(found.map((one) => [one.id, one]));
    for (const row of rows)
      for (const [name, field] of Object.entries(tells))
        row[name] = byId.get(row[key] as number)?.[field] ?? null;
  }
}

/** Adds `<name>En` beside a name that accounts wrote: what they are called in English, as long as they bear that name. */
async function addSigned(
  trx: Db,
  resource: Resource,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  for (const [key, { signedBy }] of fieldsOf(resource)) {
    if (signedBy === undefined) continue;
    const signed = rows.filter((row) => row[signedBy] != null);
    const { rows: names } = await sql<{ english: string | null }>`
      select account_name_en(id, name) as english
      from unnest(${signed.map((row) => row[signedBy])}::integer[], ${signed.map((row) => row[key])}::text[])
        with ordinality as k (id, name, n) order by n`.execute(trx);
    for (const [i, row] of signed.entries()) row[`${key}En`] = names[i]?.english ?? null;
  }
}

/** Adds `<name>En` beside a text that names a row of the same enterprise: what that row is called in English. */
async function addNamed(
  trx: Db,
  resource: Resource,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const { scope } = resource;
  if (scope === null) return;
  for (const [key, { names }] of fieldsOf(resource)) {
    if (names === undefined) continue;
    const target = resourceOf(names);
    const { table, title, english } = targetOf(names);
    const named = rows.filter((row) => typeof row[key] === 'string');
    if (english === null || target.scope === null || named.length === 0) continue;
    const { rows: found } = await sql<{ owner: number; name: string; english: string }>`
      select ${sql.ref(snake(target.scope))} as owner, ${sql.ref(title)} as name, min(${sql.ref(english)}) as english
      from ${sql.table(table)} where ${sql.ref(title)} = any (${[...new Set(named.map((row) => row[key]))]}::text[])
        and ${sql.ref(english)} <> '' group by 1, 2`.execute(trx);
    const byName = new Map(found.map((one) => [`${one.owner} ${one.name}`, one.english]));
    for (const row of named)
      row[`${key}En`] = byName.get(`${String(row[scope])} ${String(row[key])}`) ?? null;
  }
}

/** A row with more beside its fields, which its type still tells to be one. */
export const rowWith = <T extends object>(row: JsonRow, more: T): JsonRow & T => ({ ...row, ...more });

/** A value in words: what references point to by title, an instant on the clock of a zone, the rest as its kind writes it. */
export async function wordsOf(
  trx: Db,
  field: Field,
  value: unknown,
  language: Language,
  zone: Zone,
): Promise<string> {
  if (field.kind === 'dateTime') return momentAt(zone, String(value));
  if (field.refers === undefined) return kindContracts[field.kind].format(value, field, language);
  const titles = await titlesOf(trx, field.refers, [value].flat() as number[], language);
  return [...titles.values()].join(textIn(NAME_COMMA, language));
}

/** One row by id; undefined where there is none or the scope hides it. */
export async function findRow(trx: Db, resource: Resource, id: number): Promise<JsonRow | undefined> {
  const [row] = await findRows(trx, resource, [id]);
  return row;
}

/** The rows of ids, as far as the scope shows them. */
export async function findRows(trx: Db, resource: Resource, ids: readonly number[]): Promise<JsonRow[]> {
  const { rows } = await sql<Column>`select ${selectList(resource)} from ${sql.table(tableOf(resource))}
    where id = any (${ids})`.execute(trx);
  return rows.map((row) => toJson(resource, row));
}

/**
 * The rows that hold given values of unique fields, each with the place `n` of its key in `keys`; a key with an empty
 * value holds nothing. A row is left out where it is `own(n)` itself.
 */
export async function rowsOfKeys(
  trx: Db,
  resource: Resource,
  fields: readonly string[],
  keys: readonly (readonly unknown[])[],
  own: (n: number) => number | null = () => null,
): Promise<{ readonly n: number; readonly row: JsonRow }[]> {
  const wanted = keys.flatMap((key, n) =>
    key.some((value) => value === undefined || value === null)
      ? []
      : [{ n, own: own(n), ...Object.fromEntries(fields.map((field, i) => [snake(field), key[i]])) }],
  );
  if (wanted.length === 0) return [];
  const typeOf = (field: string) => sql.raw(kindServers[resource.fields[field]?.kind ?? 'text'].columnType);
  const { rows } = await sql<Column & { n: number }>`
    select k.n as "_n", ${selectList(resource, 't')} from ${sql.table(tableOf(resource))} t
    join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as k(n integer, own integer,
      ${sql.join(fields.map((field) => sql`${sql.ref(snake(field))} ${typeOf(field)}`))})
      on ${sql.join(
        fields.map((field) => sql`t.${sql.ref(snake(field))} = k.${sql.ref(snake(field))}`),
        sql` and `,
      )}
    where t.id is distinct from k.own order by k.n`.execute(trx);
  return rows.map((row) => ({ n: Number(row['_n']), row: toJson(resource, row) }));
}
