import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#test/runs.ts';
import { CodeSet } from './codeSet.ts';

const codes = fc.array(fc.integer({ min: 0, max: 130 }), { maxLength: 40 });
const members = (set: CodeSet): number[] =>
  Array.from({ length: 200 }, (_, code) => code).filter((code) => set.has(code));
const sorted = (list: readonly number[]): number[] => [...new Set(list)].toSorted((a, b) => a - b);

test('a set has the codes that it was given, however many there are, and after it was kept', () => {
  fc.assert(
    fc.property(codes, codes, fc.nat(3), (first, second, zeros) => {
      const [a, b] = [CodeSet.of(first), CodeSet.of(second)];
      expect(members(a)).toEqual(sorted(first));
      expect(members(a.joined(b))).toEqual(sorted([...first, ...second]));
      expect(a.joined(CodeSet.of(first.slice(1)))).toBe(a);
      expect(String(a)).toMatch(/^[01]*$/);
      expect(members(CodeSet.read(String(a) + '0'.repeat(zeros)))).toEqual(sorted(first));
      expect(members(CodeSet.read(String(a).replace(/0*$/, '')))).toEqual(sorted(first));
      const to = Math.min(3, second.length);
      expect(members(CodeSet.of(second, 1, to))).toEqual(sorted(second.slice(1, to)));
    }),
    runs(100),
  );
  expect(members(CodeSet.none)).toEqual([]);
});
