import { INTERVAL } from '#contract/interval.ts';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import type { Text } from '#contract/text.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import type { Analysis, ChartWords } from '#web/analysisFrame/analysis.ts';
import { bubbleChart } from '#web/analysisFrame/bubbleChart.ts';
import { chartOf } from '#web/analysisFrame/chartOf.ts';
import { DemandActions } from './DemandActions.tsx';
import { DemandPanels } from './DemandPanels.tsx';

const LINES: readonly (readonly [key: string, label: Text])[] = [
  ['standard', { zh: '标准线', en: 'Standard line' }],
  ['max', { zh: '最大线', en: 'Maximum line' }],
  ['second', { zh: '次大线', en: 'Second line' }],
];

/** The lines that a person has set; every row tells them. */
function limitsOf({ rows }: AnalysisAnswer, { say }: ChartWords): NonNullable<BucketChart['limits']> {
  return LINES.flatMap(([key, label]) => {
    const value = rows[0]?.cells[key];
    return typeof value === 'number' ? [{ value, label: say(label), declared: key === 'standard' }] : [];
  });
}

/** Every window beside the day before, or each day's highest; with the lines that people set. */
export const demand: Analysis = {
  name: 'demand',
  title: { zh: '需量分析', en: 'Demand analysis' },
  intervals: [INTERVAL.quarter, INTERVAL.day],
  days: 1,
  electricity: true,
  only: {
    label: { zh: '仅看超标', en: 'Above the standard only' },
    keeps: ({ cells }) => typeof cells['over'] === 'number',
  },
  Actions: DemandActions,
  Panels: DemandPanels,
  charts: (answer, words) => {
    const limits = limitsOf(answer, words);
    if (answer.interval === INTERVAL.quarter)
      return [
        {
          ...chartOf(
            answer,
            words.say({ zh: '实时需量', en: 'Demand by window' }),
            [
              { key: 'value', kind: 'step', color: 'primary', main: true },
              { key: 'yesterday', kind: 'step', color: 'text2', dashed: true },
            ],
            words,
          ),
          limits,
        },
      ];
    return [
      {
        ...chartOf(
          answer,
          words.say({ zh: '每日最大需量', en: 'Highest demand of each day' }),
          [
            { key: 'value', kind: 'bar', color: 'primary' },
            { key: 'secondValue', kind: 'step', color: { series: 2 } },
          ],
          words,
        ),
        limits,
      },
      bubbleChart(
        answer,
        words.say({ zh: '最大需量出现时刻', en: 'When each day was highest' }),
        { value: 'value', at: 'at' },
        words,
      ),
    ];
  },
};
