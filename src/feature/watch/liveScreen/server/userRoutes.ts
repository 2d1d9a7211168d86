import { INTERVAL } from '#contract/interval.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { conditionOf as alarmsOf, countOpen } from '#feature/watch/alarm/server/public.ts';
import { monitorDiagram } from '#resource/archive/monitorDiagram.ts';
import { monitorItem } from '#resource/archive/monitorItem.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import { alsoAt } from '#server/alsoAt.ts';
import { dataTableParam as dataTable } from '#server/resource/dataTableParam.ts';
import { conditionOf, orderOf, pageOfRows } from '#server/resource/query.ts';
import { defineRoute } from '#server/route.ts';
import type {
  ElecFigure,
  ElecNow,
  ElecTrend,
  ItemWire,
  PhaseValues,
  RealData,
  RealParam,
  SeriesWire,
} from '../contract.ts';
import { elecFigures, elecTrend } from './electricity.ts';
import { monitoredItems } from './items.ts';
import {
  CHART,
  chartKey,
  getObjectDetails,
  getSiteDetails,
  historyOfMeter,
  seriesParams,
  SITE,
} from './monitorRoutes.ts';
import { phasesOf } from './phases.ts';
import { realDatasOf } from './realData.ts';
import { realParamsOf } from './realParams.ts';
import { getItemHistory, getRealDataParams, getRealDatas } from './realRoutes.ts';
import { exportItemHistory } from './sheetRoutes.ts';
import { siteCards } from './site.ts';
import {
  getConsumerDistribution,
  getElectricityAmount,
  siteDistribution,
  getSiteStatistics,
  getTransformerCount,
  oneConsumerStatis,
} from './siteRoutes.ts';
import { transformersOf } from './transformers.ts';

// The customer area asks the same by its own names (specification 3 section 7): same handlers, functions and scope.
const at = '/api/hxyUser';
const OBJECTS = funCodeOf(monitorObject, 'view');

const ammeterHistorDatas = defineRoute({
  method: 'GET',
  // Spelled as the specification does.
  path: `${at}/userAmmeter/ammeterHistorDatas`,
  summary: { zh: '表计历史曲线', en: 'Curves of a meter' },
  permission: CHART,
  params: z.object({ dataAmmeterId: id(), onePreps: chartKey, ...seriesParams }),
  example: { dataAmmeterId: 1, onePreps: 'PZ', interval: INTERVAL.hour },
  handler: ({ trx, params }): Promise<SeriesWire[]> => {
    const { dataAmmeterId, onePreps, ...span } = params;
    return historyOfMeter(trx, dataAmmeterId, onePreps, span);
  },
});

/** A diagram of a site in a list. */
interface DiagramWord {
  readonly monitorDiagramId: number;
  readonly diagramName: string;
  readonly monitorSysType: string | null;
  readonly panelType: string | null;
}

const getDiagrams = defineRoute({
  method: 'GET',
  path: `${at}/userMonitorDiagram/getBySiteId`,
  summary: { zh: '站点的监测图', en: 'Diagrams of a site' },
  permission: funCodeOf(monitorDiagram, 'view'),
  params: z.object({ siteId: id() }),
  example: { siteId: 1003 },
  handler: async ({ trx, params }): Promise<DiagramWord[]> => {
    const { rows } = await sql<DiagramWord>`
      select id as "monitorDiagramId", shown_name(diagram_name, diagram_name_en) as "diagramName",
        monitor_sys_type as "monitorSysType", panel_type as "panelType"
      from monitor_diagram where site_id = ${params.siteId} and state = '1' order by ix, id limit 200`.execute(
      trx,
    );
    return rows;
  },
});

const getObjectTable = defineRoute({
  method: 'POST',
  path: `${at}/userMonitorObject/getdatatable`,
  summary: { zh: '监测对象表', en: 'Table of monitored objects' },
  permission: OBJECTS,
  params: z.object({ dataTable, siteId: id().optional() }),
  row: monitorObject,
  example: {},
  handler: ({ trx, params, language }) => {
    const { dataTable: table, siteId } = params;
    const where = conditionOf(monitorObject, table);
    return pageOfRows(
      trx,
      monitorObject,
      siteId === undefined ? where : sql<boolean>`(${where}) and site_id = ${siteId}`,
      orderOf(monitorObject, table.sorter),
      table,
      language,
    );
  },
});

/** An object of a site in a list. */
interface ObjectWord {
  readonly orgId: number;
  readonly orgCode: string;
  readonly orgName: string;
  readonly parentId: number | null;
  readonly objectCategory: string;
  readonly deviceId: number | null;
}

const MOST_OBJECTS = 20_000;

const getObjects = defineRoute({
  method: 'GET',
  path: `${at}/userMonitorObject/getBySiteId`,
  summary: { zh: '站点的监测对象', en: 'Monitored objects of a site' },
  permission: OBJECTS,
  params: z.object({ siteId: id() }),
  example: { siteId: 1003 },
  handler: async ({ trx, params }): Promise<ObjectWord[]> => {
    const { rows } = await sql<ObjectWord>`
      select id as "orgId", org_code as "orgCode", shown_name(org_name, org_name_en) as "orgName", parent_id as "parentId",
        object_category as "objectCategory", device_id as "deviceId"
      from monitor_object where site_id = ${params.siteId} order by ix, id limit ${MOST_OBJECTS}`.execute(
      trx,
    );
    return rows;
  },
});

const getLatestObjDatas = defineRoute({
  method: 'GET',
  path: `${at}/userMonitorObject/getLatestObjDatas`,
  summary: { zh: '监测对象的最新数值', en: 'The newest values of monitored objects' },
  permission: OBJECTS,
  params: z.object({ siteId: id().optional(), orgId: id().optional() }),
  example: { siteId: 1003 },
  handler: async ({ trx, params, language }): Promise<(RealParam & RealData)[]> => {
    const { siteId, orgId } = params;
    if (siteId === undefined && orgId === undefined) return [];
    const found = await realParamsOf(
      trx,
      { siteId, objectIds: orgId === undefined ? undefined : [orgId] },
      language,
    );
    const datas = await realDatasOf(trx, found, Date.now());
    return found.map((one, i) => ({
      ...one,
      ...(datas[i] as RealData),
      objCode: one.objCode,
      paramName: one.paramName,
    }));
  },
});

const ofNode = { orgId: id().optional(), siteId: id().optional(), consumerId: id().optional() };
const date = z.iso.date().optional();
const nodeOf = (params: {
  orgId?: number | undefined;
  siteId?: number | undefined;
  consumerId?: number | undefined;
}): number => {
  const node = params.orgId ?? params.siteId ?? params.consumerId;
  if (node === undefined) throw noSuchRow();
  return node;
};

const getElecStatistics = defineRoute({
  method: 'GET',
  path: `${at}/userCompreMonitor/getElecStatistics`,
  summary: { zh: '用电统计：日、月、年与上期', en: 'Electricity: day, month, year and those before' },
  permission: SITE,
  params: z.object({ ...ofNode, date }),
  example: { siteId: 1003 },
  handler: ({ trx, params }): Promise<ElecFigure[]> =>
    elecFigures(trx, nodeOf(params), params.date, Date.now()),
});

const getElecTrend = defineRoute({
  method: 'GET',
  path: `${at}/userCompreMonitor/getElecTrend`,
  summary: {
    zh: '用电趋势：日内、月内、年内',
    en: 'Electricity of a day by hour, a month by day, a year by month',
  },
  permission: SITE,
  params: z.object({ ...ofNode, date, dateType: z.enum(['day', 'month', 'year']).default('day') }),
  example: { siteId: 1003 },
  handler: ({ trx, params }): Promise<ElecTrend> =>
    elecTrend(trx, nodeOf(params), params.dateType, params.date, Date.now()),
});

const getElectric = defineRoute({
  method: 'GET',
  path: `${at}/userCompreMonitor/getElectric`,
  summary: { zh: '各表三相电压、电流、功率', en: 'Voltage, current and power of the meters now' },
  permission: SITE,
  params: z.object({ siteId: id() }),
  example: { siteId: 1003 },
  handler: ({ trx, params }): Promise<PhaseValues[]> => phasesOf(trx, params, Date.now()),
});

const getRealData = defineRoute({
  method: 'GET',
  path: `${at}/userCompreMonitor/getRealData`,
  summary: { zh: '站点实时功率、变压器负载与告警数', en: 'What a site takes now' },
  permission: SITE,
  params: z.object({ siteId: id() }),
  example: { siteId: 1003 },
  handler: async ({ trx, params }): Promise<ElecNow> => {
    const now = Date.now();
    const [card] = await siteCards(trx, params, now);
    if (!card) throw noSuchRow();
    const { power, powerOf, powerKnown } = card;
    const transformers = await transformersOf(trx, params, now);
    return { power, powerOf, powerKnown, transformers, openAlarms: await countOpen(trx, alarmsOf(params)) };
  },
});

const getListMonitorItems = defineRoute({
  method: 'GET',
  path: `${at}/userMonitorItem/getListMonitorItems`,
  summary: { zh: '监测项列表', en: 'Monitored values in short' },
  permission: funCodeOf(monitorItem, 'view'),
  params: z.object({
    siteId: id().optional(),
    ammeterId: id().optional(),
    orgId: id().optional(),
    monitorType: z.enum(['1', '2', '3', '4', '5']).optional(),
  }),
  example: { siteId: 1003 },
  handler: ({ trx, params, language }): Promise<ItemWire[]> => {
    const { ammeterId, ...rest } = params;
    return monitoredItems(
      trx,
      { ...rest, ammeterIds: ammeterId === undefined ? undefined : [ammeterId] },
      language,
    );
  },
});

const USER_OBJECT = `${at}/userMonitorObject`;
const USER_SITE = `${at}/userMonitorSite`;
const USER_ITEM = `${at}/userMonitorItem`;

export const userRoutes = [
  ammeterHistorDatas,
  alsoAt(getConsumerDistribution, `${at}/userConsumer/getConsumerDistribution`),
  alsoAt(oneConsumerStatis, `${at}/userConsumer/oneConsumerStatis`),
  getDiagrams,
  getObjects,
  getObjectTable,
  getLatestObjDatas,
  alsoAt(getRealDataParams, `${USER_OBJECT}/getRealDataParams`),
  alsoAt(getRealDatas, `${USER_OBJECT}/getRealDatas`),
  alsoAt(getObjectDetails, `${USER_OBJECT}/objDetails`),
  alsoAt(getSiteStatistics, `${USER_SITE}/getSiteStatistics`),
  // The map of the customer area asks by it: whoever sees that map need not see the page of sites.
  siteDistribution(`${USER_SITE}/getSiteDistribution`, 'Customer.Map'),
  alsoAt(getSiteDetails, `${USER_SITE}/getSiteDetails`),
  alsoAt(getElectricityAmount, `${USER_SITE}/getElectricityAmount`),
  alsoAt(getTransformerCount, `${USER_SITE}/getTransformerCount`),
  getElecStatistics,
  getElecTrend,
  getElectric,
  getRealData,
  alsoAt(getItemHistory, `${USER_ITEM}/getHistoryDatas`),
  alsoAt(exportItemHistory, `${USER_ITEM}/exportHistoryDatas`),
  getListMonitorItems,
];
