import { sumOf } from '#domain/decimal/sum.ts';
import * as z from 'zod';
import { ENERGY } from '#contract/energyType.ts';
import { INTERVAL } from '#contract/interval.ts';
import { jsonOf, pageOf, paging } from '#contract/param.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { maximaUnder } from '#feature/money/demand/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type { AnalysisRow, CellValue } from '#contract/analysis.ts';
import type { Interval } from '#contract/interval.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import {
  type AnalysisContext,
  analysisContextOf,
  analysisParams,
  type AnalysisParams,
  numberOf,
} from '#feature/meters/analysisFrame/server/public.ts';
import { energy } from './energy.ts';
import { CLASSES, partColumns, partRow, partSums } from './partSums.ts';
import type { Classify } from './parts.ts';

const PERMISSION = 'SDNPowerAdmin.SDNPowerAnalysis';
const INTERVALS: readonly [Interval, ...Interval[]] = [
  INTERVAL.day,
  INTERVAL.quarter,
  INTERVAL.hour,
  INTERVAL.month,
  INTERVAL.year,
];
const question = analysisParams(INTERVALS);
const classify = z.enum(CLASSES).default('part');
const example = { consumerId: 1001, interval: INTERVAL.day };

const figureOf = (answer: AnalysisAnswer, key: string): number | null =>
  answer.figures.find((one) => one.key === key)?.value ?? null;

const columnSum = (rows: readonly AnalysisRow[], key: string): number | null =>
  sumOf(rows.map(({ cells }) => (typeof cells[key] === 'number' ? cells[key] : null)));

/**
 * The highest demand of the range in kW, with the end of its window, as bill and demand analysis tell it; `atLeast`
 * where registers prove it or something was not measured. Null where no demand is known, and for other energies.
 */
async function highestDemand(trx: Db, context: AnalysisContext) {
  if (context.subject.dataType !== ENERGY.electricity) return null;
  const [found] = await maximaUnder(trx, context, [context.range]);
  if (!found?.reported.maximum) return null;
  const { demand, from, to, proven } = found.reported.maximum;
  const atLeast = proven || found.reported.hiding.length > 0;
  return { value: microToNumber(demand), dt: to, from, atLeast, method: found.method };
}

/** The chart of the energy analysis in the fields of the specification (document 3 section 3, analysis data). */
const getChartData = defineRoute({
  method: 'GET',
  path: '/api/analysis/energy/getChartData',
  summary: { zh: '用能分析：图表数据', en: 'Energy analysis: data of the chart' },
  permission: PERMISSION,
  prepared: true,
  params: z.object(question),
  example,
  handler: async ({ trx, params }) => {
    const answer = await energy.source.answer(trx, params);
    const { rows, interval } = answer;
    const graphsData = rows.map(({ key, cells, coverage }) => ({
      dt: cells['time'] ?? null,
      ts: Number(key),
      interval,
      PP: cells['energy'] ?? null,
      monthOnMonth: cells['before'] ?? null,
      yearOnYear: cells['lastYear'] ?? null,
      coal: cells['coal'] ?? null,
      carbon: cells['carbon'] ?? null,
      coverage,
    }));
    const extreme = (key: string) => {
      const figure = answer.figures.find((one) => one.key === key);
      return { value: figure?.value ?? null, dt: figure?.note?.zh ?? null };
    };
    return {
      valueKey: 'PP',
      unit: answer.subject.unit,
      graphsData,
      totalEnergy: figureOf(answer, 'total'),
      monthOnMonth: columnSum(rows, 'before'),
      yearOnYear: columnSum(rows, 'lastYear'),
      monthOnMonthInc: figureOf(answer, 'monthOnMonth'),
      yearOnYearInc: figureOf(answer, 'yearOnYear'),
      max: extreme('max'),
      min: extreme('min'),
      avg: figureOf(answer, 'avg'),
      coal: figureOf(answer, 'coal'),
      carbon: figureOf(answer, 'carbon'),
      pZGraphsDataMax: await highestDemand(trx, await analysisContextOf(trx, params, answer.now)),
    };
  },
});

interface Ranked {
  readonly context: AnalysisContext;
  readonly rows: readonly AnalysisRow[];
  readonly whole: bigint | null;
}

/** The parts of the subject as rows, the highest first; shares are of what the parts have together. */
async function rankedRows(trx: Db, params: AnalysisParams, by: Classify): Promise<Ranked> {
  const context = await analysisContextOf(trx, params, Date.now());
  const parts = await partSums(trx, context, by);
  const whole = parts.reduce<bigint | null>(
    (sum, { sum: own }) => (own.energy === null ? sum : (sum ?? 0n) + own.energy),
    null,
  );
  return { context, whole, rows: parts.map((part, i) => partRow(context, part, i, whole)) };
}

const pageOfRows = (rows: readonly AnalysisRow[], { current, pageSize }: ReturnType<typeof pageOf>) => ({
  list: rows.slice((current - 1) * pageSize, current * pageSize),
  pagination: { total: rows.length, current, pageSize },
});

/** A name as it is found and sorted by; words of the house by both languages. */
const wordOf = (value: CellValue | undefined): string =>
  typeof value === 'object' && value !== null ? `${value.zh} ${value.en}` : String(value);

/** The objects below the subject, a page of them, found by name. */
const getTable = defineRoute({
  method: 'GET',
  path: '/api/analysis/energy/getTable',
  summary: { zh: '用能分析：对象表', en: 'Energy analysis: table of the objects' },
  permission: PERMISSION,
  prepared: true,
  params: z.object({
    ...question,
    ...paging,
    classify: z.enum([...CLASSES, 'all']).default('part'),
    orgName: z.string().max(60).optional(),
  }),
  example: { ...example, pageSize: 10, current: 1 },
  handler: async ({ trx, params }) => {
    const { context: query, rows } = await rankedRows(trx, params, params.classify);
    const wanted = (params.orgName ?? '').trim().toLowerCase();
    const found = rows.filter(({ cells }) => wordOf(cells['name']).toLowerCase().includes(wanted));
    return { columns: partColumns(query.subject.unit), ...pageOfRows(found, pageOf(params)) };
  },
});

/** Slices of the pie; a part that gives more than it takes has no slice, its amount stands in `minus`. */
const getPie = defineRoute({
  method: 'GET',
  path: '/api/analysis/class/getPie',
  summary: { zh: '分类用能：占比', en: 'Energy by class: shares' },
  permission: PERMISSION,
  prepared: true,
  params: z.object({ ...question, classify }),
  example,
  handler: async ({ trx, params }) => {
    const { context: query, rows, whole } = await rankedRows(trx, params, params.classify);
    return {
      unit: query.subject.unit,
      whole: numberOf(whole),
      minus: sumOf(
        rows.map(({ cells: { energy: one } }) => (typeof one === 'number' && one < 0 ? one : null)),
      ),
      list: rows.flatMap(({ key, cells, object }) =>
        typeof cells['energy'] === 'number' && cells['energy'] > 0
          ? [{ key, name: cells['name'], value: cells['energy'], share: cells['share'], ...object }]
          : [],
      ),
    };
  },
});

const SORTABLE = ['name', 'energy', 'share', 'beforeChange', 'lastYearChange', 'coal', 'carbon'] as const;
const sortInfo = z.object({
  field: z.enum(SORTABLE).default('energy'),
  order: z.enum(['ascend', 'descend']).default('descend'),
});

/** What is not known comes last, whichever way the table is sorted. */
function compareCells(
  a: CellValue | undefined,
  b: CellValue | undefined,
  order: 'ascend' | 'descend',
): number {
  if (a == null || b == null) return Number(a == null) - Number(b == null);
  const up =
    typeof a === 'number' && typeof b === 'number' ? a - b : wordOf(a).localeCompare(wordOf(b), 'zh-CN');
  return order === 'ascend' ? up : -up;
}

/** The same rows sorted as a person wants them, a page at a time. */
const getClassTable = defineRoute({
  method: 'POST',
  path: '/api/analysis/class/getTable',
  summary: { zh: '分类用能：排序分页表', en: 'Energy by class: sorted table' },
  permission: PERMISSION,
  prepared: true,
  params: z.object({
    ...question,
    ...paging,
    classify,
    sortInfo: jsonOf(sortInfo).optional(),
    pagination: jsonOf(z.object(paging)).optional(),
  }),
  example: { ...example, sortInfo: JSON.stringify({ field: 'energy', order: 'descend' }), pageSize: 10 },
  handler: async ({ trx, params }) => {
    const { context: query, rows } = await rankedRows(trx, params, params.classify);
    const { field, order } = params.sortInfo ?? sortInfo.parse({});
    const sorted = rows.toSorted((a, b) => compareCells(a.cells[field], b.cells[field], order));
    return {
      columns: partColumns(query.subject.unit),
      ...pageOfRows(sorted, pageOf(params.pagination ?? params)),
    };
  },
});

export const energyCalls: readonly Route[] = [getChartData, getTable, getPie, getClassTable];
