import { sql } from 'kysely';
import * as z from 'zod';
import type { Resource } from '#contract/define.ts';
import { forbidden } from '#contract/error.ts';
import { funCodeOf } from '#contract/permission.ts';
import { resourceOf, resources } from '#resource/index.ts';
import type { Db } from '#server/database/db.ts';
import { hasInitials, INITIALS } from '#server/resource/initials.ts';
import { targetOf } from '#server/resource/row.ts';
import { defineRoute } from '#server/route.ts';

/** A name that fits what was typed, the best first. */
export interface Match {
  readonly id: number;
  readonly name: string;
  readonly code: string;
}

const literal = (text: string): string => text.replace(/[\\%_]/g, (c) => `\\${c}`);

/**
 * Rows of a resource whose name or code holds the text, whose pinyin initials do, or whose name has its letters in
 * that order (`宝钢` finds `宝山钢铁`): equal, beginning, holding, initials, letters in order.
 */
async function matchNames(trx: Db, resource: Resource, text: string, limit: number): Promise<Match[]> {
  const { table, title, code } = targetOf(resource.name);
  const word = literal(text.trim());
  const held = `%${word}%`;
  const inOrder = `%${Array.from(text.trim().replace(/\s+/g, ''), literal).join('%')}%`;
  const name = sql.ref(`t.${title}`);
  const key = sql.ref(`t.${code}`);
  const initials = sql.ref(`t.${INITIALS}`);
  const { rows } = await sql<Match>`
    select id, name, code from (
      select t.id, ${name} as name, ${key} as code, case
        when ${name} = ${text} or ${key} = ${text} then 0
        when ${name} ilike ${`${word}%`} or ${key} ilike ${`${word}%`} then 1
        when ${name} ilike ${held} or ${key} ilike ${held} then 2
        when ${initials} ilike ${`${word}%`} then 3
        when ${initials} ilike ${held} then 4 else 5 end as rank
      from ${sql.table(table)} t
      where ${name} ilike ${inOrder} or ${key} ilike ${held} or ${initials} ilike ${held}) as found
    order by rank, length(name), id limit ${limit}`.execute(trx);
  return rows;
}

const text = z.string().trim().min(1).max(60);
const limit = z.coerce.number().int().min(1).max(50).default(10);

export const fuzzyMatchConsumer = defineRoute({
  method: 'GET',
  path: '/api/sys/associate/fuzzyMatchConsumer',
  summary: { zh: '企业模糊匹配', en: 'Enterprises by a part of the name' },
  permission: null,
  why: 'scope',
  params: z.object({ inputName: text, limit }),
  example: { inputName: 'd' },
  handler: async ({ trx, params }) => {
    const found = await matchNames(trx, resourceOf('consumer'), params.inputName, params.limit);
    return found.map(({ id, name, code }) => ({ id, orgId: id, orgName: name, orgCode: code }));
  },
});

const matched = resources.filter(hasInitials);

export const associateMatching = defineRoute({
  method: 'GET',
  path: '/api/sys/associate/matching',
  summary: { zh: '名称联想', en: 'Names that fit what is typed' },
  permission: null,
  why: 'scope',
  params: z.object({ resource: z.enum(matched.map((r) => r.name)), text, limit }),
  example: { resource: 'ammeter', text: 'a', limit: 5 },
  handler: async ({ trx, caller, params }) => {
    const resource = resourceOf(params.resource);
    if (!caller.funCodes.has(funCodeOf(resource, 'view'))) throw forbidden();
    return matchNames(trx, resource, params.text, params.limit);
  },
});
