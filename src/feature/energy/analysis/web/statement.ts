import type { Analysis } from '#web/analysisFrame/analysis.ts';
import { CLASSIFY_CHOICE } from './part.ts';

/** Objects down, buckets across. */
export const statement: Analysis = {
  name: 'statement',
  title: { zh: '报表统计', en: 'Energy statement' },
  intervals: ['301', '201', '501', '601'],
  choice: CLASSIFY_CHOICE,
  days: 7,
  charts: () => [],
};
