import { type Interval, INTERVAL } from '#contract/interval.ts';
import { addDays, addMonths } from '#domain/time/date.ts';
import { lastEnd } from '#domain/time/range.ts';

/** Ranges that are told by today: they move along with it. */
export const SPANS = {
  today: { zh: '今日', en: 'Today' },
  yesterday: { zh: '昨日', en: 'Yesterday' },
  last7Days: { zh: '最近 7 天', en: 'Last 7 days' },
  thisWeek: { zh: '本周', en: 'This week' },
  lastWeek: { zh: '上周', en: 'Last week' },
  last30Days: { zh: '最近 30 天', en: 'Last 30 days' },
  thisMonth: { zh: '本月', en: 'This month' },
  lastMonth: { zh: '上月', en: 'Last month' },
  last12Months: { zh: '最近 12 个月', en: 'Last 12 months' },
  thisYear: { zh: '今年', en: 'This year' },
  lastYear: { zh: '去年', en: 'Last year' },
  last5Years: { zh: '最近 5 年', en: 'Last 5 years' },
} as const;

export type Span = keyof typeof SPANS;

export const SPAN_NAMES = Object.keys(SPANS) as readonly Span[];

/** A span is this or no other, whatever an address says. */
export const spanOf = (raw: unknown): Span | null => SPAN_NAMES.find((span) => span === raw) ?? null;

/** Days of the week begin on Monday. */
const monday = (date: string): string => addDays(date, -((new Date(date).getUTCDay() + 6) % 7));

/** Its dates, both included; none is later than today. */
export function spanRange(span: Span, today: string): { begin: string; end: string } {
  const month = `${today.slice(0, 7)}-01`;
  const year = `${today.slice(0, 4)}-01-01`;
  switch (span) {
    case 'today':
      return { begin: today, end: today };
    case 'yesterday':
      return { begin: addDays(today, -1), end: addDays(today, -1) };
    case 'last7Days':
      return { begin: addDays(today, -6), end: today };
    case 'thisWeek':
      return { begin: monday(today), end: today };
    case 'lastWeek':
      return { begin: addDays(monday(today), -7), end: addDays(monday(today), -1) };
    case 'last30Days':
      return { begin: addDays(today, -29), end: today };
    case 'thisMonth':
      return { begin: month, end: today };
    case 'lastMonth':
      return { begin: addMonths(month, -1), end: addDays(month, -1) };
    case 'last12Months':
      return { begin: addMonths(month, -11), end: today };
    case 'thisYear':
      return { begin: year, end: today };
    case 'lastYear':
      return { begin: addMonths(year, -12), end: addDays(year, -1) };
    case 'last5Years':
      return { begin: addMonths(year, -48), end: today };
  }
}

const MONTHS: readonly Span[] = [
  'thisMonth',
  'lastMonth',
  'last12Months',
  'thisYear',
  'lastYear',
  'last5Years',
];
const YEARS: readonly Span[] = ['thisYear', 'lastYear', 'last5Years'];

/** The spans that an interval can show: whole months or years where it is one, never longer than it may be. */
export function spansFor(interval: Interval, today: string): readonly Span[] {
  const whole = interval === INTERVAL.month ? MONTHS : interval === INTERVAL.year ? YEARS : SPAN_NAMES;
  return whole.filter((span) => {
    const { begin, end } = spanRange(span, today);
    return end <= lastEnd(interval, begin);
  });
}
