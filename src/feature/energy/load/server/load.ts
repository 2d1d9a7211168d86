import { hourlyUnit } from '#contract/energyType.ts';
import { INTERVAL } from '#contract/interval.ts';
import type { Text } from '#contract/text.ts';
import type { Range } from '#domain/fold/reach.ts';
import { bucketBounds } from '#domain/time/bucket.ts';
import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { spanAmountOf } from '#domain/figure/amount.ts';
import { type SumBucket, usageSum } from '#feature/meters/reading/server/public.ts';
import type { AnalysisColumn, AnalysisFigure, AnalysisRow } from '#contract/analysis.ts';
import type { UsageLevel } from '#contract/usageLevel.ts';
import type { Finding } from '#feature/meters/analysisFrame/contract.ts';
import {
  type AnalysisContext,
  between,
  bucketLabel,
  bucketsBeside,
  defineAnalysis,
  numberOf,
  rowOf,
  lackingText,
} from '#feature/meters/analysisFrame/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { HIDDEN_EXTREME, LOAD_STEPS, type LoadStep, NO_EXTREME } from '../contract.ts';
import { type KnownLoad, loadAt, NO_LOAD, powerOf, type Interval } from '../domain/load.ts';
import type { Shift } from '#domain/time/shift.ts';
import { loadsKnown, wholeOf } from './loadKnown.ts';

/** The comparisons of the specification (section 3, `dtType` 2 to 4). */
const BESIDE: readonly (readonly [key: string, label: Text, shift: Shift])[] = [
  ['yesterday', { zh: '前一日', en: 'Day before' }, { days: 1 }],
  ['lastWeek', { zh: '上周同日', en: 'Same day last week' }, { days: 7 }],
  ['lastMonth', { zh: '上月同日', en: 'Same day last month' }, { months: 1 }],
];

/** What tells the load of a range: measured quarters or whole hours, by its one step. */
export async function shapeOf(
  trx: Db,
  { signed, until }: AnalysisContext,
  step: LoadStep | null,
  quarters: readonly SumBucket[],
  { from, to }: Range,
): Promise<readonly Interval[]> {
  if (step === INTERVAL.hour) return wholeOf(await usageSum(trx, signed, 2, from, to), until);
  return quarters.flatMap(({ ts, end, energy, md }) =>
    energy === null || md === null || end > until ? [] : [{ ts, end, energy }],
  );
}

/** The power of each quarter by its begin: a quarter of a whole hour has the hour's where hours tell the load. */
export function powersOf(
  { until }: AnalysisContext,
  step: LoadStep | null,
  quarters: readonly SumBucket[],
  shape: readonly Interval[],
): ReadonlyMap<number, number | null> {
  // A quarter that is not over has no mean power yet.
  const powers = new Map(quarters.map((one) => [one.ts, one.end > until ? null : meanPowerOf(one)]));
  if (step === INTERVAL.hour)
    for (const hour of shape)
      for (let { ts } = hour; ts < hour.end; ts += QUARTER_MS) powers.set(ts, powerOf(hour));
  return powers;
}

/** Mean power of a bucket; null where nothing is known. */
const meanPowerOf = ({ ts, end, energy }: Pick<SumBucket, 'ts' | 'end' | 'energy'>): number | null =>
  energy === null ? null : powerOf({ ts, end, energy });

const levelOf = ({ ts, end }: Interval): UsageLevel => (end - ts <= QUARTER_MS ? 1 : 2);

/** Load analysis: the curve of 15-minute power beside other days, or each day's highest, lowest, mean and load rate. */
export const load = defineAnalysis({
  name: 'load',
  title: { zh: '负荷分析', en: 'Load analysis' },
  permission: 'SDNPowerAdmin.SDNLoadAnalysis',
  intervals: [INTERVAL.quarter, INTERVAL.day],
  find: async (trx, query) => {
    const { range, subject } = query;
    const unit = hourlyUnit(subject.unit);
    if (query.level !== 1) return findDays(trx, query, unit);
    const shifts = BESIDE.map(([, , shift]) => shift);
    const { buckets: quarters, beside } = await bucketsBeside(trx, query, shifts, { demand: true });
    const { step, loads } = await loadsKnown(trx, query, [range]);
    const shape = await shapeOf(trx, query, step, quarters, range);
    const powers = powersOf(query, step, quarters, shape);
    const rates = ratesOf(query, shape);
    return {
      figures: figuresOf(query, loads[0] ?? NO_LOAD, step, unit),
      columns: [
        { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' },
        { key: 'power', label: { zh: '功率', en: 'Power' }, kind: 'amount', unit },
        { key: 'rate', label: { zh: '负荷率', en: 'Load factor' }, kind: 'share' },
        ...BESIDE.map(([key, label]): AnalysisColumn => ({ key, label, kind: 'amount', unit })),
      ],
      rows: quarters.map((bucket) => {
        const { ts, end } = bucket;
        const cells: Record<string, number | null> = {
          power: powers.get(ts) ?? null,
          rate: rates.get(ts) ?? null,
        };
        for (const [i, [key]] of BESIDE.entries())
          cells[key] = meanPowerOf({ ts, end, energy: beside[i]?.get(ts)?.energy ?? null });
        return rowOf(query, bucket, cells);
      }),
      notes: notesOf(query, step, quarters),
    };
  },
});

/** How the load was told, as sentences; where it was not, which meters lack data. */
function notesOf(context: AnalysisContext, step: LoadStep | null, buckets: readonly SumBucket[]): Text[] {
  if (step !== null)
    return [
      {
        zh: `最大、最小为${LOAD_STEPS[step].zh}功率，整个范围只用这一种步长；平均 = 已知用能量 ÷ 时间。`,
        en: `Highest and lowest: ${LOAD_STEPS[step].en}, one step for the whole range; the mean is the known energy over its time.`,
      },
    ];
  const missing = new Set(
    buckets.filter(({ end }) => end <= context.until).flatMap((bucket) => bucket.missing),
  );
  if (missing.size === 0) return [NO_EXTREME];
  return [lackingText(context, missing, LOADS)];
}

const LOADS = { zh: '最大、最小与平均负荷', en: 'the highest, lowest and mean load of all together are' };

/**
 * The load rate of each quarter by its begin: the power of what was measured, against the highest of its day. A quarter
 * of a whole hour has the hour's; one that was not measured has none, since it may be more than all that were.
 */
export function ratesOf({ zone }: AnalysisContext, shape: readonly Interval[]): ReadonlyMap<number, number> {
  const powers = shape.map((interval) => ({
    interval,
    power: powerOf(interval) ?? 0,
    day: zone.localDay(interval.ts),
  }));
  const highest = new Map<number, number>();
  for (const { power, day } of powers) highest.set(day, Math.max(highest.get(day) ?? 0, power));
  const rates = new Map<number, number>();
  for (const { interval, power, day } of powers) {
    const most = highest.get(day) ?? 0;
    for (let ts = interval.ts; most > 0 && ts < interval.end; ts += QUARTER_MS) rates.set(ts, power / most);
  }
  return rates;
}

/** How much of a range that is over was not measured at the step, in words; null where all of it was. */
function unmeasuredOf(
  { range, until, expected }: AnalysisContext,
  known: KnownLoad,
  step: LoadStep | null,
): Text | null {
  const measured = (step === INTERVAL.hour ? known.hours : known.quarters)?.ms ?? 0;
  // Before the first meter counts there is nothing to measure.
  const begun = Math.min(...expected.counting.map(({ from }) => from ?? Infinity));
  const lackMs = Math.min(range.to, until) - Math.max(range.from, begun) - measured;
  if (step === null || !(lackMs >= QUARTER_MS)) return null;
  const hours = Math.round((100 * lackMs) / HOUR_MS) / 100;
  return { zh: `有 ${hours} h 未实测`, en: `${hours} h not measured` };
}

const joined = (a: Text | null, b: Text | null): Text | null =>
  a && b ? { zh: `${a.zh}；${b.zh}`, en: `${a.en}; ${b.en}` } : (a ?? b);

function figuresOf(
  context: AnalysisContext,
  known: KnownLoad,
  step: LoadStep | null,
  unit: string,
): AnalysisFigure[] {
  const { zone } = context;
  const whole = loadAt(known, step);
  const unmeasured = unmeasuredOf(context, known, step);
  const at = (key: string, zh: string, en: string, interval: Interval | null): AnalysisFigure => {
    const name = interval && bucketLabel(zone, 1, interval.ts);
    const note = name === null ? null : joined({ zh: name, en: name }, unmeasured);
    return {
      key,
      label: step
        ? { zh: `${zh}（${LOAD_STEPS[step].zh}）`, en: `${en} (${LOAD_STEPS[step].en})` }
        : { zh, en },
      value: powerOf(interval),
      kind: 'amount',
      unit,
      ...(note ? { note } : {}),
      ...(interval || whole.mean === null ? {} : { why: step ? HIDDEN_EXTREME : NO_EXTREME }),
      ...(interval ? { opens: { level: levelOf(interval), at: interval.ts } } : {}),
    };
  };
  return [
    at('max', '最大负荷', 'Highest load', whole.max),
    at('min', '最小负荷', 'Lowest load', whole.min),
    {
      key: 'mean',
      label: { zh: '平均负荷', en: 'Mean load' },
      value: whole.mean,
      kind: 'amount',
      unit,
      note: { zh: '用能量 ÷ 时间', en: 'energy over time' },
    },
    { key: 'rate', label: { zh: '负荷率', en: 'Load factor' }, value: whole.rate, kind: 'share' },
    {
      key: 'spread',
      label: { zh: '峰谷差率', en: 'Peak-valley difference' },
      value: whole.spreadRate,
      kind: 'share',
    },
  ];
}

/** A row for each day. */
async function findDays(trx: Db, context: AnalysisContext, unit: string): Promise<Finding> {
  const { zone, signed, range, until, expected } = context;
  const days = between(bucketBounds(zone, 3, range.from, range.to));
  const buckets = await usageSum(trx, signed, 3, range.from, range.to);
  const { step, loads } = await loadsKnown(trx, context, [range, ...days]);
  const rows = buckets.map((bucket, i): AnalysisRow => {
    const { ts: from, end: to } = bucket;
    const { max, min, mean, rate, spreadRate } = loadAt(loads[i + 1] ?? NO_LOAD, step);
    const sum = {
      energy: max?.energy ?? null,
      coveredS: bucket.coveredS,
      flags: bucket.flags,
      known: expected.counting.length,
    };
    const { coverage, flags } = spanAmountOf(sum, from, to, expected);
    return {
      key: String(from),
      cells: {
        time: bucketLabel(zone, 3, from),
        max: powerOf(max),
        maxAt: max ? bucketLabel(zone, 1, max.ts).slice(11) : null,
        min: powerOf(min),
        minAt: min ? bucketLabel(zone, 1, min.ts).slice(11) : null,
        mean,
        rate,
        spread: spreadRate,
        energy: numberOf(bucket.energy),
      },
      coverage,
      flags,
      ...(from <= expected.now && to > until ? { unfinished: true } : {}),
      ...(max ? { opens: { level: levelOf(max), at: max.ts } } : {}),
    };
  });
  return {
    figures: figuresOf(context, loads[0] ?? NO_LOAD, step, unit),
    columns: [
      { key: 'time', label: { zh: '日期', en: 'Date' }, kind: 'clock' },
      { key: 'max', label: { zh: '最大', en: 'Highest' }, kind: 'amount', unit },
      { key: 'maxAt', label: { zh: '发生时间', en: 'At' }, kind: 'clock' },
      { key: 'min', label: { zh: '最小', en: 'Lowest' }, kind: 'amount', unit },
      { key: 'minAt', label: { zh: '发生时间', en: 'At' }, kind: 'clock' },
      { key: 'mean', label: { zh: '平均', en: 'Mean' }, kind: 'amount', unit },
      { key: 'rate', label: { zh: '负荷率', en: 'Load factor' }, kind: 'share' },
      { key: 'spread', label: { zh: '峰谷差率', en: 'Peak-valley difference' }, kind: 'share' },
      { key: 'energy', label: { zh: '用能量', en: 'Energy' }, kind: 'amount', unit: context.subject.unit },
    ],
    rows,
    notes: notesOf(context, step, buckets),
  };
}
