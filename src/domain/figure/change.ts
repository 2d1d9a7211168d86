import type { NotComparable } from '#contract/notComparable.ts';
import { microToNumber, MILLION, roundDiv } from '../decimal/decimal.ts';

/** What is known of one of two intervals that are compared, with its ends, ms. */
export interface Side {
  readonly from: number;
  readonly to: number;
  /** An exact whole number: millionths of an energy, trillionths of a cost. */
  readonly value: bigint | null;
  /** Seconds backed by readings, summed over the meters. */
  readonly coveredS: number;
  /** Meters of which something is known. */
  readonly known: number;
}

/** A change as a share, or why there is none. */
export interface Change {
  readonly change: number | null;
  readonly why: NotComparable | null;
}

/** Intervals that are known less say nothing about each other, percent. */
const LEAST = 90;

/** Whether what is known of an interval stands for all of it: nine tenths of the time that is due of its meters, ms. */
export const isCovered = (coveredS: number, dueMs: number): boolean => coveredS * 1000 * 100 >= LEAST * dueMs;

export const noChange = (why: NotComparable): Change => ({ change: null, why });

/** (now − before) / before to a millionth, or null where that says nothing. */
export function changeOf(now: bigint | null, before: bigint | null): number | null {
  if (now === null || before === null || before <= 0n) return null;
  return microToNumber(roundDiv((now - before) * MILLION, before));
}

/**
 * Why two intervals are not comparable; null where they are. Both must be covered for nine tenths of their time, counted
 * over the meters that are known in either: a meter that came later is missing before, one that never spoke in neither.
 */
export function notComparable(now: Side, before: Side): NotComparable | null {
  if (now.to <= now.from) return 'running';
  if (now.value === null) return 'now';
  if (before.value === null) return 'before';
  const meters = Math.max(now.known, before.known);
  const isKnown = ({ from, to, coveredS }: Side): boolean => isCovered(coveredS, (to - from) * meters);
  if (!isKnown(now)) return 'coverage';
  if (!isKnown(before)) return 'coverageBefore';
  return before.value <= 0n ? 'zero' : null;
}

/** The change between two intervals, where they are comparable: the one rule of every screen, table and report. */
export function compared(now: Side, before: Side): Change {
  const why = notComparable(now, before);
  return why ? noChange(why) : { change: changeOf(now.value, before.value), why: null };
}
