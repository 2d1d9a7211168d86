import type { Analysis } from '#web/analysisFrame/analysis.ts';
import { INTERVAL } from '#contract/interval.ts';
import { CLASSIFY_CHOICE } from '#feature/energy/use/web/public.ts';

/** Objects down, buckets across. */
export const statement: Analysis = {
  name: 'statement',
  title: { zh: '报表统计', en: 'Energy statement' },
  intervals: [INTERVAL.day, INTERVAL.hour, INTERVAL.month, INTERVAL.year],
  choice: CLASSIFY_CHOICE,
  days: 7,
  charts: () => [],
};
