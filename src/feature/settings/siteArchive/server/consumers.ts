import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { consumer } from '#resource/archive/consumer.ts';
import type { Language } from '#contract/text.ts';
import { pictureAddress } from '#feature/settings/customer/server/public.ts';
import { titled } from '#feature/meters/monitorObject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import { rowWith } from '#server/resource/row.ts';
import { defineRoute } from '#server/route.ts';
import type { Route } from '#server/route.ts';

const AT = '/api/archive/consumer';
const view = funCodeOf(consumer, 'view');
const MOST = 20_000;
const contains = (words: string): string => `%${words.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

/** An enterprise by its names. */
interface Named {
  readonly id: number;
  readonly orgId: number;
  readonly orgName: string;
  readonly orgCode: string;
}

/** What stands around an enterprise. */
interface Around {
  readonly industryName: string | null;
  /** From the province down. */
  readonly areaFullName: string | null;
  readonly siteCount: number;
  readonly ammeterCount: number;
  readonly deviceCount: number;
  readonly objectCount: number;
  readonly logo: number | null;
}

const getAllEffective = defineRoute({
  method: 'GET',
  path: `${AT}/getAllEffective`,
  summary: { zh: '启用的企业', en: 'Enterprises in use' },
  permission: null,
  why: 'scope',
  params: z.object({}),
  example: {},
  handler: async ({ trx }) => {
    const { rows } = await sql<Named & { areaCode: string | null; industryId: string | null }>`
      select id, id as "orgId", shown_name(org_name, org_name_en) as "orgName", org_code as "orgCode", area_code as "areaCode",
        industry_id as "industryId" from consumer where state = '1' order by id limit ${MOST}`.execute(trx);
    return rows;
  },
});

const getAllIdRefNames = defineRoute({
  method: 'GET',
  path: `${AT}/getAllIdRefNames`,
  summary: { zh: '企业编号与名称', en: 'Ids and names of enterprises' },
  permission: null,
  why: 'scope',
  params: z.object({}),
  example: {},
  handler: async ({ trx }) => {
    const { rows } = await sql<{
      id: number;
      name: string;
    }>`select id, shown_name(org_name, org_name_en) as name from consumer order by id limit ${MOST}`.execute(
      trx,
    );
    return rows;
  },
});

export const getAssociationByName = defineRoute({
  method: 'GET',
  path: `${AT}/getAssociationByName`,
  summary: {
    zh: '按名称、代码或拼音首字母查找企业及其集团',
    en: 'Enterprises by name, code or initials, with their groups',
  },
  permission: null,
  why: 'scope',
  params: z.object({ inputName: z.string().max(100).default(''), consumerId: id().optional() }),
  example: { inputName: '示例' },
  handler: async ({ trx, params }) => {
    const words = contains(params.inputName);
    const { rows } = await sql<Named & { state: string; groups: { groupId: number; groupName: string }[] }>`
      select c.id, c.id as "orgId", shown_name(c.org_name, c.org_name_en) as "orgName", c.org_code as "orgCode", c.state,
        coalesce((select json_agg(json_build_object('groupId', g.id, 'groupName', g.group_name) order by g.id)
          from "group" g where c.id = any (g.consumer_id_list)), '[]') as groups
      from consumer c
      where (c.org_name ilike ${words} or c.org_code ilike ${words} or c._initials ilike ${words})
        and (${params.consumerId ?? null}::integer is null or c.id = ${params.consumerId ?? null})
      order by c.id limit 100`.execute(trx);
    return rows;
  },
});

/** What an enterprise is: its row in words, its picture, how much it has. @throws Fault 404. */
async function basicInfo(trx: Db, consumerId: number, language: Language) {
  const row = await titled(trx, consumer, consumerId, language);
  const { rows } = await sql<Around>`select
    (select ${nameIn('industry_name', language)} from industry where industry_code = c.industry_id) as "industryName",
    (select string_agg(a.area_name, ' ' order by a.area_code) from admin_area a
      where a.area_code in (left(c.area_code, 2) || '0000', left(c.area_code, 4) || '00', c.area_code)) as "areaFullName",
    (select count(*)::integer from monitor_site where consumer_id = c.id) as "siteCount",
    (select count(*)::integer from ammeter where consumer_id = c.id) as "ammeterCount",
    (select count(*)::integer from device where consumer_id = c.id) as "deviceCount",
    (select count(*)::integer from monitor_object where consumer_id = c.id) as "objectCount",
    (select max(id) from file_record where consumer_id = c.id and file_type = 'logo') as logo
    from consumer c where c.id = ${consumerId}`.execute(trx);
  if (!rows[0]) throw noSuchRow();
  const { logo, ...more } = rows[0];
  return rowWith(row, { ...more, imgPath: logo === null ? null : pictureAddress(consumerId, 'logo', logo) });
}

const info = (verb: string): Route =>
  defineRoute({
    method: 'GET',
    path: `${AT}/${verb}`,
    summary: { zh: '企业基本信息', en: 'What an enterprise is' },
    permission: view,
    params: z.object({ consumerId: id() }),
    row: consumer,
    example: { consumerId: 1001 },
    handler: ({ trx, params, language }) => basicInfo(trx, params.consumerId, language),
  });

export const getConsumerByArea = defineRoute({
  method: 'GET',
  path: `${AT}/getConsumerByArea`,
  summary: { zh: '按行政区划的企业', en: 'Enterprises by area' },
  permission: view,
  params: z.object({
    areaCode: z
      .string()
      .regex(/^\d{2,12}$/)
      .optional(),
    consumerId: id().optional(),
  }),
  example: {},
  handler: async ({ trx, params }) => {
    // A province or a city stands for all that lies in it.
    const stem = params.areaCode?.replace(/(?:00)+$/, '') ?? '';
    const { rows } = await sql<{
      areaCode: string | null;
      areaName: string | null;
      count: number;
      consumers: { id: number; orgId: number; orgName: string }[];
    }>`
      select c.area_code as "areaCode",
        (select string_agg(a.area_name, ' ' order by a.area_code) from admin_area a
          where a.area_code in (left(c.area_code, 2) || '0000', left(c.area_code, 4) || '00', c.area_code)) as "areaName",
        count(*)::integer as count,
        json_agg(json_build_object('id', c.id, 'orgId', c.id, 'orgName', c.org_name) order by c.id) as consumers
      from consumer c where (${stem} = '' or starts_with(c.area_code, ${stem}))
        and (${params.consumerId ?? null}::integer is null or c.id = ${params.consumerId ?? null})
      group by c.area_code order by c.area_code nulls last`.execute(trx);
    return rows;
  },
});

const getCount = defineRoute({
  method: 'GET',
  path: `${AT}/getCount`,
  summary: { zh: '企业、站点、表计数量', en: 'How many enterprises, sites, meters' },
  permission: view,
  params: z.object({}),
  example: {},
  handler: async ({ trx }) => {
    const { rows } = await sql<{
      count: number;
      effective: number;
      siteCount: number;
      ammeterCount: number;
    }>`select
      (select count(*)::integer from consumer) as count,
      (select count(*)::integer from consumer where state = '1') as effective,
      (select count(*)::integer from monitor_site) as "siteCount",
      (select count(*)::integer from ammeter) as "ammeterCount"`.execute(trx);
    return rows[0];
  },
});

export const consumerRoutes: readonly Route[] = [
  getAllEffective,
  getAllIdRefNames,
  getAssociationByName,
  info('getConsumerBasicInfo'),
  info('getBaseInfo'),
  getConsumerByArea,
  getCount,
];
