import { textIn } from '#contract/text.ts';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { dateOfDay } from '#domain/time/date.ts';
import { chineseDays } from '#feature/meters/reading/server/public.ts';
import { defineRoute } from '#server/route.ts';
import { CATEGORY_NAMES, numberOfList, wordOfList } from '../contract.ts';

/** Every area, flat, with its parent's code: what a tree is built from. */
export const getAllAreas = defineRoute({
  method: 'GET',
  path: '/api/sys/adminArea/getAllData',
  summary: { zh: '全部行政区划', en: 'All administrative areas' },
  permission: null,
  why: 'shared',
  params: z.object({}),
  example: {},
  handler: async ({ trx }) => {
    const { rows } = await sql<{
      id: number;
      code: string;
      name: string;
      nameEn: string | null;
      level: string;
      parentId: number | null;
      parentCode: string | null;
    }>`select a.id, a.area_code as code, a.area_name as name, a.area_name_en as "nameEn", a.level,
      a.parent_id as "parentId", p.area_code as "parentCode"
      from admin_area a left join admin_area p on p.id = a.parent_id order by a.area_code`.execute(trx);
    return rows;
  },
});

/** Every industry, flat, with its parent. */
export const getAllIndustries = defineRoute({
  method: 'GET',
  path: '/api/sys/industry/getAllData',
  summary: { zh: '全部行业', en: 'All industries' },
  permission: null,
  why: 'shared',
  params: z.object({}),
  example: {},
  handler: async ({ trx }) => {
    const { rows } = await sql<{
      id: number;
      industryId: number;
      code: string;
      industryCode: string;
      name: string;
      industryName: string;
      nameEn: string | null;
      level: string;
      parentId: number | null;
      parentIndustry: string | null;
    }>`select i.id, i.id as "industryId", i.industry_code as code,
      i.industry_code as "industryCode", i.industry_name as name, i.industry_name as "industryName",
      i.industry_name_en as "nameEn", i.level,
      i.parent_id as "parentId", p.industry_code as "parentIndustry"
      from industry i left join industry p on p.id = i.parent_id order by i.industry_code`.execute(trx);
    return rows;
  },
});

/** An entry of a code list. */
interface Coded {
  readonly id: number;
  readonly dictionaryId: number;
  readonly code: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly parentCode: string | null;
  readonly unit: string | null;
  /** Its place; null in trees, which are in the order of their codes. */
  readonly ix: number | null;
}

/** An entry of the dictionary. */
interface Entry extends Coded {
  readonly categoryCode: string;
  readonly categoryName: string;
}

const entries = sql`select d.id, d.id as "dictionaryId", d.code, d.name, d.name_en as "nameEn",
  d.parent_code as "parentCode", d.unit, d.ix, c.code as "categoryCode", c.name as "categoryName"
  from dictionary d join dictionary_category c on c.id = d.category_id`;

/** Lists that are trees of their own, in the shape of entries. */
const TREES: Readonly<Record<string, RawBuilder<unknown>>> = {
  region: sql`select a.id, a.id as "dictionaryId", a.area_code as code, a.area_name as name, a.area_name_en as "nameEn",
    p.area_code as "parentCode", null as unit, null as ix from admin_area a left join admin_area p on p.id = a.parent_id
    order by a.area_code limit 10000`,
  industry: sql`select i.id, i.id as "dictionaryId", i.industry_code as code, i.industry_name as name,
    i.industry_name_en as "nameEn", p.industry_code as "parentCode", null as unit, null as ix
    from industry i left join industry p on p.id = i.parent_id order by i.industry_code limit 10000`,
};

/** The entries in use of a category, in order; of a code list by its number too (1 region … 17 device type). */
export const getByCategoryCode = defineRoute({
  method: 'GET',
  path: '/api/sys/dictionary/getByCategroyCode',
  summary: { zh: '按分类代码或序号取字典', en: 'Dictionary entries of a category, by word or number' },
  permission: null,
  why: 'shared',
  params: z.object({ code: z.string().max(40) }),
  example: { code: 'newsType' },
  handler: async ({ trx, params }) => {
    const code = wordOfList(params.code.trim());
    const categories = await sql<{ name: string; used: boolean }>`
      select name, state = '1' as used from dictionary_category where code = ${code}`.execute(trx);
    const [category] = categories.rows;
    if (!category && !Object.hasOwn(CATEGORY_NAMES, code))
      throw badInput({ zh: `没有分类 ${params.code}`, en: `There is no category ${params.code}` }, 'code');
    const tree = Object.hasOwn(TREES, code) ? TREES[code] : undefined;
    const { rows } = tree
      ? await sql<Coded>`${tree}`.execute(trx)
      : await sql<Coded>`${entries} where c.code = ${code} and c.state = '1' and d.state = '1'
          order by d.ix, d.id limit 10000`.execute(trx);
    if (category?.used === false) return [];
    const of = { categoryCode: code, categoryNo: numberOfList(code), categoryName: category?.name ?? null };
    return rows.map((row) => ({ ...row, ...of }));
  },
});

/** The entries of a code, in one category or in all. */
export const getByCode = defineRoute({
  method: 'GET',
  path: '/api/sys/dictionary/getByCode',
  summary: { zh: '按代码取字典条目', en: 'Dictionary entries of a code' },
  permission: null,
  why: 'shared',
  params: z.object({ code: z.string().max(40), categoryCode: z.string().max(40).optional() }),
  example: { code: 'notice' },
  handler: async ({ trx, params }) => {
    const within = params.categoryCode === undefined ? sql`true` : sql`c.code = ${params.categoryCode}`;
    const { rows } = await sql<Entry>`${entries} where d.code = ${params.code} and ${within}
      order by c.ix, d.ix limit 1000`.execute(trx);
    return rows;
  },
});

/** The national holidays and worked weekends of a year. */
export const getPublicHolidays = defineRoute({
  method: 'GET',
  path: '/api/sys/publicHoliday/getByYear',
  summary: { zh: '法定节假日与调休', en: 'Public holidays and worked weekends' },
  permission: null,
  why: 'shared',
  params: z.object({
    year: z.coerce.number().int().min(2004).max(2100).optional(),
    dt: z.iso.date().optional(),
    holidayTypeId: z.enum(['1', '2']).optional(),
  }),
  example: { year: 2026 },
  handler: async ({ params, language }) => {
    const year = String(params.year ?? new Date().getUTCFullYear());
    return [...chineseDays()]
      .map(([day, { kind, name }]) => ({
        dt: dateOfDay(day),
        holidayTypeId: kind === 'holiday' ? '1' : '2',
        holidayName: textIn(name, language),
      }))
      .filter(
        (one) =>
          (params.dt === undefined ? one.dt.startsWith(year) : one.dt === params.dt) &&
          (params.holidayTypeId === undefined || one.holidayTypeId === params.holidayTypeId),
      )
      .toSorted((a, b) => (a.dt < b.dt ? -1 : 1));
  },
});

/** The departments of an enterprise: its units of that type, with what they stand below and how many persons. */
export const getDepartments = defineRoute({
  method: 'GET',
  path: '/api/sys/orgDept/getall',
  summary: { zh: '部门', en: 'Departments' },
  permission: 'sys.orgUnit.view',
  params: z.object({ consumerId: id().optional() }),
  example: {},
  handler: async ({ trx, params }) => {
    const ours = params.consumerId === undefined ? sql`true` : sql`u.consumer_id = ${params.consumerId}`;
    const { rows } = await sql<{
      id: number;
      orgId: number;
      orgName: string;
      orgCode: string;
      consumerId: number;
      parentId: number | null;
      parentName: string | null;
      persons: number;
    }>`select u.id, u.id as "orgId", shown_name(u.org_name, u.org_name_en) as "orgName", u.org_code as "orgCode",
      u.consumer_id as "consumerId", u.parent_id as "parentId", shown_name(p.org_name, p.org_name_en) as "parentName",
      (select count(*)::integer from person_info i where i.org_id = u.id) as persons
      from org_unit u left join org_unit p on p.id = u.parent_id
      where u.org_type = '44' and ${ours} order by u.consumer_id, u.ix, u.id limit 10000`.execute(trx);
    return rows;
  },
});
