import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Composition } from './compose.ts';
import { composedVerdict } from './condition.ts';
import { Past, type Reading } from './past.ts';
import type { Verdict } from './verdict.ts';

const MINUTE = 60_000;
const at = (minute: number, PZ: number): Reading => ({ at: minute * MINUTE, values: { PZ } });
const past = (readings: readonly Reading[]): Past => {
  const one = new Past(['PZ', 'UA'], { own: 3 * MINUTE });
  readings.forEach((reading) => one.take(reading));
  return one;
};

describe('what is known of a meter', () => {
  it('is the last value for three steps, then nothing; what is no number is not known', () => {
    const told = { at: 3 * MINUTE, values: { UA: 1 } };
    expect(past([at(0, 5), told]).value('PZ')).toBe(5);
    expect(past([at(0, 5), { ...told, at: told.at + 1 }]).value('PZ')).toBeNull();
    expect(past([at(0, 5), at(1, Number.NaN)]).value('PZ')).toBeNull();
    expect(past([]).value('PZ')).toBeNull();
  });

  it('over a window is the readings after its beginning, where they cover it from end to end', () => {
    const all = Array.from({ length: 11 }, (_, i) => at(i, i));
    const over = (of: 'avg' | 'min' | 'max' | 'rate', readings = all) => past(readings).window(of, 'PZ', 10 * MINUTE); // prettier-ignore
    expect([over('avg'), over('min'), over('max'), over('rate')]).toEqual([5.5, 1, 10, 60]);
    // The first reading is three steps inside the window, then more; the last is too long ago.
    expect(over('min', all.slice(3))).toBe(3);
    expect(over('min', all.slice(4))).toBeNull();
    expect(over('max', [...all, { at: 14 * MINUTE, values: { UA: 1 } }])).toBeNull();
    // What is no number or beyond all numbers counts in no mean.
    expect(over('avg', all.map((one, i) => (i === 5 ? at(5, Number.NaN) : i === 6 ? at(6, 1.7e308) : one)))).toBe(44 / 8); // prettier-ignore
  });

  it('is the same wherever taking began, to the last digit', () => {
    const values = fc.array(fc.oneof(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.constantFrom(0.1, 0.2, 1e9)), { minLength: 12, maxLength: 60 }); // prettier-ignore
    fc.assert(
      fc.property(values, (list) => {
        const all = list.map((value, i) => at(i, value));
        const whole = new Past(['PZ'], { own: 3 * MINUTE });
        const asked = (one: Past) =>
          (['avg', 'min', 'max', 'rate'] as const).map((of) => one.window(of, 'PZ', 10 * MINUTE));
        all.forEach((reading, i) => {
          whole.take(reading);
          if (i >= 10) expect(asked(whole)).toEqual(asked(past(all.slice(i - 9, i + 1))));
        });
      }),
    );
  });
});

describe('what parts say together', () => {
  const say = (whole: Composition<number>, ...verdicts: Verdict[]): Verdict =>
    composedVerdict(whole, new Map(verdicts.map((verdict, i) => [i, verdict])));
  const and: Composition<number> = { kind: 'and', parts: [0, 1] };
  const or: Composition<number> = { kind: 'or', parts: [0, 1] };
  it.each([
    [and, 'raise', 'raise', 'raise'],
    [and, 'raise', 'hold', 'hold'],
    [and, 'hold', 'clear', 'clear'],
    [and, 'raise', 'unknown', 'unknown'],
    [and, 'hold', 'unknown', 'unknown'],
    [and, 'clear', 'unknown', 'clear'],
    [or, 'raise', 'unknown', 'raise'],
    [or, 'hold', 'clear', 'hold'],
    [or, 'hold', 'unknown', 'unknown'],
    [or, 'clear', 'clear', 'clear'],
    [{ kind: 'atLeast', need: 2, parts: [0, 1] }, 'raise', 'hold', 'hold'],
  ] as const)('%j of %s and %s is %s', (whole, a, b, expected) => {
    expect(say(whole, a, b)).toBe(expected);
  });
});
