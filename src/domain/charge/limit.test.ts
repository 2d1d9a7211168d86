import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/duration.ts';
import { courseOf, type Sample } from './course.ts';
import { LONGEST_SESSION_MS, mostEnergyOf } from './limit.ts';

const T0 = Date.UTC(2026, 0, 5, 0);
const at = (minutes: number, kWh: number): Sample => ({ at: T0 + minutes * MINUTE_MS, energy: BigInt(Math.round(kWh * 1e6)) }); // prettier-ignore
const stop = (minutes: number, kWh: number) => ({ ...at(minutes, kWh), reason: null });
/** A charger of 7 kW. */
const mostIn = (lengthMs: number): bigint => mostEnergyOf(7, lengthMs);

it.each([
  [7, HOUR_MS, 7_800_000n],
  [7, 30 * MINUTE_MS, 3_950_000n],
  [7, 0, 100_000n],
  [7, -HOUR_MS, 100_000n],
  [0.1, HOUR_MS, 210_000n],
  [120.55, 1, 100_036n],
  [7, LONGEST_SESSION_MS, 1_293_700_000n],
  // No vehicle charges for longer than a week.
  [7, 300 * DAY_MS, 1_293_700_000n],
])('a charger of %d kW gives in %d ms at most %d millionths of a kWh', (ratedPower, lengthMs, most) => {
  expect(mostEnergyOf(ratedPower, lengthMs)).toBe(most);
});

describe('a session of 7 kW', () => {
  const courseBy = (stops: ReturnType<typeof stop>[], samples: Sample[] = []) =>
    courseOf({ start: at(0, 100), samples, stops, mostIn });

  it.each([
    ['the largest number of a register of 32 bits', 30, 4_294_967.295],
    ['a little more than it can have given', 30, 103.951],
    ['no time at all', 0, 100.101],
  ])('is in doubt with %s', (_name, minutes, register) => {
    expect(courseBy([stop(minutes, register)])).toMatchObject({ energy: null, doubt: 'tooMuch' });
  });

  it.each([
    [30, 103.95],
    [0, 100.1],
    [60, 100],
  ])('is without doubt after %d minutes with a register of %d', (minutes, register) => {
    expect(courseBy([stop(minutes, register)]).doubt).toBeNull();
  });

  it('that goes on leaves out a register that it cannot have reached, also where it is the last', () => {
    const course = courseBy([], [at(10, 101), at(20, 102), at(30, 4_294_967)]);
    expect([course.energy, course.ignored, course.doubt]).toEqual([2_000_000n, 1, null]);
  });

  it('whose register leapt by more than hours give is in doubt, though all of it would have been possible', () => {
    const samples = [at(0, 100), at(500, 101), at(501, 150), at(599, 151)];
    expect(courseBy([stop(600, 151)], samples)).toMatchObject({ energy: null, doubt: 'tooMuch' });
    // Nothing was told in between: then it may have charged all the time.
    expect(courseBy([stop(600, 151)])).toMatchObject({ energy: 51_000_000n, doubt: null });
  });

  it('with a register that is brought up each half hour is without doubt', () => {
    const samples = [at(29, 100), at(30, 103.5), at(59, 103.5), at(60, 107)];
    expect(courseBy([stop(60, 107)], samples)).toMatchObject({ energy: 7_000_000n, doubt: null });
  });

  it('that a person has looked at is not too much', () => {
    expect(courseOf({ start: at(0, 100), samples: [], stops: [stop(30, 200)] }).doubt).toBeNull();
  });
});

it('no session without doubt has more energy than its charger gives', () => {
  const sample = fc.record({
    minutes: fc.integer({ min: 0, max: 600 }),
    kWh: fc.oneof(fc.integer({ min: 100, max: 180 }), fc.constant(4_294_967)),
  });
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 20 }), fc.option(sample), (samples, end) => {
      const stops = end ? [stop(end.minutes, end.kWh)] : [];
      const { energy, doubt, points } = courseOf({ start: at(0, 100), samples: samples.map(({ minutes, kWh }) => at(minutes, kWh)), stops, mostIn }); // prettier-ignore
      const length = (points.at(-1)?.at ?? T0) - T0;
      // One that goes on may be ahead by what a register that is seldom brought up makes up for.
      if (doubt === null) expect(energy).toBeLessThanOrEqual(mostIn(end ? length : length + HOUR_MS));
      else expect(energy).toBeNull();
    }),
    runs(300),
  );
});
