import { expect, it } from 'vitest';
import { COST_CODES, DATA_CODES, ENERGY_CODES, codeIndex, dataCode, unitOfCode } from './dataCode.ts';
import { PERIOD_NUMBERS } from './period.ts';

it('has an energy and a cost for each tariff period, one after the other', () => {
  const first = ENERGY_CODES.indexOf('PP1');
  expect(ENERGY_CODES.slice(first)).toEqual(PERIOD_NUMBERS.map((period) => `PP${period}`));
  expect(COST_CODES).toEqual(['CZ', ...PERIOD_NUMBERS.map((period) => `CZ${period}`), 'RCZ']);
  expect(PERIOD_NUMBERS).toEqual(PERIOD_NUMBERS.map((_, i) => i + 1));
});

it('has every key once, and codes that name columns and fit where they are asked for', () => {
  const keys = DATA_CODES.flatMap((entry) => [entry.code, ...entry.aliases]);
  expect(new Set(keys.map((key) => key.toUpperCase())).size).toBe(keys.length);
  for (const { code, label } of DATA_CODES) {
    expect(code).toMatch(/^[A-Z][A-Z0-9]{0,7}$/);
    expect(label.zh && label.en).toBeTruthy();
  }
});

it('tells a value in the unit of its code, else in the unit of the energy type: a gauge per hour', () => {
  expect(unitOfCode('PP', 'm³')).toBe('m³');
  expect(unitOfCode('FL', 'm³')).toBe('m³/h');
  expect(unitOfCode('FL', 'kWh')).toBe('kW');
  expect(unitOfCode('FL', '')).toBe('');
  expect(unitOfCode('PR', 'm³')).toBe('MPa');
  expect(unitOfCode('FZ', 'kWh')).toBe('');
});

it('knows codes and aliases in any case', () => {
  expect(dataCode('pp')?.code).toBe('PP');
  expect(dataCode('Energy')?.code).toBe('PP');
  expect(codeIndex('nothing')).toBe(-1);
  expect(codeIndex('constructor')).toBe(-1);
});
