import { meanOf } from '#domain/decimal/sum.ts';
import * as z from 'zod';
import { INTERVAL } from '#contract/interval.ts';
import type { Range } from '#domain/fold/reach.ts';
import { bucketBounds } from '#domain/time/bucket.ts';
import { expectedUntil } from '#domain/figure/amount.ts';
import type { AnalysisColumn, AnalysisFigure, AnalysisRow } from '#contract/analysis.ts';
import type { Finding } from '#feature/meters/analysisFrame/contract.ts';
import {
  type AnalysisContext,
  bucketLabel,
  defineAnalysis,
} from '#feature/meters/analysisFrame/server/public.ts';
import { DAY_MS, MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { type Assessed, qualityOver } from '../domain/quality.ts';
import { shifted } from '#domain/time/shift.ts';
import { type Assessment, assessmentOf, PASS_TYPES, qualityMeter, type QualityMeter } from './measure.ts';
import { trendOf } from './trend.ts';

/** The day (or range) of equal length right before, by the calendar of the zone. */
export function rangeBefore({ zone, range }: AnalysisContext): Range {
  const days = Math.max(1, Math.round((range.to - range.from) / DAY_MS));
  return {
    from: shifted(zone, range.from, { days }) ?? range.from - days * DAY_MS,
    to: range.from,
  };
}

/** Samples of a range. */
export const within = (samples: readonly Assessed[], { from, to }: Range): Assessed[] =>
  samples.filter(({ ts }) => ts >= from && ts < to);

/** Floored percent of a range of which samples are known. */
function coverageOf(
  { expected }: AnalysisContext,
  { known }: Assessment,
  { from, to }: Range,
): number | null {
  const due = Math.min(to, expectedUntil(expected)) - from;
  const { knownMs } = qualityOver(within(known, { from, to }));
  return due <= 0 ? null : Math.min(100, Math.floor((100 * knownMs) / due));
}

/** Power quality: voltage, current, power factor or balance of a day beside the day before, or the days of a range. */
export const qualityAnalysis = defineAnalysis({
  name: 'quality',
  title: { zh: '电能质量', en: 'Power quality' },
  permission: 'SDNPowerAdmin.SDNElectricQualityAnalysis',
  intervals: [INTERVAL.quarter, INTERVAL.day],
  more: { pass: z.enum(PASS_TYPES).default('101') },
  example: { pass: '101' },
  find: async (trx, query, { pass }): Promise<Finding> => {
    const meter = await qualityMeter(trx, query);
    if (!meter) return { figures: [], columns: [], rows: [] };
    const before = rangeBefore(query);
    const assessed = await assessmentOf(
      trx,
      meter,
      pass,
      { from: before.from, to: query.range.to },
      query.range,
    );
    const figures = figuresOf(query, meter, assessed, before);
    return query.level === 1
      ? { figures, ...quarterRows(query, assessed) }
      : { figures, ...dayRows(query, assessed) };
  },
});

function figuresOf(
  context: AnalysisContext,
  meter: QualityMeter,
  assessed: Assessment,
  before: Range,
): AnalysisFigure[] {
  const { measure, limits, samples, band, usual } = assessed;
  const own = qualityOver(within(samples, context.range));
  const earlier = qualityOver(within(samples, before));
  const { unit } = measure;
  return [
    {
      key: measure.rateKey,
      label: { zh: '合格率', en: 'Pass rate' },
      value: own.rate,
      kind: 'share',
      note: { zh: meter.name, en: meter.name },
      coverage: coverageOf(context, assessed, context.range),
    },
    {
      key: 'before',
      label: { zh: '前一时段合格率', en: 'Previous period' },
      value: earlier.rate,
      kind: 'share',
      coverage: coverageOf(context, assessed, before),
    },
    { key: 'deviant', label: { zh: '超标率', en: 'Beyond the limits' }, value: own.deviant, kind: 'share' },
    { key: 'top', label: { zh: '最高', en: 'Highest' }, value: own.top, kind: 'amount', unit },
    { key: 'floor', label: { zh: '最低', en: 'Lowest' }, value: own.floor, kind: 'amount', unit },
    {
      key: 'standard',
      label: { zh: '标准', en: 'Limits' },
      value: limits.floor ?? limits.top,
      kind: 'amount',
      unit,
      span: { from: limits.floor, to: limits.top },
      ...(band?.recognised
        ? { note: { zh: '按读数识别', en: 'by the readings' } }
        : usual
          ? { note: { zh: '默认', en: 'usual' } }
          : {}),
    },
  ];
}

const partColumns = ({ parts, unit }: Assessment['measure']): AnalysisColumn[] =>
  parts.map((label, i) => ({ key: `v${i}`, label, kind: 'amount', unit }));

function quarterRows(context: AnalysisContext, assessed: Assessment): Pick<Finding, 'columns' | 'rows'> {
  const { measure, samples, limits } = assessed;
  const { zone, range, expected, until } = context;
  const points = trendOf(samples, range, measure.parts.length);
  const covered = new Map(trendOf(assessed.known, range, 0).map((point) => [point.from, point.knownMs]));
  const reported = (from: number): number | null => {
    const due = Math.min(from + QUARTER_MS, expectedUntil(expected)) - from;
    return due <= 0 ? null : Math.min(100, Math.floor((100 * (covered.get(from) ?? 0)) / due));
  };
  const earlier = new Map(
    trendOf(samples, rangeBefore(context), measure.parts.length).map((point) => [point.from, point]),
  );
  return {
    columns: [
      { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' },
      ...partColumns(measure),
      { key: 'low', label: { zh: '最低', en: 'Lowest' }, kind: 'amount', unit: measure.unit },
      { key: 'high', label: { zh: '最高', en: 'Highest' }, kind: 'amount', unit: measure.unit },
      { key: 'before', label: { zh: '前一时段', en: 'Previous period' }, kind: 'amount', unit: measure.unit },
      {
        key: 'top',
        label: { zh: '上限', en: 'Upper limit' },
        kind: 'amount',
        unit: measure.unit,
        lineOnly: true,
      },
      {
        key: 'floor',
        label: { zh: '下限', en: 'Lower limit' },
        kind: 'amount',
        unit: measure.unit,
        lineOnly: true,
      },
    ],
    rows: points.map((point): AnalysisRow => {
      const days = Math.max(1, Math.round((range.to - range.from) / DAY_MS));
      const there = earlier.get(shifted(zone, point.from, { days }) ?? 0)?.means ?? [];
      const end = point.from + QUARTER_MS;
      return {
        key: String(point.from),
        cells: {
          time: bucketLabel(zone, 1, point.from),
          ...Object.fromEntries(point.means.map((mean, i) => [`v${i}`, mean])),
          low: point.low,
          high: point.high,
          before: meanOf(there),
          top: limits.top,
          floor: limits.floor,
        },
        coverage: reported(point.from),
        flags: [],
        ...(point.from <= expected.now && end > until ? { unfinished: true } : {}),
        ...(point.low === null ? {} : { opens: { level: 1, at: point.from } }),
      };
    }),
  };
}

function dayRows(context: AnalysisContext, assessed: Assessment): Pick<Finding, 'columns' | 'rows'> {
  const { measure, samples, limits } = assessed;
  const { zone, range, expected, until } = context;
  const bounds = bucketBounds(zone, 3, range.from, range.to);
  const { unit } = measure;
  return {
    columns: [
      { key: 'time', label: { zh: '日期', en: 'Date' }, kind: 'clock' },
      { key: 'rate', label: { zh: '合格率', en: 'Pass rate' }, kind: 'share' },
      { key: 'mean', label: { zh: '平均', en: 'Mean' }, kind: 'amount', unit },
      { key: 'low', label: { zh: '最低', en: 'Lowest' }, kind: 'amount', unit },
      { key: 'high', label: { zh: '最高', en: 'Highest' }, kind: 'amount', unit },
      { key: 'over', label: { zh: '超上限', en: 'Above' }, kind: 'amount', unit: 'min' },
      { key: 'under', label: { zh: '低于下限', en: 'Below' }, kind: 'amount', unit: 'min' },
      { key: 'top', label: { zh: '上限', en: 'Upper limit' }, kind: 'amount', unit, lineOnly: true },
      { key: 'floor', label: { zh: '下限', en: 'Lower limit' }, kind: 'amount', unit, lineOnly: true },
    ],
    rows: bounds.slice(0, -1).map((from, i): AnalysisRow => {
      const to = bounds[i + 1] ?? from;
      const day = qualityOver(within(samples, { from, to }));
      return {
        key: String(from),
        cells: {
          time: bucketLabel(zone, 3, from),
          rate: day.rate,
          mean: day.mean,
          low: day.floor,
          high: day.top,
          over: day.knownMs === 0 ? null : day.overMs / MINUTE_MS,
          under: day.knownMs === 0 ? null : day.underMs / MINUTE_MS,
          top: limits.top,
          floor: limits.floor,
        },
        coverage: coverageOf(context, assessed, { from, to }),
        flags: [],
        ...(from <= expected.now && to > until ? { unfinished: true } : {}),
      };
    }),
  };
}
