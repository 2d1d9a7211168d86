import { INTERVAL } from '#contract/interval.ts';
import { PERIOD_NUMBERS } from '#contract/period.ts';
import type { Analysis } from '#web/analysisFrame/analysis.ts';
import { chartOf } from '#web/analysisFrame/chartOf.ts';

/** The energy of each tariff period, stacked. */
export const timeShare: Analysis = {
  name: 'timeShare',
  title: { zh: '分时分析', en: 'Time-of-use analysis' },
  intervals: [INTERVAL.day, INTERVAL.hour, INTERVAL.month, INTERVAL.year],
  charts: (answer, words) => {
    const has = (key: string): boolean => answer.columns.some((column) => column.key === key);
    return [
      chartOf(
        answer,
        words.say({ zh: '分时用能', en: 'Energy by tariff period' }),
        [
          ...PERIOD_NUMBERS.toReversed()
            .filter((period) => has(`pp${period}`))
            .map((period) => ({
              key: `pp${period}`,
              kind: 'bar' as const,
              color: { tariff: period },
              stack: 'periods',
            })),
          ...(has('rest')
            ? [{ key: 'rest', kind: 'bar' as const, color: 'text3' as const, stack: 'periods' }]
            : []),
        ],
        words,
      ),
    ];
  },
};
