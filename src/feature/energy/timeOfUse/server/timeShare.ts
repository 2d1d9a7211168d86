import type { EnergyCode } from '#contract/dataCode.ts';
import { INTERVAL } from '#contract/interval.ts';
import { isShown, type Period, PERIOD_NUMBERS, PERIODS } from '#contract/period.ts';
import { usageSum } from '#feature/meters/reading/server/public.ts';
import type { AnalysisColumn, AnalysisFigure } from '#contract/analysis.ts';
import { defineAnalysis, numberOf, rowOf } from '#feature/meters/analysisFrame/server/public.ts';

interface PeriodEnergies {
  readonly period: Period;
  readonly key: string;
  readonly energies: readonly (bigint | null)[];
}

/** Time-share analysis: the energy of each tariff period, sharp, peak, flat, valley and deep valley (`PP1`–`PP5`). */
export const timeShare = defineAnalysis({
  name: 'timeShare',
  title: { zh: '分时分析', en: 'Time-of-use analysis' },
  permission: 'SDNPowerAdmin.SDNTimeShareAnalysis',
  intervals: [INTERVAL.day, INTERVAL.hour, INTERVAL.month, INTERVAL.year],
  find: async (trx, query) => {
    const { signed, level, range, subject } = query;
    const { unit } = subject;
    const more = PERIOD_NUMBERS.map((period): EnergyCode => `PP${period}`);
    const buckets = await usageSum(trx, signed, level, range.from, range.to, { more });
    const periods = PERIOD_NUMBERS.map((period, n): PeriodEnergies => ({
      period,
      key: `pp${period}`,
      energies: buckets.map((bucket) => bucket.more?.[n] ?? null),
    })).filter(({ period, energies }) => isShown(period, energies.some(Boolean)));
    const sumOf = (energies: readonly (bigint | null)[]): bigint | null =>
      energies.reduce<bigint | null>((sum, one) => (one === null ? sum : (sum ?? 0n) + one), null);
    const total = sumOf(buckets.map((bucket) => bucket.energy));
    const sums = periods.map(({ energies }) => sumOf(energies));
    // What no calendar rule and no register puts into a period.
    const rest = (i: number): bigint | null => {
      const energy = buckets[i]?.energy ?? null;
      const placed = sumOf(periods.map(({ energies }) => energies[i] ?? null));
      return energy === null || energy === (placed ?? 0n) ? null : energy - (placed ?? 0n);
    };
    const rests = buckets.map((_, i) => rest(i));
    const unplaced = sumOf(rests);
    const shareOf = (sum: bigint | null): number | null =>
      sum === null || !total ? null : Number(sum) / Number(total);
    return {
      figures: [
        {
          key: 'total',
          label: { zh: '累计', en: 'Total' },
          value: numberOf(total),
          kind: 'amount',
          unit,
        },
        ...periods.map(({ period, key }, i): AnalysisFigure => ({
          key,
          label: PERIODS[period],
          value: numberOf(sums[i] ?? null),
          kind: 'amount',
          unit,
          note: { zh: '占比', en: 'Share' },
          change: shareOf(sums[i] ?? null),
        })),
      ],
      columns: [
        { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' },
        { key: 'energy', label: { zh: '合计', en: 'Total' }, kind: 'amount', unit },
        ...periods.flatMap(({ period, key }): AnalysisColumn[] => [
          { key, label: PERIODS[period], kind: 'amount', unit },
        ]),
        ...(unplaced === null
          ? []
          : [{ key: 'rest', label: { zh: '未分时', en: 'In no period' }, kind: 'amount', unit } as const]),
      ],
      rows: buckets.map((bucket, i) =>
        rowOf(query, bucket, {
          energy: numberOf(bucket.energy),
          ...Object.fromEntries(periods.map(({ key, energies }) => [key, numberOf(energies[i] ?? null)])),
          ...(unplaced === null ? {} : { rest: numberOf(rests[i] ?? null) }),
        }),
      ),
    };
  },
});
