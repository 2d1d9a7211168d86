import * as z from 'zod';
import { INTERVAL } from '#contract/interval.ts';
import { id } from '#contract/param.ts';
import type { SumBucket } from '#feature/meters/reading/server/public.ts';
import { defineRoute } from '#server/route.ts';
import type { AnalysisColumn, AnalysisFigure } from '#contract/analysis.ts';
import type { Finding } from '#feature/meters/analysisFrame/contract.ts';
import {
  type AnalysisContext,
  analysisContextOf,
  bucketLabel,
  defineAnalysis,
  numberOf,
  rowOf,
} from '#feature/meters/analysisFrame/server/public.ts';
import {
  type CompareLine,
  compareLines,
  compareShape,
  qualityOf,
  rowOfLine,
  samePlaces,
} from './compareLines.ts';
import { formatAmount } from '#domain/figure/number.ts';
import { unitIn } from '#domain/figure/unit.ts';

const title = { zh: '对比分析', en: 'Comparison' };
const permission = 'SDNPowerAdmin.SDNCompareAnalysis';
const intervals = [INTERVAL.day, INTERVAL.hour, INTERVAL.month, INTERVAL.year] as const;

function figureOf(line: CompareLine, until: number): AnalysisFigure {
  const { sum, avg } = rowOfLine(line, [], until);
  const text = formatAmount(avg, line.unit);
  return {
    key: line.key,
    label: { zh: line.name, en: line.name },
    value: sum,
    kind: 'amount',
    unit: line.unit,
    note: { zh: `平均 ${unitIn('zh', text)}`, en: `mean ${text}` },
  };
}

/** Comparison of objects over one range, or of ranges of one object (specification 3 sections 3, 5 and 7). */
const calls = defineAnalysis({
  name: 'compare',
  title,
  permission,
  intervals,
  more: compareShape,
  example: { objects: 'o1001' },
  find: async (trx, query, wanted): Promise<Finding> => {
    const lines = await compareLines(trx, query, wanted);
    const [first] = lines;
    const keys = lines.map((_, n) => `v${n}`);
    const length = Math.max(...lines.map((line) => line.buckets.length));
    const rows = Array.from({ length }, (_row, i) => {
      const { zone = query.zone, buckets = [] } = lines.find((line) => line.buckets[i]) ?? {};
      const lead = buckets[i] as SumBucket;
      const cells: Record<string, number | null> = {};
      for (const [n, key] of keys.entries()) cells[key] = numberOf(lines[n]?.buckets[i]?.energy ?? null);
      const { key: at, cells: told } = rowOf({ ...query, zone }, lead, cells);
      return {
        key: at,
        cells: wanted.type === '1' ? told : { ...told, time: placeOf(query, lead, i) },
        ...qualityOf(lines, i, query.until),
      };
    });
    return {
      figures: lines.map((line) => figureOf(line, query.until)),
      columns: [
        { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' },
        ...lines.map(({ name, unit }, n): AnalysisColumn => ({
          key: `v${n}`,
          label: { zh: name, en: name },
          kind: 'amount',
          unit: unit || (first?.unit ?? ''),
        })),
      ],
      rows,
    };
  },
});

/** The same as series keyed by object or period, and the table with title, sum, avg, max and min. */
const getAnalysis = defineRoute({
  method: 'GET',
  path: '/api/analysis/compare/getAnalysis',
  summary: { zh: '对比分析：曲线与统计表', en: 'Comparison: series and table' },
  permission,
  prepared: true,
  params: z.object({
    consumerId: id().optional(),
    orgId: id().optional(),
    dataAmmeterId: id().optional(),
    /** Energy type. */
    classify: z.coerce.string().regex(/^\d{1,2}$/).optional(), // prettier-ignore
    interval: z.enum(intervals).default(INTERVAL.day),
    begin: z.iso.date().optional(),
    end: z.iso.date().optional(),
    ...compareShape,
  }),
  example: { consumerId: 1001, objects: 'o1001' },
  handler: async ({ trx, params: { classify, ...params } }) => {
    const context = await analysisContextOf(trx, { ...params, dataType: classify }, Date.now());
    const lines = await compareLines(trx, context, params);
    const same = samePlaces(lines, context.until);
    return {
      series: Object.fromEntries(
        lines.map((line) => [
          line.key,
          line.buckets.map(({ ts, energy }) => ({
            dt: bucketLabel(line.zone, context.level, ts),
            [params.dataCode]: numberOf(energy),
          })),
        ]),
      ),
      table: lines.map((line) => rowOfLine(line, same, context.until)),
    };
  },
});

export const compare = [...calls, getAnalysis];

/** The place of a bucket in its period: the periods share no dates. */
function placeOf({ zone, level }: AnalysisContext, { ts }: SumBucket, i: number): string {
  const day = Math.floor(i / (level === 2 ? 24 : 1)) + 1;
  return level === 2 ? `D${day} ${bucketLabel(zone, 2, ts).slice(11)}` : `#${i + 1}`;
}
