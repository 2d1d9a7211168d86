import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  floorDiv,
  microToNumber,
  microToText,
  numberToMicro,
  parseDecimal,
  ratioToMicro,
  roundDiv,
  textToMicro,
  times,
} from './decimal.ts';

it('takes a float8 for the decimal that it stands for', () => {
  expect(numberToMicro(0.1 + 0.2)).toBe(300_000n);
  expect(numberToMicro(959_640.31)).toBe(959_640_310_000n);
  expect(numberToMicro(-1.2345675)).toBe(-1_234_568n);
  expect(numberToMicro(1e22)).toBe(10n ** 28n);
  expect(numberToMicro(5e-7)).toBe(1n);
  expect(numberToMicro(-0)).toBe(0n);
  expect(() => numberToMicro(NaN)).toThrow(RangeError);
});

it('agrees with the text for every decimal of up to six places', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }), (micro) => {
      const text = microToText(micro);
      expect(textToMicro(text)).toBe(micro);
      if (micro < 10n ** 15n && micro > -(10n ** 15n)) {
        expect(numberToMicro(Number(text))).toBe(micro);
        expect(JSON.stringify(microToNumber(micro))).toBe(text);
      }
    }),
    { numRuns: 2000 },
  );
});

it('multiplies by decimal factors exactly', () => {
  expect(ratioToMicro(times(parseDecimal('1.2'), times(parseDecimal('12000'), parseDecimal('0.998'))))).toBe(
    14_371_200_000n,
  );
});

it('rounds as it says', () => {
  expect([
    floorDiv(-7n, 2n),
    floorDiv(7n, 2n),
    roundDiv(-5n, 2n),
    roundDiv(5n, 2n),
    roundDiv(-4n, 3n),
  ]).toEqual([-4n, 3n, -3n, 3n, -1n]);
});

it('refuses what is no decimal', () => {
  for (const text of ['', '.', '1,5', 'NaN', 'Infinity', '0x10', '1e', '--1', ' 1'])
    expect(() => parseDecimal(text)).toThrow(RangeError);
});
