import { INTERVAL } from '#contract/interval.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { microToNumber, roundDiv } from '#domain/decimal/decimal.ts';
import { hourText } from '#domain/time/clock.ts';
import { usageSum } from '#feature/meters/reading/server/public.ts';
import type { AnalysisRow } from '#contract/analysis.ts';
import { defineAnalysis, flagsOf } from '#feature/meters/analysisFrame/server/public.ts';
import { WEEKDAYS } from '#feature/energy/use/server/public.ts';

const HOURS = 24;

interface Mean {
  sum: bigint;
  n: number;
  flags: number;
}

/**
 * Weekly cycle: the mean energy of every hour of every weekday over a range. Hours of which nothing is known do not
 * count in the mean; the hour that a clock repeats counts twice.
 */
export const cycle = defineAnalysis({
  name: 'cycle',
  title: { zh: '周期分析', en: 'Weekly cycle' },
  permission: 'SDNPowerAdmin.SDNCycleAnalysis',
  intervals: [INTERVAL.day],
  find: async (trx, query) => {
    const { zone, signed, range, subject, until } = query;
    const { unit } = subject;
    const means = Array.from({ length: 7 * HOURS }, (): Mean => ({ sum: 0n, n: 0, flags: 0 }));
    for (const { ts, end, energy, flags } of await usageSum(trx, signed, 2, range.from, range.to)) {
      if (energy === null || end > until) continue;
      const weekday = (zone.localDay(ts) + 3) % 7;
      const mean = means[weekday * HOURS + zone.local(ts).hour] as Mean;
      mean.sum += energy;
      mean.n++;
      mean.flags |= flags;
    }
    const meanOf = ({ sum, n }: Mean): number | null =>
      n === 0 ? null : microToNumber(roundDiv(sum, BigInt(n)));
    const ofDay = (weekday: number): number | null => {
      return sumOf(means.slice(weekday * HOURS, (weekday + 1) * HOURS).map(meanOf));
    };
    const rows = Array.from({ length: HOURS }, (_, hour): AnalysisRow => {
      const own = WEEKDAYS.map((_day, weekday) => means[weekday * HOURS + hour] as Mean);
      return {
        key: String(hour),
        cells: {
          time: hourText(hour),
          ...Object.fromEntries(own.map((mean, weekday) => [`d${weekday + 1}`, meanOf(mean)])),
        },
        coverage: null,
        flags: flagsOf(own.reduce((all, mean) => all | mean.flags, 0)),
      };
    });
    return {
      figures: WEEKDAYS.map((label, weekday) => ({
        key: `d${weekday + 1}`,
        label,
        value: ofDay(weekday),
        kind: 'amount',
        unit,
        note: { zh: '日均', en: 'Mean of the day' },
      })),
      columns: [
        { key: 'time', label: { zh: '时刻', en: 'Hour' }, kind: 'clock' },
        ...WEEKDAYS.map((label, i) => ({ key: `d${i + 1}`, label, kind: 'amount' as const, unit })),
      ],
      rows,
    };
  },
});
