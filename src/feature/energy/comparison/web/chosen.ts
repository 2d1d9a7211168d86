import { addDays, addMonths } from '#domain/time/date.ts';
import type { DateRange } from '#web/analysisFrame/analysis.ts';
import { DAY_MS } from '#domain/time/duration.ts';

/** Stands in the address where a person has taken everything away: only then is nothing compared. */
export const NONE = 'none';

/** What is compared: what was chosen; before anything was, what is proposed. */
export const chosenOf = (items: readonly string[], proposed: readonly string[]): readonly string[] =>
  items.length === 0 ? proposed : items.filter((item) => item !== NONE);

/** The range and the one of equal length right before it: whole months step by months. */
export function proposedPeriods({ begin, end }: DateRange): string[] {
  const next = addDays(end, 1);
  if (begin.endsWith('-01') && next.endsWith('-01')) {
    const months = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
    return [begin, addMonths(begin, months(begin) - months(next))];
  }
  const days = Math.round((Date.parse(next) - Date.parse(begin)) / DAY_MS);
  return [begin, addDays(begin, -days)];
}
