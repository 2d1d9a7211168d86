import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { id, idList } from '#contract/param.ts';
import { SLOT_MINUTES } from '#contract/plan.ts';
import { meanOf } from '#domain/decimal/sum.ts';
import { groupedBy } from '#domain/group.ts';
import { executionRate } from '#domain/storage/sentCurve.ts';
import { turned } from '#domain/storage/sign.ts';
import { bucketBounds, LEVEL, type Level } from '#domain/time/bucket.ts';
import { daysBetween } from '#domain/time/date.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { startOfDate } from '#domain/time/text.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import { type CurveWire, type MonitorWire, PLAN_MAY } from '../contract.ts';
import { setPointMeans, socMeans, tellersOf } from './gauges.ts';
import { dischargedMicro, powerOf, quartersOf } from './load.ts';
import { planRows } from './row.ts';
import { sentOf } from './soc.ts';
import { type Station, stationOfMeter, stationsOfMeters } from './station.ts';

/** Buckets of a curve: the quarters of the plan, hours or days. */
const INTERVALS = { '15': LEVEL.quarter, '60': LEVEL.hour, '1440': LEVEL.day } as const;
const MOST_DAYS = 366;
const MOST_DAYS_OF_QUARTERS = 62;

const span = {
  /** Minutes of a bucket. */
  interval: z.enum(['15', '60', '1440']).default('15'),
  fromDt: z.iso.date(),
  toDt: z.iso.date(),
};

/** Which of the stations that a meter measured in turn; without it the present one. */
export const NAMED = { stationId: id().optional() };

interface Asked {
  readonly interval: keyof typeof INTERVALS;
  readonly fromDt: string;
  readonly toDt: string;
}

function checkSpan({ interval, fromDt, toDt }: Asked): void {
  const days = daysBetween(fromDt, toDt) + 1;
  const most = interval === '15' ? MOST_DAYS_OF_QUARTERS : MOST_DAYS;
  if (days < 1 || days > most)
    throw badInput({ zh: `toDt：须为 1 至 ${most} 天`, en: `toDt: it must be 1 to ${most} days` }, 'toDt');
}

/** Values by the beginnings of quarters, ms. */
type ByQuarter = ReadonlyMap<number, number | null>;

/** What a station was told to run, kW of each quarter of some days. */
async function sentQuarters(db: Db, station: Station, { fromDt, toDt }: Asked): Promise<ByQuarter> {
  const { stationId, timeZone } = station;
  const byDay = groupedBy(
    await planRows(db, { stationId, fromDt, toDt }, { limit: 5000 }),
    ({ planDate }) => planDate,
  );
  const sent = new Map<number, number | null>();
  for (const [planDate, versions] of byDay) {
    const [begins, ends] = [startOfDate(timeZone, planDate), startOfDate(timeZone, planDate, 1)];
    sentOf(versions, begins).forEach((kw, slot) => {
      const at = begins + slot * QUARTER_MS;
      if (at < ends) sent.set(at, kw);
    });
  }
  return sent;
}

/** The quarters of an interval of days by the buckets they lie in. */
function buckets(station: Station, { interval, fromDt, toDt }: Asked) {
  const zone = zoneOf(station.timeZone);
  const [from, to] = [startOfDate(station.timeZone, fromDt), startOfDate(station.timeZone, toDt, 1)];
  const level: Level = INTERVALS[interval];
  const bounds = bucketBounds(zone, level, from, to);
  const quarters = bounds
    .slice(0, -1)
    .map((at, i) =>
      Array.from(
        { length: Math.round(((bounds[i + 1] ?? at) - at) / QUARTER_MS) },
        (_, n) => at + n * QUARTER_MS,
      ),
    );
  return { from, to, level, times: bounds.slice(0, -1), quarters };
}

/** The mean of each bucket over the quarters that are known; null of none. */
const means = (quarters: readonly (readonly number[])[], values: ByQuarter): (number | null)[] =>
  quarters.map((list) => {
    const mean = meanOf(list.map((at) => values.get(at) ?? null));
    return mean === null ? null : Math.round(mean * 1000) / 1000;
  });

const iso = (times: readonly number[]): string[] => times.map((at) => new Date(at).toISOString());

const getPlanCurve = defineRoute({
  method: 'GET',
  path: '/api/sdata/storageStrategy/getPlanCurve',
  summary: { zh: '储能策略：下发的计划曲线', en: 'Storage strategy: plan curves as they were issued' },
  permission: PLAN_MAY.view,
  params: z.object({ ammeterIds: idList(), ...span }),
  example: { ammeterIds: '53', interval: '15', fromDt: '2026-11-23', toDt: '2026-11-23' },
  handler: async ({ trx, params }): Promise<CurveWire[]> => {
    checkSpan(params);
    const curves: CurveWire[] = [];
    for (const station of await stationsOfMeters(trx, params.ammeterIds)) {
      const { times, quarters } = buckets(station, params);
      curves.push({
        ammeterId: station.stationMeterId,
        stationId: station.stationId,
        stationName: station.stationName,
        consumerName: station.consumerName,
        siteName: station.siteName,
        times: iso(times),
        values: means(quarters, await sentQuarters(trx, station, params)),
      });
    }
    return curves;
  },
});

/** What the meter of a station measured, kW of each quarter that is over, + discharges; null where it is not known. */
async function runQuarters(
  db: Db,
  { stationMeterId }: Station,
  { from, to }: { readonly from: number; readonly to: number },
  now: number,
): Promise<ByQuarter> {
  const known = await quartersOf(db, stationMeterId, from, to);
  return new Map(
    [...known].map(([ts, quarter]) => {
      // Of a quarter that is not over nobody knows the mean power.
      const micro = ts + QUARTER_MS <= now ? dischargedMicro(quarter) : null;
      return [ts, micro === null ? null : powerOf(micro)];
    }),
  );
}

/** Energy of powers by the quarter, kWh: of what lies on one side of 0; null where nothing is known. */
function energyOf(powers: readonly (number | null)[], sign: 1 | -1): number | null {
  const known = powers.filter((kw) => kw !== null);
  if (known.length === 0) return null;
  const wattsCount = known.map((kw) => Math.max(0, Math.round(sign * kw * 1000)));
  return wattsCount.reduce((sum, n) => sum + n, 0) / 1000 / (60 / SLOT_MINUTES);
}

const getMonitorCurve = defineRoute({
  method: 'GET',
  path: '/api/sdata/storageStrategy/getMonitorCurve',
  summary: {
    zh: '储能策略：下发曲线与执行曲线对比',
    en: 'Storage strategy: what was sent to the station, and what it did',
  },
  permission: PLAN_MAY.view,
  params: z.object({ ammeterId: id(), ...NAMED, ...span }),
  example: { ammeterId: 53, interval: '15', fromDt: '2026-11-23', toDt: '2026-11-23' },
  handler: async ({ trx, params }): Promise<MonitorWire> => {
    checkSpan(params);
    const station = await stationOfMeter(trx, params.ammeterId, params.stationId);
    return monitorOf(trx, station, params, Date.now());
  },
});

/** What was told to a station and what it did over some days. @param now ms: what is to come has not been missed */
export async function monitorOf(db: Db, station: Station, asked: Asked, now: number): Promise<MonitorWire> {
  const grid = buckets(station, asked);
  const { times, quarters } = grid;
  const sent = await sentQuarters(db, station, asked);
  const run = await runQuarters(db, station, grid, now);
  const tellers = await tellersOf(db, station);
  const soc = await socMeans(db, tellers, grid);
  const setPoint = await setPointMeans(db, tellers, grid);
  // A quarter counts when it is over.
  const over = quarters.flat().filter((at) => at + QUARTER_MS <= now);
  const [planned, done] = [over.map((at) => sent.get(at) ?? null), over.map((at) => run.get(at) ?? null)];
  return {
    ammeterId: station.stationMeterId,
    stationId: station.stationId,
    stationName: station.stationName,
    consumerName: station.consumerName,
    siteName: station.siteName,
    timeZone: station.timeZone,
    times: iso(times),
    sendCurve: means(quarters, sent),
    runCurve: means(quarters, run),
    setPoint: times.map((at) => turned(setPoint.get(at) ?? null)),
    soc: times.map((at) => soc.get(at) ?? null),
    executionRate: executionRate(planned, done),
    plannedChargeKwh: energyOf(planned, -1),
    plannedDischargeKwh: energyOf(planned, 1),
    chargedKwh: energyOf(done, -1),
    dischargedKwh: energyOf(done, 1),
    missing: over.filter((at) => (sent.get(at) ?? null) !== null && (run.get(at) ?? null) === null).length,
  };
}

export const curveRoutes = [getPlanCurve, getMonitorCurve];
