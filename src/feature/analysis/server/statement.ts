import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { bucketBounds, bucketStart } from '#domain/time/bucket.ts';
import { coverageOf } from '#feature/overview/domain/amount.ts';
import { usageOf } from '#feature/reading/server/public.ts';
import type { AnalysisColumn, AnalysisRow } from '../contract.ts';
import { defineAnalysis } from './defineAnalysis.ts';
import { CLASSIFY, meterIdsOf, objectOf, partsOf, sumOfPart } from './parts.ts';
import { bucketLabel, flagsOf, numberOf } from './series.ts';

/** A sheet of more columns is read by nobody. */
const MOST_BUCKETS = 400;

/** Statement: the parts of the subject down, the buckets of the range across, each row with its total. */
export const statement = defineAnalysis({
  name: 'statement',
  title: { zh: '报表统计', en: 'Statement' },
  permission: 'SDNPowerAdmin.SDNStatementStatistics',
  intervals: ['301', '201', '501', '601'],
  more: { classify: z.enum(CLASSIFY).default('part') },
  find: async (trx, asked, { classify }) => {
    const { zone, level, range, subject, expected } = asked;
    const bounds = bucketBounds(zone, level, range.from, range.to);
    const starts = bounds.slice(0, -1);
    if (starts.length > MOST_BUCKETS)
      throw badInput(
        {
          zh: `报表最多 ${MOST_BUCKETS} 列，请缩短时间`,
          en: `At most ${MOST_BUCKETS} columns, choose a shorter range`,
        },
        'end',
      );
    const parts = partsOf(asked, classify);
    const buckets = await usageOf(trx, meterIdsOf(parts), level, range.from, range.to);
    const byTime = new Map<number, Map<number, { energy: bigint | null; coveredS: number; flags: number }>>();
    for (const bucket of buckets) {
      // A site in another zone has its own borders: its bucket counts where it begins.
      const at = bucketStart(zone, level, bucket.ts);
      const list = byTime.get(at) ?? new Map();
      list.set(bucket.meterId, {
        energy: bucket.energies[0] ?? null,
        coveredS: bucket.coveredS,
        flags: bucket.flags,
      });
      byTime.set(at, list);
    }
    const { unit } = subject;
    const rows = parts.map((one): AnalysisRow => {
      const sums = starts.map((ts) => sumOfPart(one, byTime.get(ts) ?? new Map()));
      const known = sums.flatMap(({ energy }) => (energy === null ? [] : [energy]));
      const sum = {
        energy: known.length === 0 ? null : known.reduce((all, energy) => all + energy, 0n),
        coveredS: sums.reduce((all, each) => all + each.coveredS, 0),
        flags: sums.reduce((all, each) => all | each.flags, 0),
        known: one.signed.length,
      };
      return {
        key: one.key,
        cells: {
          name: one.name,
          total: numberOf(sum.energy),
          ...Object.fromEntries(sums.map(({ energy }, i) => [`t${i}`, numberOf(energy)])),
        },
        coverage: coverageOf(sum, range.from, range.to, { ...expected, meters: one.signed.length }),
        flags: flagsOf(sum.flags),
        object: objectOf(one),
      };
    });
    return {
      figures: [],
      columns: [
        { key: 'name', label: { zh: '对象', en: 'Object' }, kind: 'text' },
        { key: 'total', label: { zh: '合计', en: 'Total' }, kind: 'amount', unit },
        ...starts.map((ts, i): AnalysisColumn => {
          const label = bucketLabel(zone, level, ts);
          return { key: `t${i}`, label: { zh: label, en: label }, kind: 'amount', unit };
        }),
      ],
      rows,
    };
  },
});
