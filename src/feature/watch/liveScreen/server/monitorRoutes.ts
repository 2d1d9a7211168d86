import { ENERGY } from '#contract/energyType.ts';
import { INTERVAL } from '#contract/interval.ts';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { id, idList, wordList } from '#contract/param.ts';
import { visibleMeters } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import {
  AMMETER_CHARTS,
  type AmmeterChartKey,
  type EnergyNow,
  type ItemWire,
  MOST_SERIES,
  type NodeInfo,
  type ObjectDetails,
  type SeriesWire,
  type SiteNow,
} from '../contract.ts';
import { detailsOf } from './details.ts';
import { energyNow } from './energyNow.ts';
import { meterParams, metersOfObject, monitoredItems } from './items.ts';
import { meterDetailsOf } from './meterDetails.ts';
import { nodeInfo } from './node.ts';
import { seriesOf, type SeriesQuery } from './series.ts';
import { foldParam } from './realRoutes.ts';
import { siteNow } from './site.ts';
import { spanParams } from './span.ts';

const AT = '/api/monitoring/monitor';
/** Function codes of the screens. */
export const CHART = 'SDNMonitoring.MonitoringChart';
export const SITE = 'SDNMonitoring.SiteOverview';

type Wanted = Pick<SeriesQuery, 'ammeterId' | 'dataCode'>;

/** `12.PZ`: a meter and a data code. @throws Fault 400 naming `items` */
function seriesNamed(word: string): Wanted {
  const [meter = '', code = ''] = word.split('.');
  const ammeterId = Number(meter);
  if (!Number.isSafeInteger(ammeterId) || ammeterId < 1 || ammeterId > 2_147_483_647 || code === '')
    throw badInput(
      {
        zh: `items：应为 表计编号.数据代码，如 12.PZ，而不是 ${word}`,
        en: `items: must be METER.CODE such as 12.PZ, not ${word}`,
      },
      'items',
    );
  return { ammeterId, dataCode: code.toUpperCase() };
}

/** @throws Fault 400 naming `items` for more than twelve */
export function namedSeries(items: readonly string[]): Wanted[] {
  const unique = [...new Set(items)];
  if (unique.length > MOST_SERIES)
    throw badInput(
      { zh: `items：至多 ${MOST_SERIES} 条曲线`, en: `items: at most ${MOST_SERIES} series` },
      'items',
    );
  return unique.map(seriesNamed);
}

/** Several series over one range; those of meters that the scope does not show are left out. */
export async function manySeries(
  trx: Db,
  wanted: readonly Wanted[],
  span: Pick<SeriesQuery, 'fold' | 'interval' | 'startTime' | 'endTime'>,
  now: number,
): Promise<SeriesWire[]> {
  const shown = new Set((await visibleMeters(trx, wanted.map((one) => one.ammeterId))).map((one) => one.id)); // prettier-ignore
  const list: SeriesWire[] = [];
  for (const one of wanted)
    if (shown.has(one.ammeterId)) list.push(await seriesOf(trx, { ...one, ...span }, now));
  return list;
}

export const seriesParams = { fold: foldParam, ...spanParams };

const getHistoryDatas = defineRoute({
  method: 'GET',
  path: `${AT}/getHistoryDatas`,
  summary: {
    zh: '监测曲线：至多 12 条，含限值与告警',
    en: 'Curves, 12 at most, with their limits and alarms',
  },
  permission: CHART,
  params: z.object({ items: wordList(), ...seriesParams }),
  example: { items: '1.PZ', interval: INTERVAL.hour },
  handler: ({ trx, params }): Promise<SeriesWire[]> => {
    const { items, ...span } = params;
    return manySeries(trx, namedSeries(items), span, Date.now());
  },
});

const getDataItemsByObject = defineRoute({
  method: 'GET',
  path: `${AT}/getDataItemsByObject`,
  summary: {
    zh: '监测对象或表计的数据项',
    en: 'Data items of a monitored object, or of meters: what they tell',
  },
  permission: CHART,
  params: z.object({
    orgId: id().optional(),
    ammeterIds: idList().optional(),
    monitorType: z.enum(['1', '2', '3', '4', '5']).optional(),
  }),
  example: { ammeterIds: '1' },
  handler: async ({ trx, params, language }): Promise<ItemWire[]> => {
    const { orgId, ammeterIds, monitorType } = params;
    // Without an object nothing is looked up (specification 3 section 5).
    if (orgId === undefined && ammeterIds === undefined) return [];
    const items = orgId === undefined ? [] : await monitoredItems(trx, { orgId, monitorType }, language);
    const meters = [...(ammeterIds ?? []), ...(orgId === undefined ? [] : await metersOfObject(trx, orgId))];
    const told = (monitorType ?? '1') === '1' ? await meterParams(trx, meters, Date.now(), language) : [];
    const there = new Set(items.map((one) => `${one.ammeterId} ${one.dataCode}`));
    return [...items, ...told.filter((one) => !there.has(`${one.ammeterId} ${one.dataCode}`))];
  },
});

const getDataItemsBySecondaryDevice = defineRoute({
  method: 'GET',
  path: `${AT}/getDataItemsBySecondaryDevice`,
  summary: { zh: '二次设备的数据项', en: 'Data items of a secondary device' },
  permission: CHART,
  params: z.object({ deviceId: id().optional(), monitorType: z.enum(['1', '2', '3', '4', '5']).optional() }),
  example: {},
  handler: async ({ trx, params, language }): Promise<ItemWire[]> =>
    params.deviceId === undefined ? [] : monitoredItems(trx, params, language),
});

const getTreeNodeBaseInfo = defineRoute({
  method: 'GET',
  path: `${AT}/getTreeNodeBaseInfo`,
  summary: { zh: '树节点的基本信息', en: 'What a node of the tree is and where it stands' },
  permission: CHART,
  params: z.object({ orgId: id() }),
  example: { orgId: 1003 },
  handler: ({ trx, params }): Promise<NodeInfo> => nodeInfo(trx, params.orgId),
});

export const getSiteDetails = defineRoute({
  method: 'GET',
  path: `${AT}/getSiteDetails`,
  summary: { zh: '站点详情：状态、功率、用能、告警、变压器、联系人', en: 'A site as it stands now' },
  permission: SITE,
  params: z.object({ siteId: id() }),
  example: { siteId: 1003 },
  handler: ({ trx, params }): Promise<SiteNow> => siteNow(trx, params.siteId, Date.now()),
});

export const getObjectDetails = defineRoute({
  method: 'GET',
  path: `${AT}/getObjectDetails`,
  summary: {
    zh: '监测对象或设备详情：实时值、告警、文件、履历',
    en: 'A monitored object or a device: values now, alarms, files, life',
  },
  permission: 'archive.monitorObject.view',
  params: z.object({ orgId: id().optional(), deviceId: id().optional() }),
  example: { orgId: 1016 },
  handler: ({ trx, params, language, caller }): Promise<ObjectDetails> => {
    if (params.orgId === undefined && params.deviceId === undefined)
      throw badInput({ zh: '请指定 orgId 或 deviceId', en: 'Name orgId or deviceId' }, 'orgId');
    return detailsOf(trx, params, { language, funCodes: caller.funCodes, now: Date.now() });
  },
});

const getMeterDetails = defineRoute({
  method: 'GET',
  path: `${AT}/getMeterDetails`,
  summary: {
    zh: '表计详情：实时值、位置信号、告警，及其对象与设备的文件、履历',
    en: 'A meter: values now, positions, alarms, and files and life of what stands behind it',
  },
  permission: 'archive.ammeter.view',
  params: z.object({ ammeterId: id() }),
  example: { ammeterId: 1 },
  handler: ({ trx, params, language, caller }): Promise<ObjectDetails> =>
    meterDetailsOf(trx, params.ammeterId, { language, funCodes: caller.funCodes, now: Date.now() }),
});

/** A meter's curves by key; the old name of the customer area calls the key `onePreps`. */
export const historyOfMeter = (
  trx: Db,
  dataAmmeterId: number,
  key: AmmeterChartKey,
  span: Pick<SeriesQuery, 'fold' | 'interval' | 'startTime' | 'endTime'>,
): Promise<SeriesWire[]> =>
  manySeries(
    trx,
    AMMETER_CHARTS[key].map((dataCode) => ({ ammeterId: dataAmmeterId, dataCode })),
    span,
    Date.now(),
  );

export const chartKey = z
  .enum(Object.keys(AMMETER_CHARTS) as [AmmeterChartKey, ...AmmeterChartKey[]])
  .default('PZ');

const getAmmeterHistory = defineRoute({
  method: 'GET',
  path: `${AT}/getAmmeterHistory`,
  summary: { zh: '表计历史曲线：电量、功率、电流、电压、功率因数', en: 'Curves of a meter by key' },
  permission: CHART,
  params: z.object({ dataAmmeterId: id(), key: chartKey, ...seriesParams }),
  example: { dataAmmeterId: 1, key: 'PZ', interval: INTERVAL.hour },
  handler: ({ trx, params }): Promise<SeriesWire[]> => {
    const { dataAmmeterId, key, ...span } = params;
    return historyOfMeter(trx, dataAmmeterId, key, span);
  },
});

const getEnergyNow = defineRoute({
  method: 'GET',
  path: `${AT}/getEnergyNow`,
  summary: {
    zh: '实时能耗：功率、今日用能、能流与损耗',
    en: 'Where an energy goes now: power, energy of today, losses',
  },
  permission: 'SDNMonitoring.SDNEnergy',
  params: z.object({
    orgId: id(),
    dataType: z.coerce
      .string()
      .regex(/^\d{1,2}$/)
      .optional(),
  }),
  example: { orgId: 1001, dataType: ENERGY.electricity },
  handler: ({ trx, params }): Promise<EnergyNow> => energyNow(trx, params, Date.now()),
});

export const monitorRoutes = [
  getEnergyNow,
  getHistoryDatas,
  getDataItemsByObject,
  getDataItemsBySecondaryDevice,
  getTreeNodeBaseInfo,
  getSiteDetails,
  getObjectDetails,
  getMeterDetails,
  getAmmeterHistory,
];
