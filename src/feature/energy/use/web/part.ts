import type { Analysis } from '#web/analysisFrame/analysis.ts';
import { chartOf } from '#web/analysisFrame/chartOf.ts';
import { INTERVAL } from '#contract/interval.ts';
import { CLASSIFY_CHOICE } from './classify.ts';

/** So many bars are told apart. */
const BARS = 20;

/** What each part of the subject used. */
export const part: Analysis = {
  name: 'part',
  title: { zh: '用能排名', en: 'Energy ranking' },
  intervals: [INTERVAL.day, INTERVAL.month, INTERVAL.year],
  choice: CLASSIFY_CHOICE,
  charts: (answer, words) => [
    chartOf(
      { ...answer, rows: answer.rows.slice(0, BARS) },
      words.say({ zh: '用能排名', en: 'Energy ranking' }),
      [{ key: 'energy', kind: 'bar', color: 'primary' }],
      words,
    ),
  ],
};
