import { PERIOD_NUMBERS } from '#contract/period.ts';
import { scaleFor } from '#domain/figure/number.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { clockAt } from '#domain/time/text.ts';
import type { BucketChart, ChartSeries } from '#web/chart/ChartModel.ts';
import type { AssetOverview } from '../contract.ts';
import { socLimits } from './batteries.ts';
import type { PlanOfDay } from './planOfDay.ts';

type Shading = NonNullable<BucketChart['shading']>;

/** Runs of one tariff period, by position. */
function shadingOf(periods: readonly number[]): Shading {
  const runs: { from: number; to: number; period: Shading[number]['period'] }[] = [];
  for (const [i, one] of periods.entries()) {
    const period = PERIOD_NUMBERS.find((number) => number === one);
    const last = runs.at(-1);
    if (period === undefined) continue;
    if (last && last.period === period && last.to === i) last.to = i + 1;
    else runs.push({ from: i, to: i + 1, period });
  }
  return runs;
}

/** The axis of a day in quarters of an hour, with the present on it. */
function dayAxis({ curve, timeZone, asOf }: AssetOverview) {
  const { ts } = curve;
  const [first = 0] = ts;
  return {
    x: {
      names: ts.map((at) => clockAt(timeZone, at)),
      ticks: ts.flatMap((at, i) => (i % 8 === 0 ? [{ at: i, text: clockAt(timeZone, at).slice(0, 2) }] : [])),
    },
    shading: shadingOf(curve.period),
    ...(asOf >= first && asOf < first + ts.length * QUARTER_MS ? { now: (asOf - first) / QUARTER_MS } : {}),
  };
}

export interface DayWords {
  readonly name: string;
  readonly soc: string;
  readonly upper: string;
  readonly lower: string;
  readonly pv: string;
  readonly battery: string;
  readonly grid: string;
  readonly load: string;
  /** What the batteries were told, with its version where there is one. */
  readonly planOf: (version: number | null) => string;
}

/** What was planned, dashed in the colour of the battery; nothing without a plan. */
function planSeries(words: DayWords, plan: PlanOfDay | null, part: 'power' | 'soc'): ChartSeries[] {
  if (!plan) return [];
  return [
    {
      key: 'plan',
      label: words.planOf(plan.version),
      kind: part === 'power' ? 'step' : 'line',
      color: { series: 3 },
      values: plan[part],
      dashed: true,
    },
  ];
}

/** The state of charge of the day between its limits, beside what the plan leads to, over the tariff periods. */
export function socModel(
  overview: AssetOverview,
  words: DayWords,
  plan: PlanOfDay | null = null,
): BucketChart {
  const limits = socLimits(overview.stations);
  return {
    kind: 'buckets',
    name: words.name,
    scale: { unit: '%', factor: 1, decimals: 0 },
    ...dayAxis(overview),
    strip: true,
    ...(limits
      ? {
          limits: [
            { value: limits.highest, label: `${words.upper} ${limits.highest}%` },
            { value: limits.lowest, label: `${words.lower} ${limits.lowest}%` },
          ],
        }
      : {}),
    series: [
      {
        key: 'soc',
        label: words.soc,
        kind: 'line',
        color: { series: 3 },
        values: overview.curve.soc,
        main: true,
      },
      ...planSeries(words, plan, 'soc'),
    ],
  };
}

/** The powers of the day: what is not there is left out. */
export function powerModel(
  overview: AssetOverview,
  words: DayWords,
  plan: PlanOfDay | null = null,
): BucketChart {
  const { curve } = overview;
  const all: ChartSeries[] = [
    { key: 'battery', label: words.battery, kind: 'bar', color: { series: 3 }, values: curve.battery },
    ...planSeries(words, plan, 'power'),
    { key: 'pv', label: words.pv, kind: 'line', color: { series: 2 }, values: curve.pv },
    { key: 'grid', label: words.grid, kind: 'line', color: { series: 1 }, values: curve.grid },
    { key: 'load', label: words.load, kind: 'line', color: 'text2', values: curve.load, main: true },
  ];
  const series = all.filter(({ values }) => values.some((value) => value !== null));
  return {
    kind: 'buckets',
    name: words.name,
    scale: scaleFor('kW', series.flatMap(({ values }) => values)), // prettier-ignore
    ...dayAxis(overview),
    strip: true,
    series,
  };
}

interface Labelled {
  readonly label: string;
}

/** A series of a chart by day. */
export interface DaySeries<B> {
  readonly key: string;
  readonly label: string;
  readonly kind: ChartSeries['kind'];
  readonly color: ChartSeries['color'];
  readonly of: (bucket: B) => number | null;
  readonly dashed?: boolean;
  readonly main?: boolean;
}

/** Figures of days as a chart. @param limit a line with its label */
export function daysModel<B extends Labelled>(
  name: string,
  unit: string,
  buckets: readonly B[],
  series: readonly DaySeries<B>[],
  more: Pick<BucketChart, 'limits' | 'freeAxis' | 'barWidth'> & { readonly decimals?: number } = {},
): BucketChart {
  const step = Math.max(1, Math.ceil(buckets.length / 10));
  const { decimals, ...rest } = more;
  const scale = scaleFor(unit, buckets.flatMap((bucket) => series.map(({ of }) => of(bucket)))); // prettier-ignore
  return {
    kind: 'buckets',
    name,
    scale: decimals === undefined ? scale : { ...scale, decimals },
    ...rest,
    x: {
      names: buckets.map(({ label }) => label),
      ticks: buckets.flatMap(({ label }, i) =>
        i % step === 0 ? [{ at: i + 0.5, text: label.slice(5) }] : [],
      ),
    },
    series: series.map(({ of, ...one }) => ({ ...one, values: buckets.map(of) })),
  };
}
