import { sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { type SettlementMonth, settlementMonths, type SettlementRule } from '#domain/demand/settlement.ts';
import type { Range } from '#domain/fold/reach.ts';
import { dateOfDay, dayOfDate } from '#domain/time/date.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { Place } from './asset.ts';

/** A local date, or the date of a local instant. */
const date = () =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?$/)
    .transform((text) => text.slice(0, 10))
    .pipe(z.iso.date());

/** The dates of a question, both included; default the month so far. */
export const rangeParams = { fromDt: date().optional(), toDt: date().optional() };

export interface RangeParams {
  readonly fromDt?: string | undefined;
  readonly toDt?: string | undefined;
}

const MOST_DAYS = 3 * 366;

/** The interval of dates in the zone of a site, the last included. @throws Fault 400 where they are not in order, or too many */
export function rangeOf(zone: Zone, { fromDt, toDt }: RangeParams, now: number): Range {
  const last = toDt === undefined ? zone.localDay(now) : dayOfDate(toDt);
  const first = fromDt === undefined ? dayOfDate(`${dateOfDay(last).slice(0, 7)}-01`) : dayOfDate(fromDt);
  if (first > last)
    throw badInput({ zh: '结束日期早于开始日期', en: 'The last date lies before the first' }, 'toDt');
  if (last - first >= MOST_DAYS) throw badInput({ zh: '最多查询三年', en: 'Three years at most' }, 'fromDt');
  return { from: zone.startOfDay(first), to: zone.startOfDay(last + 1) };
}

/** The days of an interval by their date. */
export function daysOf(zone: Zone, { from, to }: Range): (Range & { readonly label: string })[] {
  const days = [];
  for (let day = zone.localDay(from); zone.startOfDay(day) < to; day++)
    days.push({ label: dateOfDay(day), from: zone.startOfDay(day), to: zone.startOfDay(day + 1) });
  return days;
}

/** When a site is settled: by its own day of the month, else by that of its enterprise. */
export async function ruleOf(trx: Db, { siteId, consumerId }: Place): Promise<SettlementRule> {
  const { rows } = await sql<SettlementRule>`
    select coalesce(s.settlement_day, c.settlement_day) as day, coalesce(s.settlement_hour, c.settlement_hour) as hour
    from consumer c left join monitor_site s on s.id = ${siteId} where c.id = ${consumerId}`.execute(trx);
  return rows[0] ?? { day: 1, hour: 0 };
}

/**
 * The settlement months whose days lie in an interval of dates; the running one as far as it has come. A month that is settled
 * later than at midnight ends some hours after the interval.
 */
export const monthsIn = (zone: Zone, rule: SettlementRule, range: Range, now: number): SettlementMonth[] =>
  settlementMonths(zone, rule, range).filter(
    ({ from, to }) =>
      from >= range.from && from < now && Math.min(zone.startOfDay(zone.localDay(to)), now) <= range.to,
  );

/** An interval as far as the months in it reach that are over. */
export const reachOf = (range: Range, months: readonly Range[], now: number): Range => ({
  from: range.from,
  to: Math.max(range.to, ...months.map(({ to }) => Math.min(to, now))),
});

/** The settlement month of a name, `2026-11`. @throws Fault 400 where it has not begun */
export function monthNamed(zone: Zone, rule: SettlementRule, month: string, now: number): SettlementMonth {
  const about = zone.startOfDay(dayOfDate(`${month}-01`));
  const found = settlementMonths(zone, rule, { from: about - 40 * DAY_MS, to: about + 62 * DAY_MS }).find((one) => one.month === month); // prettier-ignore
  if (!found || found.from >= now)
    throw badInput({ zh: '该月尚未开始', en: 'The month has not begun' }, 'month');
  return found;
}
