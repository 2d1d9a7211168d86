import { expect, test } from 'vitest';
import type { KeyFigure } from '#web/ui/KeyFigures.tsx';
import { firstOf, restOf } from './strip.ts';

const figure = (key: string): KeyFigure => ({ key, label: key, value: '1' });
const energy = ['day', 'yesterday', 'month', 'year', 'dayPeak', 'yearPeak'].map(figure);
const money = ['cost', 'price', 'demandMonth'].map(figure);
const keys = (list: readonly KeyFigure[]): string[] => list.map(({ key }) => key);

test('no figure of energy is lost where money stands in the first strip, and none is told twice', () => {
  for (const product of [null, figure('product')]) {
    const first = keys(firstOf(energy, money, product));
    const rest = keys(restOf(energy, product ? 1 : 0));
    expect(first).toHaveLength(6);
    expect([...first, ...rest].toSorted()).toEqual(
      keys([...energy, ...money, ...(product ? [product] : [])]).toSorted(),
    );
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
