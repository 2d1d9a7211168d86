import { sql } from 'kysely';
import * as z from 'zod';
import { INTERVAL } from '#contract/interval.ts';
import { id, wordList } from '#contract/param.ts';
import {
  AS_RECEIVED,
  asReceived,
  bucketCodes,
  dateTime,
  interval,
  levelOf,
  readColumns,
} from '#feature/meters/dataInterface/server/public.ts';
import type { MeterColumns } from '#feature/meters/dataInterface/contract.ts';
import { noSuchRow } from '#contract/error.ts';
import { organisationOf } from '#feature/meters/subject/server/public.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type { AreaShare, ConsumerNow, SiteCard, SiteEnergy, SiteNow, TransformerLoad } from '../contract.ts';
import { areaShares, consumerNow } from './consumer.ts';
import { SITE } from './monitorRoutes.ts';
import { energiesOf, siteCards, siteNow } from './site.ts';
import { transformersOf } from './transformers.ts';

const AT = '/api/archive/monitorSite';

const getSiteElecDatas = defineRoute({
  method: 'GET',
  path: `${AT}/getSiteElecDatas`,
  summary: { zh: '站点表计的电量数据', en: 'Data of a meter of a site by interval and data codes' },
  permission: SITE,
  params: z.object({
    dataAmmeterId: id(),
    dataCodes: wordList().default(['PP']),
    interval: interval().default(Number(INTERVAL.hour)),
    beginDate: dateTime(),
    endDate: dateTime(),
  }),
  example: {
    dataAmmeterId: 1,
    dataCodes: 'PP',
    interval: 201,
    beginDate: '2026-01-01',
    endDate: '2026-01-02',
  },
  handler: async ({ trx, params }): Promise<MeterColumns> => {
    const { dataAmmeterId, dataCodes, interval: step, beginDate, endDate } = params;
    if (step === AS_RECEIVED) return asReceived(trx, dataAmmeterId, dataCodes, beginDate, endDate);
    const level = levelOf(step, beginDate, endDate, 1);
    const [meter] = await readColumns(trx, {
      meterIds: [dataAmmeterId],
      level,
      codes: bucketCodes(dataCodes),
      from: beginDate,
      to: endDate,
      quality: false,
    });
    if (!meter) throw noSuchRow();
    return meter;
  },
});

export const getSiteStatistics = defineRoute({
  method: 'GET',
  path: `${AT}/getSiteStatistics`,
  summary: { zh: '站点统计：状态、功率、用能、告警、变压器', en: 'A site in figures' },
  permission: SITE,
  params: z.object({ siteId: id() }),
  example: { siteId: 1003 },
  handler: ({ trx, params }): Promise<SiteNow> => siteNow(trx, params.siteId, Date.now()),
});

/** Where sites stand, at an address and for whoever holds a function. */
export const siteDistribution = (path: string, permission: string): Route =>
  defineRoute({
    method: 'GET',
    path,
    summary: { zh: '站点分布：位置、状态、功率、告警数', en: 'Where sites stand, and how they stand' },
    permission,
    params: z.object({ consumerId: id().optional() }),
    example: { consumerId: 1001 },
    handler: async ({ trx, params }): Promise<SiteCard[]> =>
      (await siteCards(trx, params, Date.now())).map(({ powerOf: _o, powerKnown: _k, ...card }) => card),
  });

const getSiteDistribution = siteDistribution(`${AT}/getSiteDistribution`, SITE);

export const getElectricityAmount = defineRoute({
  method: 'GET',
  path: `${AT}/getElectricityAmount`,
  summary: { zh: '站点今日与本月用能', en: 'Energy of a site, today and this month' },
  permission: SITE,
  params: z.object({ siteId: id() }),
  example: { siteId: 1003 },
  handler: async ({ trx, params }): Promise<SiteEnergy[]> => {
    const { rows } = await sql<{ consumerId: number }>`
      select consumer_id as "consumerId" from monitor_site where id = ${params.siteId}`.execute(trx);
    if (!rows[0]) throw noSuchRow();
    const organisation = await organisationOf(trx, rows[0].consumerId, { orgIds: [params.siteId] });
    return energiesOf(trx, organisation, params.siteId, Date.now());
  },
});

/** Transformers and how they are loaded. */
export interface TransformerCount {
  readonly count: number;
  /** kVA of those whose capacity is known. */
  readonly capacity: number | null;
  readonly list: readonly TransformerLoad[];
}

export const getTransformerCount = defineRoute({
  method: 'GET',
  path: `${AT}/getTransformerCount`,
  summary: { zh: '变压器数量、容量与负载率', en: 'Transformers with their capacity and load' },
  permission: SITE,
  params: z.object({ consumerId: id().optional(), siteId: id().optional() }),
  example: { consumerId: 1001 },
  handler: async ({ trx, params }): Promise<TransformerCount> => {
    const list = await transformersOf(trx, params, Date.now());
    const known = list.flatMap((one) => one.capacity ?? []);
    const capacity =
      known.length === 0 ? null : known.reduce((n, kva) => n + Math.round(kva * 1000), 0) / 1000;
    return { count: list.length, capacity, list };
  },
});

export const oneConsumerStatis = defineRoute({
  method: 'GET',
  path: '/api/archive/consumer/oneConsumerStatis',
  summary: { zh: '单个企业统计', en: 'One enterprise in figures' },
  permission: SITE,
  params: z.object({ consumerId: id() }),
  example: { consumerId: 1001 },
  handler: ({ trx, params }): Promise<ConsumerNow> => consumerNow(trx, params.consumerId, Date.now()),
});

export const getConsumerDistribution = defineRoute({
  method: 'GET',
  path: '/api/archive/consumer/getConsumerDistribution',
  summary: { zh: '企业分布：按省份', en: 'Enterprises by province' },
  permission: SITE,
  params: z.object({ consumerId: id().optional() }),
  example: {},
  handler: ({ trx, params }): Promise<AreaShare[]> => areaShares(trx, params.consumerId),
});

export const siteRoutes = [
  getSiteElecDatas,
  getSiteStatistics,
  getSiteDistribution,
  getElectricityAmount,
  getTransformerCount,
  oneConsumerStatis,
  getConsumerDistribution,
];
