import type { Analysis } from './analysis.ts';
import { chartOf } from './chartOf.ts';

/** The bills of the settlement months, line by line; the chart shows what each month comes to. */
export const bill: Analysis = {
  name: 'bill',
  title: { zh: '电费账单', en: 'Electricity bill' },
  intervals: ['501'],
  empty: {
    why: { zh: '该对象在此期间没有电价协议', en: 'The object has no price agreement in this time' },
    next: {
      zh: '在“电价方案”和“电价协议”中新增，账单随即算出',
      en: 'Add a price scheme and an agreement; the bill follows at once',
    },
  },
  charts: (answer, words) => [
    chartOf(
      { ...answer, rows: answer.rows.filter((row) => row.key.endsWith(' total')) },
      words.say({ zh: '每月电费', en: 'Bill of each month' }),
      [{ key: 'amount', kind: 'bar', color: 'primary' }],
      words,
    ),
  ],
};
