import { sql } from 'kysely';
import * as z from 'zod';
import { foundAt, type FoundKind } from '#menu/found.ts';
import { wordsOf } from '#domain/find/plain.ts';
import { defineRoute } from '#server/route.ts';

const KINDS: readonly FoundKind[] = ['consumer', 'site', 'unit', 'meter', 'object'];
/** Of organisations, of meters and of objects each. */
const MOST = 20;

interface FoundRow {
  readonly kind: FoundKind;
  readonly id: number;
  readonly code: string;
  readonly name: string;
  /** Only where the words stand in it alone. */
  readonly remark: string | null;
  readonly consumerId: number;
}

/** A pattern that holds words as they are written. */
const holding = (word: string): string => `%${word.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

// As `plainOf` has it, so far as a name's letters go: width, case and spaces are no difference.
const plain = (text: ReturnType<typeof sql.ref>) => sql`replace(lower(normalize(${text}, NFKC)), ' ', '')`;

/**
 * Any enterprise, site, unit, meter or object by parts of its name, code or remark or by its pinyin initials, for the
 * find box: what the caller may open, whole names and codes first, then what begins so.
 */
export const find = defineRoute({
  method: 'GET',
  path: '/api/sys/find',
  summary: {
    zh: '查找企业、站点、组织、表计、监测对象',
    en: 'Find enterprises, sites, units, meters and objects',
  },
  permission: null,
  why: 'scope',
  params: z.object({ text: z.string().min(1).max(60) }),
  example: { text: '1' },
  handler: async ({ trx, params, caller }) => {
    const kinds = KINDS.filter((kind) => foundAt(kind, (code) => caller.funCodes.has(code)));
    const words = wordsOf(params.text);
    if (kinds.length === 0 || words.length === 0) return [];
    const whole = words.join('');
    const begins = holding(whole).slice(1);
    const has = (text: ReturnType<typeof sql.ref>) =>
      sql.join(
        words.map((word) => sql`${plain(text)} like ${holding(word)}`),
        sql` and `,
      );
    const { rows } = await sql<FoundRow>`
      with thing as (
        (select kind, id, shown_name(name, name_en) as name, code, null as remark, concat_ws(E'\n', name, name_en, initials) as others,
            consumer_id from org
          where kind = any (${kinds}::text[]) and (${has(sql`concat_ws(E'\n', name, name_en, code, initials)`)}))
        union all
        (select 'meter', id, shown_name(ammeter_name, ammeter_name_en), ammeter_code, remark,
            concat_ws(E'\n', ammeter_name, ammeter_name_en, _initials), consumer_id from ammeter
          where 'meter' = any (${kinds}::text[]) and (${has(sql.ref('_search'))}))
        union all
        (select 'object', id, shown_name(org_name, org_name_en), org_code, remark,
            concat_ws(E'\n', org_name, org_name_en, _initials), consumer_id from monitor_object
          where 'object' = any (${kinds}::text[])
            and (${has(sql`concat_ws(E'\n', org_name, org_name_en, org_code, remark, _initials)`)}))
      ), judged as (
        select *, case when n = ${whole} or c = ${whole} then 0 when n like ${begins} or c like ${begins} then 1
            when n like ${holding(whole)} or c like ${holding(whole)} then 2 when own then 3 else 4 end as fit
        from thing, lateral (select ${plain(sql.ref('name'))} as n, ${plain(sql.ref('code'))} as c,
          (${has(sql`concat_ws(E'\n', name, code, others)`)}) as own) p
      ), placed as (
        select *, row_number() over (partition by kind order by fit, length(name), name, id) as place from judged
      )
      select kind, id, code, name, case when own then null else remark end as remark, consumer_id as "consumerId"
      from placed where place <= ${MOST} order by fit, length(name), name, id`.execute(trx);
    return rows;
  },
});
