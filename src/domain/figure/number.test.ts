import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  coveragePercent,
  formatAge,
  formatChange,
  formatFull,
  formatNumber,
  formatPercent,
  formatScaled,
  scaleFor,
  tableScaleFor,
} from './number.ts';

test.each([
  ['kWh', [9999.9], 'kWh'],
  ['kWh', [10_000], 'MWh'],
  ['kWh', [-674_600, 3], 'MWh'],
  ['kWh', [19_960_000], 'GWh'],
  ['kWh', [], 'kWh'],
  ['kWh', [null, undefined], 'kWh'],
  ['kW', [60_984], 'MW'],
  ['°C', [1e9], '°C'],
])('unit %s of %j is %s', (unit, values, expected) => {
  expect(scaleFor(unit, values).unit).toBe(expected);
});

test('the largest value of a column has at most four digits before the point', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 9.9e9, noNaN: true }), { minLength: 1 }), (values) => {
      const scale = scaleFor('kWh', values);
      expect(Math.max(...values) / scale.factor).toBeLessThan(10_000);
    }),
  );
});

test('numbers', () => {
  expect(formatNumber(364092.09)).toBe('364,092.09');
  expect(formatNumber(-14849, 0)).toBe('\u221214,849');
  expect(formatNumber(-0.001, 2)).toBe('0.00');
  expect(formatNumber(null)).toBe('--');
  expect(formatNumber(Number.NaN)).toBe('--');
  expect(formatFull(959640.31)).toBe('959,640.31');
  expect(formatScaled(674600, scaleFor('kWh', [674600]))).toBe('674.6');
  expect(formatScaled(null, scaleFor('kWh', []))).toBe('--');
});

test('changes and shares', () => {
  expect(formatChange(0.0113)).toBe('+1.1%');
  expect(formatChange(-0.002)).toBe('\u22120.2%');
  expect(formatChange(0, 0)).toBe('+0%');
  expect(formatChange(null)).toBe('--');
  expect(formatPercent(0.984)).toBe('98%');
  expect(coveragePercent(0.996)).toBe(99);
  expect(coveragePercent(1)).toBe(100);
  expect(coveragePercent(0.29)).toBe(29);
});

test('ages', () => {
  expect([12, 16 * 60, 72 * 60, 3600, 3 * 86400 + 5].map(formatAge)).toEqual([
    '12 s',
    '16 m',
    '1 h 12 m',
    '1 h',
    '3 d',
  ]);
});

test('a table takes the smaller unit where its smallest value would have no digit before the point', () => {
  expect(tableScaleFor('kWh', [20_817_171, 7_442, null, 0]).unit).toBe('MWh');
  expect(tableScaleFor('kWh', [20_817_171, 1_623_000]).unit).toBe('GWh');
  expect(tableScaleFor('kWh', [5, 20]).unit).toBe('kWh');
  expect(tableScaleFor('m³', [5_000_000, 0.1]).unit).toBe('m³');
});
