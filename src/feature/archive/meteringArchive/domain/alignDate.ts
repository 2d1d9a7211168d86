import { daysBetween, monthOfCount, partsOfDate } from '#domain/time/date.ts';
import type { DueMonth } from '../contract.ts';

/** The months in which verifications are due or were, the earliest first. */
export function dueMonths(
  meters: readonly { readonly nextAlignDate: string; readonly days: number }[],
): DueMonth[] {
  const months = new Map<string, DueMonth>();
  for (const { nextAlignDate, days } of meters) {
    const month = nextAlignDate.slice(0, 7);
    const { count, overdue } = months.get(month) ?? { count: 0, overdue: 0 };
    months.set(month, { month, count: count + 1, overdue: overdue + (days < 0 ? 1 : 0) });
  }
  return [...months.values()].toSorted((a, b) => a.month.localeCompare(b.month));
}

/** So many months are shown from the present one on. */
const SHOWN = 12;

/** The months of a calendar: those before this one that hold overdue verifications, and a year from this one on. */
export function calendarMonths(today: string, due: readonly DueMonth[]): DueMonth[] {
  const [year, month] = partsOfDate(today);
  const coming = Array.from({ length: SHOWN }, (_, i) => {
    const name = monthOfCount(year * 12 + month - 1 + i);
    return due.find((one) => one.month === name) ?? { month: name, count: 0, overdue: 0 };
  });
  return [...due.filter((one) => one.month < today.slice(0, 7)), ...coming];
}

/** How near a verification is: overdue or due today, within 30 days, within 90 days; null = later. */
export const dueStep = (days: number): 0 | 30 | 90 | null =>
  days <= 0 ? 0 : days <= 30 ? 30 : days <= 90 ? 90 : null;

/** Meters that are out of service need no verification. */
export const OUT_OF_SERVICE = '3';

/** By how many days the next verification of an instrument is overdue; null where it is not. @param today `YYYY-MM-DD` */
export function overdueDays(row: Readonly<Record<string, unknown>>, today: string): number | null {
  const next = row['nextAlignDate'];
  if (typeof next !== 'string' || next === '' || row['currentState'] === OUT_OF_SERVICE) return null;
  const days = daysBetween(next, today);
  return days > 0 ? days : null;
}
