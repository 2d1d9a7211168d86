import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, noSuchRow } from '#contract/error.ts';
import { id, idList } from '#contract/param.ts';
import { consumerOf, energyTypesOf, organisationOf } from '#feature/meters/subject/server/public.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import { defineRoute } from '#server/route.ts';
import { CHARGE } from './chart.ts';

/** The classes of data that a place has, as far as they come to be known in a way (1 metered, 2 entered, 3 computed). */
export const getDataClassifyList = defineRoute({
  method: 'GET',
  path: '/api/sdata/chargeAnalysis/getDataClassifyList',
  summary: { zh: '对象的数据分类，按计量方式', en: 'Classes of data of a place by how they are known' },
  permission: CHARGE,
  params: z.object({ orgId: id(), measureMode: z.enum(['1', '2', '3']).optional() }),
  example: { orgId: 1001, measureMode: '1' },
  handler: async ({ trx, params: { orgId, measureMode }, language }) => {
    const consumerId = await consumerOf(trx, orgId);
    if (consumerId === null) throw noSuchRow();
    const types = energyTypesOf(await organisationOf(trx, consumerId, { orgIds: [orgId] }), orgId);
    const { rows } = await sql<{
      dataClassifyId: number;
      dataSubTypeName: string;
      dataSubTypeCode: string;
      dataType: string;
      measureMode: string;
      unit: string | null;
    }>`
      select id as "dataClassifyId", ${nameIn('data_sub_type_name', language)} as "dataSubTypeName", data_sub_type_code as "dataSubTypeCode",
        data_type as "dataType", measure_mode as "measureMode", unit
      from data_classify where state = '1' and data_type = any(${types}::text[])
        and (${measureMode ?? null}::text is null or measure_mode = ${measureMode ?? null})
      order by ix, id`.execute(trx);
    return rows;
  },
});

/** The energy-using units directly below an enterprise, a site, or another unit. */
export const getConsumerUnitByParent = defineRoute({
  method: 'GET',
  path: '/api/archive/consumerUnit/getListByParent',
  summary: { zh: '下级用能单元', en: 'Energy-using units below a place' },
  permission: 'archive.consumerUnit.view',
  params: z.object({ parentOrgId: id().optional(), parentId: id().optional() }),
  example: { parentOrgId: 1001 },
  handler: async ({ trx, params: { parentOrgId, parentId } }) => {
    if (parentOrgId === undefined && parentId === undefined)
      throw badInput({ zh: '请指定上级组织或单元', en: 'Name an organisation or a unit' }, 'parentOrgId');
    const { rows } = await sql<{
      id: number;
      consumerUnitId: number;
      unitName: string;
      unitCode: string;
      consumerId: number;
      parentId: number | null;
      siteId: number | null;
      ix: number | null;
      state: string;
      hasChildren: boolean;
    }>`
      select id, id as "consumerUnitId", shown_name(unit_name, unit_name_en) as "unitName", unit_code as "unitCode", consumer_id as "consumerId",
        parent_id as "parentId", site_id as "siteId", ix, state,
        exists (select from consumer_unit c where c.parent_id = u.id) as "hasChildren"
      from consumer_unit u
      where case when ${parentId ?? null}::integer is not null then parent_id = ${parentId ?? null}
        else parent_id is null and (consumer_id = ${parentOrgId ?? null} or site_id = ${parentOrgId ?? null}) end
      order by ix, id`.execute(trx);
    return rows;
  },
});

/** Puts the units of one parent into the given order. */
export const editConsumerUnitIx = defineRoute({
  method: 'POST',
  path: '/api/archive/consumerUnit/editIx',
  summary: { zh: '用能单元重新排序', en: 'Reorder energy-using units' },
  permission: 'archive.consumerUnit.edit',
  params: z.object({ ids: idList() }),
  example: { ids: '2,1' },
  handler: async ({ trx, params: { ids } }) => {
    const { rows } = await sql<{ id: number; parent: string }>`
      select id, consumer_id || ' ' || coalesce(parent_id::text, '') as parent from consumer_unit
      where id = any(${ids}::integer[]) for update`.execute(trx);
    if (rows.length < new Set(ids).size) throw noSuchRow();
    if (new Set(rows.map((row) => row.parent)).size > 1)
      throw badInput(
        { zh: '只能对同一上级下的单元排序', en: 'Only units of one parent can be put in order' },
        'ids',
      );
    await sql`update consumer_unit u set ix = o.ix
      from unnest(${ids}::integer[]) with ordinality o (id, ix) where u.id = o.id`.execute(trx);
    return { ids };
  },
});
