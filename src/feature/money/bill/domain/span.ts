import { type SettlementMonth, type SettlementRule, settlementMonths } from '#domain/demand/settlement.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Days } from '#domain/tariff/bill.ts';
import { dateOfDay, dayOfDate } from '#domain/time/date.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';

/** What says from which date to which an agreement holds, and how its object is settled. */
export interface Dated {
  readonly begin: string;
  readonly end: string | null;
  readonly zone: Zone;
  readonly rule: SettlementRule;
}

/** A part of a settlement month, or all of it, in which one agreement holds. */
export interface Span<A extends Dated = Dated> extends Range {
  readonly agreed: A;
  /** Days of the settlement month that it is of. */
  readonly monthDays: number;
}

/** A settlement month of an account, as far as agreements hold in it; its spans are in the order of time. */
export interface AccountMonth<S extends Range = Span> extends SettlementMonth {
  readonly spans: readonly S[];
}

const daysIn = (zone: Zone, { from, to }: Range): number => zone.localDay(to) - zone.localDay(from);

/** Wide enough that every agreement of a month that touches a range is looked at. */
const ABOUT_MS = 62 * DAY_MS;

/**
 * The settlement months of an account that touch a range. Each agreement is billed by the settlement of its own
 * object, from its first date to its last, also where these lie inside a month: no day is billed twice or not at all,
 * whatever changes from one agreement to the next. @param agreements all of the account
 */
export function accountMonths<A extends Dated>(
  agreements: readonly A[],
  range: Range,
): AccountMonth<Span<A>>[] {
  const spans = new Map<string, Span<A>[]>();
  for (const agreed of agreements) {
    const { begin, end, zone, rule } = agreed;
    const first = zone.startOfDay(dayOfDate(begin));
    const last = end === null ? Infinity : zone.startOfDay(dayOfDate(end) + 1);
    const query = { from: Math.max(range.from - ABOUT_MS, first), to: Math.min(range.to + ABOUT_MS, last) };
    if (query.from >= query.to) continue;
    for (const whole of settlementMonths(zone, rule, query)) {
      const span = { from: Math.max(whole.from, first), to: Math.min(whole.to, last) };
      const one = { ...span, agreed, monthDays: daysIn(zone, whole) };
      spans.set(whole.month, [...(spans.get(whole.month) ?? []), one]);
    }
  }
  return [...spans]
    .map(([month, list]) => {
      const own = list.toSorted((a, b) => a.from - b.from);
      return { month, from: own[0]?.from ?? 0, to: Math.max(...own.map((span) => span.to)), spans: own };
    })
    .filter(({ from, to }) => from < range.to && to > range.from)
    .toSorted((a, b) => a.from - b.from);
}

/** The months named from one to another, both included, as far as agreements of the account touch them. */
export function monthsNamed<A extends Dated>(
  agreements: readonly A[],
  first: string,
  last: string,
): AccountMonth<Span<A>>[] {
  const around = { from: Date.parse(`${first}-01`) - ABOUT_MS, to: Date.parse(`${last}-01`) + ABOUT_MS };
  return accountMonths(agreements, around).filter(({ month }) => first <= month && month <= last);
}

/** The month of a name, `2024-03`; undefined where no agreement of the account touches it. */
export const monthNamed = <A extends Dated>(
  agreements: readonly A[],
  name: string,
): AccountMonth<Span<A>> | undefined => monthsNamed(agreements, name, name)[0];

/** Intervals between agreements of a month in which none holds. */
export const gapsOf = ({ spans }: AccountMonth<Range>): Range[] =>
  spans.flatMap(({ to }, i) => {
    const next = spans[i + 1];
    return next && next.from > to ? [{ from: to, to: next.from }] : [];
  });

/** The dates of a part of a month, by how many days it counts: of parts side by side they add up to those of the whole. */
export function daysOfRange(zone: Zone, { from, to }: Range, monthDays: number): Days {
  return {
    since: dateOfDay(zone.localDay(from)),
    until: dateOfDay(zone.localDay(to - 1)),
    days: daysIn(zone, { from, to }),
    of: monthDays,
  };
}
