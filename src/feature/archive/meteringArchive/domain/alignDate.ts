import { DAY_MS } from '#domain/time/duration.ts';
import type { DueMonth } from '../contract.ts';

/** A day some months later, `YYYY-MM-DD`; the last of the month where it has no such day (31 January + 1 = 28 February). */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const count = year * 12 + (month - 1) + months;
  const to = { year: Math.floor(count / 12), month: (count % 12) + 1 };
  const last = new Date(Date.UTC(to.year, to.month, 0)).getUTCDate();
  return `${to.year}-${String(to.month).padStart(2, '0')}-${String(Math.min(date, last)).padStart(2, '0')}`;
}

/** Days from one day to another, both `YYYY-MM-DD`; negative where it is past. */
export const daysUntil = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

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
  const [year = 0, month = 1] = today.split('-').map(Number);
  const coming = Array.from({ length: SHOWN }, (_, i) => {
    const count = year * 12 + month - 1 + i;
    const name = `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
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
  const days = daysUntil(next, today);
  return days > 0 ? days : null;
}
