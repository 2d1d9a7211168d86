import type { Text } from '#contract/text.ts';
import { microToNumber, roundDiv } from '#domain/decimal/decimal.ts';
import type { Level } from '#domain/time/bucket.ts';
import { type SumBucket, usageSum } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { AnalysisColumn, AnalysisRow } from '#contract/analysis.ts';
import { type AnalysisContext, flagsOf } from '#feature/meters/analysisFrame/server/public.ts';

/** Buckets of the same kind: the hours of a name, the days of a weekday. */
export interface Group {
  readonly n: number;
  readonly sum: bigint | null;
  readonly most: bigint | null;
  readonly least: bigint | null;
  readonly flags: number;
}

const NONE: Group = { n: 0, sum: null, most: null, least: null, flags: 0 };

const joined = (group: Group, energy: bigint, flags: number): Group => ({
  n: group.n + 1,
  sum: (group.sum ?? 0n) + energy,
  most: group.most === null || energy > group.most ? energy : group.most,
  least: group.least === null || energy < group.least ? energy : group.least,
  flags: group.flags | flags,
});

/** The mean of a group, null where nothing is known. */
export const meanOf = ({ sum, n }: Group): number | null =>
  sum === null ? null : microToNumber(roundDiv(sum, BigInt(n)));

const reported = (micro: bigint | null): number | null => (micro === null ? null : microToNumber(micro));

/** The buckets of a range that are over and of which something is known, put together by `of`. */
export async function groupsOf(
  trx: Db,
  { signed, range, until }: AnalysisContext,
  level: Level,
  count: number,
  of: (bucket: SumBucket) => number,
): Promise<Group[]> {
  const groups = Array.from({ length: count }, () => NONE);
  for (const bucket of await usageSum(trx, signed, level, range.from, range.to)) {
    if (bucket.energy === null || bucket.end > until) continue;
    const at = of(bucket);
    groups[at] = joined(groups[at] ?? NONE, bucket.energy, bucket.flags);
  }
  return groups;
}

/** The columns that every profile has, behind the name of its rows. */
export const profileColumns = (unit: string): AnalysisColumn[] => [
  { key: 'avg', label: { zh: '平均', en: 'Mean' }, kind: 'amount', unit },
  { key: 'max', label: { zh: '最大', en: 'Highest' }, kind: 'amount', unit },
  { key: 'min', label: { zh: '最小', en: 'Lowest' }, kind: 'amount', unit },
  { key: 'sum', label: { zh: '合计', en: 'Total' }, kind: 'amount', unit },
  { key: 'share', label: { zh: '占比', en: 'Share' }, kind: 'share' },
  { key: 'n', label: { zh: '样本数', en: 'Counted' }, kind: 'text' },
];

/** A group as a row: mean, extremes, total, its share of all. */
export function profileRow(key: string, time: string | Text, group: Group, total: bigint): AnalysisRow {
  return {
    key,
    cells: {
      time,
      avg: meanOf(group),
      max: reported(group.most),
      min: reported(group.least),
      sum: reported(group.sum),
      share: group.sum === null || total === 0n ? null : Number(group.sum) / Number(total),
      n: group.n,
    },
    coverage: null,
    flags: flagsOf(group.flags),
  };
}

/** All groups together. */
export const totalOf = (groups: readonly Group[]): bigint =>
  groups.reduce((sum, group) => sum + (group.sum ?? 0n), 0n);
