import type { Text } from '#contract/text.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import type { BillView, DoubtfulLine } from '../contract.ts';
import { besideOf } from './beside.ts';

/** What the paper of a bill is headed with. @param month `2026-10` */
export function titleOf(month: string): Text {
  const [year = '', no = ''] = month.split('-');
  const named = new Date(Date.UTC(Number(year), Number(no) - 1, 1)).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return { zh: `${year} 年 ${Number(no)} 月 电费核算单`, en: `Electricity bill, ${named}` };
}

/** Whether the true sum may be higher. */
export const isLeast = ({ demandMissing, rows }: Pick<BillView, 'demandMissing' | 'rows'>): boolean =>
  demandMissing || rows.some(({ atLeast }) => atLeast);

/** Which doubts each line has, by their numbers in the list. */
export function marksOf({
  doubtfulLines,
}: Pick<BillView, 'doubtfulLines'>): ReadonlyMap<string, readonly string[]> {
  const marks = new Map<string, string[]>();
  doubtfulLines.forEach(({ lines }, i) => {
    for (const key of lines) marks.set(key, [...(marks.get(key) ?? []), String(i + 1)]);
  });
  return marks;
}

/** What lines in doubt come to, yuan. */
export interface DoubtSum {
  readonly amount: number;
  /** Invoiced less computed, of those that the invoice names one by one; null where it names none of them. */
  readonly difference: number | null;
}

/** What rests on one doubt; null where the line that it is about is left out of the bill. */
export const doubtSumOf = (bill: BillView, { lines }: Pick<DoubtfulLine, 'lines'>): DoubtSum | null => {
  const keys = new Set(lines);
  const amount = sumOf(bill.rows.filter(({ key }) => keys.has(key)).map((row) => row.amount));
  if (amount === null) return null;
  const beside = bill.invoice && besideOf(bill.rows.map(({ key }) => key), bill.invoice.rows); // prettier-ignore
  return { amount, difference: sumOf([...keys].map((key) => beside?.ofLine.get(key)?.difference)) };
};

/** What rests on any doubt: a line with several counts once. */
export const allDoubtsOf = (bill: BillView): DoubtSum | null =>
  doubtSumOf(bill, { lines: bill.doubtfulLines.flatMap(({ lines }) => lines) });
