import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEVELS, bucketBounds } from '../time/bucket.ts';
import { DAY_MS as DAY, MINUTE_MS as MINUTE, QUARTER_MS as Q } from '../time/duration.ts';
import { zoneOf } from '../time/zone.ts';
import { type Counting, countingOf, countingOfAll, dueSeconds, isDue } from './counting.ts';
import { dueAt, dueIn, dueOver, dueSteps } from './due.ts';

const T0 = Date.UTC(2025, 2, 28);

describe('when a meter counts', () => {
  it('from its first reading, taken to the grid as the fold takes it; never before', () => {
    const from = (heard: number | null) => countingOf({ heard, recorded: null, ended: null }).from;
    expect([null, T0, T0 - MINUTE, T0 + MINUTE, T0 - 3 * MINUTE].map(from)).toEqual([
      null, T0, T0, T0 + MINUTE, T0 - 3 * MINUTE,
    ]); // prettier-ignore
  });

  it('from the register that its ledger has of it, once it was heard, to the end of its life', () => {
    expect(countingOf({ heard: T0, recorded: T0 - DAY, ended: T0 + DAY })).toEqual({ from: T0 - DAY, to: T0 + DAY }); // prettier-ignore
    expect(countingOf({ heard: null, recorded: T0 - DAY, ended: null }).from).toBe(null);
  });

  it('a sum is expected from where its first meter begins to where its last one ends', () => {
    expect(countingOfAll([{ from: null, to: Infinity }])).toEqual({ from: null, to: Infinity });
    expect(countingOfAll([{ from: T0, to: T0 + Q }, { from: null, to: Infinity }, { from: T0 - Q, to: T0 }])) // prettier-ignore
      .toEqual({ from: T0 - Q, to: T0 + Q });
  });

  it('demands the seconds of a bucket in which it counts', () => {
    const late: Counting = { from: T0 + 5 * MINUTE, to: T0 + DAY };
    expect(dueSeconds(late, T0, T0 + Q)).toBe(600);
    expect(dueSeconds(late, T0 - Q, T0)).toBe(0);
    expect(dueSeconds(late, T0 + DAY, T0 + 2 * DAY)).toBe(0);
    expect(isDue({ from: T0, to: T0 }, T0 - DAY, T0 + DAY)).toBe(false);
  });
});

it('steps and counts over a range tell of every bucket of every level how many meters count in it', () => {
  // Its clocks change inside.
  const zone = zoneOf('Europe/Berlin');
  const instant = fc.integer({ min: -200, max: 600 }).map((n) => T0 + n * 13 * MINUTE);
  const meter = fc.record({
    from: fc.option(instant),
    to: fc.oneof(fc.constant(Infinity), instant),
  });
  fc.assert(
    fc.property(fc.array(meter, { maxLength: 6 }), fc.constantFrom(...LEVELS), (meters, level) => {
      const bounds = bucketBounds(zone, level, T0, T0 + 4 * DAY);
      const range = { from: bounds[0] ?? 0, to: bounds.at(-1) ?? 0 };
      const steps = dueSteps(zone, level, meters, range);
      const over = dueOver(meters, range);
      for (const [i, from] of bounds.slice(0, -1).entries()) {
        const to = bounds[i + 1] ?? from;
        expect(dueAt(steps, from)).toBe(dueIn(meters, from, to));
        expect(over.meters(from, to)).toBe(dueIn(meters, from, to));
        expect(over.seconds(from, to)).toBe(meters.reduce((sum, one) => sum + dueSeconds(one, from, to), 0));
      }
    }),
    { numRuns: 200 },
  );
});
