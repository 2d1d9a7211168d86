import { expect, test } from 'vitest';
import type { KeyFigure } from '#web/ui/KeyFigures.tsx';
import { firstOf, restOf } from './strip.ts';

const figure = (key: string): KeyFigure => ({ key, label: key, value: '1' });
const energy = ['day', 'yesterday', 'month', 'year', 'dayPeak', 'yearPeak'].map(figure);
const money = ['cost', 'price', 'demandMonth'].map(figure);
const keys = (list: readonly KeyFigure[]): string[] => list.map(({ key }) => key);

test('no figure is lost where money stands in the first strip, and none is told twice', () => {
  for (const products of [[], ['steel'], ['steel', 'wire']].map((names) => names.map(figure))) {
    const first = keys(firstOf(energy, money, products[0] ?? null));
    const rest = keys(restOf(energy, products));
    expect(first).toHaveLength(6);
    expect([...first, ...rest].toSorted()).toEqual(keys([...energy, ...money, ...products]).toSorted());
  }
  expect(keys(firstOf(energy, money, null))).toEqual([
    'day',
    'cost',
    'price',
    'demandMonth',
    'month',
    'year',
  ]);
});
