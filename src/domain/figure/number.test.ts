import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ageIn,
  coveragePercent,
  formatAmount,
  formatChange,
  formatDifference,
  formatFull,
  formatNumber,
  formatPercent,
  formatScaled,
  formatSpan,
  scaleFor,
  shownDecimals,
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

test('ages in the words of a language: m would be metres', () => {
  const ages = [12, 16 * 60, 72 * 60, 3600, 3 * 86400 + 5];
  expect(ages.map((age) => ageIn('en', age))).toEqual(['12 s', '16 min', '1 h 12 min', '1 h', '3 d']);
  expect(ages.map((age) => ageIn('zh', age))).toEqual([
    '12 秒',
    '16 分钟',
    '1 小时 12 分钟',
    '1 小时',
    '3 天',
  ]);
});

test('a table takes the smaller unit where more than a tenth of its values would have one digit', () => {
  expect(tableScaleFor('kWh', [20_817_171, 7_442, null, 0]).unit).toBe('MWh');
  expect(tableScaleFor('kWh', [20_817_171, 1_623_000]).unit).toBe('GWh');
  expect(tableScaleFor('kW', [...Array<number>(20).fill(61_850), 12]).unit).toBe('MW');
  expect(tableScaleFor('kWh', [5, 20]).unit).toBe('kWh');
  expect(tableScaleFor('m³', [5_000_000, 0.1])).toMatchObject({ unit: 'm³', decimals: 2 });
});

test('a unit without steps loses decimals that say nothing', () => {
  expect(formatScaled(1_305_988.23, scaleFor('t', [1_305_988.23]))).toBe('1,305,988');
  expect(formatScaled(14_866.1, scaleFor('m³', [14_866.1]))).toBe('14,866.1');
  expect(formatScaled(0.25, scaleFor('t', [0.25]))).toBe('0.25');
  expect(formatScaled(1_305_988.23, scaleFor('CNY', [1_305_988.23]))).toBe('1,305,988.23');
});

test('spans, differences and amounts in words', () => {
  expect(formatSpan({ from: 60_333.1, to: 66_684.0 }, scaleFor('V', [66_684]))).toBe('60.33–66.68');
  expect(formatSpan({ from: null, to: 2 }, scaleFor('%', [2]))).toBe('≤ 2');
  expect(formatSpan({ from: 0.9, to: null }, scaleFor('', [0.9]))).toBe('≥ 0.90');
  expect([13.26, -2, 0, null].map((value) => formatDifference(value))).toEqual([
    '+13.26',
    '−2.00',
    '+0.00',
    '--',
  ]);
  expect(formatAmount(37_339_281.15, 'kWh')).toBe('37.34 GWh');
  expect(formatAmount(null, 'kWh')).toBe('--');
});

test.each([
  [100, undefined, undefined, 0],
  [900, 0, 's', 0],
  [140, 6, undefined, 2],
  [12.345678, 6, undefined, 6],
  [1.1934, 6, 'yuan/kWh', 4],
  [0.65, 6, 'yuan/kWh', 4],
  [36, 4, 'yuan/kW·month', 4],
])('%d of up to %s decimals (%s) is shown with %d', (value, decimals, unit, shown) => {
  expect(shownDecimals(value, decimals, unit)).toBe(shown);
});

test('a percent has no decimals and an amount two unless said otherwise', () => {
  expect(formatPercent(0.98765)).toBe('99%');
  expect(formatPercent(0.98765, 1)).toBe('98.8%');
  expect(formatNumber(1234.565)).toBe('1,234.57');
  expect(formatNumber(1234)).toBe('1,234.00');
  expect(formatNumber(1234.5, 0)).toBe('1,235');
});
