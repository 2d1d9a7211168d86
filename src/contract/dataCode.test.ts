import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  COST_CODES,
  DATA_CODES,
  ENERGY_CODES,
  READING_COLUMNS,
  codeIndex,
  columnOf,
  dataCode,
  unitOfCode,
} from './dataCode.ts';
import { PERIOD_NUMBERS } from './period.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8');
const [made, grown] = [read('0002-reading'), read('0088-deepValley')];

/** Columns of a table that are of a type, in order: as it was made, and with what it has got since. */
function columns(table: string, type: string): string[] {
  const body = made.split(`create table ${table} (`)[1]?.split(/\n\)/)[0] ?? '';
  const more = grown.split(`alter table ${table} `)[1]?.split(';')[0] ?? '';
  return [...`${body}, ${more}`.matchAll(new RegExp(`"?(\\w+)"? ${type}\\b`, 'g'))].map(
    (match) => match[1] ?? '',
  );
}

it('is in step with the columns of reading and usage', () => {
  expect(columns('reading', 'float8')).toEqual(READING_COLUMNS);
  const energies = ENERGY_CODES.map(columnOf);
  expect(columns('usage', 'bigint').filter((column) => energies.includes(column))).toEqual(energies);
});

it('has an energy and a cost for each tariff period, one after the other', () => {
  const first = ENERGY_CODES.indexOf('PP1');
  expect(ENERGY_CODES.slice(first)).toEqual(PERIOD_NUMBERS.map((period) => `PP${period}`));
  expect(COST_CODES).toEqual(['CZ', ...PERIOD_NUMBERS.map((period) => `CZ${period}`), 'RCZ']);
  expect(PERIOD_NUMBERS).toEqual(PERIOD_NUMBERS.map((_, i) => i + 1));
});

it('keeps the places of the codes, which are the bits of kept masks', () => {
  expect(DATA_CODES.map((entry) => entry.code).join(' ')).toMatch(
    /^PP PP1 PP2 PP3 PP4 RP QI QO PZ PA PB PC QZ SZ FZ IA IB IC UA UB UC FR MD FL T1 T2 PR SOC PP5/,
  );
});

it('has every key once, within the bits of a mask', () => {
  const keys = DATA_CODES.flatMap((entry) => [entry.code, ...entry.aliases]);
  expect(new Set(keys.map((key) => key.toUpperCase())).size).toBe(keys.length);
  expect(DATA_CODES.length).toBeLessThan(32);
  for (const entry of DATA_CODES) expect(entry.label.zh && entry.label.en).toBeTruthy();
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
