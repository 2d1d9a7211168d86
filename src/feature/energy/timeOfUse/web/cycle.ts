import type { Analysis } from '#web/analysisFrame/analysis.ts';
import { chartOf } from '#web/analysisFrame/chartOf.ts';
import { INTERVAL } from '#contract/interval.ts';

/** The mean day of every weekday, hour by hour. */
export const cycle: Analysis = {
  name: 'cycle',
  title: { zh: '周期分析', en: 'Weekly cycle' },
  intervals: [INTERVAL.day],
  charts: (answer, words) => [
    chartOf(
      answer,
      words.say({ zh: '一周各日平均', en: 'Mean of each weekday' }),
      [1, 2, 3, 4, 5, 6, 7].map((day) => ({
        key: `d${day}`,
        kind: 'line',
        color: { series: day },
        ...(day > 5 ? { dashed: true } : {}),
      })),
      words,
    ),
  ],
};
