import { FLAG } from '#contract/usageFlag.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { dueSeconds } from '#domain/fold/counting.ts';
import type { Range } from '#domain/fold/reach.ts';
import { LEAST_KNOWN, roundTripEfficiency } from '#domain/storage/figure.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { dueQuarters, type Metered } from './quarters.ts';

/** How well a battery gave back what it took, and of how many of the days of a time that is known. */
export interface RoundTrip {
  /** Percent; null where nothing was charged on a day that is known. */
  readonly efficiency: number | null;
  /** Days that are over and known in full. */
  readonly days: number;
  /** Days that have begun and in which the meter counts, the running one too. */
  readonly of: number;
}

const QUARTER_S = QUARTER_MS / 1000;

/**
 * The round-trip efficiency over the days that are over and known in full: what was lost while the battery was charged would have
 * it give more than it took. @param until up to when readings may be expected
 */
export function roundTripOf(
  { quarters, counting }: Metered,
  days: readonly Range[],
  until: number,
): RoundTrip {
  let [charged, discharged] = [0n, 0n];
  let [known, of] = [0, 0];
  for (const day of days) {
    const due = dueSeconds(counting, day.from, day.to);
    if (due <= 0 || day.from >= until) continue;
    of++;
    let knownS = 0;
    let [taken, given] = [0n, 0n];
    for (const [, quarter] of dueQuarters(quarters, counting, day)) {
      if (!quarter || quarter.forward === null || quarter.reverse === null) continue;
      // What registers on both sides of a gap tell is known, though no reading lies in it.
      const quarterS = (quarter.flags & FLAG.interpolated) === 0 ? quarter.coveredS : QUARTER_S;
      knownS += quarterS;
      taken += quarter.forward;
      given += quarter.reverse;
    }
    if (day.to > until || knownS * 100 < LEAST_KNOWN * due) continue;
    known++;
    charged += taken;
    discharged += given;
  }
  return {
    efficiency: roundTripEfficiency(microToNumber(charged), microToNumber(discharged)),
    days: known,
    of,
  };
}
