import type { Period } from '#contract/period.ts';
import type { PeriodSegment } from '#contract/periodRule.ts';
import { clockOf, minutesOf } from '../time/clock.ts';

const STEP = 15;

/** Segments of a day that tile it; every edit keeps that. */
export type Segments = readonly PeriodSegment[];

const begins = (segment: PeriodSegment): number => minutesOf(segment.begin) ?? 0;
const ends = (segment: PeriodSegment): number => minutesOf(segment.end) ?? 0;

/** Moves the border between segment `index` and the one after it; each keeps at least a quarter of an hour. */
export function moveBorder(segments: Segments, index: number, minutes: number): Segments {
  const left = segments[index];
  const right = segments[index + 1];
  if (!left || !right) return segments;
  const snapped = Math.round(minutes / STEP) * STEP;
  const at = clockOf(Math.min(Math.max(snapped, begins(left) + STEP), ends(right) - STEP));
  return segments.with(index, { ...left, end: at }).with(index + 1, { ...right, begin: at });
}

/** Cuts a segment at a minute (default its middle); the second part is of the same period until it is changed. */
export function split(segments: Segments, index: number, minutes?: number): Segments {
  const segment = segments[index];
  if (!segment || ends(segment) - begins(segment) < 2 * STEP) return segments;
  const wanted = minutes ?? (begins(segment) + ends(segment)) / 2;
  const snapped = Math.round(wanted / STEP) * STEP;
  const at = clockOf(Math.min(Math.max(snapped, begins(segment) + STEP), ends(segment) - STEP));
  return segments.toSpliced(index, 1, { ...segment, end: at }, { ...segment, begin: at });
}

/** Takes a segment away: the one before it, or for the first the one after it, reaches over its time. */
export function remove(segments: Segments, index: number): Segments {
  const segment = segments[index];
  if (!segment || segments.length < 2) return segments;
  const before = segments[index - 1];
  const after = segments[index + 1];
  if (before) return segments.toSpliced(index - 1, 2, { ...before, end: segment.end });
  return after ? segments.toSpliced(index, 2, { ...after, begin: segment.begin }) : segments;
}

/** Gives a segment another period. */
export function setPeriod(segments: Segments, index: number, period: Period): Segments {
  const segment = segments[index];
  return segment ? segments.with(index, { ...segment, period }) : segments;
}
