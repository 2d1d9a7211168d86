import { addDays } from '#domain/time/date.ts';
import type { Shift } from '#domain/time/shift.ts';
import type { AnalysisContext } from './context.ts';
import { DAY_MS } from '#domain/time/duration.ts';

/** Year-on-year (同比). */
export const LAST_YEAR: Shift = { months: 12 };

/** The interval before, by the calendar: whole months step by months, all else by its days (month-on-month, 环比). */
export function previousPeriod({
  question,
}: {
  readonly question: Pick<AnalysisContext['question'], 'begin' | 'end'>;
}): Shift {
  const { begin, end } = question;
  const next = addDays(end, 1);
  if (begin.endsWith('-01') && next.endsWith('-01'))
    return {
      months:
        (Number(next.slice(0, 4)) - Number(begin.slice(0, 4))) * 12 +
        Number(next.slice(5, 7)) -
        Number(begin.slice(5, 7)),
    };
  return { days: Math.round((Date.parse(next) - Date.parse(begin)) / DAY_MS) };
}
