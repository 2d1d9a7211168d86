import type { Analysis } from './analysis.ts';
import { chartOf } from './chartOf.ts';

/** The highest hour of each day. */
export const peak: Analysis = {
  name: 'peak',
  title: { zh: '高峰分析', en: 'Peak analysis' },
  intervals: ['301'],
  charts: (answer, words) => [
    chartOf(
      answer,
      words.say({ zh: '每日高峰小时用能', en: 'Highest hour of each day' }),
      [{ key: 'peak', kind: 'bar', color: 'primary' }],
      words,
    ),
  ],
};
