import * as z from 'zod';
import { bucketBounds } from '#domain/time/bucket.ts';
import type { Range } from '#domain/fold/reach.ts';
import { dateAt, periodOf } from '#feature/overview/domain/period.ts';
import { subjectParams } from '#feature/overview/server/public.ts';
import { type SumBucket, usageSum } from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type { LoadStatistic } from '../contract.ts';
import { shifted } from '../domain/shift.ts';
import { askAnalysis, type AskedAnalysis } from './ask.ts';
import { finest, loadOf, powerOf, powerUnit } from './load.ts';
import { bucketLabel } from './series.ts';

const permission = 'SDNPowerAdmin.SDNLoadAnalysis';
const shape = { ...subjectParams, date: z.iso.date().optional() };
type Params = z.output<z.ZodObject<typeof shape>>;

interface AskedDate {
  readonly asked: AskedAnalysis;
  readonly date: string;
}

async function askDate(trx: Db, { date, ...subject }: Params): Promise<AskedDate> {
  const asked = await askAnalysis(trx, { ...subject, interval: '115', begin: date, end: date }, Date.now());
  return { asked, date: date ?? asked.question.end };
}

/** A stretch and what of it is known, in quarters of an hour or hours. */
async function shapeOf(trx: Db, asked: AskedAnalysis, range: Range) {
  const quarters = await usageSum(trx, asked.signed, 1, range.from, range.to, { demand: true });
  return { quarters, shape: await finest(trx, asked, quarters, range) };
}

/** Highest, lowest, mean, rate and difference of a stretch, under the names of the specification. */
function statisticOf(
  asked: AskedAnalysis,
  shape: readonly SumBucket[],
): Omit<LoadStatistic, 'dtType' | 'date'> {
  const { max, min, mean, rate } = loadOf(shape, asked.until);
  const [pZMax, pZMin] = [max, min].map((one) => one && powerOf(one.energy, one));
  const at = (one: SumBucket | null): string | null => one && bucketLabel(asked.zone, 1, one.ts);
  return {
    pZMax: pZMax ?? null,
    pZMaxTime: at(max),
    pZMin: pZMin ?? null,
    pZMinTime: at(min),
    pZAvg: mean,
    pZRate: rate,
    ppvdv: pZMax == null || pZMin == null ? null : pZMax - pZMin,
  };
}

/**
 * The stretches that a date is compared with: 1 the day, 2 the day before, 3 the same day last week, 4 last month;
 * 5 the month, 12 the month before, 10 the same month last year. A month that has no such day has none.
 */
function stretchesOf({ asked: { zone }, date }: AskedDate): { dtType: number; range: Range | null }[] {
  const day = periodOf(zone, 'day', date);
  const dayBack = (shift: Parameters<typeof shifted>[2]): Range | null => {
    const from = shifted(zone, day.from, shift);
    return from === null ? null : periodOf(zone, 'day', dateAt(zone, from));
  };
  return [
    { dtType: 1, range: day },
    { dtType: 2, range: dayBack({ days: 1 }) },
    { dtType: 3, range: dayBack({ days: 7 }) },
    { dtType: 4, range: dayBack({ months: 1 }) },
    { dtType: 5, range: periodOf(zone, 'month', date) },
    { dtType: 12, range: periodOf(zone, 'month', date, 1) },
    { dtType: 10, range: periodOf(zone, 'month', date, 12) },
  ];
}

async function dayCurve(trx: Db, asked: AskedAnalysis, range: Range) {
  const { quarters, shape } = await shapeOf(trx, asked, range);
  const { max } = loadOf(shape, asked.until);
  const most = max && powerOf(max.energy, max);
  return quarters.map((bucket) => {
    const PZ = bucket.end > asked.until ? null : powerOf(bucket.energy, bucket);
    return {
      dt: bucketLabel(asked.zone, 1, bucket.ts),
      PZ,
      /** Load rate: share of the highest of the day. */
      LR: PZ === null || !most ? null : PZ / most,
    };
  });
}

async function monthDays(trx: Db, { asked, date }: AskedDate) {
  const month = periodOf(asked.zone, 'month', date);
  const { shape } = await shapeOf(trx, asked, month);
  const bounds = bucketBounds(asked.zone, 3, month.from, month.to);
  return bounds.slice(0, -1).map((from, i) => ({
    dt: bucketLabel(asked.zone, 3, from),
    ...statisticOf(asked, shape.filter(({ ts }) => ts >= from && ts < (bounds[i + 1] ?? from))),
  })); // prettier-ignore
}

const call = (
  name: string,
  zh: string,
  en: string,
  tell: (trx: Db, asked: AskedDate) => Promise<object>,
): Route =>
  defineRoute({
    method: 'GET',
    path: `/api/analysis/load/${name}`,
    summary: { zh, en },
    permission,
    params: z.object(shape),
    example: { consumerId: 1001 },
    handler: async ({ trx, params }) => {
      const asked = await askDate(trx, params);
      return { unit: powerUnit(asked.asked.subject.unit), date: asked.date, ...(await tell(trx, asked)) };
    },
  });

/** The calls of load (specification 3 section 7). */
export const loadCalls: readonly Route[] = [
  call('getDailyTrend', '日负荷趋势', 'Load of a day, beside others by dtType', async (trx, asked) => {
    const series: Record<string, unknown> = {};
    for (const { dtType, range } of stretchesOf(asked).filter((one) => one.dtType <= 4))
      series[dtType] = range === null ? [] : await dayCurve(trx, asked.asked, range);
    return { series };
  }),
  call('getMonthlyTrend', '月负荷趋势', 'Load of the days of a month', async (trx, asked) => ({
    list: await monthDays(trx, asked),
  })),
  call('getStatistics', '负荷统计', 'Load statistics by dtType', async (trx, asked) => {
    const list: LoadStatistic[] = [];
    for (const { dtType, range } of stretchesOf(asked)) {
      if (!range) continue;
      const { shape } = await shapeOf(trx, asked.asked, range);
      const label = bucketLabel(asked.asked.zone, dtType <= 4 ? 3 : 4, range.from);
      list.push({ dtType, date: label, ...statisticOf(asked.asked, shape) });
    }
    return { list };
  }),
  call(
    'getLoadChart',
    '负荷与负荷率曲线',
    'Load and load rate of the day and of the month',
    async (trx, asked) => {
      const day = await dayCurve(trx, asked.asked, periodOf(asked.asked.zone, 'day', asked.date));
      const month = await monthDays(trx, asked);
      return {
        day: day.map(({ dt, PZ }) => ({ dt, PZ })),
        dayRate: day.map(({ dt, LR }) => ({ dt, LR })),
        month: month.map(({ dt, pZMax, pZMin, pZAvg, ppvdv }) => ({ dt, pZMax, pZMin, pZAvg, ppvdv })),
        monthRate: month.map(({ dt, pZRate }) => ({ dt, LR: pZRate })),
      };
    },
  ),
];
