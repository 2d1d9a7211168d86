import { scaleFor } from '#domain/figure/number.ts';
import type { BucketChart, ChartSeries } from '#web/chart/ChartModel.ts';
import type { ColorRef } from '#web/theme/palette.ts';
import type { RevenueChart, RevenueEvent } from '../contract.ts';

/** Words of a chart. */
export interface ChartWords {
  readonly name: string;
  readonly net: string;
}

/** Bars are 40 wide at most (rule R396). */
const BAR_WIDTH = 40;

const COLORS: Readonly<Record<string, ColorRef>> = {
  discharging: { series: 1 },
  demandSaved: { series: 6 },
  pvSelfUse: { series: 2 },
  feedIn: { series: 9 },
  pile: { series: 8 },
  charging: { series: 3 },
  operation: { series: 5 },
  wear: { series: 7 },
};

/** Income upwards and cost downwards by day or month, stacked by type, with the net as a line. */
export function revenueModel(chart: RevenueChart, words: ChartWords, now: number): BucketChart {
  const { bars, types } = chart;
  const unfinished = bars.flatMap(({ to }, i) => (to > now ? [i] : []));
  const series = types.flatMap(({ code, name, kind }, place): ChartSeries[] => {
    const values = bars.map((bar) => bar.values[place] ?? null);
    if (values.every((value) => value === null)) return [];
    return [
      {
        key: code,
        label: name,
        kind: 'bar',
        color: COLORS[code] ?? 'text3',
        stack: kind,
        values,
        unfinished,
      },
    ];
  });
  const net = bars.map((bar) => (bar.values.every((value) => value === null) ? null : bar.net));
  const step = Math.max(1, Math.ceil(bars.length / 12));
  return {
    kind: 'buckets',
    name: words.name,
    scale: scaleFor('CNY', bars.flatMap(({ income, cost }) => [income, cost])), // prettier-ignore
    barWidth: BAR_WIDTH,
    x: {
      names: bars.map(({ label }) => label),
      ticks: bars.flatMap(({ label }, i) =>
        i % step === 0 ? [{ at: i + 0.5, text: label.slice(5, 10) }] : [],
      ),
    },
    // Bars of one stack lie on each other also across zero: one name holds both sides together.
    series: [
      ...series.map((one) => ({ ...one, stack: 'amount' })),
      { key: 'net', label: words.net, kind: 'line', color: 'text2', values: net, main: true },
    ],
  };
}

/** What charging, discharging and demand saved came to so far, event by event. */
export function eventModel(events: readonly RevenueEvent[], words: ChartWords): BucketChart {
  const step = Math.max(1, Math.ceil(events.length / 10));
  return {
    kind: 'buckets',
    name: words.name,
    scale: scaleFor('CNY', events.map(({ netIncome }) => netIncome)), // prettier-ignore
    x: {
      names: events.map(({ eventTime, eventName }) => `${eventTime.slice(0, 16)} ${eventName}`),
      ticks: events.flatMap(({ eventTime }, i) =>
        i % step === 0 ? [{ at: i + 0.5, text: eventTime.slice(5, 10) }] : [],
      ),
    },
    series: [
      {
        key: 'net',
        label: words.net,
        kind: 'step',
        color: 'primary',
        main: true,
        values: events.map(({ netIncome }) => netIncome),
      },
    ],
  };
}
