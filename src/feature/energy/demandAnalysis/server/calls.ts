import * as z from 'zod';
import { hourlyUnit } from '#contract/energyType.ts';
import type { Text } from '#contract/text.ts';
import { badInput } from '#contract/error.ts';
import { INTERVAL } from '#contract/interval.ts';
import { pageOf, paging, yesNo } from '#contract/param.ts';
import type { Range } from '#domain/fold/reach.ts';
import { numberToMicro } from '#domain/decimal/decimal.ts';
import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import {
  type AnalysisContext,
  analysisContextOf,
  bucketLabel,
} from '#feature/meters/analysisFrame/server/public.ts';
import { contextOf, subjectParams } from '#feature/meters/subject/server/public.ts';
import { hourText } from '#domain/time/clock.ts';
import { timesAbove } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type { Standard } from '#feature/energy/analysisStandard/contract.ts';
import { shifted } from '#domain/time/shift.ts';
import { setStandard, standardOf } from '#feature/energy/analysisStandard/server/public.ts';
import { methodsOf, slidingIn } from '#feature/money/demand/server/public.ts';
import { datesOf, type DemandDate, withDayBefore } from './window.ts';

const permission = 'SDNPowerAdmin.SDNDemandAnalysis';
/** Function code of setting lines. */
const SET_DEMAND = 'analysis.demandStandard.edit';

/** The day asked for and the one before it, window by window. */
async function twoDays(
  trx: Db,
  params: Parameters<typeof analysisContextOf>[1] & { date?: string | undefined },
) {
  const { date, ...subject } = params;
  const context = await analysisContextOf(
    trx,
    { ...subject, interval: INTERVAL.quarter, ...(date === undefined ? {} : { begin: date, end: date }) },
    Date.now(),
  );
  const day = date === undefined ? lastDay(context) : context.range;
  const { intervals, all } = await withDayBefore(trx, context, day);
  const before = new Map(all.map((one) => [one.from, one.value]));
  const standard = await standardOf(trx, context.subject);
  const windows = all
    .filter(({ from }) => from >= day.from)
    .map((one) => {
      const there = shifted(context.zone, one.from, { days: 1 });
      return { ...one, yesterday: there === null ? null : (before.get(there) ?? null) };
    });
  return { context, day, windows, standard, method: methodsOf(intervals) };
}

/** Today, where the question named no day. */
const lastDay = ({ zone, range }: AnalysisContext): Range => {
  const day = zone.localDay(range.to - 1);
  return { from: zone.startOfDay(day), to: range.to };
};

const clock = (context: AnalysisContext, t: number): string => bucketLabel(context.zone, 1, t).slice(11);

const shapeOfDay = { ...subjectParams, date: z.iso.date().optional() };

const getLive = defineRoute({
  method: 'GET',
  path: '/api/analysis/demand/getLive',
  summary: { zh: '实时需量：今日与昨日、标准线', en: 'Live demand: today, yesterday, the lines' },
  permission,
  prepared: true,
  params: z.object(shapeOfDay),
  example: { consumerId: 1001 },
  handler: async ({ trx, params }) => {
    const {
      context: query,
      day,
      windows,
      standard,
      method,
    } = await twoDays(trx, {
      ...params,
      interval: INTERVAL.quarter,
    });
    const { demandStandard } = standard;
    return {
      date: bucketLabel(query.zone, 3, day.from),
      unit: hourlyUnit(query.subject.unit),
      method,
      timeZone: query.subject.timeZone,
      // A demand bears the end of its window.
      today: windows.map(({ from, to, value }) => ({ time: clock(query, to), ts: to, from, value })),
      yesterday: windows.map(({ to, yesterday }) => ({ time: clock(query, to), ts: to, value: yesterday })),
      standard: demandStandard,
      max: standard.demandMax,
      second: standard.demandSecond,
      standardLine:
        demandStandard === null
          ? []
          : Array.from({ length: 25 }, (_, hour) => ({
              time: hourText(hour),
              value: demandStandard,
            })),
    };
  },
});

const getDetail = defineRoute({
  method: 'GET',
  path: '/api/analysis/demand/getDetail',
  summary: { zh: '需量明细', en: 'Demand window by window' },
  permission,
  params: z.object({ ...shapeOfDay, todayOver: yesNo().optional(), ...paging }),
  example: { consumerId: 1001 },
  handler: async ({ trx, params }) => {
    const { todayOver, pageNo, current, pageSize, ...question } = params;
    const {
      context: query,
      windows,
      standard,
    } = await twoDays(trx, { ...question, interval: INTERVAL.quarter });
    const limit = standard.demandStandard;
    const list = windows
      .filter((one) => one.value !== null || one.yesterday !== null)
      .map(({ ended, value, yesterday }) => ({
        time: clock(query, ended),
        from: ended - QUARTER_MS,
        to: ended,
        today: value,
        yesterday,
        diff: value === null || yesterday === null ? null : value - yesterday,
        todayOver: limit !== null && value !== null && value > limit,
        yesterdayOver: limit !== null && yesterday !== null && yesterday > limit,
      }));
    const over = list.filter((one) => one.todayOver);
    const page = pageOf({ pageNo, current, pageSize });
    return {
      standard: limit,
      unit: hourlyUnit(query.subject.unit),
      list: todayOver ? over : list.slice((page.current - 1) * page.pageSize, page.current * page.pageSize),
      pagination: {
        total: todayOver ? over.length : list.length,
        ...(todayOver ? { current: 1, pageSize: over.length } : page),
        todayOverTotal: over.length,
      },
    };
  },
});

const line = () =>
  z.union([z.literal(''), z.coerce.number().min(0).max(1e9)]).transform((v) => (v === '' ? null : v)).optional(); // prettier-ignore

const setDemand = defineRoute({
  method: 'POST',
  path: '/api/analysis/demand/setStandard',
  summary: {
    zh: '设置需量标准线、最大线、次大线',
    en: 'Set the standard, maximum and second line of demand',
  },
  permission: SET_DEMAND,
  keepEmpty: true,
  params: z.object({
    orgId: z.union([z.literal(''), subjectParams.orgId]).optional(),
    dataAmmeterId: z.union([z.literal(''), subjectParams.dataAmmeterId]).optional(),
    /** kW; empty takes the line away. */
    standard: line(),
    max: line(),
    second: line(),
  }),
  example: { orgId: 1001, standard: 45000 },
  handler: async (call): Promise<Standard> => {
    const { orgId, dataAmmeterId, standard, max, second } = call.params;
    const { subject } = await contextOf(
      call.trx,
      {
        orgId: orgId === '' ? undefined : orgId,
        dataAmmeterId: dataAmmeterId === '' ? undefined : dataAmmeterId,
      },
      Date.now(),
    );
    const part = { demandStandard: standard, demandMax: max, demandSecond: second };
    const now = await standardOf(call.trx, subject);
    const wanted = { max: max === undefined ? now.demandMax : max, second: second === undefined ? now.demandSecond : second }; // prettier-ignore
    if (wanted.max !== null && wanted.second !== null && wanted.second > wanted.max)
      throw badInput(
        { zh: '次大线不能高于最大线', en: 'The second line cannot be above the maximum line' },
        'second',
      );
    return setStandard(
      call,
      subject,
      Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)),
    );
  },
});

/** What is told of the days of a range. */
interface DaysAnswer {
  /** What every answer begins with: the unit, and how demand is reckoned. */
  readonly head: { readonly unit: string; readonly method: Text };
  readonly context: AnalysisContext;
  readonly dates: readonly DemandDate[];
  /** Begins of the windows above the standard, ms, for who counts them by their hour. */
  readonly above: readonly number[];
  readonly standard: Standard;
}

/** A call about the days of a range, by default the last month; `looks` is how near it looks at them. */
function daysCall(
  name: string,
  summary: Text,
  tell: (answer: DaysAnswer) => object,
  looks: 'days' | 'counts' | 'windows' = 'days',
): Route {
  return defineRoute({
    method: 'GET',
    path: `/api/analysis/demand/${name}`,
    summary,
    permission,
    prepared: true,
    params: z.object({
      ...subjectParams,
      beginDate: z.iso.date().optional(),
      endDate: z.iso.date().optional(),
    }),
    example: { consumerId: 1001 },
    toldBy: tell,
    handler: async ({ trx, params: { beginDate, endDate, ...subject } }) => {
      const context = await analysisContextOf(
        trx,
        { ...subject, interval: INTERVAL.day, begin: beginDate, end: endDate },
        Date.now(),
      );
      const standard = await standardOf(trx, context.subject);
      const limit = standard.demandStandard;
      const { dates, certainty } = await datesOf(
        trx,
        context,
        context.range,
        limit,
        looks === 'counts' && limit !== null,
      );
      const above =
        looks === 'windows' && limit !== null
          ? await timesAbove(
              trx,
              context.signed,
              context.range,
              numberToMicro(limit),
              slidingIn(certainty.intervals),
            )
          : [];
      const head = { unit: hourlyUnit(context.subject.unit), method: certainty.method };
      return tell({ head, context, dates, above, standard });
    },
  });
}

const pointOf = (context: AnalysisContext, date: string, window: DemandDate['max']) => ({
  date,
  time: window && clock(context, window.to),
  value: window && window.value,
  ...(window?.proven ? { proven: true } : {}),
});

const HOURS = Array.from({ length: 24 }, (_, hour) => hourText(hour));

/** The calls of demand (specification 3 section 7, "Quantity"). */
export const demandCalls: readonly Route[] = [
  getLive,
  getDetail,
  setDemand,
  daysCall('getMaxLine', { zh: '每日最大需量与最大线', en: 'Highest of each day, and the maximum line' }, ({ head, context: query, dates, standard }) => ({
    ...head,
    line: standard.demandMax,
    list: dates.map(({ date, max }) => pointOf(query, date, max)),
  })), // prettier-ignore
  daysCall('getSecondLine', { zh: '每日次大需量与次大线', en: 'Second of each day, and the second line' }, ({ head, context: query, dates, standard }) => ({
    ...head,
    line: standard.demandSecond,
    list: dates.map(({ date, second }) => pointOf(query, date, second)),
  })), // prettier-ignore
  daysCall('getPoint', { zh: '最大需量分布气泡', en: 'When each day was highest, as bubbles' }, ({ head, context: query, dates, standard }) => ({
    ...head,
    standard: standard.demandStandard,
    list: dates.flatMap(({ date, max, from }) =>
      max ? [{ ...pointOf(query, date, max), hour: (max.to - from) / HOUR_MS, over: standard.demandStandard !== null && max.value > standard.demandStandard }] : [],
    ),
  })), // prettier-ignore
  daysCall('getTime', { zh: '最大需量出现时刻', en: 'At which hours days were highest' }, ({ head, context: query, dates, above, standard: { demandStandard } }) => {
    const counts = HOURS.map(() => 0);
    const overs = HOURS.map(() => 0);
    const count = (list: number[], t: number): void => {
      const { hour } = query.zone.local(t);
      list[hour] = (list[hour] ?? 0) + 1;
    };
    for (const { max } of dates) if (max) count(counts, max.from);
    for (const from of above) count(overs, from);
    return {
      ...head,
      list: HOURS.map((time, hour) => ({ time, count: counts[hour], overCount: demandStandard === null ? null : overs[hour] })),
    };
  }, 'windows'), // prettier-ignore
  daysCall('getDiffs', { zh: '需量差值', en: 'Differences of demand' }, ({ head, dates, standard }) => ({
    ...head,
    list: dates.map(({ date, max, second }, i) => {
      const before = dates[i - 1]?.max?.value;
      return {
        date,
        max: max && max.value,
        diffSecond: max && second ? max.value - second.value : null,
        diffBefore: max && before !== undefined ? max.value - before : null,
        diffStandard: max && standard.demandStandard !== null ? max.value - standard.demandStandard : null,
      };
    }),
  })), // prettier-ignore
  daysCall('getOverCount', { zh: '超标次数', en: 'Windows above the standard' }, ({ head, dates, standard }) => ({
    ...head,
    standard: standard.demandStandard,
    total: standard.demandStandard === null ? null : dates.reduce((sum, { overCount }) => sum + (overCount ?? 0), 0),
    list: dates.map(({ date, overCount }) => ({ date, overCount })),
  }), 'counts'), // prettier-ignore
  daysCall('getOverTime', { zh: '超标时长（分钟）', en: 'Minutes above the standard' }, ({ head, dates, standard }) => ({
    ...head,
    standard: standard.demandStandard,
    total: standard.demandStandard === null ? null : dates.reduce((sum, { overMinutes }) => sum + (overMinutes ?? 0), 0),
    list: dates.map(({ date, overMinutes }) => ({ date, overMinutes })),
  }), 'counts'), // prettier-ignore
];
