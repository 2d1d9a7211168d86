import * as z from 'zod';
import { coverageOf } from '#domain/figure/amount.ts';
import type { AnalysisRow } from '#contract/analysis.ts';
import { defineAnalysis, flagsOf, numberOf } from '#feature/meters/analysisFrame/server/public.ts';
import { expectedOf } from '#feature/meters/subject/server/public.ts';
import { INTERVAL } from '#contract/interval.ts';
import { usageOverEach } from '#feature/meters/reading/server/public.ts';
import { CLASSIFY, meterIdsOf, objectOf, partsOf, sumOfPart, wordsOf } from './parts.ts';
import { dueOf } from './partSums.ts';

/** By object: what each part of the subject used over the range, its share and its rank. */
export const part = defineAnalysis({
  name: 'part',
  title: { zh: '用能排名', en: 'Energy ranking' },
  permission: 'SDNPowerAdmin.SDNPowerRankPage',
  intervals: [INTERVAL.day, INTERVAL.month, INTERVAL.year],
  more: { classify: z.enum(CLASSIFY).default('part') },
  find: async (trx, query, { classify }) => {
    const { subject, range, expected, signed } = query;
    const parts = partsOf(query, classify);
    const ids = [...new Set([...meterIdsOf(parts), ...signed.map((one) => one.meterId)])];
    const sums = await usageOverEach(trx, ids, range);
    const whole = sumOfPart({ signed }, sums, dueOf(query, { signed }));
    const total = whole.energy;
    const found = parts
      .map((one) => ({ ...one, sum: sumOfPart(one, sums, dueOf(query, one)) }))
      .toSorted((a, b) => compareEnergy(a.sum.energy, b.sum.energy));
    return {
      figures: [
        {
          key: 'total',
          label: { zh: '累计', en: 'Total' },
          value: numberOf(total),
          kind: 'amount',
          unit: subject.unit,
          coverage: coverageOf(whole, range.from, range.to, expected),
          flags: flagsOf(whole.flags),
        },
        ...found.slice(0, 3).map((one, i) => ({
          key: `top${i}`,
          label: { zh: `第 ${i + 1}`, en: `No. ${i + 1}` },
          value: numberOf(one.sum.energy),
          kind: 'amount' as const,
          unit: subject.unit,
          note: wordsOf(one.name),
        })),
      ],
      columns: [
        { key: 'rank', label: { zh: '名次', en: 'Rank' }, kind: 'text' },
        { key: 'name', label: { zh: '对象', en: 'Object' }, kind: 'text' },
        { key: 'energy', label: { zh: '用能量', en: 'Energy' }, kind: 'amount', unit: subject.unit },
        { key: 'share', label: { zh: '占比', en: 'Share' }, kind: 'share' },
      ],
      rows: found.map((one, i): AnalysisRow => ({
        key: one.key,
        cells: {
          rank: i + 1,
          name: one.name,
          energy: numberOf(one.sum.energy),
          share: one.sum.energy === null || !total ? null : Number(one.sum.energy) / Number(total),
        },
        coverage: coverageOf(one.sum, range.from, range.to, expectedOf(query, one.signed)),
        flags: flagsOf(one.sum.flags),
        object: objectOf(one),
      })),
    };
  },
});

/** Highest first, unknown last. */
function compareEnergy(a: bigint | null, b: bigint | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a > b ? -1 : a < b ? 1 : 0;
}
