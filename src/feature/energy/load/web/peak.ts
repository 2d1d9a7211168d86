import type { Analysis } from '#web/analysisFrame/analysis.ts';
import { INTERVAL } from '#contract/interval.ts';
import { bubbleChart } from '#web/analysisFrame/bubbleChart.ts';
import { chartOf } from '#web/analysisFrame/chartOf.ts';
import { PeakPanels } from './PeakPanels.tsx';

/** The highest hour of each day. */
export const peak: Analysis = {
  name: 'peak',
  title: { zh: '最高负荷', en: 'Highest loads' },
  intervals: [INTERVAL.day],
  month: true,
  Panels: PeakPanels,
  charts: (answer, words) => [
    chartOf(
      answer,
      words.say({ zh: '每日最高小时用能', en: 'Highest hour of each day' }),
      [{ key: 'peak', kind: 'bar', color: 'primary' }],
      words,
    ),
    bubbleChart(
      answer,
      words.say({ zh: '最高小时分布', en: 'When each day was highest' }),
      { value: 'peak', at: 'at' },
      words,
    ),
  ],
};
