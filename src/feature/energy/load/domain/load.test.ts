import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS as HOUR, QUARTER_MS as QUARTER } from '#domain/time/duration.ts';
import {
  commonStep,
  joinLoads,
  type KnownLoad,
  loadAt,
  measuredOf,
  NO_LOAD,
  powerOf,
  stepOf,
  type Interval,
} from './load.ts';

/** Intervals one after the other, each of a length and an energy in kWh. */
const inTurn = (length: number, energies: readonly number[], from = 0): Interval[] =>
  energies.map((kWh, i) => ({
    ts: from + i * length,
    end: from + (i + 1) * length,
    energy: BigInt(Math.round(kWh * 1e6)),
  }));

/** An hour as it is known: by its four quarters, or as a whole alone. */
function hourOf(quarters: readonly number[], fine: boolean, at: number): KnownLoad {
  const own = inTurn(QUARTER, quarters, at * HOUR);
  const energy = own.reduce((sum, one) => sum + one.energy, 0n);
  const whole = measuredOf([{ ts: at * HOUR, end: (at + 1) * HOUR, energy }]);
  return {
    energy,
    ms: HOUR,
    whole,
    fineMs: HOUR,
    quarters: fine ? measuredOf(own) : null,
    hours: whole,
  };
}

describe('the step of a load', () => {
  test('one quarter between hours does not tell the load of a meter of 100 kW', () => {
    const hours = Array.from({ length: 24 }, (_, at) => hourOf([25, 25, 25, 25], false, at));
    const stray = { ...NO_LOAD, quarters: measuredOf(inTurn(QUARTER, [5])) };
    const known = joinLoads([...hours, stray]);
    expect(stepOf(known)).toBe('201');
    const { max, min, mean, rate } = loadAt(known, '201');
    expect([powerOf(max), powerOf(min), mean, rate]).toEqual([100, 100, 100, 1]);
  });

  test('a gap that proves more than any measured quarter leaves the highest untold', () => {
    const quiet = hourOf([1, 1, 1, 1], true, 0);
    const gap: KnownLoad = { ...NO_LOAD, energy: 200_000_000n, ms: HOUR, whole: measuredOf(inTurn(HOUR, [200], HOUR)) }; // prettier-ignore
    const known = joinLoads([quiet, gap]);
    const { max, min, mean } = loadAt(known, '115');
    expect(max).toBeNull();
    expect(powerOf(min)).toBe(4);
    expect(mean).toBe(102);
  });

  test('loads beside each other are told by the coarsest of their steps; what is not known has no say', () => {
    const fine = hourOf([1, 2, 3, 4], true, 0);
    const coarse = hourOf([1, 2, 3, 4], false, 1);
    expect(commonStep([fine, fine, NO_LOAD])).toBe('115');
    expect(commonStep([fine, coarse])).toBe('201');
    expect(commonStep([NO_LOAD])).toBeNull();
  });

  test('the mean is energy over time whatever the mix of steps, and lies between the extremes', () => {
    const quarter = fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 1000);
    const hour = fc.tuple(fc.array(quarter, { minLength: 4, maxLength: 4 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(hour, { minLength: 1, maxLength: 48 }), (hours) => {
        const known = joinLoads(hours.map(([quarters, fine], at) => hourOf(quarters, fine, at)));
        const step = stepOf(known);
        const { max, min, mean } = loadAt(known, step);
        const total = hours.flatMap(([quarters]) => quarters).reduce((sum, kWh) => sum + Math.round(kWh * 1e6), 0); // prettier-ignore
        expect(mean).toBeCloseTo(total / 1e6 / hours.length, 5);
        expect(powerOf(max) ?? -1).toBeGreaterThanOrEqual((mean ?? 0) - 1e-6);
        expect(powerOf(min) ?? Infinity).toBeLessThanOrEqual((mean ?? 0) + 1e-6);
        // Every interval that an extreme is taken from has the length of the step.
        for (const one of [max, min])
          expect((one?.end ?? 0) - (one?.ts ?? 0)).toBe(step === '115' ? QUARTER : HOUR);
      }),
    );
  });
});
