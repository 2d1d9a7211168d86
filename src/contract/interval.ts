import type { Text } from './text.ts';
import type { UsageLevel } from './usageLevel.ts';

/** Interval codes of the wire by name (specification 3 section 9). */
export const INTERVAL = { quarter: '115', hour: '201', day: '301', month: '501', year: '601' } as const;

/** Interval codes of the wire (specification 3 section 9: 201 hour, 301 day, 501 month). */
export const INTERVALS = {
  [INTERVAL.quarter]: { level: 1, label: { zh: '15 分钟', en: '15 min' } },
  [INTERVAL.hour]: { level: 2, label: { zh: '时', en: 'Hour' } },
  [INTERVAL.day]: { level: 3, label: { zh: '日', en: 'Day' } },
  [INTERVAL.month]: { level: 4, label: { zh: '月', en: 'Month' } },
  [INTERVAL.year]: { level: 5, label: { zh: '年', en: 'Year' } },
} as const satisfies Readonly<Record<string, { level: UsageLevel; label: Text }>>;

export type Interval = keyof typeof INTERVALS;

/** Every interval, the finest first. */
export const INTERVAL_CODES = Object.keys(INTERVALS) as readonly Interval[];
