import type { BucketChart, FlowChart } from '#web/chart/ChartModel.ts';
import { dayTicks, hourTicks } from '#web/chart/ChartModel.ts';
import { scaleFor } from '#domain/figure/number.ts';
import { clockOf, hourText } from '#domain/time/clock.ts';
import { dateText } from '#domain/time/date.ts';

const HOURS = Array.from({ length: 24 }, (_, i) => i);
const wave = (i: number, phase: number): number => 48_000 + 6_000 * Math.sin(i / 3 + phase) - (i % 7) * 500;

/** Today and yesterday by hour: bars, steps, an unfinished bucket, period shading. */
export const hours: BucketChart = {
  kind: 'buckets',
  name: 'Bars, steps, unfinished, periods',
  scale: scaleFor('kWh', [54_000]),
  x: { names: HOURS.map((hour) => `2018-07-15 ${hourText(hour)}`), ticks: hourTicks() },
  series: [
    {
      key: 'today',
      label: 'Today',
      kind: 'bar',
      color: 'primary',
      values: HOURS.map((i) => (i < 14 ? wave(i, 0) : i === 14 ? 10_200 : null)),
      unfinished: [14],
    },
    {
      key: 'yesterday',
      label: 'Yesterday',
      kind: 'step',
      color: 'text2',
      values: HOURS.map((i) => (i === 5 ? null : wave(i, 1))),
    },
  ],
  shading: [
    { from: 0, to: 8, period: 4 },
    { from: 8, to: 9, period: 2 },
    { from: 9, to: 11, period: 1 },
    { from: 11, to: 17, period: 3 },
    { from: 17, to: 18, period: 2 },
    { from: 18, to: 20, period: 1 },
    { from: 20, to: 22, period: 2 },
    { from: 22, to: 24, period: 3 },
  ],
  strip: true,
  now: 14.4,
};

const DAYS = Array.from({ length: 30 }, (_, i) => i);

/** A month by day, stacked by tariff period. */
export const days: BucketChart = {
  kind: 'buckets',
  name: 'Stack',
  scale: scaleFor('kWh', [1_150_000]),
  x: { names: DAYS.map((i) => dateText({ year: 2018, month: 7, day: i + 1 })), ticks: dayTicks(30) },
  series: ([4, 3, 2, 1] as const).map((period) => ({
    key: String(period),
    label: { 1: 'Sharp', 2: 'Peak', 3: 'Flat', 4: 'Valley' }[period],
    kind: 'bar',
    color: { tariff: period },
    stack: 'tariff',
    values: DAYS.map((i) => (i > 18 ? null : (i % 7 < 2 ? 200_000 : 300_000) * (i === 18 ? 0.5 : 1))),
    unfinished: [18],
  })),
};

/** Ten curves with a gap, limits and zoom. */
export const curves: BucketChart = {
  kind: 'buckets',
  name: 'Ten curves, limits, zoom',
  scale: scaleFor('kW', [60_984]),
  x: {
    names: Array.from({ length: 96 }, (_, i) => `2018-07-15 ${clockOf(i * 15)}`),
    ticks: hourTicks(true).map(({ at, text }) => ({ at: at * 4, text })),
  },
  series: Array.from({ length: 10 }, (_, n) => ({
    key: String(n + 1),
    label: `Meter ${n + 1}`,
    kind: 'line',
    color: { series: n + 1 },
    main: n === 0,
    values: Array.from({ length: 96 }, (__, i) =>
      n === 2 && i > 40 && i < 50 ? null : 5_000 * (n + 1) + 3_000 * Math.sin(i / 9 + n),
    ),
  })),
  limits: [
    { value: 62_000, label: 'Declared 62,000', declared: true },
    { value: 55_000, label: 'Yesterday 55,000' },
  ],
  zoom: true,
};

/** Where energy went. */
export const flow: FlowChart = {
  kind: 'flow',
  name: 'Flow',
  scale: scaleFor('kWh', [587_000]),
  nodes: [
    { id: 'in', label: '110 kV infeed', value: 587_000, color: { energy: 6 } },
    { id: 'pv', label: 'PV', value: 27_000, color: { energy: 6 } },
    { id: 't1', label: 'Transformer 1', value: 358_000, color: { series: 5 } },
    { id: 't2', label: 'Transformer 2', value: 256_000, color: { series: 5 } },
    { id: 'eaf', label: 'Arc furnace', value: 300_000, color: { energy: 5 } },
    { id: 'mill', label: 'Bar mill', value: 290_000, color: { energy: 5 } },
    { id: 'rest', label: 'Unmetered', value: 24_000, color: 'text3' },
  ],
  flows: [
    { from: 'in', to: 't1', value: 358_000 },
    { from: 'in', to: 't2', value: 229_000 },
    { from: 'pv', to: 't2', value: 27_000 },
    { from: 't1', to: 'eaf', value: 300_000 },
    { from: 't1', to: 'mill', value: 58_000 },
    { from: 't2', to: 'mill', value: 232_000 },
    { from: 't2', to: 'rest', value: 24_000 },
  ],
};
