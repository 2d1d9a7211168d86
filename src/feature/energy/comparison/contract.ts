import type { Text } from '#contract/text.ts';

/** What a comparison says where nothing is chosen (specification 3 section 5). */
export const NO_OBJECT: Text = { zh: '请选择对比对象', en: 'please choose comparison objects' };
export const NO_PERIOD: Text = { zh: '请选择对比时间', en: 'please choose comparison time' };

/** Total, mean, highest and lowest of the buckets of which something is known; a row of the comparison's table. */
export interface CompareRow {
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  readonly sum: number | null;
  readonly avg: number | null;
  readonly max: number | null;
  readonly min: number | null;
  /** Total of the buckets that every line knows and that are over: of like with like; null where there is none. */
  readonly same: number | null;
  /** How many buckets these are, of how many. */
  readonly sameCount: number;
  readonly count: number;
}
