import * as z from 'zod';
import { hourlyUnit } from '#contract/energyType.ts';
import { INTERVAL } from '#contract/interval.ts';
import { idList } from '#contract/param.ts';
import { bucketBounds } from '#domain/time/bucket.ts';
import type { Range } from '#domain/fold/reach.ts';
import { periodOf } from '#domain/time/period.ts';
import {
  type AnalysisContext,
  analysisContextOf,
  between,
  bucketLabel,
} from '#feature/meters/analysisFrame/server/public.ts';
import { subjectParams } from '#feature/meters/subject/server/public.ts';
import { usageSum } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { ALL_TYPES, besideOf, DT_TYPES } from '../domain/beside.ts';
import { powersOf, ratesOf, shapeOf } from './load.ts';
import { loadsKnown } from './loadKnown.ts';
import { loadsOver, type IntervalLoad } from './loadStatistic.ts';

const permission = 'SDNPowerAdmin.SDNLoadAnalysis';
const shape = { ...subjectParams, date: z.iso.date().optional() };
type Params = z.output<z.ZodObject<typeof shape>>;

interface DateContext {
  readonly context: AnalysisContext;
  readonly date: string;
}

async function askDate(trx: Db, { date, ...subject }: Params): Promise<DateContext> {
  const context = await analysisContextOf(
    trx,
    { ...subject, interval: INTERVAL.quarter, begin: date, end: date },
    Date.now(),
  );
  return { context, date: date ?? context.question.end };
}

async function dayCurve(trx: Db, context: AnalysisContext, range: Range) {
  const { from, to } = range;
  const quarters = await usageSum(trx, context.signed, 1, from, to, { demand: true });
  const { step } = await loadsKnown(trx, context, [range]);
  const shape = await shapeOf(trx, context, step, quarters, range);
  const powers = powersOf(context, step, quarters, shape);
  const rates = ratesOf(context, shape);
  return quarters.map(({ ts }) => ({
    dt: bucketLabel(context.zone, 1, ts),
    PZ: powers.get(ts) ?? null,
    /** Load rate: share of the highest of the day. */
    LR: rates.get(ts) ?? null,
  }));
}

async function monthDays(trx: Db, { context: query, date }: DateContext) {
  const month = periodOf(query.zone, 'month', date);
  const days = between(bucketBounds(query.zone, 3, month.from, month.to));
  const loads = await loadsOver(trx, query, days);
  return loads.map((load, i) => ({ dt: bucketLabel(query.zone, 3, days[i]?.from ?? 0), ...load }));
}

/** The months of a year, or of the part of it that a type means, all types by one step. */
async function yearMonths(trx: Db, { context: query, date }: DateContext, types: readonly number[]) {
  const months = types.map((type) => {
    const period = besideOf(query.zone, type, date);
    if (!period) return [];
    const { from, to } = period;
    return between(bucketBounds(query.zone, 4, from, to)).map((one) => ({
      ...one,
      to: Math.min(one.to, to),
    }));
  });
  const loads = await loadsOver(trx, query, months.flat());
  let at = 0;
  return Object.fromEntries(
    types.map((type, i) => [
      type,
      (months[i] ?? []).map(({ from }) => ({ dt: bucketLabel(query.zone, 4, from), ...loads[at++] })),
    ]),
  );
}

/** Types of a comparison, `8,9,11`; all where none is named. */
const dtTypes = idList()
  .refine((types) => types.every((type) => ALL_TYPES.includes(type)), { error: `one of ${ALL_TYPES.join()}` })
  .optional();

/** The name of an interval: the day, the month, the year, or its first and last day. */
function nameOf({ zone }: AnalysisContext, type: number, { from, to }: Range): string {
  if (type === 11) return `${bucketLabel(zone, 3, from)} – ${bucketLabel(zone, 3, to - 1)}`;
  const level = type <= 4 ? 3 : type === 8 || type === 9 ? 5 : 4;
  return bucketLabel(zone, level, from);
}

/** What every answer begins with. */
const headOf = ({ context: query, date }: DateContext) => ({ unit: hourlyUnit(query.subject.unit), date });

const call = (
  name: string,
  zh: string,
  en: string,
  tell: (trx: Db, query: DateContext, types: readonly number[]) => Promise<object>,
): Route =>
  defineRoute({
    method: 'GET',
    path: `/api/analysis/load/${name}`,
    summary: { zh, en },
    permission,
    prepared: true,
    params: z.object({ ...shape, dtType: dtTypes }),
    example: { consumerId: 1001 },
    toldBy: tell,
    handler: async ({ trx, params }) => tell(trx, await askDate(trx, params), params.dtType ?? ALL_TYPES),
  });

/** The calls of load (specification 3 section 7). */
export const loadCalls: readonly Route[] = [
  call('getDailyTrend', '日负荷趋势', 'Load of a day, beside others by dtType', async (trx, query, types) => {
    const series: Record<string, Awaited<ReturnType<typeof dayCurve>>> = {};
    for (const type of DT_TYPES.day.filter((one) => types.includes(one))) {
      const range = besideOf(query.context.zone, type, query.date);
      series[type] = range === null ? [] : await dayCurve(trx, query.context, range);
    }
    return { ...headOf(query), series };
  }),
  call('getMonthlyTrend', '月负荷趋势', 'Load of the days of a month', async (trx, query) => ({
    ...headOf(query),
    list: await monthDays(trx, query),
  })),
  call(
    'getYearlyTrend',
    '年负荷趋势',
    'Load of the months of a year, beside the year before by dtType',
    async (trx, query, types) => ({
      ...headOf(query),
      series: await yearMonths(trx, query, DT_TYPES.year.filter((one) => types.includes(one))), // prettier-ignore
    }),
  ),
  call('getStatistics', '负荷统计', 'Load statistics by dtType', async (trx, query, types) => {
    const intervals = types.flatMap((dtType) => {
      const range = besideOf(query.context.zone, dtType, query.date);
      return range === null ? [] : [{ dtType, range }];
    });
    // Days are told beside days, months beside months: each by the one step of its kind.
    const loads = new Map<number, IntervalLoad>();
    for (const kinds of Object.values(DT_TYPES)) {
      const own = intervals.filter(({ dtType }) => (kinds as readonly number[]).includes(dtType));
      const found = await loadsOver(trx, query.context, own.map(({ range }) => range)); // prettier-ignore
      own.forEach(({ dtType }, i) => found[i] && loads.set(dtType, found[i]));
    }
    return {
      ...headOf(query),
      list: intervals.map(({ dtType, range }) => ({
        dtType,
        date: nameOf(query.context, dtType, range),
        ...loads.get(dtType),
      })),
    };
  }),
  call(
    'getLoadChart',
    '负荷与负荷率曲线',
    'Load and load factor of the day and of the month',
    async (trx, query) => {
      const day = await dayCurve(trx, query.context, periodOf(query.context.zone, 'day', query.date));
      const month = await monthDays(trx, query);
      return {
        ...headOf(query),
        day: day.map(({ dt, PZ }) => ({ dt, PZ })),
        dayRate: day.map(({ dt, LR }) => ({ dt, LR })),
        month: month.map(({ dt, pZMax, pZMin, pZAvg, ppvdv }) => ({ dt, pZMax, pZMin, pZAvg, ppvdv })),
        monthRate: month.map(({ dt, pZRate }) => ({ dt, LR: pZRate })),
      };
    },
  ),
];
