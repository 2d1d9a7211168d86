import * as z from 'zod';
import { id } from '#contract/param.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { eventsOf, standbyOf } from '#domain/storage/event.ts';
import { yuanOf } from '#domain/tariff/money.ts';
import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { badInput, forbidden } from '#contract/error.ts';
import { COST_BENEFIT_CODE } from '#feature/assets/settlement/contract.ts';
import { rangeOf, readSite, settleParts, siteAssets } from '#feature/assets/settlement/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { type Caller, defineRoute, type Route } from '#server/route.ts';
import {
  type AssetOverview,
  type BatteryCycle,
  OPERATION_KINDS,
  type OperationData,
  type OperationKind,
} from '../contract.ts';
import { bucketsIn } from './buckets.ts';
import { addCellRules } from './cellRules.ts';
import { addPeerRules } from './peerRules.ts';
import { overviewOf } from './overview.ts';
import { pvDevices } from './pv.ts';
import { type Asked, batteryDevices, pcsDevices } from './storage.ts';
import { cyclesWithoutMoney, overviewOfPart, overviewWithoutMoney, pvWithheld } from './withheld.ts';

const seesMoney = ({ funCodes }: Caller): boolean => funCodes.has(COST_BENEFIT_CODE);

const OVERVIEW = 'SDNGuangchuchong.Overview';
const STORAGE = 'SDNGuangchuchong.ChunengOverview';
const PV = 'SDNGuangchuchong.PVOverview';

/** The screens that lean on it: who may open one of them may ask, and is told what it shows. */
const getOverview = defineRoute({
  method: 'GET',
  path: '/api/sdata/operationAnalysis/getOverview',
  summary: {
    zh: '光储充总览：实时能流、某日的曲线、电量与结算、告警',
    en: 'The assets of a site: live flow, the curves, energies and settlement of a day, alarms',
  },
  permission: null,
  why: 'asked',
  params: z.object({ siteId: id(), date: z.iso.date().optional() }),
  example: { siteId: 1036 },
  handler: async ({ trx, params, caller }): Promise<AssetOverview> => {
    const whole = caller.funCodes.has(OVERVIEW);
    const seen = { storage: caller.funCodes.has(STORAGE), pv: caller.funCodes.has(PV) };
    if (!whole && !seen.storage && !seen.pv) throw forbidden();
    const all = await overviewOf(trx, params.siteId, params.date, Date.now());
    const overview = whole ? all : overviewOfPart(all, seen);
    return seesMoney(caller) ? overview : overviewWithoutMoney(overview);
  },
});

const MOST_HOURS = 31;

/** The screens that show each kind: who may open one of them may ask. */
const SCREENS: Readonly<Record<OperationKind, readonly string[]>> = {
  pcs: ['SDNGuangchuchong.Running.PCSAnalysis', STORAGE],
  battery: ['SDNGuangchuchong.Running.BatteryAnalysis', STORAGE],
  pv: [PV],
  charge: [STORAGE, 'SDNGuangchuchong.Running.BatteryAnalysis'],
};

/** What batteries did in a time, charge by charge. */
async function cyclesOf(trx: Db, { siteId, deviceId, range, now }: Asked): Promise<BatteryCycle[]> {
  const site = await siteAssets(trx, siteId, range);
  const read = await readSite(trx, site, range, now);
  return (await settleParts(read, range))
    .flatMap(({ asset, settled }) =>
      asset.kind !== 'storage' || (deviceId !== undefined && asset.id !== deviceId)
        ? []
        : eventsOf(standbyOf(settled.events, asset.ratedPower).active, QUARTER_MS).map((event) => ({
            stationId: asset.id,
            stationName: asset.name,
            type: event.type,
            period: event.period,
            from: event.ts,
            to: event.end,
            energy: microToNumber(event.quantity),
            amount: event.amount === null ? null : yuanOf(event.amount),
          })),
    )
    .toSorted((a, b) => a.from - b.from);
}

const getData = defineRoute({
  method: 'GET',
  path: '/api/sdata/operationAnalysis/getData',
  summary: {
    zh: '运行分析：变流器、电池簇、光伏或充放电记录',
    en: 'Operation analysis of converters, battery clusters, PV or charges of batteries',
  },
  permission: null,
  why: 'asked',
  params: z.object({
    kind: z.enum(OPERATION_KINDS),
    siteId: id(),
    deviceId: id().optional(),
    beginDate: z.iso.date().optional(),
    endDate: z.iso.date().optional(),
    interval: z.enum(['hour', 'day', 'month']).default('day'),
  }),
  example: { kind: 'pcs', siteId: 1036 },
  handler: async ({ trx, params, caller }): Promise<OperationData> => {
    if (!SCREENS[params.kind].some((code) => caller.funCodes.has(code))) throw forbidden();
    const { kind, siteId, deviceId, interval } = params;
    const now = Date.now();
    const { zone } = await siteAssets(trx, siteId);
    const range = rangeOf(zone, { fromDt: params.beginDate, toDt: params.endDate }, now);
    if (interval === 'hour' && range.to - range.from > MOST_HOURS * 25 * HOUR_MS)
      throw badInput({ zh: '按小时最多查询 31 天', en: 'By the hour 31 days at most' }, 'interval');
    const cycles = (asked: Asked): Promise<BatteryCycle[]> =>
      seesMoney(caller) ? cyclesOf(trx, asked) : cyclesOf(trx, asked).then(cyclesWithoutMoney);
    const may = { flow: caller.funCodes.has(OVERVIEW), money: seesMoney(caller) };
    const asked: Asked = {
      siteId,
      deviceId,
      interval,
      range,
      now,
      buckets: bucketsIn(zone, interval, range, now),
    };
    return {
      kind,
      siteId,
      timeZone: zone.name,
      from: range.from,
      to: range.to,
      interval,
      pcs: kind === 'pcs' ? await pcsDevices(trx, asked) : [],
      battery: kind === 'battery' ? await batteryDevices(trx, asked) : [],
      pv: kind === 'pv' ? pvWithheld(await pvDevices(trx, asked), may) : [],
      charge: kind === 'charge' ? await cycles(asked) : [],
    };
  },
});

export const routes: readonly Route[] = [getOverview, getData, addCellRules, addPeerRules];
