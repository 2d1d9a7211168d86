import type { Calendar } from './calendar.ts';

/** Local dates [from, to) as days since 1970-01-01. */
export interface DayRun {
  readonly from: number;
  readonly to: number;
}

/** The dates in [from, to) whose periods differ between two calendars, as runs. */
export function differingDays(before: Calendar, after: Calendar, from: number, to: number): DayRun[] {
  const runs: DayRun[] = [];
  for (let day = from; day < to; day++) {
    if (same(before.quartersOf(day), after.quartersOf(day))) continue;
    const last = runs.at(-1);
    if (last?.to === day) runs[runs.length - 1] = { from: last.from, to: day + 1 };
    else runs.push({ from: day, to: day + 1 });
  }
  return runs;
}

function same(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === b || (a !== null && b !== null && a.every((period, i) => period === b[i]));
}

/** The runs with gaps of at most `gap` days closed. */
export function closeGaps(runs: readonly DayRun[], gap: number): DayRun[] {
  const closed: DayRun[] = [];
  for (const run of runs) {
    const last = closed.at(-1);
    if (last && run.from - last.to <= gap) closed[closed.length - 1] = { from: last.from, to: run.to };
    else closed.push(run);
  }
  return closed;
}

/** Number of days in runs that do not overlap. */
export const daysIn = (runs: readonly DayRun[]): number =>
  runs.reduce((sum, { from, to }) => sum + to - from, 0);
