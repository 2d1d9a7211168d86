import { MILLION, textToMicro } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { amountLine, type SettledLine } from '#domain/storage/settle.ts';
import { shareOfAmount } from '#domain/tariff/basicCharge.ts';
import { dayOfDate } from '#domain/time/date.ts';
import type { Zone } from '#domain/time/zone.ts';

interface Paid {
  /** Yuan a month. */
  readonly operationCost: string;
  readonly commissioned: string | null;
  /** When it was put out of use, ms; Infinity = it is in use. */
  readonly until: number;
}

/**
 * What operation and maintenance cost in an interval: for each day that has begun and on which the asset was in service the
 * monthly fee divided by the days of that month, each month rounded once. A day is of the interval in which it ends, so that
 * settlements at another hour than midnight pay it once. Null where nothing is paid.
 */
export function operationLine(
  zone: Zone,
  { operationCost, commissioned, until }: Paid,
  range: Range,
  now: number,
): SettledLine | null {
  const price = textToMicro(operationCost);
  const begin = commissioned === null ? -Infinity : dayOfDate(commissioned);
  const last = Math.min(zone.localDay(range.to) - 1, zone.localDay(Math.min(now, until - 1)));
  const months = new Map<number, { days: number; of: number }>();
  for (let day = Math.max(zone.localDay(range.from), begin); day <= last; day++) {
    const { year, month } = zone.local(zone.startOfDay(day));
    const found = months.get(year * 12 + month);
    if (found) found.days++;
    else months.set(year * 12 + month, { days: 1, of: daysIn(year, month) });
  }
  let amount = 0n;
  for (const { days, of } of months.values())
    amount += shareOfAmount(MILLION, price, { num: BigInt(days), den: BigInt(of) });
  return amount === 0n ? null : amountLine('operation', amount);
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
