import type { Analysis } from './analysis.ts';
import { chartOf } from './chartOf.ts';
import { ClassPanels } from './ClassPanels.tsx';
import { CLASSIFY_CHOICE } from './part.ts';

/** The course of a range by the parts of the subject, their shares and their table. */
export const classChart: Analysis = {
  name: 'class',
  title: { zh: '分类用能', en: 'Energy by class' },
  intervals: ['301', '201', '501', '601'],
  choice: CLASSIFY_CHOICE,
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
