import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Level } from '#domain/time/bucket.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { usageOver, NO_SUM } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type { Statistics } from '../contract.ts';
import { spanAmountOf } from '#domain/figure/amount.ts';
import { periodOf, type PeriodKind } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import { equalPeriods } from '#feature/meters/analysisFrame/server/public.ts';
import { courseOf } from './course.ts';
import { figuresOf } from './figures.ts';
import { monthPeriodsOf } from './monthPeriods.ts';
import { originOf, readingPageOf } from './origin.ts';
import { powerOf } from './power.ts';
import {
  contextOf,
  dayContextOf,
  dayParams,
  energyTreeOf,
  type QueryContext,
  subjectParams,
  untilOf,
} from '#feature/meters/subject/server/public.ts';
import { deviceTopOf, hourTopOf, type Order } from './ranking.ts';
import { stateOf } from '#feature/meters/dataState/server/public.ts';

const PERMISSION = 'SDNMonitoring.Overview';
const EXAMPLE = { consumerId: 1001, dataType: 1 };

/** Dates of a ranking or a tree, both included; default one month to today (specification 3 section 9). */
const dates = { begin: z.iso.date().optional(), end: z.iso.date().optional() };

/** `asc` lowest first; all else, also a field's name with `desc`, highest first. */
const orderBy = z
  .string()
  .max(40)
  .default('desc')
  .transform((text): Order => (/asc/i.test(text) ? 'asc' : 'desc'));

function rangeOf(
  { zone, expected }: QueryContext,
  params: { begin?: string | undefined; end?: string | undefined },
): Range {
  const end = params.end ?? dateAt(zone, expected.now);
  const begin = params.begin ?? dateAt(zone, periodOf(zone, 'day', end, 30).from);
  const { from } = periodOf(zone, 'day', begin);
  const { to } = periodOf(zone, 'day', end);
  if (from >= to)
    throw badInput({ zh: '结束日期不能早于开始日期', en: 'The end may not precede the begin' }, 'end');
  if (to - from > 367 * DAY_MS)
    throw badInput({ zh: '日期范围最长一年', en: 'The range may be a year at most' }, 'end');
  return { from, to };
}

/** A range as far as today's data have come, and as many dates right before it, as far by the clock. */
async function equal(trx: Db, asked: QueryContext, range: Range): Promise<{ own: Range; before: Range }> {
  const { zone, expected } = asked;
  const { from, to } = range;
  const today = periodOf(zone, 'day', dateAt(zone, expected.now));
  const until = to === today.to ? await untilOf(trx, asked, today, expected.now) : to;
  return equalPeriods({ zone, range, until }, { days: Math.round((to - from) / DAY_MS) });
}

const getFigures = defineRoute({
  method: 'GET',
  path: '/api/monitoring/overview/getFigures',
  summary: { zh: '总览：关键指标', en: 'Overview: key figures' },
  permission: PERMISSION,
  prepared: true,
  params: z.object(dayParams),
  example: EXAMPLE,
  handler: async ({ trx, params }) => figuresOf(trx, await dayContextOf(trx, params, Date.now())),
});

const course = (name: string, kind: PeriodKind, zh: string, en: string) =>
  defineRoute({
    method: 'GET',
    path: `/api/monitoring/overview/${name}`,
    summary: { zh: `总览：${zh}`, en: `Overview: ${en}` },
    permission: PERMISSION,
    prepared: true,
    params: z.object(dayParams),
    example: EXAMPLE,
    handler: async ({ trx, params }) => courseOf(trx, await dayContextOf(trx, params, Date.now()), kind),
  });

const getDay = course('getDay', 'day', '今日与昨日分时用能', 'today and yesterday by hour');
const getMonth = course(
  'getMonth',
  'month',
  '本月逐日用能，同比与环比',
  'the month by day, beside last month and last year',
);
const getYear = course('getYear', 'year', '本年逐月用能，同比', 'the year by month, beside last year');

const getMonthPeriods = defineRoute({
  method: 'GET',
  path: '/api/monitoring/overview/getMonthPeriods',
  summary: { zh: '总览：本月逐日分时段用能', en: 'Overview: the month by day and tariff period' },
  permission: PERMISSION,
  prepared: true,
  params: z.object(dayParams),
  example: EXAMPLE,
  handler: async ({ trx, params }) => monthPeriodsOf(trx, await dayContextOf(trx, params, Date.now())),
});

const getPower = defineRoute({
  method: 'GET',
  path: '/api/monitoring/overview/getPower',
  summary: { zh: '总览：当日功率曲线', en: 'Overview: power of the day' },
  permission: PERMISSION,
  prepared: true,
  params: z.object(dayParams),
  example: EXAMPLE,
  handler: async ({ trx, params }) => powerOf(trx, await dayContextOf(trx, params, Date.now())),
});

const getState = defineRoute({
  method: 'GET',
  path: '/api/monitoring/overview/getState',
  summary: { zh: '总览：数据新鲜度、覆盖与异常', en: 'Overview: freshness, coverage and what is odd' },
  permission: PERMISSION,
  prepared: true,
  params: z.object(dayParams),
  example: EXAMPLE,
  handler: async ({ trx, params }) => stateOf(trx, await dayContextOf(trx, params, Date.now())),
});

const getEnergyDeviceTop = defineRoute({
  method: 'GET',
  path: '/api/monitoring/overview/getEnergyDeviceTop',
  summary: { zh: '设备用能前十', en: 'Top ten devices by energy' },
  permission: PERMISSION,
  prepared: true,
  params: z.object({ ...subjectParams, ...dates, orderBy }),
  example: { ...EXAMPLE, orderBy: 'desc' },
  handler: async ({ trx, params }) => {
    const asked = await contextOf(trx, params, Date.now());
    const range = rangeOf(asked, params);
    return deviceTopOf(trx, asked, range, await equal(trx, asked, range), params.orderBy);
  },
});

const getHourTop = defineRoute({
  method: 'GET',
  path: '/api/monitoring/overview/getHourTop',
  summary: { zh: '用能时段前十', en: 'Top ten hours by energy' },
  permission: PERMISSION,
  prepared: true,
  params: z.object({ ...subjectParams, ...dates, orderBy }),
  example: { ...EXAMPLE, orderBy: 'desc' },
  handler: async ({ trx, params }) => {
    const asked = await contextOf(trx, params, Date.now());
    return hourTopOf(trx, asked, rangeOf(asked, params), params.orderBy);
  },
});

const getEnergyTreeByDate = defineRoute({
  method: 'GET',
  path: '/api/monitoring/overview/getEnergyTreeByDate',
  summary: { zh: '能源流向（按日期）', en: 'Energy tree by date' },
  permission: PERMISSION,
  prepared: true,
  params: z.object({ ...subjectParams, ...dates }),
  example: EXAMPLE,
  handler: async ({ trx, params }) => {
    const asked = await contextOf(trx, params, Date.now());
    return energyTreeOf(trx, asked, rangeOf(asked, params));
  },
});

const getEnergyTree = defineRoute({
  method: 'GET',
  path: '/api/monitoring/overview/getEnergyTree',
  summary: { zh: '企业能源树（今日）', en: 'Energy tree of an enterprise, today' },
  permission: PERMISSION,
  prepared: true,
  params: z.object(subjectParams),
  example: { consumerId: 1001 },
  handler: async ({ trx, params }) => {
    const asked = await contextOf(trx, params, Date.now());
    return energyTreeOf(trx, asked, periodOf(asked.zone, 'day', dateAt(asked.zone, asked.expected.now)));
  },
});

const STATISTICS = [
  ['today', 'day', 0],
  ['yesterday', 'day', 1],
  ['month', 'month', 0],
  ['lastMonth', 'month', 1],
  ['year', 'year', 0],
  ['lastYear', 'year', 1],
] as const;

const getStatistics = defineRoute({
  method: 'GET',
  path: '/api/monitoring/overview/getStatistics',
  summary: { zh: '表计统计：日、月、年', en: 'Statistics of a meter: day, month, year' },
  permission: PERMISSION,
  prepared: true,
  params: z.object(dayParams),
  example: { dataAmmeterId: 1 },
  handler: async ({ trx, params }) => {
    const asked = await dayContextOf(trx, params, Date.now());
    const ranges = STATISTICS.map(([, kind, back]) => periodOf(asked.zone, kind, asked.question.date, back));
    const sums = await usageOver(trx, asked.signed, ranges);
    const list = STATISTICS.map(([key], i): Statistics => {
      const { from, to } = ranges[i] as Range;
      return { key, ...spanAmountOf(sums[i] ?? NO_SUM, from, to, asked.expected) };
    });
    return { ...asked.question, list };
  },
});

const instant = () => z.coerce.number().int().min(0).max(32_503_680_000_000);

const getProvenance = defineRoute({
  method: 'GET',
  path: '/api/monitoring/overview/getProvenance',
  summary: {
    zh: '数据来源：一个时段的数值由何而来',
    en: 'Provenance: where the figure of a bucket comes from',
  },
  permission: PERMISSION,
  prepared: true,
  params: z.object({
    ...subjectParams,
    /** 1 quarter of an hour, 2 hour, 3 day, 4 month, 5 year. */
    level: z.coerce.number().int().min(1).max(5),
    /** Any instant in the bucket, ms since 1970. */
    at: instant(),
    ...paging,
  }),
  example: { ...EXAMPLE, level: 3, at: 1_531_584_000_000 },
  handler: async ({ trx, params }) => {
    const asked = await contextOf(trx, params, Date.now());
    return originOf(trx, asked, params.level as Level, params.at, pageOf(params));
  },
});

const getReadings = defineRoute({
  method: 'GET',
  path: '/api/monitoring/overview/getReadings',
  summary: { zh: '原始读数', en: 'Readings as received' },
  permission: PERMISSION,
  prepared: true,
  params: z.object({ dataAmmeterId: id(), from: instant(), to: instant(), ...paging }),
  example: { dataAmmeterId: 1, from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2), pageSize: 20 },
  handler: ({ trx, params }) =>
    readingPageOf(trx, params.dataAmmeterId, params.from, params.to, pageOf(params)),
});

export const routes = [
  getFigures,
  getDay,
  getMonth,
  getYear,
  getMonthPeriods,
  getPower,
  getState,
  getEnergyDeviceTop,
  getHourTop,
  getEnergyTreeByDate,
  getEnergyTree,
  getStatistics,
  getProvenance,
  getReadings,
];
