// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { scaleFor } from '#domain/figure/number.ts';
import { bucketOption, pathOf } from './bucketOption.ts';
import { bucketAt, type BucketChart, type ChartSeries } from './ChartModel.ts';
import { inkOf, type Ink } from './ink.ts';
import { tooltipOf } from './tooltip.ts';

const ink: Ink = { ...inkOf(0, false), hatch: (color) => `hatch ${color}` };
const bar: ChartSeries = {
  key: 'today',
  label: 'Today <b>',
  kind: 'bar',
  color: 'primary',
  values: [12_000, null, 9_000],
  unfinished: [2],
};
const step: ChartSeries = {
  ...bar,
  key: 'yesterday',
  label: 'Yesterday',
  kind: 'step',
  color: 'text2',
  values: [10_000, null, 11_000],
  unfinished: [],
};
const model: BucketChart = {
  kind: 'buckets',
  name: 'Hours',
  scale: scaleFor('kWh', [12_000]),
  x: {
    names: ['2018-07-15 00:00', '2018-07-15 01:00', '2018-07-15 02:00'],
    ticks: [{ at: 0, text: '00:00' }],
  },
  series: [bar, step],
  shading: [{ from: 0, to: 2, period: 4 }],
  now: 2.5,
};

const bars = (option: ReturnType<typeof bucketOption>) =>
  (option.series as { type: string; data: unknown[] }[])[0];

test('bars stand in the middle of their bucket, a gap stays a gap, the open bucket is hatched', () => {
  expect(bars(bucketOption(model, ink))?.data).toEqual([
    [0.5, 12],
    [1.5, '-'],
    {
      value: [2.5, 9],
      itemStyle: { color: 'hatch #1D5FA6', borderColor: '#1D5FA6', borderWidth: 1, borderType: 'dashed' },
    },
  ]);
});

test('steps run from the start to the end of their bucket and break at a gap', () => {
  expect(pathOf(model, step, () => true)).toEqual([
    [0, 10],
    [1, 10],
    [1.5, '-'],
    [2, 11],
    [3, 11],
  ]);
});

test('what the first chunk cannot draw is left out until the chart is whole', () => {
  const first = bucketOption(model, ink, false);
  expect(first.tooltip).toBeUndefined();
  expect(first.series).toHaveLength(2);
  expect(bucketOption(model, ink).series).toHaveLength(3);
});

test('what was not measured is dotted up to the next measured point, and says so', () => {
  const line: ChartSeries = { ...step, kind: 'line', values: [10_000, 11_000, 12_000], unmeasured: [2] };
  const { series } = bucketOption({ ...model, series: [line] }, ink);
  const lines = series as { lineStyle: { type: unknown }; data: unknown[] }[];
  expect(lines[0]).toMatchObject({ lineStyle: { type: 'solid' }, data: [[0.5, 10], [1.5, 11], [2.5, '-']] }); // prettier-ignore
  expect(lines[1]).toMatchObject({ lineStyle: { type: [2, 3] }, data: [[0.5, '-'], [1.5, 11], [2.5, 12]] }); // prettier-ignore
  const name = (bucket: number) => /Yesterday[^<]*/.exec(tooltipOf({ ...model, series: [line] }, bucket, ink))?.[0]; // prettier-ignore
  expect([name(1), name(2) === 'Yesterday']).toEqual(['Yesterday', false]);
});

test('the tooltip names bucket and values, escapes names, says -- for a gap', () => {
  const html = tooltipOf(model, 1, ink);
  expect(html).toContain('2018-07-15 01:00');
  expect(html).toContain('Today &#60;b&#62;');
  expect(html).toContain('--');
  expect(tooltipOf(model, 0, ink)).toContain('12.0');
});

test('a position leads to its bucket', () => {
  expect([-1, 0.2, 1.9, 3].map((at) => bucketAt(model.x, at))).toEqual([0, 0, 1, 2]);
  expect(bucketAt({ ...model.x, at: [0, 10, 11] }, 7)).toBe(1);
});
