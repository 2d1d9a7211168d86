import { INTERVAL } from '#contract/interval.ts';
import type { Analysis } from './analysis.ts';
import { CLASSIFY_CHOICE } from './part.ts';

/** Objects down, buckets across. */
export const statement: Analysis = {
  name: 'statement',
  title: { zh: '报表统计', en: 'Energy statement' },
  intervals: [INTERVAL.day, INTERVAL.hour, INTERVAL.month, INTERVAL.year],
  choice: CLASSIFY_CHOICE,
  days: 7,
  charts: () => [],
};
