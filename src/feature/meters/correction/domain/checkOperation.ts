import type { Text } from '#contract/text.ts';
import { parseDecimal } from '#domain/decimal/decimal.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import type { Operation } from '../contract.ts';

const LONGEST_MS = 31 * DAY_MS;
/** No counter stands beyond. */
const LARGEST = 1e12;

export interface OperationFault {
  readonly field: 'from' | 'to' | 'amount';
  readonly text: Text;
}

/** What is wrong with an operation, or null. `now` in ms. */
export function checkOperation(operation: Operation, now: number): OperationFault | null {
  const { kind, from, to } = operation;
  const single = kind === 'register' || kind === 'choose' || kind === 'ignore';
  if (to > now + DAY_MS) return { field: 'to', text: future };
  if (to < from || (to === from && !single)) return { field: 'to', text: endFirst };
  if (kind === 'register' && to !== from) return { field: 'to', text: oneInstant };
  if (to - from > LONGEST_MS) return { field: 'to', text: tooLong };
  if ((kind === 'scale' || kind === 'interpolate') && (from % QUARTER_MS !== 0 || to % QUARTER_MS !== 0))
    return { field: 'from', text: offGrid };
  return checkAmount(operation);
}

function checkAmount({ kind, amount }: Operation): OperationFault | null {
  if (kind === 'interpolate' || kind === 'ignore') return null;
  if (amount === null) return { field: 'amount', text: noAmount };
  let value: number;
  try {
    const { num, den } = parseDecimal(amount);
    value = Number(num) / Number(den);
  } catch {
    return { field: 'amount', text: noNumber };
  }
  if (!(Math.abs(value) <= LARGEST)) return { field: 'amount', text: tooLarge };
  if (kind !== 'shift' && value < 0) return { field: 'amount', text: negative };
  if (kind === 'shift' && value === 0) return { field: 'amount', text: zeroShift };
  if (kind === 'scale' && (value === 0 || value > 1000)) return { field: 'amount', text: badFactor };
  return null;
}

const future = { zh: '时间不能晚于明天', en: 'The time cannot be later than tomorrow' };
const endFirst = { zh: '结束时间须晚于开始时间', en: 'The end must be after the begin' };
const oneInstant = { zh: '示值只有一个时刻', en: 'A register stands at one instant' };
const tooLong = { zh: '时段不能长于 31 天', en: 'The interval cannot be longer than 31 days' };
const offGrid = {
  zh: '时段须从整刻钟到整刻钟',
  en: 'The interval must begin and end on a quarter of an hour',
};
const noAmount = { zh: '请输入数值', en: 'Enter a number' };
const noNumber = { zh: '不是数字', en: 'This is not a number' };
const tooLarge = { zh: '数值过大', en: 'The number is too large' };
const negative = { zh: '不能为负', en: 'It cannot be below zero' };
const zeroShift = { zh: '平移量不能为 0', en: 'A shift by nothing changes nothing' };
const badFactor = { zh: '系数须大于 0，不超过 1000', en: 'The factor must be above 0, at most 1000' };
