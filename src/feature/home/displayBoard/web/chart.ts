import { dayTicks, hourTicks, type BucketChart } from '#web/chart/ChartModel.ts';
import { scaleFor } from '#domain/figure/number.ts';
import type { BoardBar } from '../contract.ts';

/** Bars of a period with the period before as steps. */
export function barChart(
  kind: 'hours' | 'monthDays' | 'yearMonths',
  bars: readonly BoardBar[],
  unit: string,
  words: { readonly name: string; readonly own: string; readonly before: string },
): BucketChart {
  const values = bars.map((bar) => bar.value);
  const before = bars.map((bar) => bar.before);
  const ticks =
    kind === 'hours'
      ? hourTicks()
      : kind === 'monthDays'
        ? dayTicks(bars.length)
        : bars.map((_, i) => ({ at: i + 0.5, text: String(i + 1) }));
  return {
    kind: 'buckets',
    name: words.name,
    scale: scaleFor(unit, [...values, ...before]),
    x: { names: bars.map((bar) => bar.label), ticks },
    series: [
      { key: 'own', label: words.own, kind: 'bar', color: 'primary', values },
      { key: 'before', label: words.before, kind: 'step', color: 'text2', values: before },
    ],
  };
}
