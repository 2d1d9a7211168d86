import type { StateInterval } from '../signal/interval.ts';
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
  /** The meters that these points belong to; null = none. Absent in versions that no composition can ask. */
  readonly meters?: Readonly<Record<string, number | null>>;
}

/** The name under which it stands among the values of a reading: 1 = in an alarm state, 0 = not. */
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

/**
 * What the course of a point says to a rule, as readings at the instants at which that may differ: where the position
 * changes, is not known any more, or another version begins to hold.
 */
export function signalReadings(
  versions: readonly RuleVersion[],
  intervals: readonly StateInterval[],
  pointId: number,
): Reading[] {
  return intervals.flatMap(({ from, to, value }) => {
    const begins = versions.map(({ validFrom }) => validFrom).filter((at) => at > from && at < to);
    return [from, ...begins].map((at): Reading => {
      const state = versionAt(versions, at).rule.signal?.state ?? null;
      const says = isAlarm(value, state, normalAt(versions, pointId, at));
      return { at, values: { [SIGNAL_CODE]: says === null ? NaN : Number(says) } };
    });
  });
}

/** Whether a position is an alarm; null where that is not known. */
export function isAlarm(value: number | null, state: number | null, normal: number | null): boolean | null {
  if (value === null || (state === null && normal === null)) return null;
  return state === null ? value !== normal : value === state;
}
