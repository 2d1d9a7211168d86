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
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** How near a verification is: overdue or due today, within 30 days, within 90 days; null = later. */
export const dueStep = (days: number): 0 | 30 | 90 | null =>
  days <= 0 ? 0 : days <= 30 ? 30 : days <= 90 ? 90 : null;
