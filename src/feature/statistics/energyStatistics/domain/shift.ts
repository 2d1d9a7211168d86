import { minutesOf, type ShiftPlan } from '#contract/shiftPlan.ts';
import type { Range } from '#domain/fold/reach.ts';
import { dateOfDay, dayOfDate } from '#domain/time/date.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';

/** A version of a shift plan; it holds from its date until the next one. */
export interface PlanVersion {
  /** `2024-07-01`; day 0 of the cycle of crews. */
  readonly validFrom: string;
  readonly plan: ShiftPlan;
}

/** One working of a shift. */
export interface Worked extends Range {
  /** Day on which it begins. */
  readonly date: string;
  readonly shift: string;
  /** Null where crews are not told, or nobody works. */
  readonly crew: string | null;
}

/** The version that holds on a date: the newest that has begun. */
const versionOn = (versions: readonly PlanVersion[], date: string): PlanVersion | undefined =>
  versions
    .filter((one) => one.validFrom <= date)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
    .at(-1);

/**
 * Every working of a shift whose day lies between two dates (both included), by the clock of the zone: where clocks
 * change, a shift is as long as it really was.
 * @param versions of the site. @param general those that hold on days before any of the site's own has begun
 */
export function workedShifts(
  zone: Zone,
  versions: readonly PlanVersion[],
  first: string,
  last: string,
  general: readonly PlanVersion[] = [],
): Worked[] {
  const worked: Worked[] = [];
  for (let day = dayOfDate(first); day <= dayOfDate(last); day++) {
    const date = dateOfDay(day);
    const version = versionOn(versions, date) ?? versionOn(general, date);
    if (!version) continue;
    const { shifts, cycle } = version.plan;
    const crews = cycle?.[(day - dayOfDate(version.validFrom)) % cycle.length];
    for (const [i, shift] of shifts.entries()) {
      const { from, to } = minutesOf(shift);
      const at = (minutes: number): number => zone.instantOf(day * DAY_MS + minutes * MINUTE_MS);
      worked.push({ date, shift: shift.name, crew: crews?.[i] ?? null, from: at(from), to: at(to) });
    }
  }
  return worked;
}
