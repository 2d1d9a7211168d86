import type { Text } from '#contract/text.ts';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import { scaleFor } from '#domain/figure/number.ts';
import { two } from '#domain/time/clock.ts';
import { LOAD_STEPS, type LoadStatistic } from '../contract.ts';

/** A month of a year's trend: `dt` is `2026-07`. */
export type LoadMonth = Omit<LoadStatistic, 'dtType' | 'date'> & { readonly dt: string };

/** The months of a year and of the one before, by type (8 and 9 of the specification). */
export type LoadYears = Readonly<Record<string, readonly LoadMonth[]>>;

const MONTHS = Array.from({ length: 12 }, (_, i) => two(i + 1));

/** Highest load of each month of a year as bars, beside that of the year before; the means as lines. Pure. */
export function loadYearChart(unit: string, years: LoadYears, say: (text: Text) => string): BucketChart {
  const valuesOf = (type: number, key: 'pZMax' | 'pZAvg'): (number | null)[] => {
    const known = new Map(years[type]?.map((month) => [month.dt.slice(5), month[key]]));
    return MONTHS.map((month) => known.get(month) ?? null);
  };
  const nameOf = (type: number): string => years[type]?.[0]?.dt.slice(0, 4) ?? '';
  const series = (
    [
      [8, 'pZMax', { zh: '最大', en: 'highest' }, { kind: 'bar', color: 'primary', main: true }],
      [9, 'pZMax', { zh: '最大', en: 'highest' }, { kind: 'step', color: 'text2' }],
      [8, 'pZAvg', { zh: '平均', en: 'mean' }, { kind: 'step', color: { series: 2 } }],
      [9, 'pZAvg', { zh: '平均', en: 'mean' }, { kind: 'step', color: 'text3', dashed: true }],
    ] as const
  ).map(([type, key, label, look]) => ({
    key: `${type} ${key}`,
    label: `${nameOf(type)} ${say(label)}`,
    values: valuesOf(type, key),
    ...look,
  }));
  const step = Object.values(years).flat().find(({ interval }) => interval !== null)?.interval; // prettier-ignore
  const of = step ? ` · ${say(LOAD_STEPS[step])}` : '';
  return {
    kind: 'buckets',
    name: `${say({ zh: '逐月负荷：当年与上年', en: 'Load by month: the year and the year before' })}${of}`,
    scale: scaleFor(unit, series.flatMap(({ values }) => values)), // prettier-ignore
    x: { names: MONTHS, ticks: MONTHS.map((text, i) => ({ at: i + 0.5, text })) },
    series,
  };
}
