import { expect, it } from 'vitest';
import { jointSoc, socTold } from './soc.ts';

it('a value that can be no state of charge is unknown', () => {
  expect([0, 55.5, 100].map(socTold)).toEqual([0, 55.5, 100]);
  expect([6553.5, -0.1, 100.1, NaN, Infinity, null, undefined].map(socTold)).toEqual(Array(7).fill(null));
});

it('batteries count by what they hold; where one is unknown so is the whole', () => {
  const [small, large] = [
    { soc: 20, ratedEnergy: 100 },
    { soc: 80, ratedEnergy: 300 },
  ];
  expect(jointSoc([small, large])).toBe(65);
  expect(jointSoc([small, { soc: null, ratedEnergy: 300 }])).toBeNull();
  expect(jointSoc([small, { soc: 80, ratedEnergy: null }])).toBeNull();
  expect(jointSoc([{ soc: 80, ratedEnergy: null }])).toBe(80);
  expect(jointSoc([])).toBeNull();
});
