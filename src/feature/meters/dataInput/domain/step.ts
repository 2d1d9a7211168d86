import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';

/** The mean month of the calendar: months apart, stamps lie 28 to 31 days from each other. */
const MONTH = 30.436_875 * DAY_MS;
/** As long as a day of hours: so many equal distances are a step of their own, fewer are gaps. */
const OWN_STEP = 24;
/** Stamps of a clock that is not quite on its grid, and days of 23 and 25 hours. */
const TOLERANCE = 0.1;

/** From which distance on which step holds, in ms. */
interface Interval {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** The steps of a series: the usual one, and the intervals that have one of their own; ms. */
export interface Steps {
  readonly usual: number | null;
  readonly intervals: readonly Interval[];
}

/** A distance of 28 to 31 days is a month, whichever. */
const calendarOf = (distance: number): number =>
  distance >= 27.9 * DAY_MS && distance <= 31.1 * DAY_MS ? MONTH : distance;

const alike = (a: number, b: number): boolean => Math.abs(a - b) <= TOLERANCE * b;

/**
 * The steps in which a series came, from the distances of its stamps in the order of time (ms, above 0). The usual one
 * is what a third of them are, at least twice; without it there is none.
 */
export function stepsOf(distances: readonly number[]): Steps {
  const counts = new Map<number, number>();
  for (const distance of distances) {
    const step = distance < DAY_MS / 2 ? Math.round(distance / 1000) * 1000 : calendarOf(hours(distance));
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const near = best ? distances.filter((distance) => alike(calendarOf(distance), best[0])).length : 0;
  return {
    usual: best && near >= 2 && near * 3 >= distances.length ? best[0] : null,
    intervals: intervalsOf(distances),
  };
}

/** Whole hours, days of the change of the clock as others. */
function hours(distance: number): number {
  const days = Math.round(distance / DAY_MS);
  return Math.abs(distance - days * DAY_MS) <= HOUR_MS && days > 0
    ? days * DAY_MS
    : Math.round(distance / HOUR_MS) * HOUR_MS;
}

function intervalsOf(distances: readonly number[]): Interval[] {
  const found: Interval[] = [];
  let from = 0;
  for (let i = 1; i <= distances.length; i++) {
    const first = calendarOf(distances[from] ?? 0);
    if (i < distances.length && alike(calendarOf(distances[i] ?? 0), first)) continue;
    if (i - from >= OWN_STEP) found.push({ from, to: i, step: first });
    from = i;
  }
  return found;
}

/** How many values of a step fit between two stamps so far apart. */
export const fitting = (distance: number, step: number): number =>
  Math.max(0, Math.round(distance / calendarOf(step)) - 1);

/**
 * The step that holds at each distance in turn: that of its interval, between two of them the longer, else the usual.
 * Null where the series has no step.
 */
export function stepAt({ usual, intervals }: Steps): (index: number) => number | null {
  let next = 0;
  return (index) => {
    while (next < intervals.length && (intervals[next]?.to ?? 0) <= index) next += 1;
    const [before, here] = [intervals[next - 1], intervals[next]];
    if (here && here.from <= index) return here.step;
    const around = Math.max(before?.step ?? 0, here?.step ?? 0);
    return around > 0 ? around : usual;
  };
}
