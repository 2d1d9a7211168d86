import { sql } from 'kysely';
import * as z from 'zod';
import { defineRoute } from '#server/route.ts';

/** Any enterprise, site, unit or meter by a part of its name or code or its pinyin initials, for the find box. */
export const find = defineRoute({
  method: 'GET',
  path: '/api/sys/find',
  summary: { zh: '查找企业、站点、组织、表计', en: 'Find enterprises, sites, units and meters' },
  permission: null,
  why: 'scope',
  params: z.object({ text: z.string().min(1).max(60) }),
  example: { text: '1' },
  handler: async ({ trx, params }) => {
    const like = `%${params.text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
    const { rows } = await sql<{
      /** consumer, site, unit or meter. */
      kind: string;
      id: number;
      code: string;
      name: string;
      consumerId: number;
    }>`
      (select kind, id, code, name, consumer_id as "consumerId" from org
        where name ilike ${like} or code ilike ${like} or initials ilike ${like} order by id limit 20)
      union all
      (select 'meter', id, ammeter_code, ammeter_name, consumer_id from ammeter
        where ammeter_name ilike ${like} or ammeter_code ilike ${like} or _initials ilike ${like} order by id limit 20)`.execute(
      trx,
    );
    return rows;
  },
});
