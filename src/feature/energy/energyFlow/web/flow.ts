import { flowChart } from '#web/chart/flowChart.ts';
import type { Analysis } from '#web/analysisFrame/analysis.ts';
import { INTERVAL } from '#contract/interval.ts';

/** Where the energy went, down the meter tree. */
export const flow: Analysis = {
  name: 'flow',
  title: { zh: '能流分析', en: 'Energy flow' },
  intervals: [INTERVAL.day, INTERVAL.month, INTERVAL.year],
  days: 1,
  height: 420,
  charts: (answer, { say, chart }) => {
    const model =
      answer.tree && flowChart(answer.tree, say({ zh: '能流图', en: 'Where the energy went' }), chart);
    return model ? [model] : [];
  },
};
