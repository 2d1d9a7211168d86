import { sql } from 'kysely';
import * as z from 'zod';
import { ENERGY } from '#contract/energyType.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { ammeter } from '#resource/archive/ammeter.ts';
import { monitorSite } from '#resource/archive/monitorSite.ts';
import { countsOfSite, titled } from '#feature/meters/monitorObject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { orderOf, pageOfRows } from '#server/resource/query.ts';
import { rowWith } from '#server/resource/row.ts';
import { defineRoute } from '#server/route.ts';
import type { Route } from '#server/route.ts';

const AT = '/api/archive/monitorSite';
const MOST = 20_000;

interface Site {
  readonly id: number;
  readonly siteId: number;
  readonly orgId: number;
  readonly orgName: string;
  readonly siteName: string;
  readonly orgCode: string;
  readonly address: string | null;
  readonly state: string;
  /** IANA. */
  readonly timeZone: string;
  readonly ammeterCount: number;
}

async function sitesOf(trx: Db, consumerId: number): Promise<Site[]> {
  const { rows } = await sql<Site>`
    select s.id, s.id as "siteId", s.id as "orgId", shown_name(s.org_name, s.org_name_en) as "orgName", shown_name(s.org_name, s.org_name_en) as "siteName",
      s.org_code as "orgCode", s.address, s.state, s.time_zone as "timeZone",
      (select count(*)::integer from ammeter a where a.site_id = s.id) as "ammeterCount"
    from monitor_site s where s.consumer_id = ${consumerId} order by s.id limit ${MOST}`.execute(trx);
  return rows;
}

const getByConsumerId = defineRoute({
  method: 'GET',
  path: `${AT}/getByConsumerId`,
  summary: { zh: '企业的站点', en: 'Sites of an enterprise' },
  permission: null,
  why: 'scope',
  params: z.object({ consumerId: id() }),
  example: { consumerId: 1001 },
  handler: ({ trx, params }) => sitesOf(trx, params.consumerId),
});

const getSiteListByEnterpriseId = defineRoute({
  method: 'GET',
  path: `${AT}/getSiteListByEnterpriseId`,
  summary: { zh: '企业的站点（enterpriseId）', en: 'Sites of an enterprise, by enterpriseId' },
  permission: null,
  why: 'scope',
  params: z.object({ enterpriseId: id() }),
  example: { enterpriseId: 1001 },
  handler: ({ trx, params }) => sitesOf(trx, params.enterpriseId),
});

const getMonitorSiteDetails = defineRoute({
  method: 'GET',
  path: `${AT}/getMonitorSiteDetails`,
  summary: { zh: '站点详情：数量、联系人、监测图', en: 'A site with its counts, contacts and diagrams' },
  permission: funCodeOf(monitorSite, 'view'),
  params: z.object({ siteId: id() }),
  row: monitorSite,
  example: { siteId: 1003 },
  handler: async ({ trx, params: { siteId }, language }) => {
    const site = await titled(trx, monitorSite, siteId, language);
    const { rows: contacts } = await sql<{
      id: number;
      contactName: string;
      job: string | null;
      phone: string | null;
      email: string | null;
      onDuty: boolean | null;
    }>`
      select id, shown_name(contact_name, contact_name_en) as "contactName", job, phone, email, on_duty as "onDuty"
      from monitor_site_contact where site_id = ${siteId} order by ix, id limit 100`.execute(trx);
    const { rows: diagrams } = await sql<{
      id: number;
      diagramName: string;
      monitorSysType: string | null;
      panelType: string | null;
    }>`
      select id, shown_name(diagram_name, diagram_name_en) as "diagramName", monitor_sys_type as "monitorSysType", panel_type as "panelType"
      from monitor_diagram where site_id = ${siteId} order by ix, id limit 100`.execute(trx);
    const more = { siteName: String(site['orgName']), contacts, diagrams };
    return rowWith(site, { ...more, ...(await countsOfSite(trx, siteId)) });
  },
});

const filters = {
  consumerId: id().optional(),
  siteId: id().optional(),
  dataType: z.string().max(4).optional(),
};

const whereOf = ({
  consumerId = null,
  siteId = null,
  dataType = null,
}: {
  consumerId?: number | null | undefined;
  siteId?: number | null | undefined;
  dataType?: string | null | undefined;
}) => sql`(${consumerId}::integer is null or consumer_id = ${consumerId})
  and (${siteId}::integer is null or site_id = ${siteId})
  and (${dataType}::text is null or data_type = ${dataType})`;

const getPageByConsumerAndDataType = defineRoute({
  method: 'GET',
  path: '/api/archive/ammeter/getPageByConsumerAndDataType',
  summary: { zh: '企业某能源类型的表计（分页）', en: 'Meters of an enterprise and an energy type, a page' },
  permission: funCodeOf(ammeter, 'view'),
  params: z.object({ ...filters, ...paging }),
  row: ammeter,
  example: { consumerId: 1001, dataType: ENERGY.electricity },
  handler: ({ trx, params, language }) =>
    pageOfRows(
      trx,
      ammeter,
      whereOf(params),
      orderOf(ammeter, { field: 'ammeterCode', order: 'ascend' }),
      pageOf(params),
      language,
    ),
});

const getList = defineRoute({
  method: 'GET',
  path: '/api/archive/ammeter/getList',
  summary: { zh: '表计列表（编号、名称、类型）', en: 'Meters in short' },
  permission: null,
  why: 'scope',
  params: z.object(filters),
  example: { consumerId: 1001 },
  handler: async ({ trx, params }) => {
    const { rows } = await sql<{
      id: number;
      ammeterId: number;
      ammeterCode: string;
      ammeterName: string;
      deviceType: string | null;
      dataType: string;
      siteId: number | null;
      parentId: number | null;
    }>`
      select id, id as "ammeterId", ammeter_code as "ammeterCode", shown_name(ammeter_name, ammeter_name_en) as "ammeterName",
        device_type as "deviceType", data_type as "dataType", site_id as "siteId", parent_id as "parentId"
      from ammeter where ${whereOf(params)} order by ammeter_code, id limit ${MOST}`.execute(trx);
    return rows;
  },
});

export const siteRoutes: readonly Route[] = [
  getByConsumerId,
  getSiteListByEnterpriseId,
  getMonitorSiteDetails,
  getPageByConsumerAndDataType,
  getList,
];
