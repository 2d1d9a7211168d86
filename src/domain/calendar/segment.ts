import type { Period } from '#contract/period.ts';
import type { PeriodSegment } from '#contract/periodRule.ts';
import type { Text } from '#contract/text.ts';
import { clockOf, minutesOf } from '../time/clock.ts';

/** Quarters of an hour of a day as clocks name them. */
export const QUARTERS = 96;
const STEP = 15;

/** What is wrong with the segments of a day, and at which minute. */
export interface SegmentFault {
  readonly minute: number;
  readonly text: Text;
}

/** Why segments do not tile 00:00–24:00 exactly on the grid of 15 minutes; empty when they do. */
export function segmentFaults(segments: readonly PeriodSegment[]): SegmentFault[] {
  const faults: SegmentFault[] = [];
  const counts = new Uint8Array(QUARTERS);
  for (const { begin, end } of segments) {
    const from = minutesOf(begin);
    const to = minutesOf(end);
    const off = [begin, end].find((clock) => (minutesOf(clock) ?? 1) % STEP !== 0);
    if (from === null || to === null || off !== undefined) {
      const text = {
        zh: `${off ?? begin} 不在 15 分钟刻度上`,
        en: `${off ?? begin} is not on the quarter hour`,
      };
      faults.push({ minute: from ?? 0, text });
    } else if (from >= to) {
      const text = {
        zh: `${begin}–${end} 的结束不晚于开始`,
        en: `${begin}–${end} does not end after it begins`,
      };
      faults.push({ minute: from, text });
    } else {
      for (let q = from / STEP; q < to / STEP; q++) counts[q] = Math.min(2, (counts[q] as number) + 1);
    }
  }
  return faults.length > 0 ? faults : untiled(counts);
}

/** Intervals of the day that no segment has, or more than one. */
function untiled(counts: Uint8Array): SegmentFault[] {
  const faults: SegmentFault[] = [];
  for (let q = 0; q < QUARTERS;) {
    let next = q + 1;
    while (next < QUARTERS && counts[next] === counts[q]) next++;
    const span = `${clockOf(q * STEP)}–${clockOf(next * STEP)}`;
    if (counts[q] === 0)
      faults.push({ minute: q * STEP, text: { zh: `${span} 没有时段`, en: `${span} has no period` } });
    if (counts[q] === 2)
      faults.push({ minute: q * STEP, text: { zh: `${span} 时段重叠`, en: `${span} overlaps` } });
    q = next;
  }
  return faults;
}

/** The period of each quarter of an hour of a day; 0 where the segments leave a gap. */
export function quartersOfDay(segments: readonly PeriodSegment[]): Uint8Array {
  const quarters = new Uint8Array(QUARTERS);
  for (const { begin, end, period } of segments) {
    const from = (minutesOf(begin) ?? 0) / STEP;
    const to = (minutesOf(end) ?? 0) / STEP;
    quarters.fill(period, Math.round(from), Math.round(to));
  }
  return quarters;
}

/** The fewest segments that say the same as the quarters of a day; quarters of 0 stay gaps. */
export function segmentsOfDay(quarters: ArrayLike<number>): PeriodSegment[] {
  const segments: PeriodSegment[] = [];
  for (let q = 0; q < QUARTERS;) {
    let next = q + 1;
    while (next < QUARTERS && quarters[next] === quarters[q]) next++;
    const period = quarters[q] as Period | 0;
    if (period !== 0) segments.push({ begin: clockOf(q * STEP), end: clockOf(next * STEP), period });
    q = next;
  }
  return segments;
}
