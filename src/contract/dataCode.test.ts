import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DATA_CODES, ENERGY_CODES, READING_COLUMNS, codeIndex, columnOf, dataCode } from './dataCode.ts';

const migration = readFileSync(new URL('../../migrations/0002-reading.sql', import.meta.url), 'utf8');

/** Columns of a table in the migration that are of a type, in order. */
function columns(table: string, type: string): string[] {
  const body = migration.split(`create table ${table} (`)[1]?.split(/\n\)/)[0] ?? '';
  return [...body.matchAll(new RegExp(`"?(\\w+)"? ${type}\\b`, 'g'))].map((match) => match[1] ?? '');
}

it('is in step with the columns of reading and usage', () => {
  expect(columns('reading', 'float8')).toEqual(READING_COLUMNS);
  expect(columns('usage', 'bigint').slice(0, ENERGY_CODES.length)).toEqual(ENERGY_CODES.map(columnOf));
});

it('has every key once, within the bits of a mask', () => {
  const keys = DATA_CODES.flatMap((entry) => [entry.code, ...entry.aliases]);
  expect(new Set(keys.map((key) => key.toUpperCase())).size).toBe(keys.length);
  expect(DATA_CODES.length).toBeLessThan(32);
  for (const entry of DATA_CODES) expect(entry.label.zh && entry.label.en).toBeTruthy();
});

it('knows codes and aliases in any case', () => {
  expect(dataCode('pp')?.code).toBe('PP');
  expect(dataCode('Energy')?.code).toBe('PP');
  expect(codeIndex('nothing')).toBe(-1);
  expect(codeIndex('constructor')).toBe(-1);
});
