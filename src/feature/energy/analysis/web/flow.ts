import { INTERVAL } from '#contract/interval.ts';
import { flowChart } from '#feature/home/overview/web/flowChart.ts';
import type { Analysis } from './analysis.ts';

/** Where the energy went, down the meter tree. */
export const flow: Analysis = {
  name: 'flow',
  title: { zh: '能流分析', en: 'Energy flow' },
  intervals: [INTERVAL.day, INTERVAL.month, INTERVAL.year],
  days: 1,
  height: 420,
  charts: (answer, { say, overview }) => {
    const model =
      answer.tree && flowChart(answer.tree, say({ zh: '能流图', en: 'Where the energy went' }), overview);
    return model ? [model] : [];
  },
};
