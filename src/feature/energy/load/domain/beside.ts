import type { Range } from '#domain/fold/reach.ts';
import { partsOfDate } from '#domain/time/date.ts';
import type { Zone } from '#domain/time/zone.ts';
import { shifted } from '#domain/time/shift.ts';

/** What a date is laid beside: `dtType` of the specification (sections 3 and 9), here by the length of the interval. */
export const DT_TYPES = { day: [1, 2, 3, 4], month: [5, 12, 10], year: [8, 9, 11] } as const;

export type Beside = keyof typeof DT_TYPES;

/** Every type, the finest first. */
export const ALL_TYPES: readonly number[] = Object.values(DT_TYPES).flat();

/**
 * The interval of a type beside a date of a zone: 1 the day, 2 the day before, 3 the same day last week, 4 last month;
 * 5 the month, 12 the month before, 10 the same month last year; 8 the year, 9 the year before, 11 the year before up
 * to the same date. Null where the other month has no such day.
 */
export function besideOf(zone: Zone, type: number, date: string): Range | null {
  const [year, month, day] = partsOfDate(date);
  const from = zone.startOfDate(year, month, day);
  const oneDay = (at: number | null): Range | null => {
    if (at === null) return null;
    const { year: y, month: m, day: d } = zone.local(at);
    return { from: zone.startOfDate(y, m, d), to: zone.startOfDate(y, m, d + 1) };
  };
  const months = (y: number, m: number, count = 1): Range => ({
    from: zone.startOfDate(y, m),
    to: zone.startOfDate(y, m + count),
  });
  switch (type) {
    case 1:
      return oneDay(from);
    case 2:
      return oneDay(shifted(zone, from, { days: 1 }));
    case 3:
      return oneDay(shifted(zone, from, { days: 7 }));
    case 4:
      return oneDay(shifted(zone, from, { months: 1 }));
    case 5:
      return months(year, month);
    case 12:
      return months(year, month - 1);
    case 10:
      return months(year - 1, month);
    case 8:
      return months(year, 1, 12);
    case 9:
      return months(year - 1, 1, 12);
    case 11: {
      // 29 February is laid beside all of the other year's February.
      const last = new Date(Date.UTC(year - 1, month, 0)).getUTCDate();
      return {
        from: zone.startOfDate(year - 1, 1),
        to: zone.startOfDate(year - 1, month, Math.min(day, last) + 1),
      };
    }
    default:
      return null;
  }
}
