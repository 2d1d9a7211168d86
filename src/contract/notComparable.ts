import type { Text } from './text.ts';

/** Why a change is `--`: two intervals are compared only like with like. */
export const NOT_COMPARABLE = {
  running: { zh: '尚未结束，不对比', en: 'Not over yet' },
  now: { zh: '本期没有数据', en: 'No data for this period' },
  before: { zh: '对比期没有数据', en: 'No data for the period before' },
  zero: { zh: '对比期为零或负值', en: 'The period before is zero or less' },
  coverage: { zh: '本期数据不足 90%，不可比', en: 'Less than 90% of this period covered' },
  coverageBefore: { zh: '对比期数据不足 90%，不可比', en: 'Less than 90% covered before' },
  price: { zh: '部分用电没有电价，不可比', en: 'Part of the energy has no price' },
} as const satisfies Readonly<Record<string, Text>>;
export type NotComparable = keyof typeof NOT_COMPARABLE;
