import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { INTERVAL } from '#contract/interval.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import type { Text } from '#contract/text.ts';
import type { Range } from '#domain/fold/reach.ts';
import { analysisContextOf, bucketLabel } from '#feature/meters/analysisFrame/server/public.ts';
import { contextOf, subjectParams } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { type Limits, overLimits, qualityOver } from '../domain/quality.ts';
import { MOST_TOGETHER } from '../domain/voltage.ts';
import type { Standard } from '#feature/energy/analysisStandard/contract.ts';
import { setStandard, standardOf } from '#feature/energy/analysisStandard/server/public.ts';
import { rangeBefore, within } from './analysis.ts';
import {
  type Assessment,
  assessmentOf,
  type Measure,
  MEASURES,
  PASS_TYPES,
  type PassType,
  qualityMeter,
} from './measure.ts';
import { trendOf } from './trend.ts';

const permission = 'SDNPowerAdmin.SDNElectricQualityAnalysis';
/** Function code of setting standards. */
const SET_QUALITY = 'analysis.qualityStandard.edit';

const dayShape = { ...subjectParams, date: z.iso.date().optional() };
type DayParams = z.output<z.ZodObject<typeof dayShape>>;

/** A day and the one before it, assessed. */
async function assessedDay(trx: Db, { date, ...subject }: DayParams, pass: PassType) {
  const first = await analysisContextOf(
    trx,
    { ...subject, interval: INTERVAL.quarter, begin: date, end: date },
    Date.now(),
  );
  // Without a date the last day of the range that is proposed: today.
  const context =
    date === undefined
      ? await analysisContextOf(
          trx,
          { ...subject, interval: INTERVAL.quarter, begin: first.question.end, end: first.question.end },
          first.question.now,
        )
      : first;
  const meter = await qualityMeter(trx, context);
  if (!meter)
    throw badInput(
      { zh: '该对象没有电表', en: 'The object has no electricity meter' },
      subject.dataAmmeterId === undefined ? 'orgId' : 'dataAmmeterId',
    );
  const before = rangeBefore(context);
  return {
    context,
    meter,
    before,
    assessed: await assessmentOf(
      trx,
      meter,
      pass,
      { from: before.from, to: context.range.to },
      context.range,
    ),
  };
}

/** What is known of a moment: of three phases, or of all together. */
interface TrendPoint {
  readonly time: string;
  /** ms since 1970. */
  readonly ts: number;
  readonly A?: number | null;
  readonly B?: number | null;
  readonly C?: number | null;
  readonly value?: number | null;
}

/** The meter that is assessed, its own standard and the voltage that it is assessed at. */
interface StandardHead {
  readonly ammeterId: number;
  readonly ammeterName: string;
  readonly own: Standard;
  readonly voltage?: NonNullable<Assessment['band']>;
}

/** What a value is held to, and the share that keeps to it, 0 to 1. */
interface PassStandard extends Limits {
  readonly passType: PassType;
  /** No standard of its own was set. */
  readonly usual: boolean;
  readonly today: number | null;
  readonly yesterday: number | null;
}

/** The trend of a pass type: today and yesterday, the standard, the pass rates (0 to 1). */
function trendCall(name: string, pass: PassType, summary: Text): Route {
  const { parts, rateKey, unit } = MEASURES[pass];
  const keys = parts.length === 3 ? ['A', 'B', 'C'] : ['value'];
  return defineRoute({
    method: 'GET',
    path: `/api/analysis/quality/${name}`,
    summary,
    permission,
    params: z.object(dayShape),
    example: { consumerId: 1001 },
    handler: async ({ trx, params }) => {
      const { context: query, meter, before, assessed } = await assessedDay(trx, params, pass);
      const { samples, limits } = assessed;
      const trend = (range: Range) =>
        trendOf(samples, range, parts.length).map(({ from, means }): TrendPoint => ({
          time: bucketLabel(query.zone, 1, from).slice(11),
          ts: from,
          ...Object.fromEntries(keys.map((key, i) => [key, means[i] ?? null])),
        }));
      const today = qualityOver(within(samples, query.range));
      const yesterday = qualityOver(within(samples, before));
      return {
        ammeterId: meter.id,
        ammeterName: meter.name,
        unit,
        date: query.question.begin,
        todayTrend: trend(query.range),
        yesterdayTrend: trend(before),
        standard: limits.floor ?? limits.top,
        top: limits.top,
        floor: limits.floor,
        highest: { today: today.top, yesterday: yesterday.top },
        lowest: { today: today.floor, yesterday: yesterday.floor },
        deviant: { today: today.deviant, yesterday: yesterday.deviant },
        [rateKey]: { today: today.rate, yesterday: yesterday.rate },
      };
    },
  });
}

const getStandard = defineRoute({
  method: 'GET',
  path: '/api/analysis/quality/getStandard',
  summary: { zh: '电能质量标准与合格率', en: 'Standards of power quality and pass rates' },
  permission,
  params: z.object(dayShape),
  example: { consumerId: 1001 },
  handler: async ({ trx, params }) => {
    const rates: Partial<Record<Measure['rateKey'], PassStandard>> = {};
    let head: StandardHead | undefined;
    for (const pass of PASS_TYPES) {
      const { context: query, meter, before, assessed } = await assessedDay(trx, params, pass);
      const { limits, samples, band, usual } = assessed;
      head = { ammeterId: meter.id, ammeterName: meter.name, own: meter.standard, ...(band && pass === '101' ? { voltage: band } : head) }; // prettier-ignore
      rates[MEASURES[pass].rateKey] = {
        passType: pass,
        ...limits,
        usual,
        today: qualityOver(within(samples, query.range)).rate,
        yesterday: qualityOver(within(samples, before)).rate,
      };
    }
    if (!head) throw new Error('no kind of pass rate is known');
    return { ...head, ...rates };
  },
});

const getOverLimitList = defineRoute({
  method: 'GET',
  path: '/api/analysis/quality/getOverLimitList',
  summary: { zh: '电能质量越限记录', en: 'What was beyond the limits' },
  permission,
  params: z.object({
    ...subjectParams,
    beginDate: z.iso.date().optional(),
    endDate: z.iso.date().optional(),
    passType: z.enum(PASS_TYPES).default('101'),
    ...paging,
  }),
  example: { consumerId: 1001, passType: '103' },
  handler: async ({ trx, params }) => {
    const { beginDate, endDate, passType, pageNo, current, pageSize, ...subject } = params;
    const context = await analysisContextOf(
      trx,
      { ...subject, interval: INTERVAL.day, begin: beginDate, end: endDate },
      Date.now(),
    );
    const page = pageOf({ pageNo, current, pageSize });
    const meter = await qualityMeter(trx, context);
    if (!meter)
      return { ammeterId: null, ammeterName: null, unit: null, list: [], pagination: { total: 0, ...page } };
    const { measure, limits, samples } = await assessmentOf(trx, meter, passType, context.range);
    const found = overLimits(samples, limits).toReversed();
    const list = found.slice((page.current - 1) * page.pageSize, page.current * page.pageSize);
    return {
      ammeterId: meter.id,
      ammeterName: meter.name,
      unit: measure.unit,
      list: list.map(({ from, to, kind, phases, worst, limit }) => ({
        beginTime: bucketLabel(context.zone, 1, from),
        endTime: bucketLabel(context.zone, 1, to),
        from,
        to,
        kind,
        phase: measure.parts.length === 3 ? phases.map((phase) => 'ABC'[phase]).join('') : '',
        value: worst,
        limit,
      })),
      pagination: { total: found.length, ...page },
    };
  },
});

/** A number, or empty for the usual one. */
const limit = (least: number, most: number) =>
  z
    .union([z.literal(''), z.coerce.number().min(least).max(most)])
    .transform((value) => (value === '' ? null : value));

/** A call that sets a part of the standard of a meter. */
function setCall<S extends z.ZodRawShape>(
  name: string,
  summary: Text,
  shape: S,
  example: Readonly<Record<string, unknown>>,
  partOf: (params: z.output<z.ZodObject<S>>, before: Standard) => Partial<Standard>,
): Route {
  return defineRoute({
    method: 'POST',
    path: `/api/analysis/quality/${name}`,
    summary,
    permission: SET_QUALITY,
    keepEmpty: true,
    params: z.object({ dataAmmeterId: id(), ...shape }),
    example: { dataAmmeterId: 1, ...example },
    handler: async (call): Promise<Standard> => {
      const { dataAmmeterId } = call.params as { dataAmmeterId: number };
      const { subject } = await contextOf(call.trx, { dataAmmeterId }, Date.now());
      const before = await standardOf(call.trx, subject);
      return setStandard(call, subject, partOf(call.params as z.output<z.ZodObject<S>>, before));
    },
  });
}

/** The calls of power quality (specification 3 section 7). */
export const qualityCalls: readonly Route[] = [
  trendCall('getVoltageTrend', '101', { zh: '电压趋势', en: 'Voltage trend' }),
  trendCall('getCurrentTrend', '102', { zh: '电流趋势', en: 'Current trend' }),
  trendCall('getPowerTrend', '103', { zh: '功率因数趋势', en: 'Power factor trend' }),
  trendCall('getBalanceTrend', '104', { zh: '三相平衡趋势', en: 'Balance trend' }),
  getStandard,
  getOverLimitList,
  setCall(
    'setVoltageStandard',
    { zh: '设置电压等级与偏差限值', en: 'Set voltage level and limits of deviation' },
    {
      voltageLevel: z.union([z.literal(''), z.enum(['1', '2', '3', '4', '5'])]).optional(),
      voltageNominal: limit(1, 1_000_000).optional(),
      upper: limit(0, 30).optional(),
      lower: limit(0, 30).optional(),
    },
    { voltageLevel: '4' },
    ({ voltageLevel, voltageNominal = null, upper = null, lower = null }) => {
      if (voltageLevel === '5' && (upper ?? 5) + (lower ?? 5) > MOST_TOGETHER)
        throw badInput(
          {
            zh: `35 kV 及以上正负偏差之和不能超过 ${MOST_TOGETHER}%`,
            en: `At 35 kV and above both deviations together may be ${MOST_TOGETHER}%`,
          },
          'upper',
        );
      return {
        voltageLevel: voltageLevel === undefined || voltageLevel === '' ? null : voltageLevel,
        voltageNominal,
        voltageUpper: upper,
        voltageLower: lower,
      };
    },
  ),
  setCall(
    'setCurrentStandard',
    { zh: '设置电流限值', en: 'Set the limit of current' },
    { standard: limit(0.001, 1e6) },
    { standard: 400 },
    ({ standard }) => ({ currentLimit: standard }),
  ),
  setCall(
    'setPowerStandard',
    { zh: '设置功率因数标准', en: 'Set the standard of the power factor' },
    { standard: limit(0.01, 1) },
    { standard: 0.9 },
    ({ standard }) => ({ powerStandard: standard }),
  ),
  setCall(
    'setBalanceStandard',
    { zh: '设置三相不平衡度标准', en: 'Set the standard of unbalance' },
    { standard: limit(0.01, 100) },
    { standard: 2 },
    ({ standard }) => ({ balanceStandard: standard }),
  ),
];
