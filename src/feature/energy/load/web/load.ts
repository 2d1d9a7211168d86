import type { Analysis } from '#web/analysisFrame/analysis.ts';
import { chartOf } from '#web/analysisFrame/chartOf.ts';
import { INTERVAL } from '#contract/interval.ts';
import { LoadHeat } from './LoadHeat.tsx';
import { LoadPanels } from './LoadPanels.tsx';
import { withUnmeasured } from './unmeasured.ts';

/** 15-minute power beside other days, or the extremes of each day. */
export const load: Analysis = {
  name: 'load',
  title: { zh: '负荷分析', en: 'Load analysis' },
  intervals: [INTERVAL.quarter, INTERVAL.day],
  days: 1,
  Before: LoadHeat,
  Panels: LoadPanels,
  charts: (answer, words) => [
    answer.interval === INTERVAL.quarter
      ? withUnmeasured(
          answer,
          chartOf(
            answer,
            words.say({ zh: '负荷曲线', en: 'Load curve' }),
            [
              { key: 'power', kind: 'line', color: 'primary', main: true },
              { key: 'yesterday', kind: 'line', color: 'text2' },
              { key: 'lastWeek', kind: 'line', color: { series: 2 }, dashed: true },
              { key: 'lastMonth', kind: 'line', color: 'text3', dashed: true },
            ],
            words,
          ),
        )
      : chartOf(
          answer,
          words.say({ zh: '逐日负荷', en: 'Load by day' }),
          [
            { key: 'max', kind: 'step', color: 'primary', main: true },
            { key: 'mean', kind: 'step', color: 'text2' },
            { key: 'min', kind: 'step', color: 'text3', dashed: true },
          ],
          words,
        ),
    {
      ...chartOf(
        answer,
        answer.interval === INTERVAL.quarter
          ? words.say({ zh: '日负荷率：占当日最大负荷', en: 'Load factor: share of the highest of the day' })
          : words.say({ zh: '逐日负荷率：平均 ÷ 最大', en: 'Load factor of each day: mean ÷ highest' }),
        [{ key: 'rate', kind: answer.interval === INTERVAL.quarter ? 'line' : 'bar', color: 'primary' }],
        words,
      ),
      scale: { unit: '%', factor: 0.01, decimals: 0 },
    },
  ],
};
