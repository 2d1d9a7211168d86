import type { Analysis, AnalysisChoice } from '#web/analysisFrame/analysis.ts';
import { chartOf } from '#web/analysisFrame/chartOf.ts';
import { INTERVAL } from '#contract/interval.ts';
import { ClassPanels } from './ClassPanels.tsx';

/** Classes that do not overlap, so that they have shares. */
const CLASS_CHOICE: AnalysisChoice = {
  key: 'classify',
  label: { zh: '分类', en: 'By' },
  options: [
    { value: 'part', text: { zh: '下级组织', en: 'Parts' } },
    { value: 'site', text: { zh: '站点', en: 'Sites' } },
    { value: 'meter', text: { zh: '所属表计', en: 'Its meters' } },
  ],
};

/** The course of a range by the parts of the subject, their shares and their table. */
export const classChart: Analysis = {
  name: 'class',
  title: { zh: '分类用能', en: 'Energy by class' },
  intervals: [INTERVAL.day, INTERVAL.hour, INTERVAL.month, INTERVAL.year],
  choice: CLASS_CHOICE,
  Panels: ClassPanels,
  charts: (answer, words) => [
    chartOf(
      answer,
      words.say({ zh: '分类用能', en: 'Energy by class' }),
      answer.columns.slice(1).map(({ key }, i) => ({
        key,
        kind: 'bar',
        color: key === 'rest' ? 'text3' : { series: i + 1 },
        stack: 'class',
      })),
      words,
    ),
  ],
};
