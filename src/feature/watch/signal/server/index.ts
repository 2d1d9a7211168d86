import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { textIn } from '#contract/text.ts';
import { secondAt } from '#domain/time/text.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { sheetType, writeSheet } from '#server/sheet/writeSheet.ts';
import { type DayWire, type IntervalWire, type PointWire, SHOWN } from '../contract.ts';
import { daysOf, historyOf } from './history.ts';
import { pointsOf } from './points.ts';

/** Function code of the screen. */
const SCREEN = 'SDNMonitoring.Signal';

const days = { id: id(), begin: z.iso.date(), end: z.iso.date() };
const example = { id: 1, begin: '2026-01-01', end: '2026-01-31' };

const pageIn = <T>(rows: readonly T[], query: Parameters<typeof pageOf>[0]): Page<T> => {
  const { current, pageSize } = pageOf(query);
  const first = (current - 1) * pageSize;
  return {
    list: rows.slice(first, first + pageSize),
    pagination: { total: rows.length, current, pageSize },
  };
};

const getStates = defineRoute({
  method: 'GET',
  path: '/api/archive/signalPoint/getStates',
  summary: { zh: '信号点：当前状态', en: 'Signal points: the states now' },
  permission: SCREEN,
  params: z.object({
    ...paging,
    consumerId: id().optional(),
    siteId: id().optional(),
    id: id().optional(),
    search: z.string().max(100).optional(),
    shown: z.enum(SHOWN).default('all'),
  }),
  example: { current: 1, pageSize: 20 },
  handler: async ({ trx, params }): Promise<Page<PointWire>> => {
    const { current, pageSize } = pageOf(params);
    const { points, total } = await pointsOf(trx, {
      ...params,
      search: params.search || undefined,
      limit: pageSize,
      offset: (current - 1) * pageSize,
    });
    return { list: points, pagination: { total, current, pageSize } };
  },
});

const getHistory = defineRoute({
  method: 'GET',
  path: '/api/archive/signalPoint/getHistory',
  summary: { zh: '信号点：状态区间', en: 'Signal points: the history as intervals, the newest first' },
  permission: SCREEN,
  params: z.object({ ...paging, ...days }),
  example,
  handler: async ({ trx, params }): Promise<Page<IntervalWire>> => {
    const { intervals } = await historyOf(trx, params, Date.now());
    return pageIn(intervals.toReversed(), params);
  },
});

const getDays = defineRoute({
  method: 'GET',
  path: '/api/archive/signalPoint/getDays',
  summary: {
    zh: '信号点：逐日状态时长与动作次数',
    en: 'Signal points: time in each state and operations by day',
  },
  permission: SCREEN,
  params: z.object({ ...paging, ...days }),
  example,
  handler: async ({ trx, params }): Promise<Page<DayWire>> =>
    pageIn(daysOf(await historyOf(trx, params, Date.now())), params),
});

const exportDays = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/archive/signalPoint/exportDays',
  summary: { zh: '信号点：导出逐日统计', en: 'Signal points: export the days' },
  permission: SCREEN,
  params: z.object({ ...days, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  example,
  handler: async ({ trx, params, language }) => {
    const history = await historyOf(trx, params, Date.now());
    const say = (zh: string, en: string): string => textIn({ zh, en }, language);
    const name = say('状态统计', 'States by day');
    return {
      fileName: `${history.point.pointName} ${name} ${params.begin} ${params.end}.${params.format}`,
      mimeType: sheetType(params.format),
      body: writeSheet({
        format: params.format,
        name,
        columns: [
          { header: say('日期', 'Day') },
          ...history.point.states.map((state) => ({ header: `${textIn(state, language)} (h)` })),
          { header: `${say('未知', 'Unknown')} (h)` },
          { header: say('动作次数', 'Operations') },
          { header: say('统计至', 'Counted until'), width: 20 },
        ],
        rows: daysOf(history).map((day) => sheetRow(day, history.point)),
      }),
    };
  },
});

/** A day as cells; hours to the ten thousandth. */
function sheetRow(day: DayWire, { states, timeZone }: PointWire) {
  const hours = (seconds: number): number => Math.round((seconds / 3600) * 10_000) / 10_000;
  const inState = new Map(day.states.map(({ value, seconds }) => [value, seconds]));
  return [
    day.date,
    ...states.map(({ value }) => hours(inState.get(value) ?? 0)),
    hours(day.unknownSeconds),
    day.operations,
    secondAt(timeZone, day.to),
  ];
}

export const routes: readonly Route[] = [getStates, getHistory, getDays, exportDays];
