import { isQuiet } from './plan.ts';

/** A way to a person: 1 = short message, 2 = mail. */
export type Way = '1' | '2';

/** When somebody is on duty. */
export interface Duty {
  /** Days of the week by ISO 8601, '1' … '7'; null or empty = every day. */
  readonly days: readonly string[] | null;
  /** Hours 0 … 23; null, or both the same = the whole day. */
  readonly begin: number | null;
  readonly end: number | null;
  /** First and last day, since 1970-01-01; null = no bound. */
  readonly from: number | null;
  readonly to: number | null;
}

/** ISO 8601 number of the weekday, 1 = Monday. @param day since 1970-01-01, a Thursday */
const weekday = (day: number): string => String(((((day + 3) % 7) + 7) % 7) + 1);

/**
 * Whether somebody is on duty. A turn that spans midnight counts to the day on which it begins.
 * @param day since 1970-01-01, of the wall clock of the site
 * @param hour 0 … 23 of that clock
 */
export function onDuty({ days, begin, end, from, to }: Duty, day: number, hour: number): boolean {
  let turn = day;
  if (begin !== null && end !== null && begin !== end) {
    if (!isQuiet(hour, begin, end)) return false;
    if (begin > end && hour < end) turn = day - 1;
  }
  if (days !== null && days.length > 0 && !days.includes(weekday(turn))) return false;
  return (from === null || turn >= from) && (to === null || turn <= to);
}

/** By what a person can be told. */
export interface Reachable {
  /** What the person chose for the own account; empty = nothing. */
  readonly own: readonly string[];
  /** What the group says of the person; null or empty = every way. */
  readonly member: readonly string[] | null;
  /** The ways of which the account has an address. */
  readonly has: readonly Way[];
  /** The ways that the product is set up for. */
  readonly up: readonly Way[];
}

/** The ways by which a person is told: as chosen, else as the group says, else as it is possible at all. */
export function waysTo({ own, member, has, up }: Reachable): readonly Way[] {
  const open = has.filter((one) => up.includes(one));
  for (const wanted of [own, member ?? []]) {
    const chosen = open.filter((one) => wanted.includes(one));
    if (chosen.length > 0) return chosen;
  }
  // Nothing of it is set up: the run that fails says so.
  return open.length > 0 ? open : has;
}
