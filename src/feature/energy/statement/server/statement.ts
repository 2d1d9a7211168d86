import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { INTERVAL } from '#contract/interval.ts';
import { id, yesNo } from '#contract/param.ts';
import { bucketBounds } from '#domain/time/bucket.ts';
import { coverageOf } from '#domain/figure/amount.ts';
import type { AnalysisColumn, AnalysisRow, CellValue } from '#contract/analysis.ts';
import type { Finding } from '#feature/meters/analysisFrame/contract.ts';
import {
  type AnalysisContext,
  analysisContextOf,
  bucketLabel,
  defineAnalysis,
  flagsOf,
  numberOf,
} from '#feature/meters/analysisFrame/server/public.ts';
import { expectedOf } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import {
  CLASSIFY,
  type Classify,
  objectOf,
  partCourses,
  partsOf,
} from '#feature/energy/use/server/public.ts';

/** A sheet of more columns is read by nobody. */
const MOST_BUCKETS = 400;

const permission = 'SDNPowerAdmin.SDNStatementStatistics';
const INTERVAL_TYPES = [INTERVAL.day, INTERVAL.hour, INTERVAL.month, INTERVAL.year] as const;

/** Statement: the parts of the subject down, the buckets of the range across, each row with its total. */
const calls = defineAnalysis({
  name: 'statement',
  title: { zh: '报表统计', en: 'Energy statement' },
  permission,
  intervals: INTERVAL_TYPES,
  more: { classify: z.enum(CLASSIFY).default('part') },
  find: (trx, query, { classify }) => findStatement(trx, query, classify),
});

async function findStatement(trx: Db, context: AnalysisContext, classify: Classify): Promise<Finding> {
  const { zone, level, range, subject } = context;
  const bounds = bucketBounds(zone, level, range.from, range.to);
  const starts = bounds.slice(0, -1);
  if (starts.length > MOST_BUCKETS)
    throw badInput(
      {
        zh: `报表最多 ${MOST_BUCKETS} 列，请缩短时间`,
        en: `At most ${MOST_BUCKETS} columns, choose a shorter range`,
      },
      'end',
    );
  const parts = partsOf(context, classify);
  const courses = await partCourses(trx, context, parts, starts);
  const { unit } = subject;
  const rows = parts.map((one, n): AnalysisRow => {
    const { energies = [], coveredS = 0, flags = 0 } = courses[n] ?? {};
    const cells: Record<string, CellValue> = { name: one.name, total: null };
    let total: bigint | null = null;
    energies.forEach((energy, i) => {
      if (energy !== null) total = (total ?? 0n) + energy;
      cells[`t${i}`] = numberOf(energy);
    });
    cells['total'] = numberOf(total);
    const sum = {
      energy: total,
      coveredS,
      flags,
      known: one.signed.length,
    };
    return {
      key: one.key,
      cells,
      coverage: coverageOf(sum, range.from, range.to, expectedOf(context, one.signed)),
      flags: flagsOf(sum.flags),
      object: objectOf(one),
    };
  });
  return {
    figures: [],
    columns: [
      { key: 'name', label: { zh: '对象', en: 'Object' }, kind: 'text' },
      { key: 'total', label: { zh: '合计', en: 'Total' }, kind: 'amount', unit },
      ...starts.map((ts, i): AnalysisColumn => {
        const label = bucketLabel(zone, level, ts);
        return { key: `t${i}`, label: { zh: label, en: label }, kind: 'amount', unit };
      }),
    ],
    rows,
  };
}

/** The statement under the names of the specification; `isAllChildren` tells every meter down the tree. */
const getMonitorData = defineRoute({
  method: 'GET',
  path: '/api/analysis/statement/getMonitorData',
  summary: { zh: '报表监测数据', en: 'Statement: monitored data' },
  permission,
  prepared: true,
  params: z.object({
    orgId: id(),
    /** Energy type. */
    classifiedType: z.coerce.string().regex(/^\d{1,2}$/).optional(), // prettier-ignore
    fromDt: z.iso.date().optional(),
    toDt: z.iso.date().optional(),
    intervalType: z.enum(INTERVAL_TYPES).default(INTERVAL.day),
    isAllChildren: yesNo().default(false),
  }),
  example: { orgId: 1001, intervalType: INTERVAL.day, isAllChildren: 1 },
  handler: async ({ trx, params: { orgId, classifiedType, fromDt, toDt, intervalType, isAllChildren } }) => {
    const context = await analysisContextOf(
      trx,
      { orgId, dataType: classifiedType, interval: intervalType, begin: fromDt, end: toDt },
      Date.now(),
    );
    const { columns, rows } = await findStatement(trx, context, isAllChildren ? 'all' : 'part');
    const times = columns.filter(({ key }) => /^t\d+$/.test(key));
    return {
      unit: context.subject.unit,
      dts: times.map(({ label }) => label.en),
      list: rows.map(({ cells, object, coverage, flags }) => ({
        name: cells['name'],
        ...object,
        total: cells['total'],
        values: times.map(({ key }) => cells[key] ?? null),
        coverage,
        flags,
      })),
    };
  },
});

export const statement = [...calls, getMonitorData];

/** The statement for reports. */
export const statementSource = calls.source;
