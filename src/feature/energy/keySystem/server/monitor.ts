import { dataCode } from '#contract/dataCode.ts';
import { INTERVAL } from '#contract/interval.ts';
import { id } from '#contract/param.ts';
import type { Text } from '#contract/text.ts';
import type { Range } from '#domain/fold/reach.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { expectedUntil } from '#domain/figure/amount.ts';
import { gaugesOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Route } from '#server/route.ts';
import type { AnalysisColumn, AnalysisFigure, AnalysisRow } from '#contract/analysis.ts';
import type { Finding } from '#feature/meters/analysisFrame/contract.ts';
import {
  type AnalysisContext,
  bucketLabel,
  defineAnalysis,
} from '#feature/meters/analysisFrame/server/public.ts';
import type { SystemType } from '../domain/important.ts';
import { assess, trendOf, type TrendPoint } from '#feature/energy/powerQuality/server/public.ts';
import { NOTHING, onlyElectricity } from './efficiency.ts';
import { type KeySystem, systemsOf } from './system.ts';

/** What is watched of the electricity meter and of the meter of the output. */
const POWER_CODES = ['PZ', 'FZ', 'IA', 'IB', 'IC', 'UA', 'UB', 'UC'];
const OUTPUT_CODES = ['FL', 'T1', 'T2', 'PR'];
/** What of it is told as a figure: phases are in the charts. */
const STRIP = ['PZ', 'FZ', ...OUTPUT_CODES];

/** One watched value over the range. */
export interface Watched {
  readonly code: string;
  readonly label: Text;
  readonly unit: string;
  readonly means: readonly (number | null)[];
  readonly latest: { readonly ts: number; readonly value: number } | null;
}

/** The means of every watched value by quarters of an hour; values that never came are left out. */
export async function watch(
  trx: Db,
  context: AnalysisContext,
  system: KeySystem,
  range: Range,
): Promise<{ points: readonly TrendPoint[]; values: Watched[] }> {
  const stepMs = Math.max(QUARTER_MS, context.expected.stepMs);
  const meters = [
    { meterId: system.powerMeterId, codes: POWER_CODES },
    { meterId: system.outputMeterId, codes: OUTPUT_CODES },
  ];
  const values: Watched[] = [];
  let points: readonly TrendPoint[] = [];
  for (const { meterId, codes } of meters) {
    const samples = await gaugesOf(trx, meterId, codes, range.from, range.to);
    const trend = trendOf(assess(samples, { top: null, floor: null }, stepMs, range.to), range, codes.length);
    if (meterId === system.powerMeterId) points = trend;
    codes.forEach((code, i) => {
      const last = samples.findLast((sample) => sample.values[i] != null);
      if (!last) return;
      values.push({
        code,
        label: dataCode(code)?.label ?? { zh: code, en: code },
        unit: dataCode(code)?.unit ?? (code === 'FL' ? `${system.outputUnit}/h` : ''),
        means: trend.map(({ means }) => means[i] ?? null),
        latest: { ts: last.ts, value: last.values[i] ?? 0 },
      });
    });
  }
  return { points, values };
}

/** What the meters of a system tell, quarter by quarter, with the latest of each value. */
export const monitorAnalysis = (
  name: string,
  title: Text,
  permission: string,
  type: SystemType,
): readonly Route[] =>
  defineAnalysis({
    name,
    title,
    permission,
    intervals: [INTERVAL.quarter],
    more: { system: id().optional() },
    find: async (trx, query, { system: wanted }): Promise<Finding> => {
      const [system] = await systemsOf(trx, query, type, wanted);
      if (!system) return { ...NOTHING, ...onlyElectricity(query) };
      const { zone, range, expected, until } = query;
      const { points, values } = await watch(trx, query, system, range);
      const due = expectedUntil(expected);
      return {
        figures: values
          .filter(({ code }) => STRIP.includes(code))
          .map(({ code, label, unit, latest }): AnalysisFigure => {
            const at = latest ? bucketLabel(zone, 1, latest.ts) : '--';
            return {
              key: code,
              label,
              value: latest && latest.value,
              kind: 'amount',
              unit,
              note: { zh: at, en: at },
            };
          }),
        columns: [
          { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' },
          ...values.map(({ code, label, unit }): AnalysisColumn => ({
            key: code,
            label,
            kind: 'amount',
            unit,
          })),
        ],
        rows: points.map(({ from, knownMs }, i): AnalysisRow => {
          const end = from + QUARTER_MS;
          const span = Math.min(end, due) - from;
          return {
            key: String(from),
            cells: {
              time: bucketLabel(zone, 1, from),
              ...Object.fromEntries(values.map(({ code, means }) => [code, means[i] ?? null])),
            },
            coverage: span <= 0 ? null : Math.min(100, Math.floor((100 * knownMs) / span)),
            flags: [],
            ...(from <= expected.now && end > until ? { unfinished: true } : {}),
            opens: { level: 1, at: from, meter: system.powerMeterId },
          };
        }),
        ...onlyElectricity(query),
      };
    },
  });
