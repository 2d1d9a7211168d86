import { DAY_MS } from '#domain/time/duration.ts';
import type { CodeSet } from '#domain/reading/codeSet.ts';
/** Intervals of time of one meter that changed. Both ends belong to it; ms. */
export interface Touched {
  readonly meter: number;
  readonly from: number;
  readonly to: number;
  /** The codes that came. */
  readonly codes: CodeSet;
  /** Longest stated span among them, ms. */
  readonly span: number;
}

const GAP_MS = DAY_MS;
const MOST_PER_METER = 32;

/**
 * Joins changes that lie at most a day apart, so that one late value beside a live one does not fold all that is
 * between. `changes` in the order of meter and time.
 */
export function joinTouched(changes: Iterable<Touched>): Touched[] {
  const joined: Touched[] = [];
  let ofMeter = 0;
  for (const change of changes) {
    const last = joined.at(-1);
    if (last?.meter !== change.meter) ofMeter = 0;
    if (last && ofMeter > 0 && (change.from - last.to <= GAP_MS || ofMeter === MOST_PER_METER)) {
      joined[joined.length - 1] = {
        meter: last.meter,
        from: Math.min(last.from, change.from),
        to: Math.max(last.to, change.to),
        codes: last.codes.joined(change.codes),
        span: Math.max(last.span, change.span),
      };
    } else {
      joined.push(change);
      ofMeter++;
    }
  }
  return joined;
}
