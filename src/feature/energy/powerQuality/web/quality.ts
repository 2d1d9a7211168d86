import { INTERVAL } from '#contract/interval.ts';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import type { Analysis, ChartWords } from '#web/analysisFrame/analysis.ts';
import { chartOf } from '#web/analysisFrame/chartOf.ts';
import { QualityActions } from './QualityActions.tsx';
import { QualityPanels } from './QualityPanels.tsx';

function limitsOf({ rows }: AnalysisAnswer, { say }: ChartWords): NonNullable<BucketChart['limits']> {
  const cells = rows[0]?.cells ?? {};
  return [
    { value: cells['top'], label: say({ zh: '上限', en: 'Upper limit' }) },
    { value: cells['floor'], label: say({ zh: '下限', en: 'Lower limit' }) },
  ].flatMap(({ value, label }) => (typeof value === 'number' ? [{ value, label, declared: true }] : []));
}

/** Voltage, current, power factor or balance against its limits. */
export const quality: Analysis = {
  name: 'quality',
  title: { zh: '电能质量', en: 'Power quality' },
  intervals: [INTERVAL.quarter, INTERVAL.day],
  days: 1,
  electricity: true,
  choice: {
    key: 'pass',
    label: { zh: '指标', en: 'Measure' },
    options: [
      { value: '101', text: { zh: '电压', en: 'Voltage' } },
      { value: '102', text: { zh: '电流', en: 'Current' } },
      { value: '103', text: { zh: '功率因数', en: 'Power factor' } },
      { value: '104', text: { zh: '三相平衡', en: 'Balance' } },
    ],
  },
  empty: {
    why: { zh: '该对象没有电表', en: 'The object has no electricity meter' },
    next: {
      zh: '选择有电表的组织或一块电表',
      en: 'Choose an organisation with electricity meters, or a meter',
    },
  },
  Actions: QualityActions,
  Panels: QualityPanels,
  charts: (answer, words) => {
    if (answer.columns.length === 0) return [];
    if (answer.interval === INTERVAL.day)
      return [
        {
          ...chartOf(
            answer,
            words.say({ zh: '每日合格率', en: 'Pass rate of each day' }),
            [{ key: 'rate', kind: 'bar', color: 'primary' }],
            words,
          ),
          scale: { unit: '%', factor: 0.01, decimals: 1 },
        },
        {
          ...chartOf(
            answer,
            words.say({ zh: '每日最高、最低与平均', en: 'Highest, lowest and mean of each day' }),
            [
              { key: 'high', kind: 'step', color: 'primary' },
              { key: 'mean', kind: 'step', color: 'text2' },
              { key: 'low', kind: 'step', color: { series: 2 } },
            ],
            words,
          ),
          limits: limitsOf(answer, words),
          freeAxis: true,
        },
      ];
    const parts = answer.columns.filter(({ key }) => /^v\d$/.test(key));
    return [
      {
        ...chartOf(
          answer,
          words.say({ zh: '趋势', en: 'Course' }),
          [
            ...parts.map(({ key }, i) => ({
              key,
              kind: 'line' as const,
              color: parts.length === 1 ? ('primary' as const) : { series: i + 1 },
              main: true,
            })),
            { key: 'before', kind: 'line', color: 'text3', dashed: true },
          ],
          words,
        ),
        limits: limitsOf(answer, words),
        freeAxis: true,
      },
    ];
  },
};
