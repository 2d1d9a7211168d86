import { sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import type { CodeList } from '#contract/field.ts';
import { id, jsonOf, wordList } from '#contract/param.ts';
import { resources } from '#resource/index.ts';
import type { CodeAnswer } from '#field/code/contract.ts';
import { entriesOf, isOpen } from '#server/resource/code.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import { defineRoute } from '#server/route.ts';

const list = z.union([
  z.strictObject({ category: z.string() }),
  z.strictObject({ resource: z.string(), code: z.array(z.string()), name: z.string() }),
]);

const keyOf = (one: CodeList): string =>
  'category' in one ? one.category : `${one.resource} ${one.code.join('+')} ${one.name}`;

/** The lists that fields take codes of: no other column of a resource is read here. */
const known = new Set(
  resources.flatMap((one) => Object.values(one.fields).flatMap((field) => (field.lists ?? []).map(keyOf))),
);

/** The most codes that a picker offers at once. */
const OFFERED = 100;

/** Codes of the lists of a field, by code or name, or the given ones. */
export const searchCodes = defineRoute({
  method: 'GET',
  path: '/api/sys/dictionary/searchCodes',
  summary: { zh: '按代码或名称查找代码表', en: 'Codes of code lists by code or name' },
  permission: null,
  why: 'shared',
  params: z.object({
    lists: jsonOf(z.array(list).min(1).max(10)),
    consumerId: id().optional(),
    search: z.string().max(100).default(''),
    codes: wordList().optional(),
  }),
  example: { lists: '[{"category":"energyTypeUnit"}]', search: '33' },
  handler: async ({ trx, params, language }): Promise<CodeAnswer> => {
    if (!params.lists.every((one) => known.has(keyOf(one))))
      throw badInput({ zh: 'lists：没有此代码表', en: 'lists: there is no such code list' }, 'lists');
    const word = `%${params.search.trim().replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
    const which = params.codes
      ? sql`code = any (${params.codes}::text[])`
      : sql`offered and (code ilike ${word} or name ilike ${word} or name_en ilike ${word})`;
    const { rows } = await sql<CodeAnswer['list'][number]>`
      select code, name, name_en as "nameEn", ${nameIn('list', language)} as list from (${entriesOf(params.lists)}) e
      where ${which} and (owner is null or ${params.consumerId ?? null}::integer is null
        or owner = ${params.consumerId ?? null}::integer)
      order by ix nulls last, code limit ${OFFERED}`.execute(trx);
    return { list: rows, open: await isOpen(trx, params.lists) };
  },
});
