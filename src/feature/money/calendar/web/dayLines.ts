import { dayOfDate } from '#domain/time/date.ts';
import type { ListedDay } from '../contract.ts';

/** Neighbouring days of the national list with one name and kind, as one line; days of the enterprise each their own. */
export interface DayLine extends ListedDay {
  /** The last of them. */
  readonly until: string;
}

/** The lines of a year's list, in the order of time. */
export function dayLines(days: readonly ListedDay[]): DayLine[] {
  const lines: DayLine[] = [];
  for (const day of days) {
    const last = lines.at(-1);
    const next = last !== undefined && dayOfDate(last.until) + 1 === dayOfDate(day.dt);
    const alike = last?.holidayId === null && day.holidayId === null && last.dayType === day.dayType;
    if (last && next && alike && last.name?.en === day.name?.en)
      lines[lines.length - 1] = { ...last, until: day.dt };
    else lines.push({ ...day, until: day.dt });
  }
  return lines;
}
