import { QUARTER_MS } from '../time/duration.ts';
import { SNAP_MS } from './point.ts';
import type { Range } from './reach.ts';

/** From when to when a meter counts in sums, ms: outside of it nothing is demanded of it. */
export interface Counting {
  /** Its first reading or its commissioning, whichever is earlier; null = it was never heard. */
  readonly from: number | null;
  /** The end of its life in the ledger; Infinity while it lasts. */
  readonly to: number;
}

/** What says when a meter counts, ms; null = not known. */
export interface CountingFacts {
  /** Start of its first value that counts. */
  readonly heard: number | null;
  /** A device of its ledger began here with a register on record, which tells energy up to its first reading. */
  readonly recorded: number | null;
  readonly ended: number | null;
}

/** A meter of which nobody knows when it began: everything is demanded of it. */
export const ALWAYS: Counting = { from: -Infinity, to: Infinity };

/** A first reading a moment before a quarter of an hour is taken as one on it, as the fold takes it. */
function snapped(heard: number): number {
  const next = Math.ceil(heard / QUARTER_MS) * QUARTER_MS;
  return next - heard <= SNAP_MS ? next : heard;
}

/** From when to when a meter counts by what it told. A stated commissioning may have it count earlier. */
export function countingOf({ heard, recorded, ended }: CountingFacts): Counting {
  const from = heard === null ? null : Math.min(snapped(heard), recorded ?? Infinity);
  return { from, to: ended ?? Infinity };
}

/** Whether a meter counts in some part of [from, to). */
export const isDue = (counting: Counting, from: number, to: number): boolean =>
  counting.from !== null && counting.from < to && counting.to > from && counting.from < counting.to;

/** The quarters of an hour of an interval (on the grid) in which a meter counts; null where it does in none. */
export function dueWithin(counting: Counting, { from, to }: Range): Range | null {
  if (counting.from === null || !isDue(counting, from, to)) return null;
  return {
    from: Math.max(from, Math.floor(counting.from / QUARTER_MS) * QUARTER_MS),
    to: Math.min(to, Math.ceil(counting.to / QUARTER_MS) * QUARTER_MS),
  };
}

/** How many of the seconds of [from, to) a meter counts, rounded. */
export function dueSeconds(counting: Counting, from: number, to: number): number {
  if (!isDue(counting, from, to)) return 0;
  return Math.round((Math.min(to, counting.to) - Math.max(from, counting.from ?? from)) / 1000);
}

/** The time in which at least one of several meters counts, from the first to the last. */
export function countingOfAll(all: readonly Counting[]): Counting {
  const known = all.filter((one) => one.from !== null);
  if (known.length === 0) return { from: null, to: Infinity };
  return {
    from: Math.min(...known.map((one) => one.from ?? Infinity)),
    to: Math.max(...known.map((one) => one.to)),
  };
}
