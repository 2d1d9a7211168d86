import { expect, test } from 'vitest';
import type { Feeder } from '../contract.ts';
import { byLoad, inSight, loadOf } from './load.ts';

const feeder = (ammeterName: string, rest: Partial<Feeder>): Feeder => ({
  ammeterId: 1,
  ammeterName,
  contact: 'online',
  timeZone: 'Asia/Shanghai',
  power: null,
  ratedPower: null,
  lastAt: null,
  ...rest,
});

test('a feeder without a rated power, or without a power of now, has no load', () => {
  expect(loadOf({ power: 90, ratedPower: 100 })).toBe(0.9);
  expect(loadOf({ power: 90, ratedPower: null })).toBeNull();
  expect(loadOf({ power: 90, ratedPower: 0 })).toBeNull();
  expect(loadOf({ power: null, ratedPower: 100 })).toBeNull();
});

test('the most loaded stand first, then by power; the silent before what was never heard', () => {
  const names = [
    feeder('never', { contact: 'never' }),
    feeder('silent', { contact: 'silent', lastAt: 1 }),
    feeder('unrated small', { power: 10 }),
    feeder('half', { power: 50, ratedPower: 100 }),
    feeder('full', { power: 95, ratedPower: 100 }),
    feeder('unrated large', { power: 999 }),
    feeder('feeding back', { power: -5, ratedPower: 100 }),
  ]
    .toSorted(byLoad)
    .map(({ ammeterName }) => ammeterName);
  expect(names).toEqual([
    'full',
    'half',
    'feeding back',
    'unrated large',
    'unrated small',
    'silent',
    'never',
  ]);
});

test('feeders that fell silent are in sight however many are loaded; what was never heard fills places that are free', () => {
  const loaded = Array.from({ length: 20 }, (_, i) => feeder(`f${i}`, { power: 20 - i }));
  const silent = Array.from({ length: 9 }, (_, i) => feeder(`s${i}`, { contact: 'silent' }));
  const never = feeder('n', { contact: 'never' });
  const names = (list: readonly Feeder[]) => inSight(list, 6).map(({ ammeterName }) => ammeterName);
  expect(names([...loaded, ...silent, never])).toEqual(['f0', 'f1', 's0', 's1', 's2', 's3']);
  expect(names([...loaded, silent[0] ?? never, never])).toEqual(['f0', 'f1', 'f2', 'f3', 'f4', 's0']);
  expect(names([...loaded, never])).toEqual(['f0', 'f1', 'f2', 'f3', 'f4', 'f5']);
  expect(names([loaded[0] ?? never, ...silent, never])).toEqual(['f0', 's0', 's1', 's2', 's3', 's4']);
});
