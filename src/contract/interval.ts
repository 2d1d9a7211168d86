import type { Text } from './text.ts';
import type { UsageLevel } from './usageLevel.ts';

/** Interval codes of the wire (specification 3 section 9: 201 hour, 301 day, 501 month). */
export const INTERVALS = {
  '115': { level: 1, label: { zh: '15 分钟', en: '15 min' } },
  '201': { level: 2, label: { zh: '时', en: 'Hour' } },
  '301': { level: 3, label: { zh: '日', en: 'Day' } },
  '501': { level: 4, label: { zh: '月', en: 'Month' } },
  '601': { level: 5, label: { zh: '年', en: 'Year' } },
} as const satisfies Readonly<Record<string, { level: UsageLevel; label: Text }>>;

export type Interval = keyof typeof INTERVALS;

/** Every interval, the finest first. */
export const INTERVAL_CODES = Object.keys(INTERVALS) as readonly Interval[];
