import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { badInput } from '#contract/error.ts';
import type { CodeList, Field } from '#contract/field.ts';
import { aboutField } from '#contract/issue.ts';
import { resourceOf } from '#resource/index.ts';
import { partsOf } from '#field/codes/contract.ts';
import { inEveryLanguage, type Language, NAME_COMMA, textIn } from '#contract/text.ts';
import type { Db } from '../database/db.ts';
import { nameIn } from './nameIn.ts';
import type { JsonRow, SlotCall, Values } from './slot.ts';
import { tableOf } from './table.ts';

type Raw = Readonly<Record<string, unknown>>;

const ownerOf = (resource: Resource, row: Raw): number | null => {
  const owner = resource.scope === null ? null : row[resource.scope];
  return typeof owner === 'number' ? owner : null;
};

const codesIn = (row: Raw, key: string): string[] => [row[key] ?? []].flat().map(String);

function entriesOfList(list: CodeList): RawBuilder<unknown> {
  if ('category' in list)
    return sql`select d.code, d.name, d.name_en, d.parent_code, null::integer as owner, d.state = '1' as offered,
      d.ix, c.name as list, c.name_en as list_en from dictionary d join dictionary_category c on c.id = d.category_id
      where c.code = ${list.category}`;
  const target = resourceOf(list.resource);
  const owner = target.scope === null ? sql`null::integer` : sql.ref(snake(target.scope));
  const code = sql.join(
    list.code.map((name) => sql.ref(snake(name))),
    sql` || `,
  );
  const english = `${list.name}En`;
  const nameEn = Object.hasOwn(target.fields, english) ? sql.ref(snake(english)) : sql`null::text`;
  return sql`select ${code} as code, ${sql.ref(snake(list.name))} as name, ${nameEn} as name_en,
    null::text as parent_code, ${owner} as owner, true as offered, null::integer as ix,
    ${target.label.zh}::text as list, ${target.label.en}::text as list_en from ${sql.table(tableOf(target))}`;
}

/** Every entry of some lists: code, name, name_en, parent_code, owner (null = all), offered, ix, list and list_en (its names). */
export const entriesOf = (lists: readonly CodeList[]): RawBuilder<unknown> =>
  sql.join(lists.map(entriesOfList), sql` union all `);

/** The most choices that a drop-down of a template offers. */
const OFFERED = 300;

/** What may be chosen in a template: codes with their names, of lists short enough; an enterprise's own among them. */
export async function choicesOf(trx: Db, field: Field, language: Language): Promise<string[] | undefined> {
  if (field.lists === undefined || field.kind !== 'code') return undefined;
  const { rows } = await sql<{ code: string; name: string }>`
    select distinct on (code) code, ${nameIn('name', language)} as name from (${entriesOf(field.lists)}) e where offered
    order by code limit ${OFFERED + 1}`.execute(trx);
  const fixed = Object.entries(field.fixed ?? {}).map(([code, name]) => `${code} ${textIn(name, language)}`);
  const listed = rows.map(({ code, name }) => `${code} ${name}`);
  return listed.length === 0 || listed.length > OFFERED ? undefined : [...fixed, ...listed];
}

/** Whether one of the lists that all share is still empty: any code of its form passes then. */
export async function isOpen(trx: Db, lists: readonly CodeList[]): Promise<boolean> {
  // An enterprise's own rows are never such a list: it enters them first.
  const shared = lists.filter((list) => 'category' in list || resourceOf(list.resource).scope === null);
  for (const list of shared) {
    const { rows } = await sql`select 1 from (${entriesOfList(list)}) e limit 1`.execute(trx);
    if (rows.length === 0) return true;
  }
  return false;
}

/** Adds to `titles` the names of codes in a language; for a sheet each code with its name, so that an import finds it again. */
export async function addCodeTitles(
  trx: Db,
  resource: Resource,
  rows: ReadonlyArray<JsonRow & { titles: Record<string, string> }>,
  forSheet: boolean,
  language: Language,
): Promise<void> {
  const fields = Object.entries(resource.fields).map(async ([key, field]) => {
    if (field.lists === undefined) return;
    const query = rows.flatMap((row) =>
      codesIn(row, key).map((code) => ({ code, owner: ownerOf(resource, row) })),
    );
    if (query.length === 0) return;
    const names = await namesOf(trx, field.lists, query, language);
    for (const row of rows) {
      const owner = ownerOf(resource, row);
      const words = codesIn(row, key).map((code) => {
        const name = names.get(`${owner} ${code}`) ?? textIn(field.fixed?.[code], language);
        if (!forSheet) return name ?? code;
        return name === undefined ? code : `${code} ${name.replace(/[,，、;；]/g, ' ')}`;
      });
      if (words.length > 0) row.titles[key] = words.join(forSheet ? ', ' : textIn(NAME_COMMA, language));
    }
  });
  await Promise.all(fields);
}

async function namesOf(
  trx: Db,
  lists: readonly CodeList[],
  query: ReadonlyArray<{ readonly code: string; readonly owner: number | null }>,
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const keys = [...new Map(query.map((one) => [`${one.owner} ${one.code}`, one])).values()];
  const { rows } = await sql<{ code: string; owner: number | null; name: string }>`
    select k.code, k.owner, string_agg(distinct ${nameIn('e.name', language)}, ' / ') as name
    from unnest(${keys.map((k) => k.code)}::text[], ${keys.map((k) => k.owner)}::integer[]) as k (code, owner)
    join (${entriesOf(lists)}) e on e.code = k.code and (e.owner is null or e.owner = k.owner)
    group by k.code, k.owner`.execute(trx);
  return new Map(rows.map((row) => [`${row.owner} ${row.code}`, row.name]));
}

/** The codes that none of the lists has, as far as these are complete. */
export async function unknownCodes(
  trx: Db,
  lists: readonly CodeList[],
  codes: readonly string[],
  owner: number | null,
  below?: number,
): Promise<string[]> {
  const names = await namesOf(
    trx,
    lists,
    codes.map((code) => ({ code, owner })),
    'zh',
  );
  const unnamed = codes.filter((code) => !names.has(`${owner} ${code}`));
  const unknown = below === undefined ? unnamed : await notBelow(trx, lists, unnamed, below);
  return unknown.length > 0 && (await isOpen(trx, lists)) ? [] : unknown;
}

/** Those of the codes that do not begin with a listed one of at least so many characters. */
async function notBelow(
  trx: Db,
  lists: readonly CodeList[],
  codes: readonly string[],
  least: number,
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select k.code from unnest(${codes}::text[]) as k (code) where not exists (
      select from (${entriesOf(lists)}) e where length(e.code) >= ${least}::integer and starts_with(k.code, e.code))`.execute(
    trx,
  );
  return rows.map(({ code }) => code);
}

/** Every written code must be on one of its lists. @throws Fault 400 naming the field */
export async function checkCodes(
  { trx, checked }: Pick<SlotCall, 'trx' | 'checked'>,
  resource: Resource,
  written: ReadonlyArray<{ readonly row: Raw; readonly changed: Values }>,
): Promise<void> {
  for (const [key, field] of Object.entries(resource.fields)) {
    if (field.lists === undefined) continue;
    for (const owner of new Set(written.map(({ row }) => ownerOf(resource, row)))) {
      const own = written.filter(({ row }) => ownerOf(resource, row) === owner);
      const codes = [...new Set(own.flatMap(({ changed }) => codesIn(changed, key)))];
      const keyOf = (code: string) => `${key} ${owner} ${code}`;
      const listed = codes.filter(
        (code) => !Object.hasOwn(field.fixed ?? {}, code) && !checked?.has(keyOf(code)),
      );
      if (listed.length === 0) continue;
      const [unknown] = await unknownCodes(trx, field.lists, listed, owner, field.below);
      if (unknown !== undefined)
        throw badInput(
          aboutField(field.label, {
            zh: `列表中没有代码 ${unknown}`,
            en: `no code ${unknown} is on its list`,
          }),
          key,
        );
      for (const code of listed) checked?.add(keyOf(code));
    }
  }
}

/** The codes that the cell of a sheet means: codes, names, `code name`, or numbers that lost their leading zeros. */
export async function resolveCodes(trx: Db, field: Field, raw: unknown, owner: unknown): Promise<unknown> {
  const words = field.kind === 'codes' ? partsOf(raw).map(String) : [String(raw)];
  const codes: string[] = [];
  for (const each of words) codes.push(await resolveWord(trx, field, each.normalize('NFKC').trim(), owner));
  return field.kind === 'codes' ? codes : codes[0];
}

async function resolveWord(trx: Db, field: Field, word: string, owner: unknown): Promise<string> {
  const [first = word] = word.split(/\s+/);
  const fixed = Object.entries(field.fixed ?? {}).find(
    ([code, name]) => code === first || inEveryLanguage(name).includes(word),
  );
  if (fixed) return fixed[0];
  const { rows } = await sql<{ code: string; rank: number }>`
    select distinct code, case when code in (${word}, ${first}) then 0 when name = ${word} or name_en = ${word} then 1
      else 2 end as rank
    from (${entriesOf(field.lists ?? [])}) e
    where (owner is null or owner = ${typeof owner === 'number' ? owner : null}::integer)
      and (code in (${word}, ${first}) or name = ${word} or name_en = ${word}
        or (${word} ~ '^[0-9]+$' and ltrim(code, '0') = ltrim(${word}, '0')))
    order by rank limit 2`.execute(trx);
  const [best, next] = rows;
  return best && best.rank !== next?.rank ? best.code : word;
}
