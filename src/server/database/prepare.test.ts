import { expect, test } from 'vitest';
import { statementName } from './prepare.ts';

test('a statement is named at its third use, the same for the same text', () => {
  const names = [1, 2, 3, 4].map(() => statementName('select 1'));
  expect(names.slice(0, 2)).toEqual([undefined, undefined]);
  expect(names[2]).toMatch(/^m[\w-]{20}$/);
  expect(names[3]).toBe(names[2]);
});

test('texts of a caller cannot name statements without end', () => {
  const names = new Set<string>();
  for (let i = 0; i < 2000; i++)
    for (let use = 0; use < 3; use++) {
      const name = statementName(`select ${i}`);
      if (name !== undefined) names.add(name);
    }
  expect(names.size).toBeLessThan(400);
  expect(statementName('select 1')).toBeDefined();
});
