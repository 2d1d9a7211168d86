import { sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { INTERVAL } from '#contract/interval.ts';
import { id } from '#contract/param.ts';
import { dayFromCivil } from '#domain/time/civil.ts';
import { partsOfDate, utcDate } from '#domain/time/date.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { markSpans, refuseClosed } from '#feature/meters/reading/server/public.ts';
import { startTask, type TaskContext } from '#feature/house/task/server/public.ts';
import { defineRoute } from '#server/route.ts';
import { loadMeters, mustSeeConsumer } from './meters.ts';
import { PERMISSION } from './permission.ts';
import { waitForFold } from './write.ts';

/** Spellings of the period: words, picker modes 2–4, interval codes of the specification. */
const PERIODS: Readonly<Record<string, 'day' | 'month' | 'year'>> = {
  day: 'day', month: 'month', year: 'year',
  2: 'day', 3: 'month', 4: 'year',
  [INTERVAL.day]: 'day', [INTERVAL.month]: 'month', [INTERVAL.year]: 'year',
}; // prettier-ignore

/** How a date is written that names one of each. */
const WRITTEN = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' } as const;

/** The parts of a date that names a period. @throws Fault 400 where it is too short for it, or no date */
function dateOf(text: string, period: 'day' | 'month' | 'year'): [year: number, month: number, day: number] {
  const [year, month, day] = partsOfDate(text);
  const there = utcDate(Date.UTC(year, month - 1, day)) === `${text}-01-01`.slice(0, 10);
  if (!there || text.length < WRITTEN[period].length)
    throw badInput(
      {
        zh: `dt：应为存在的日期，写作 ${WRITTEN[period]}`,
        en: `dt: a date that exists, written as ${WRITTEN[period]}`,
      },
      'dt',
    );
  return [year, month, day];
}

interface StatisticsParams {
  readonly meterIds: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** Folds a day, month or year of every meter of an enterprise and energy type again. */
export const runStatistics = defineRoute({
  method: 'POST',
  path: '/api/sdata/importData/runStatistics',
  summary: { zh: '运行统计', en: 'Run statistics' },
  permission: PERMISSION.statistics,
  params: z.object({
    consumerId: id(),
    dataType: z.coerce.string().max(4).optional(),
    dt: z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/),
    dtType: z.coerce.string().default('day'),
  }),
  example: { consumerId: 1001, dataType: 1, dt: '2026-01-01', dtType: 'day' },
  handler: async ({ trx, params, services, caller }) => {
    await mustSeeConsumer(trx, params.consumerId);
    const period = PERIODS[params.dtType];
    if (!period)
      throw badInput({ zh: '周期应为日、月或年', en: 'The period must be day, month or year' }, 'dtType');
    const meters = (await loadMeters(trx, params.consumerId)).filter(
      (meter) => params.dataType === undefined || meter.dataType === params.dataType,
    );
    const [year, month, day] = dateOf(params.dt, period);
    const spans = meters.map((meter) => {
      const start = (y: number, m: number, d: number) => zoneOf(meter.zone).startOfDay(dayFromCivil(y, m, d));
      if (period === 'year') return { meter, from: start(year, 1, 1), to: start(year + 1, 1, 1) };
      if (period === 'month') return { meter, from: start(year, month, 1), to: start(year, month + 1, 1) };
      return { meter, from: start(year, month, day), to: start(year, month, day + 1) };
    });
    await refuseClosed(
      trx,
      spans.map(({ meter, to }) => ({ meterId: meter.id, from: to - 1 })),
    );
    await markSpans(trx, spans.map(({ meter, from, to }) => ({ meterId: meter.id, from, to }))); // prettier-ignore
    const from = Math.min(...spans.map((span) => span.from), Infinity);
    const to = Math.max(...spans.map((span) => span.to), -Infinity);
    if (spans.length === 0) return { taskId: null, meters: 0 };
    const task = await startTask(trx, services, {
      kind: 'dataInput.statistics',
      label: { zh: `运行统计：${params.dt}`, en: `Run statistics: ${params.dt}` },
      params: {
        meterIds: meters.map((meter) => meter.id),
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
      },
      consumerId: params.consumerId,
      employeeId: caller.employeeId,
    });
    return { taskId: task.id, meters: spans.length };
  },
});

/** Waits for the fold and counts what it left. */
export async function statistics(context: TaskContext): Promise<unknown> {
  const { db, task } = context;
  const { meterIds, from, to } = task.params as StatisticsParams;
  const end = await waitForFold(context, meterIds);
  const { rows } = await sql<{ meters: number; days: number; quarters: number }>`
    select count(distinct m.id)::integer as meters, count(*) filter (where u.level = 3)::integer as days,
      count(*) filter (where u.level = 1)::integer as quarters
    from unnest(${meterIds}::integer[]) m (id) cross join unnest(array[1, 3]) l (level)
      cross join lateral usage_in(m.id, l.level, ${from}, ${to}) u`.execute(db);
  return { folded: end === 'folded', ...(rows[0] ?? { meters: 0, days: 0, quarters: 0 }) };
}
