import { INTERVAL } from '#contract/interval.ts';
import type { Text } from '#contract/text.ts';
import type { Analysis } from '#web/analysisFrame/analysis.ts';
import { chartOf } from '#web/analysisFrame/chartOf.ts';

/** How the hours of the day or the days of the week were. */
const profile = (name: string, title: Text): Analysis => ({
  name,
  title,
  intervals: [INTERVAL.day],
  charts: (answer, words) => [
    chartOf(
      answer,
      words.say(title),
      [
        { key: 'avg', kind: 'bar', color: 'primary' },
        { key: 'max', kind: 'line', color: 'text2' },
        { key: 'min', kind: 'line', color: 'text3', dashed: true },
      ],
      words,
    ),
  ],
});

export const hour = profile('hour', { zh: '小时分析', en: 'Hour analysis' });
export const week = profile('week', { zh: '周分析', en: 'Week analysis' });
