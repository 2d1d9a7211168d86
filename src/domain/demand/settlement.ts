import type { Range } from '../fold/reach.ts';
import { monthOfCount } from '../time/date.ts';
import { DAY_MS, HOUR_MS } from '../time/duration.ts';
import type { Zone } from '../time/zone.ts';

/** When a bill is settled: maximum demand begins anew at this hour of this day of each month (domain notes 5.3). */
export interface SettlementRule {
  /** 1 … 28 */
  readonly day: number;
  /** 0 … 23, by the wall clock of the zone. */
  readonly hour: number;
}

/** A month from one settlement to the next. */
export interface SettlementMonth extends Range {
  /** `2018-07`: the month in which most of it lies; of equal halves the first. */
  readonly month: string;
}

/** With this day or an earlier one most of a month lies in the calendar month in which it begins. */
const MIDDLE = 15;

const startOf = (zone: Zone, { day, hour }: SettlementRule, month: number): number => {
  const date = Date.UTC(Math.floor(month / 12), month % 12, day);
  // Midnight may be skipped or repeated by a clock; then a day begins with its first instant.
  return hour === 0 ? zone.startOfDay(date / DAY_MS) : zone.instantOf(date + hour * HOUR_MS);
};

/** The settlement month that begins in a calendar month, counted from the year 0. */
function monthFrom(zone: Zone, rule: SettlementRule, index: number): SettlementMonth {
  const named = rule.day <= MIDDLE ? index : index + 1;
  const month = monthOfCount(named);
  return { month, from: startOf(zone, rule, index), to: startOf(zone, rule, index + 1) };
}

/** The settlement months that touch [from, to) in a zone, in the order of time. */
export function settlementMonths(
  zone: Zone,
  rule: SettlementRule,
  { from, to }: Range,
  most = Infinity,
): SettlementMonth[] {
  const months: SettlementMonth[] = [];
  const { year, month } = zone.local(from);
  for (let index = year * 12 + month - 2; months.length < most; index++) {
    const one = monthFrom(zone, rule, index);
    if (one.from >= to) return months;
    if (one.to > from) months.push(one);
  }
  return months;
}
