import type { Feeder } from '../contract.ts';

/** Power ÷ rated power; null where either is not known. */
export const loadOf = ({ power, ratedPower }: Pick<Feeder, 'power' | 'ratedPower'>): number | null =>
  power === null || ratedPower === null || ratedPower <= 0 ? null : power / ratedPower;

/** What has spoken and fell silent is looked at before what was never heard. */
const QUIET: Readonly<Record<Feeder['contact'], number>> = { silent: 0, offline: 1, online: 2, never: 3 };

/** The most loaded first, then by power; those without a power of now last, the silent ones of them first. */
export const byLoad = (a: Feeder, b: Feeder): number =>
  Number(a.power === null) - Number(b.power === null) ||
  (loadOf(b) ?? -1) - (loadOf(a) ?? -1) ||
  (b.power ?? 0) - (a.power ?? 0) ||
  QUIET[a.contact] - QUIET[b.contact] ||
  a.ammeterName.localeCompare(b.ammeterName);

/** Feeders that fell silent have so many of the places, where there are that many. */
const QUIET_SHOWN = 4;

/** The first of a list in that order, with room for those that fell silent: a desk that hid them would look well. */
export function inSight(list: readonly Feeder[], places: number): Feeder[] {
  const known = list.filter(({ power }) => power !== null);
  const quiet = list.filter(({ power }) => power === null);
  const fell = quiet.filter(({ contact }) => contact !== 'never').length;
  const room = Math.max(0, places - Math.min(fell, QUIET_SHOWN));
  const shown = known.slice(0, room);
  return [...shown, ...quiet.slice(0, places - shown.length)];
}
