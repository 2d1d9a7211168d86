import { SLOT_MINUTES, SLOTS } from '#contract/plan.ts';
import { clockOf, minutesOf } from '#domain/time/clock.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { clockAt, startOfDate } from '#domain/time/text.ts';

/** `HH:MM` at which a slot of an ordinary day begins; of the slot after the last `24:00`. */
export const slotClock = (slot: number): string => clockOf(slot * SLOT_MINUTES);

/** The slots of a plan on a day, and what they are called by the clock of the site. */
export interface DaySlots {
  /** Slots that lie within the day: 92 of a day of 23 hours. */
  readonly count: number;
  /** `HH:MM` at which each begins, and behind the last where it ends; an hour that is passed twice is told with A and B. */
  readonly clocks: readonly string[];
  /** For every quarter of the day, of which there may be more than slots, the slot of an ordinary day at the same time. */
  readonly usual: readonly number[];
}

const ORDINARY: DaySlots = {
  count: SLOTS,
  clocks: Array.from({ length: SLOTS + 1 }, (_, slot) => slotClock(slot)),
  usual: Array.from({ length: SLOTS }, (_, slot) => slot),
};

/** The slots of a day: quarters that pass from its beginning, named by the clock of the zone. */
export function daySlots(timeZone: string, date: string): DaySlots {
  const [from, to] = [startOfDate(timeZone, date), startOfDate(timeZone, date, 1)];
  if (to - from === DAY_MS) return ORDINARY;
  const clocks = Array.from({ length: Math.round((to - from) / QUARTER_MS) }, (_, quarter) =>
    clockAt(timeZone, from + quarter * QUARTER_MS),
  );
  const count = Math.min(SLOTS, clocks.length);
  const named = clocks.map((clock, quarter) => {
    const [first, last] = [clocks.indexOf(clock), clocks.lastIndexOf(clock)];
    return first === last ? clock : `${clock}${quarter === first ? 'A' : 'B'}`;
  });
  return {
    count,
    clocks: [...named, slotClock(SLOTS)].slice(0, count + 1),
    usual: clocks.map((clock) => (minutesOf(clock) ?? 0) / SLOT_MINUTES),
  };
}

/** What some days that are looked at together call their slots: their own names where they have the same, else the usual ones. */
export function sharedSlots(timeZone: string, dates: readonly string[]): DaySlots {
  const [first = ORDINARY, ...others] = dates.map((date) => daySlots(timeZone, date));
  return others.every(({ clocks }) => clocks.join() === first.clocks.join()) ? first : ORDINARY;
}

/** The interval of some slots by the clock: `08:00–10:00`. */
export const slotSpan = ({ clocks, count }: DaySlots, from: number, to: number): string =>
  `${clocks[Math.min(from, count)]}–${clocks[Math.min(to, count)]}`;

/** What holds by the clock of an ordinary day, slot by slot of this one; slots that do not exist have `none`. */
export const onDay = <T>(byClock: readonly T[], { count, usual }: DaySlots, none: T): T[] =>
  Array.from({ length: SLOTS }, (_, slot) => (slot < count ? (byClock[usual[slot] ?? slot] ?? none) : none));

/** The other way round: a curve of a day by the clock of an ordinary one; what this day did not pass does nothing. */
export function byClock(points: readonly number[], { count, usual }: DaySlots): number[] {
  const found = new Map<number, number>();
  // Of an hour that is passed twice the first counts.
  for (let slot = count - 1; slot >= 0; slot--) found.set(usual[slot] ?? slot, points[slot] ?? 0);
  return Array.from({ length: SLOTS }, (_, slot) => found.get(slot) ?? 0);
}

/** A curve of which slots that do not exist do nothing. */
export const withinDay = (points: readonly number[], { count }: DaySlots): number[] =>
  points.map((kw, slot) => (slot < count ? kw : 0));

/** A row of a file of plans: the clock at which it begins, and the slot that it is on each of some days; null = on that day none. */
interface FileRow {
  readonly clock: string;
  readonly slots: readonly (number | null)[];
}

/** How a file calls a slot: the first of two alike needs no letter. */
export const fileClock = (clock: string): string => clock.replace(/A$/, '');

/** The rows of a file of some days, in the order of the clock. */
export function fileRows(days: readonly DaySlots[]): FileRow[] {
  const own = days.map(({ clocks, count }) => clocks.slice(0, count).map(fileClock));
  const twice = new Set(own.flat().flatMap((clock) => (clock.endsWith('B') ? [clock.slice(0, -1)] : [])));
  const usual = ORDINARY.clocks.slice(0, SLOTS);
  const before = usual.findLastIndex((clock) => twice.has(clock)) + 1;
  const names = [
    ...usual.slice(0, before),
    ...[...twice].toSorted().map((clock) => `${clock}B`),
    ...usual.slice(before),
  ];
  return names.map((clock) => ({
    clock: twice.has(clock) ? `${clock}A` : clock,
    slots: own.map((clocks) => {
      const slot = clocks.indexOf(clock);
      return slot < 0 ? null : slot;
    }),
  }));
}
