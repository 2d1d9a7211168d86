import type { Operation, StateInterval } from '../signal/interval.ts';
import type { RuleVersion } from './judge.ts';
import { versionAt } from './judge.ts';
import type { Reading } from './past.ts';
import type { Limit } from './verdict.ts';

/** What a rule on a signal point asks for. */
export interface SignalSettings {
  /** The state that is an alarm; null = every state but the normal one of the point. */
  readonly state: number | null;
  /** The normal states of the points that the rule is put to, by their ids; null = none is normal. */
  readonly normals: Readonly<Record<string, number | null>>;
  /** The operations of a day are counted, and its limit is their number; else states are judged. */
  readonly counts?: boolean;
  /** The meters that these points belong to; null = none. Absent in versions that no composition can ask. */
  readonly meters?: Readonly<Record<string, number | null>>;
}

/** The name under which it stands among the values of a reading: 1 = in an alarm state, 0 = not; or the operations of the day so far. */
export const SIGNAL_CODE = 'STATE';
export const SIGNAL_LIMIT: Limit = { side: 'above', limit: 0.5, deadBand: 0 };

/**
 * The points at which a part of a composition looks on a meter, with their normal states: those of the meter itself; where it has
 * none those that belong to no meter; where there are none of these either all that the rule is put to.
 */
export function pointsOn(
  { normals, meters = {} }: SignalSettings,
  ammeterId: number,
): ReadonlyMap<number, number | null> {
  const all = Object.entries(normals).map(([id, normal]) => ({
    id: Number(id),
    normal,
    of: meters[id] ?? null,
  }));
  const own = all.filter(({ of }) => of === ammeterId);
  const free = all.filter(({ of }) => of === null);
  const chosen = own.length > 0 ? own : free.length > 0 ? free : all;
  return new Map(chosen.map(({ id, normal }) => [id, normal]));
}

/** The normal state of a point at an instant (ms); before a version knows the point, that of the first that does. */
export function normalAt(versions: readonly RuleVersion[], pointId: number, at: number): number | null {
  const known = (one: RuleVersion | undefined) => one?.rule.signal?.normals[pointId];
  return known(versionAt(versions, at)) ?? known(versions.find((one) => known(one) !== undefined)) ?? null;
}

/** What is known of a point over an interval of time. */
export interface PointCourse {
  readonly intervals: readonly StateInterval[];
  /** Operations since the day (of the site) began in which the interval begins, in the order of time. */
  readonly operations: readonly Operation[];
  /** Where days begin (ms), the first at or before the interval. */
  readonly days: readonly number[];
}

/** The operations of the day of an instant (ms) up to it. */
export function countAt({ operations, days }: PointCourse, at: number): number {
  const day = days.findLast((begin) => begin <= at) ?? -Infinity;
  return operations.filter(({ ts }) => ts >= day && ts <= at).length;
}

/**
 * What the course of a point says to a rule, as readings at the instants at which that may differ: where the position
 * changes, is not known any more, or another version begins to hold; of a rule that counts also at each operation and where
 * a day begins.
 */
export function signalReadings(
  versions: readonly RuleVersion[],
  course: PointCourse,
  pointId: number,
): Reading[] {
  const { intervals } = course;
  const from = intervals[0]?.from ?? Infinity;
  const to = intervals.at(-1)?.to ?? -Infinity;
  const counts = versions.some(({ rule }) => rule.signal?.counts);
  const instants = [
    ...intervals.map((one) => one.from),
    ...versions.map(({ validFrom }) => validFrom),
    ...(counts ? [...course.days, ...course.operations.map(({ ts }) => ts)] : []),
  ].filter((at) => at >= from && at < to);
  let place = 0;
  return [...new Set(instants)]
    .toSorted((a, b) => a - b)
    .map((at): Reading => {
      while ((intervals[place]?.to ?? Infinity) <= at) place++;
      const { signal } = versionAt(versions, at).rule;
      if (signal?.counts) return { at, values: { [SIGNAL_CODE]: countAt(course, at) } };
      const normal = normalAt(versions, pointId, at);
      const says = isAlarm(intervals[place]?.value ?? null, signal?.state ?? null, normal);
      return { at, values: { [SIGNAL_CODE]: says === null ? NaN : Number(says) } };
    });
}

/** Whether a position is an alarm; null where that is not known. */
export function isAlarm(value: number | null, state: number | null, normal: number | null): boolean | null {
  if (value === null || (state === null && normal === null)) return null;
  return state === null ? value !== normal : value === state;
}
