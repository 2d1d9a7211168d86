import type { Analysis } from '#web/analysisFrame/analysis.ts';
import { chartOf } from '#web/analysisFrame/chartOf.ts';
import { INTERVAL } from '#contract/interval.ts';
import { ObjectPanel } from './ClassPanels.tsx';

/** The course of a range beside the interval before and the year before. */
export const energy: Analysis = {
  name: 'energy',
  title: { zh: '用能分析', en: 'Energy analysis' },
  intervals: [INTERVAL.day, INTERVAL.quarter, INTERVAL.hour, INTERVAL.month, INTERVAL.year],
  Panels: ObjectPanel,
  charts: (answer, words) => [
    chartOf(
      answer,
      words.say({ zh: '用能趋势', en: 'Energy over time' }),
      [
        { key: 'energy', kind: 'bar', color: 'primary' },
        { key: 'before', kind: 'step', color: 'text2' },
        { key: 'lastYear', kind: 'step', color: 'text3', dashed: true },
      ],
      words,
    ),
  ],
};
