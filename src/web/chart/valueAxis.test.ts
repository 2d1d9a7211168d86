import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleFor } from '#domain/figure/number.ts';
import type { BucketChart, ChartSeries } from './ChartModel.ts';
import { valueAxis } from './valueAxis.ts';

const series = (values: (number | null)[], more: Partial<ChartSeries> = {}): ChartSeries => ({
  key: 'a',
  label: 'A',
  kind: 'bar',
  color: 'primary',
  values,
  ...more,
});
const chart = (list: ChartSeries[], more: Partial<BucketChart> = {}): BucketChart => ({
  kind: 'buckets',
  name: 'Test',
  scale: scaleFor('°C', []),
  x: { names: list[0]?.values.map(String) ?? [], ticks: [] },
  series: list,
  ...more,
});

test('the axis starts at zero and ends on a round number', () => {
  expect(valueAxis(chart([series([54.2, 38.9])]))).toMatchObject({ min: 0, max: 60, interval: 20 });
  expect(valueAxis(chart([series([0.24])])).decimals).toBe(2);
});

test('a stack counts as its sum, a limit counts too', () => {
  const stacked = [series([30, null], { stack: 's' }), series([40, 10], { stack: 's', key: 'b' })];
  expect(valueAxis(chart(stacked)).max).toBeGreaterThanOrEqual(70);
  expect(valueAxis(chart([series([10])], { limits: [{ value: 95, label: '95' }] })).max).toBe(100);
});

test('what a stack has below zero is added up by itself, as it is drawn', () => {
  const stacked = [
    series([70], { stack: 's' }),
    series([-20], { stack: 's' }),
    series([-30], { stack: 's' }),
  ];
  expect(valueAxis(chart(stacked))).toMatchObject({ min: -80, max: 80 });
});

test('a free axis starts where its values are, an empty chart still has one', () => {
  expect(valueAxis(chart([series([219, 222])], { freeAxis: true })).min).toBeGreaterThan(200);
  expect(valueAxis(chart([series([null])]))).toMatchObject({ min: 0, max: 1 });
});

const milli = fc.integer({ min: -1e12, max: 1e12 }).map((n) => n / 1000);

test('3 to 7 intervals hold every value', () => {
  fc.assert(
    fc.property(fc.array(milli, { minLength: 1, maxLength: 20 }), fc.boolean(), (values, freeAxis) => {
      const axis = valueAxis(chart([series(values)], { freeAxis }));
      const slack = axis.interval * 1e-6;
      expect(axis.min).toBeLessThanOrEqual(Math.min(...values) + slack);
      expect(axis.max).toBeGreaterThanOrEqual(Math.max(...values) - slack);
      const intervals = Math.round((axis.max - axis.min) / axis.interval);
      expect(intervals).toBeGreaterThanOrEqual(1);
      expect(intervals).toBeLessThanOrEqual(8);
      if (!freeAxis) expect(axis.min).toBeLessThanOrEqual(0);
    }),
  );
});
