import type { Text } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { bucketBounds, QUARTER_MS } from '#domain/time/bucket.ts';
import { spanAmountOf } from '#feature/overview/domain/amount.ts';
import { type Extremes, extremesOver, type SumBucket, usageSum } from '#feature/reading/server/public.ts';
import type { UsageLevel } from '#feature/reading/contract.ts';
import type { Db } from '#server/database/db.ts';
import type { AnalysisColumn, AnalysisFigure, AnalysisRow, Finding } from '../contract.ts';
import type { Shift } from '../domain/shift.ts';
import type { AskedAnalysis } from './ask.ts';
import { defineAnalysis } from './defineAnalysis.ts';
import { bucketLabel, bucketsBeside, numberOf, rowOf, within } from './series.ts';

const HOUR_MS = 3_600_000;

/** Mean power of a bucket: its energy over its hours. */
export const powerOf = (energy: bigint | null, { ts, end }: Pick<SumBucket, 'ts' | 'end'>): number | null =>
  energy === null ? null : (microToNumber(energy) * HOUR_MS) / (end - ts);

/** The comparisons of the specification (section 3, `dtType` 2 to 4). */
const BESIDE: readonly (readonly [key: string, label: Text, shift: Shift])[] = [
  ['yesterday', { zh: '前一日', en: 'Day before' }, { days: 1 }],
  ['lastWeek', { zh: '上周同日', en: 'Same day last week' }, { days: 7 }],
  ['lastMonth', { zh: '上月同日', en: 'Same day last month' }, { months: 1 }],
];

/** A quarter or an hour with its energy. */
export type Stretch = Pick<SumBucket, 'ts' | 'end' | 'energy'>;

/** Highest, lowest and mean power of quarters, load rate (mean ÷ highest) and peak-valley difference. */
export interface Load<T extends Stretch = Stretch> {
  readonly max: T | null;
  readonly min: T | null;
  readonly mean: number | null;
  readonly rate: number | null;
  readonly spread: number | null;
}

/** Of buckets of equal length that are over. */
export function loadOf(buckets: readonly SumBucket[], until: number): Load<SumBucket> {
  const known = buckets.filter((one) => one.energy !== null && one.end <= until);
  const by = (better: (a: bigint, b: bigint) => boolean): SumBucket | null =>
    known.reduce<SumBucket | null>(
      (best, one) => (best === null || better(one.energy ?? 0n, best.energy ?? 0n) ? one : best),
      null,
    );
  return loadBetween(
    by((a, b) => a > b),
    by((a, b) => a < b),
    known.reduce((sum, one) => sum + (one.energy ?? 0n), 0n),
    known.length,
  );
}

/** Of the highest and lowest of `n` equal stretches with their energy together. */
function loadBetween<T extends Stretch>(max: T | null, min: T | null, energy: bigint, n: number): Load<T> {
  const top = max && powerOf(max.energy, max);
  const low = min && powerOf(min.energy, min);
  const mean = max && powerOf(energy, { ts: 0, end: (max.end - max.ts) * n });
  return {
    max,
    min,
    mean,
    rate: mean === null || !top ? null : mean / top,
    spread: top === null || low === null || top === 0 ? null : (top - low) / top,
  };
}

const quarter = ({ ts, energy }: Extremes['max']): Stretch => ({ ts, end: ts + QUARTER_MS, energy });

const loadIn = (one: Extremes | null): Load =>
  one ? loadBetween(quarter(one.max), quarter(one.min), one.energy, one.n) : loadBetween(null, null, 0n, 0);

/** Stretches one after the other as one; the first where several are as high or as low. */
const joined = (all: readonly (Extremes | null)[]): Extremes | null =>
  all.reduce(
    (sum, one) =>
      !sum || !one
        ? (sum ?? one)
        : {
            n: sum.n + one.n,
            energy: sum.energy + one.energy,
            max: one.max.energy > sum.max.energy ? one.max : sum.max,
            min: one.min.energy < sum.min.energy ? one.min : sum.min,
          },
    null,
  );

/** The load of each day of the range and of all: of measured quarters, or of hours where there are none. */
async function dayLoads(
  trx: Db,
  { signed, range, until }: AskedAnalysis,
  bounds: readonly number[],
): Promise<{ readonly whole: Load; readonly days: readonly Load[] }> {
  const days = bounds.slice(0, -1).map((from, i) => ({ from, to: bounds[i + 1] ?? from }));
  const quarters = await extremesOver(trx, signed, days, until);
  if (quarters.some((one) => one !== null))
    return { whole: loadIn(joined(quarters)), days: quarters.map(loadIn) };
  const hours = await usageSum(trx, signed, 2, range.from, range.to);
  return { whole: loadOf(hours, until), days: within(bounds, hours).map((own) => loadOf(own, until)) };
}

/**
 * What highest and lowest are looked for in: quarters of an hour that every meter has measured, or whole hours where
 * the meters tell no finer shape.
 */
export async function finest(
  trx: Db,
  { signed }: AskedAnalysis,
  quarters: readonly SumBucket[],
  { from, to }: Range,
): Promise<readonly SumBucket[]> {
  const measured = quarters.filter((one) => one.md !== null);
  if (measured.length > 0) return measured;
  return usageSum(trx, signed, 2, from, to);
}

const levelOf = ({ ts, end }: Stretch): UsageLevel => (end - ts < HOUR_MS ? 1 : 2);

/** The unit of mean power of an energy unit. */
export const powerUnit = (unit: string): string => (unit === 'kWh' ? 'kW' : unit ? `${unit}/h` : '');

/** Load analysis: the curve of 15-minute power beside other days, or each day's highest, lowest, mean and load rate. */
export const load = defineAnalysis({
  name: 'load',
  title: { zh: '负荷分析', en: 'Load analysis' },
  permission: 'SDNPowerAdmin.SDNLoadAnalysis',
  intervals: ['115', '301'],
  find: async (trx, asked) => {
    const { range, until, subject } = asked;
    const unit = powerUnit(subject.unit);
    if (asked.level !== 1) return findDays(trx, asked, unit);
    const shifts = BESIDE.map(([, , shift]) => shift);
    const { buckets: quarters, beside } = await bucketsBeside(trx, asked, shifts, { demand: true });
    const shape = await finest(trx, asked, quarters, range);
    const figures = figuresOf(asked, loadOf(shape, until), unit);
    const rates = ratesOf(asked, shape);
    return {
      figures,
      columns: [
        { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' },
        { key: 'power', label: { zh: '功率', en: 'Power' }, kind: 'amount', unit },
        { key: 'rate', label: { zh: '负荷率', en: 'Load rate' }, kind: 'share' },
        ...BESIDE.map(([key, label]): AnalysisColumn => ({ key, label, kind: 'amount', unit })),
      ],
      rows: quarters.map((bucket) => {
        // A quarter that is not over has no mean power yet.
        const power = bucket.end > until ? null : powerOf(bucket.energy, bucket);
        const cells: Record<string, number | null> = { power, rate: rates.get(bucket.ts) ?? null };
        for (const [i, [key]] of BESIDE.entries())
          cells[key] = powerOf(beside[i]?.get(bucket.ts) ?? null, bucket);
        return rowOf(asked, bucket, cells);
      }),
    };
  },
});

/**
 * The load rate of each quarter by its begin: the power of what was measured, against the highest of its day. A quarter
 * of a whole hour has the hour's; one that was not measured has none, since it may be more than all that were.
 */
export function ratesOf(
  { zone, until }: AskedAnalysis,
  shape: readonly SumBucket[],
): ReadonlyMap<number, number> {
  const powers = shape.flatMap((stretch) => {
    const power = stretch.end > until ? null : powerOf(stretch.energy, stretch);
    return power === null ? [] : [{ stretch, power, day: zone.localDay(stretch.ts) }];
  });
  const highest = new Map<number, number>();
  for (const { power, day } of powers) highest.set(day, Math.max(highest.get(day) ?? 0, power));
  const rates = new Map<number, number>();
  for (const { stretch, power, day } of powers) {
    const most = highest.get(day) ?? 0;
    for (let ts = stretch.ts; most > 0 && ts < stretch.end; ts += QUARTER_MS) rates.set(ts, power / most);
  }
  return rates;
}

function figuresOf({ zone }: AskedAnalysis, whole: Load, unit: string): AnalysisFigure[] {
  const at = (key: string, label: Text, bucket: Stretch | null): AnalysisFigure => {
    const name = bucket ? bucketLabel(zone, 1, bucket.ts) : '--';
    return {
      key,
      label,
      value: bucket && powerOf(bucket.energy, bucket),
      kind: 'amount',
      unit,
      note: { zh: name, en: name },
      ...(bucket ? { opens: { level: levelOf(bucket), at: bucket.ts } } : {}),
    };
  };
  return [
    at('max', { zh: '最大负荷', en: 'Highest load' }, whole.max),
    at('min', { zh: '最小负荷', en: 'Lowest load' }, whole.min),
    { key: 'mean', label: { zh: '平均负荷', en: 'Mean load' }, value: whole.mean, kind: 'amount', unit },
    { key: 'rate', label: { zh: '负荷率', en: 'Load rate' }, value: whole.rate, kind: 'share' },
    {
      key: 'spread',
      label: { zh: '峰谷差率', en: 'Peak-valley difference' },
      value: whole.spread,
      kind: 'share',
    },
  ];
}

/** A row for each day. */
async function findDays(trx: Db, asked: AskedAnalysis, unit: string): Promise<Finding> {
  const { zone, signed, range, until, expected } = asked;
  const bounds = bucketBounds(zone, 3, range.from, range.to);
  const buckets = await usageSum(trx, signed, 3, range.from, range.to);
  const { whole, days } = await dayLoads(trx, asked, bounds);
  const rows = buckets.map((bucket, i): AnalysisRow => {
    const { ts: from, end: to } = bucket;
    const { max, min, mean, rate, spread } = days[i] ?? loadIn(null);
    const sum = {
      energy: max?.energy ?? null,
      coveredS: bucket.coveredSeconds * expected.meters,
      flags: bucket.flags,
      known: expected.meters,
    };
    const { coverage, flags } = spanAmountOf(sum, from, to, expected);
    return {
      key: String(from),
      cells: {
        time: bucketLabel(zone, 3, from),
        max: max && powerOf(max.energy, max),
        maxAt: max ? bucketLabel(zone, 1, max.ts).slice(11) : null,
        min: min && powerOf(min.energy, min),
        minAt: min ? bucketLabel(zone, 1, min.ts).slice(11) : null,
        mean,
        rate,
        spread,
        energy: numberOf(bucket.energy),
      },
      coverage,
      flags,
      ...(from <= expected.now && to > until ? { unfinished: true } : {}),
      ...(max ? { opens: { level: levelOf(max), at: max.ts } } : {}),
    };
  });
  return {
    figures: figuresOf(asked, whole, unit),
    columns: [
      { key: 'time', label: { zh: '日期', en: 'Date' }, kind: 'clock' },
      { key: 'max', label: { zh: '最大', en: 'Highest' }, kind: 'amount', unit },
      { key: 'maxAt', label: { zh: '发生时间', en: 'At' }, kind: 'clock' },
      { key: 'min', label: { zh: '最小', en: 'Lowest' }, kind: 'amount', unit },
      { key: 'minAt', label: { zh: '发生时间', en: 'At' }, kind: 'clock' },
      { key: 'mean', label: { zh: '平均', en: 'Mean' }, kind: 'amount', unit },
      { key: 'rate', label: { zh: '负荷率', en: 'Load rate' }, kind: 'share' },
      { key: 'spread', label: { zh: '峰谷差率', en: 'Peak-valley difference' }, kind: 'share' },
      { key: 'energy', label: { zh: '用能量', en: 'Energy' }, kind: 'amount', unit: asked.subject.unit },
    ],
    rows,
  };
}
