import type { Analysis } from '#web/analysisFrame/analysis.ts';
import { INTERVAL } from '#contract/interval.ts';
import { compareCodeOf } from '../domain/compareCode.ts';
import { chartOf } from '#web/analysisFrame/chartOf.ts';
import { chosenOf, proposedPeriods } from './chosen.ts';
import { CompareField } from './CompareField.tsx';
import { ComparePanel } from './ComparePanel.tsx';

/** Objects over one range, or ranges of one object. */
export const compare: Analysis = {
  name: 'compare',
  title: { zh: '对比分析', en: 'Comparison' },
  intervals: [INTERVAL.day, INTERVAL.hour, INTERVAL.month, INTERVAL.year],
  choice: {
    key: 'type',
    label: { zh: '对比', en: 'Compare' },
    options: [
      { value: '1', text: { zh: '对象', en: 'Objects' } },
      { value: '2', text: { zh: '时间', en: 'Periods' } },
    ],
  },
  Field: CompareField,
  Panels: ComparePanel,
  more: ({ by, items, code }, range, subject) => ({
    dataCode: compareCodeOf(code),
    ...(by === '2'
      ? { type: '2', periods: chosenOf(items, proposedPeriods(range)).join(',') }
      : { type: '1', objects: chosenOf(items, [subject]).join(',') }),
  }),
  charts: (answer, words) => [
    chartOf(
      answer,
      words.say({ zh: '对比', en: 'Comparison' }),
      answer.columns
        .slice(1)
        .map(({ key }, i) => ({ key, kind: 'line', color: { series: i + 1 }, main: true })),
      words,
    ),
  ],
};
