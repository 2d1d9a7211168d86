// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { PointChart } from './ChartModel.ts';
import type { Ink } from './ink.ts';
import { diametersOf, pointOption } from './pointOption.ts';

const ink: Ink = {
  token: (name) => name,
  color: () => '#123456',
  faint: (color) => color,
  hatch: (color) => color,
  shade: () => 0,
  dark: false,
};

const model: PointChart = {
  kind: 'points',
  name: 'Peaks <b>',
  scale: { unit: 'MW', factor: 1000, decimals: 1 },
  x: { name: '', min: 0, max: 2, ticks: [{ at: 0.5, text: '01' }] },
  y: { name: 'Hour', min: 0, max: 24 },
  sized: true,
  series: [
    {
      key: 'a',
      label: 'A <i>',
      color: 'primary',
      points: [
        { x: 0.5, y: 9, value: 4000, name: 'first' },
        { x: 1.5, y: 10, value: 1000, name: 'second' },
        { x: 1.6, y: 11, value: null, name: 'third' },
      ],
    },
  ],
};

test('areas of bubbles are as their values, never too small to be pressed', () => {
  const [[large = 0, small = 0, none = 0] = []] = diametersOf(model);
  expect((large / small) ** 2).toBeCloseTo(4, 9);
  expect(none).toBeGreaterThan(0);
});

test('the tooltip names point, series and value, and escapes them', () => {
  const { tooltip } = pointOption(model, ink);
  const tell = (tooltip as { formatter: (params: unknown) => string }).formatter;
  expect(tell({ seriesIndex: 0, dataIndex: 0 })).toContain('4.0 MW');
  expect(tell({ seriesIndex: 0, dataIndex: 2 })).toContain('--');
  expect(tell({ seriesIndex: 0, dataIndex: 1 })).toContain('A &#60;i&#62;');
});
