import type { Analysis, AnalysisChoice } from '#web/analysisFrame/analysis.ts';
import { chartOf } from '#web/analysisFrame/chartOf.ts';
import { INTERVAL } from '#contract/interval.ts';

/** So many bars are told apart. */
const BARS = 20;

/** Which parts of the subject are told apart. */
export const CLASSIFY_CHOICE: AnalysisChoice = {
  key: 'classify',
  label: { zh: '分类', en: 'By' },
  options: [
    { value: 'part', text: { zh: '下级组织', en: 'Parts' } },
    { value: 'site', text: { zh: '站点', en: 'Sites' } },
    { value: 'meter', text: { zh: '所属表计', en: 'Its meters' } },
    { value: 'all', text: { zh: '全部表计', en: 'All meters' } },
  ],
};

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
