// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { HeatCell, HeatChart } from './ChartModel.ts';
import { heatOption, heatTooltip } from './heatOption.ts';
import { heatScale } from './heatScale.ts';
import type { Ink } from './ink.ts';

const ink: Ink = {
  token: (name) => name,
  color: () => '#123456',
  faint: (color) => color,
  hatch: () => 'hatched',
  shade: () => 0,
  dark: false,
};
const cells = (values: readonly (number | null)[]): HeatCell[] =>
  values.map((value, x) => ({ x, y: 0, value }));
const chart = (list: readonly HeatCell[]): HeatChart => ({
  kind: 'heat',
  name: 'Load',
  scale: { unit: 'kW', factor: 1, decimals: 1 },
  columns: list.map((_, i) => `day <${i}>`),
  columnTicks: [{ at: 0, text: '01' }],
  rows: ['00:00'],
  rowTicks: [0],
  cells: list,
  table: { heads: [], rows: [] },
});

test('colours run from 0, or from the least where all values are far from it', () => {
  expect(heatScale({ cells: cells([0, 20, 100]) }, false)).toMatchObject({
    low: 0,
    high: 100,
    capped: false,
  });
  expect(heatScale({ cells: cells([98, 99, 101]) }, false)).toMatchObject({ low: 98, high: 101 });
  expect(heatScale({ cells: cells([null, 5]) }, true)).toMatchObject({ low: 5, high: 6 });
  expect(heatScale({ cells: cells([null]) }, true)).toMatchObject({ low: 0, high: 1 });
  expect(heatScale({ cells: cells([7, 7]) }, false)).toMatchObject({ low: 7, high: 8 });
});

test('what is given back has colours of its own, and 0 stays in the middle', () => {
  const { low, high, colors } = heatScale({ cells: cells([-30, 10]) }, false);
  expect([low, high, colors.length % 2]).toEqual([-30, 30, 1]);
});

test('a single spike leaves the others their colours', () => {
  const many = Array.from({ length: 1000 }, (_, i) => (i === 7 ? 9000 : 50 + (i % 50)));
  expect(heatScale({ cells: cells(many) }, false)).toMatchObject({ high: 99, capped: true });
});

test('a gap is hatched and no value, an hour that is left out is the ground', () => {
  const option = heatOption(chart([...cells([5, null]), { x: 2, y: 0, value: null, absent: true }]), ink);
  const [known, others] = option.series as { data: object[] }[];
  expect(known?.data).toEqual([[0, 0, 5]]);
  expect(others?.data).toMatchObject([
    { visualMap: false, itemStyle: { color: 'hatched' } },
    { visualMap: false, itemStyle: { color: 'layout' } },
  ]);
});

test('a tooltip names day and time, value, and what is to be said of it, escaped', () => {
  const model = chart(cells([5, null]));
  expect(heatTooltip(model, { x: 0, y: 0, value: 5, note: 'mean of <its> hour' })).toBe(
    '<b style="font-weight:600">day &#60;0&#62; 00:00</b><br>5.0 kW<br>mean of &#60;its&#62; hour',
  );
  expect(heatTooltip(model, { x: 1, y: 0, value: null })).not.toContain('kW');
});
