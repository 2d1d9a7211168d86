import type { Text } from './text.ts';

/** Why a change is `--`: two stretches are compared only like with like. */
export const NOT_COMPARABLE = {
  running: { zh: '本期尚未结束，不与整期对比', en: 'Not over yet: not held against a whole period' },
  now: { zh: '本期没有数据', en: 'Nothing is known of this period' },
  before: { zh: '对比期没有数据', en: 'Nothing is known of the period compared with' },
  zero: { zh: '对比期为零或负值，无法计算比例', en: 'The period compared with is zero or less' },
  coverage: {
    zh: '本期数据不完整（覆盖不足 90%），对比会失真',
    en: 'This period is known too little (less than 90 % covered)',
  },
  coverageBefore: {
    zh: '对比期数据不完整（覆盖不足 90%），对比会失真',
    en: 'The period compared with is known too little (less than 90 % covered)',
  },
  price: {
    zh: '两期中有一期部分用电没有电价，电费不可比',
    en: 'A part of the energy of either period has no price: costs are not comparable',
  },
} as const satisfies Readonly<Record<string, Text>>;
export type NotComparable = keyof typeof NOT_COMPARABLE;
