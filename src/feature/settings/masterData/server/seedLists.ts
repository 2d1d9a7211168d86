import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { initialsOf } from '#server/resource/initials.ts';
import { CATEGORY_NAMES } from '../contract.ts';
import { CATEGORIES } from './shipped/dictionary.ts';
import { INDUSTRIES } from './shipped/industry.ts';
import { industryParent } from './code.ts';

interface Entry {
  readonly code: string;
  readonly name: string;
  readonly english: string | null;
  readonly parent: string | null;
}

/** The entries of a shipped list. */
export const shippedEntries = (text: string): Entry[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readEntry);

/** Reads a line of a shipped list: `code name`, `code name | English`, `code name < parent`. */
export function readEntry(line: string): Entry {
  const [, code = '', rest = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
  const [, name = '', english, parent] = /^(.*?)(?: \| (.*?))?(?: < (\S+))?$/.exec(rest) ?? [];
  return { code, name, english: english ?? null, parent: parent ?? null };
}

/** Adds what the product ships of dictionaries, industries and apps; what people changed or deleted later stays so. */
export async function seedLists(db: Db): Promise<void> {
  await once(db, LISTS, async (trx) => {
    await seedDictionary(trx);
    await seedIndustries(trx);
    await sql`insert into app (app_name, app_code, app_type, state) values ('网页端', 'hxyweb', 'web', '1')
      on conflict (app_code) do nothing`.execute(trx);
  });
  await once(db, ENGLISH, nameInEnglish);
  await once(db, INDUSTRIES_ENGLISH, nameIndustries);
  await once(db, CATEGORIES_ENGLISH, nameCategories);
}

/** Does what a seal stands for, unless it was done before. */
async function once(db: Db, seal: string, work: (trx: Db) => Promise<void>): Promise<void> {
  const { rows } = await sql`select name from setting where name = ${seal}`.execute(db);
  if (rows.length > 0) return;
  await db.transaction().execute(async (trx) => {
    await work(trx);
    await sql`insert into setting (name, value) values (${seal}, 'true') on conflict (name) do nothing`.execute(
      trx,
    );
  });
}

// A list that a later version ships gets a seal of its own: nothing comes back that a person deleted.
const LISTS = 'shippedLists1';
const ENGLISH = 'shippedListsEnglish';
const INDUSTRIES_ENGLISH = 'shippedIndustriesEnglish';
const CATEGORIES_ENGLISH = 'shippedCategoriesEnglish';

/** The English names of shipped entries that were brought in without them and still bear their shipped name. */
async function nameInEnglish(trx: Db): Promise<void> {
  for (const { code, entries } of CATEGORIES) {
    const named = shippedEntries(entries ?? '').filter(({ english }) => english !== null);
    await sql`update dictionary d set name_en = e.english
      from dictionary_category c, unnest(${named.map((e) => e.code)}::text[], ${named.map((e) => e.name)}::text[],
        ${named.map((e) => e.english)}::text[]) as e (code, name, english)
      where c.id = d.category_id and c.code = ${code} and d.code = e.code and d.name = e.name
        and d.name_en is null`.execute(trx);
  }
}

/** The same for industries, which are a list of their own. */
async function nameIndustries(trx: Db): Promise<void> {
  const entries = shippedEntries(INDUSTRIES);
  await sql`update industry i set industry_name_en = e.english
    from unnest(${entries.map((e) => e.code)}::text[], ${entries.map((e) => e.name)}::text[],
      ${entries.map((e) => e.english)}::text[]) as e (code, name, english)
    where i.industry_code = e.code and i.industry_name = e.name and i.industry_name_en is null`.execute(trx);
}

/** The same for categories and their sources, which are named in English here alone. */
async function nameCategories(trx: Db): Promise<void> {
  for (const { code, name, source } of CATEGORIES)
    await sql`update dictionary_category set
        name_en = case when name = ${name} then coalesce(name_en, ${CATEGORY_NAMES[code]?.[1]}) else name_en end,
        source_en = case when source = ${source.zh} then coalesce(source_en, ${source.en}) else source_en end
      where code = ${code}`.execute(trx);
}

async function seedDictionary(trx: Db): Promise<void> {
  for (const [ix, category] of CATEGORIES.entries()) {
    const { rows } = await sql<{ id: number }>`
      insert into dictionary_category (name, code, source, ix, state, _initials)
      values (${category.name}, ${category.code}, ${category.source.zh}, ${ix}, '1', ${initialsOf(category.name)})
      on conflict (code) do update set code = excluded.code returning id`.execute(trx);
    const entries = shippedEntries(category.entries ?? '');
    if (entries.length === 0) continue;
    await sql`insert into dictionary (category_id, code, name, name_en, parent_code, ix, state, _initials)
      select ${rows[0]?.id}::integer, code, name, english, parent, ix - 1, '1', initials
      from unnest(${entries.map((e) => e.code)}::text[], ${entries.map((e) => e.name)}::text[],
        ${entries.map((e) => e.english)}::text[], ${entries.map((e) => e.parent)}::text[],
        ${entries.map((e) => initialsOf(e.name))}::text[]) with ordinality as e (code, name, english, parent, initials, ix)
      on conflict (category_id, code) do nothing`.execute(trx);
  }
}

async function seedIndustries(trx: Db): Promise<void> {
  const entries = shippedEntries(INDUSTRIES);
  await sql`insert into industry (industry_code, industry_name, industry_name_en, level, _initials)
    select code, name, english, level, initials from unnest(${entries.map((e) => e.code)}::text[],
      ${entries.map((e) => e.name)}::text[], ${entries.map((e) => e.english)}::text[],
      ${entries.map((e) => (e.code.length === 1 ? '1' : '2'))}::text[],
      ${entries.map((e) => initialsOf(e.name))}::text[]) as e (code, name, english, level, initials)
    on conflict (industry_code) do nothing`.execute(trx);
  const below = entries.flatMap((e) => {
    const parent = industryParent(e.code);
    return parent === null ? [] : [{ code: e.code, parent }];
  });
  await sql`update industry i set parent_id = p.id
    from unnest(${below.map((b) => b.code)}::text[], ${below.map((b) => b.parent)}::text[]) as b (code, parent)
    join industry p on p.industry_code = b.parent where i.industry_code = b.code`.execute(trx);
}
