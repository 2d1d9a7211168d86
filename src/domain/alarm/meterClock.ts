/** Nobody is waited for longer, ms: others may ring. */
const WAIT_MS = 300_000;

/** How far a meter tells its values; ms. */
export interface MeterClock {
  /** The stamp of its newest reading. */
  readonly newest: number;
  /** That stamp and the time since the reading arrived. */
  readonly at: number;
  /** How long a value of it stands. */
  readonly holdMs: number;
}

/**
 * Up to when the values of several meters are known together (ms): what one told of an instant is judged when the others told
 * theirs, or would have. Who is behind by more than five minutes, or than its values stand, is not waited for. −Infinity without a
 * meter.
 */
export function valueClock(meters: readonly MeterClock[]): number {
  const newest = Math.max(...meters.map(({ at }) => at));
  const present = meters.filter(({ at, holdMs }) => at >= newest - Math.min(holdMs, WAIT_MS));
  return present.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...present.map(({ at }) => at));
}

/** The first newest reading (ms) that lies after an instant: it waits for the others. Infinity = none. */
export const aheadOf = (meters: readonly MeterClock[], at: number): number =>
  Math.min(Infinity, ...meters.flatMap(({ newest }) => (newest > at ? [newest] : [])));
