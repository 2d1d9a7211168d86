import { expect, test } from 'vitest';
import { leadingValue, shownValues } from './lastValues.ts';

const written = (values: Record<string, number>, unit: string) => {
  const shown = shownValues(values, unit);
  return (['register', 'gauge'] as const).map((column) => {
    const value = leadingValue(shown, column);
    return value && `${value.code} ${value.number} ${value.unit}`;
  });
};

test('a meter shows its register and its power, a flow in the unit per hour', () => {
  expect(written({ PP: 10_596_528.78, QI: 3, IA: 4, PZ: 1056.93 }, 'kWh')).toEqual([
    'PP 10,596,528.78 kWh',
    'PZ 1,056.93 kW',
  ]);
  expect(written({ PP: 144_863_030.53, FL: 14_777.67, PR: 0.61 }, 'm³')).toEqual([
    'PP 144,863,030.53 m³',
    'FL 14,777.670 m³/h',
  ]);
});

test('without these it shows what it has', () => {
  expect(written({ RP: 1, T1: 55.04 }, 'GJ')).toEqual(['RP 1.00 GJ', 'T1 55.0 ℃']);
  expect(written({}, 'kWh')).toEqual([undefined, undefined]);
});
