import { QUARTER_MS } from '#domain/time/duration.ts';
import type { DayAnswer } from '../contract.ts';

/**
 * The power of the quarter of an hour that holds an instant (ms), null where it is not known. The one that is not over has none
 * yet: live the last that is over stands for it, one more while its figure is on the way.
 */
export function powerAt(power: DayAnswer['power'], now: number, live: boolean): number | null {
  const last = power.findLast(([ts, value]) => ts <= now && value !== null);
  return last && now - last[0] < (live ? 3 : 1) * QUARTER_MS ? last[1] : null;
}
