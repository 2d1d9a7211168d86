import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import type { Faults } from '../plant/fault.ts';
import { dayStart } from '../plant/moment.ts';

/** What went wrong lately in the demonstration: a line cut for a day, a meter without contact for an afternoon. */
export function demoFaults(now: number): Faults {
  const today = dayStart(now);
  return {
    gaps: [
      { code: 'W-149', from: today - 9 * DAY_MS + 5 * HOUR_MS, to: today - 8 * DAY_MS + 7 * HOUR_MS },
      { code: 'E-110', from: today - 2 * DAY_MS + 13 * HOUR_MS, to: today - 2 * DAY_MS + 16 * HOUR_MS },
      { code: 'G-158', from: today - DAY_MS + 2 * HOUR_MS, to: today - DAY_MS + 3 * HOUR_MS },
      { code: 'E-138', from: now - 4 * HOUR_MS, to: now - 2.25 * HOUR_MS },
    ],
    duplicates: 0.01,
  };
}
