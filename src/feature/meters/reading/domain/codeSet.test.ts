import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#test/runs.ts';
import { hasCode, joinedCodes, withCodes } from './codeSet.ts';

const codes = fc.array(fc.integer({ min: 0, max: 130 }), { maxLength: 40 });
const members = (set: string): number[] =>
  Array.from({ length: 140 }, (_, code) => code).filter((code) => hasCode(set, code));
const sorted = (list: readonly number[]): number[] => [...new Set(list)].toSorted((a, b) => a - b);

test('a set has the codes that it was given, however many there are', () => {
  fc.assert(
    fc.property(codes, codes, (first, second) => {
      const [a, b] = [withCodes('', first), withCodes('', second)];
      expect(a).toMatch(/^[01]*$/);
      expect(members(a)).toEqual(sorted(first));
      expect(members(joinedCodes(a, b))).toEqual(sorted([...first, ...second]));
      expect(withCodes(a, first)).toBe(a);
      const [from, to] = [Math.min(1, second.length), Math.min(3, second.length)];
      expect(members(withCodes(a, second, from, to))).toEqual(sorted([...first, ...second.slice(from, to)]));
    }),
    runs(100),
  );
});
