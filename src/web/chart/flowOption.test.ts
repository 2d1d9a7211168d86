import { expect, test } from 'vitest';
import type { FlowChart } from './ChartModel.ts';
import { flowOption } from './flowOption.ts';
import type { Ink } from './ink.ts';
import { cutText, textWidth, wrapText } from './labelText.ts';

const ink: Ink = {
  token: (name) => name,
  color: () => '#123456',
  faint: (color) => color,
  hatch: () => 'hatched',
  shade: () => 0,
  dark: false,
};

const node = (id: string, value: number) => ({
  id,
  label: `Main transformer ${id}`,
  value,
  color: 'energy' as never,
});
const chart = (flows: FlowChart['flows']): FlowChart => ({
  kind: 'flow',
  name: 'Where it went',
  scale: { unit: 'kWh', factor: 1, decimals: 0 },
  nodes: [node('a', 100), node('b', 90), node('c', 10), node('d', 90)],
  flows,
});
const TREE = [
  { from: 'a', to: 'b', value: 90 },
  { from: 'a', to: 'c', value: 10 },
  { from: 'b', to: 'd', value: 90 },
  { from: 'c', to: 'e', value: 10 },
];

type Drawn = {
  readonly nodeGap: number;
  readonly right: number;
  readonly label: { readonly formatter: (node: { readonly name: string }) => string };
};
const drawn = (model: FlowChart, width: number, height = 300): Drawn =>
  (flowOption(model, ink, width, height).series as unknown as Drawn[])[0] as Drawn;
const linesOf = (model: FlowChart, width: number, name: string): string[] =>
  drawn(model, width).label.formatter({ name }).replace(/\{\w+\|(\d+)\}/g, '$1').split('\n'); // prettier-ignore

test('a label before others ends before the next column, the last ones at the edge, at any width', () => {
  for (const width of [300, 349, 500, 1200]) {
    const { right } = drawn(chart(TREE), width);
    const column = (width - 4 - right - 8) / 2;
    for (const name of ['a', 'b', 'c'])
      for (const line of linesOf(chart(TREE), width, name))
        expect(textWidth(line), `${line} of ${width}`).toBeLessThanOrEqual(column - 8);
    expect(textWidth(linesOf(chart(TREE), width, 'd')[0] ?? '')).toBeLessThanOrEqual(right);
  }
});

test('beside a high node there is room for some lines and the amount, beside a low one for a line', () => {
  expect(linesOf(chart(TREE), 349, 'a')).toEqual(['Main', 'transformer', 'a', '100']);
  expect(linesOf(chart(TREE), 349, 'c')).toHaveLength(1);
  expect(linesOf(chart(TREE), 1200, 'a')).toEqual(['Main transformer a', '100']);
});

test('a label stands clear of the next one, and of many nodes most of the height is not left empty', () => {
  expect(drawn(chart(TREE), 500).nodeGap).toBe(16);
  const many = Array.from({ length: 60 }, (_, i) => ({ from: 'a', to: `n${i}`, value: 1 }));
  const model = { ...chart(many), nodes: [node('a', 60), ...many.map(({ to }) => node(to, 1))] };
  expect(drawn(model, 500).nodeGap * 59).toBeLessThanOrEqual(0.6 * 300);
});

test('flows in a circle have an end', () => {
  const circle = [...TREE, { from: 'd', to: 'a', value: 1 }];
  expect(linesOf(chart(circle), 400, 'a').join('')).toContain('100');
});

test('Chinese breaks anywhere, words between words; what is left out is told by an ellipsis', () => {
  expect(wrapText('35 kV 轧钢进线柜', 60, 2)).toEqual(['35 kV 轧', '钢进线柜']);
  expect(wrapText('transformer', 40, 2)).toEqual(['trans…']);
  expect(cutText('Arc furnace 1', 200)).toBe('Arc furnace 1');
});
