import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BrokenLine, columnsOf, digestLine, headerOf, lineOf, rowOf, stampOf, stampText } from './csv.ts';

const COLUMNS = ['pp', 'rp', 'ua'];

const value = fc.oneof(
  fc.constant(null),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, Infinity, -Infinity, 5e-324, 1.7976931348623157e308, 1 / 3, 0.1),
);
const row = fc.record({
  us: fc.integer({ min: Date.UTC(1990, 0, 1) * 1000, max: Date.UTC(2090, 0, 1) * 1000 }),
  source: fc.integer({ min: -1, max: 2 ** 31 - 1 }),
  values: fc.tuple(value, value, value),
  extra: fc.option(fc.dictionary(fc.string({ maxLength: 5 }), fc.string({ maxLength: 9 })).map((one) => JSON.stringify(one))),
}); // prettier-ignore

it('a reading comes back from its line to the bit, whatever stands in it', () => {
  fc.assert(
    fc.property(row, fc.nat(2 ** 31 - 1), fc.string(), (one, id, code) => {
      const line = lineOf({ id, code }, one);
      expect(line).not.toMatch(/[\r\n]/);
      expect(rowOf(line, columnsOf(headerOf(COLUMNS)))).toStrictEqual({ ...one, meterId: id });
    }),
  );
});

it('instants are read by any tool, and to the microsecond', () => {
  expect(stampText(Date.UTC(2023, 0, 1) * 1000)).toBe('2023-01-01T00:00:00.000Z');
  expect(stampText(Date.UTC(2023, 0, 1) * 1000 + 7)).toBe('2023-01-01T00:00:00.000007Z');
  expect(stampOf('1969-12-31T23:59:59.999999Z')).toBe(-1);
  for (const text of ['', '2023-01-01', '2023-13-01T00:00:00.000Z', '2023-01-01T00:00:00.000000000Z'])
    expect(() => stampOf(text)).toThrow(BrokenLine);
});

it('what a spreadsheet would take for a formula is text', () => {
  const one = { us: 0, source: 0, values: [1], extra: null };
  expect(lineOf({ id: 1, code: '=1+1' }, one)).toContain(",'=1+1,");
  expect(lineOf({ id: 1, code: 'a,"b"\nc' }, one)).toContain(',"a,""b"" c",');
});

it('lines that are none are refused', () => {
  for (const line of ['', '1,M,2023-01-01T00:00:00.000Z,0,1,2,3', '1,"M,x', '1,"M"x,2023-01-01T00:00:00.000Z,0,,,,', '1,M,2023-01-01T00:00:00.000Z,0,a,,,', 'x,M,2023-01-01T00:00:00.000Z,0,,,,', '1,M,2023-01-01T00:00:00.000Z,0, 1,,,'])
    expect(() => rowOf(line, COLUMNS)).toThrow(BrokenLine); // prettier-ignore
  expect(() => columnsOf('meter,code')).toThrow(BrokenLine);
});

it('the digest knows values, and no columns that are empty', () => {
  const one = { us: 1, source: 0, extra: null };
  expect(digestLine({ ...one, values: [1, null, 2] }, COLUMNS)).toBe(
    digestLine({ ...one, values: [1, 2] }, ['pp', 'ua']),
  );
  expect(digestLine({ ...one, values: [-0] }, ['pp'])).not.toBe(digestLine({ ...one, values: [0] }, ['pp']));
});
