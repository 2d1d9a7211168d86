import { MINUTE_MS } from '#domain/time/duration.ts';

/** A demand window: the mean power of a quarter of an hour, kW; null where it was not measured in full. */
export interface DemandWindow {
  readonly from: number;
  readonly to: number;
  readonly value: number | null;
}

export interface KnownWindow extends DemandWindow {
  readonly value: number;
  /** Nobody measured it: registers prove it as the mean of this interval. */
  readonly proven?: boolean;
}

/** What the windows of a day (or any interval) tell. */
export interface DemandDay {
  readonly max: KnownWindow | null;
  /** The next highest of the other windows. */
  readonly second: KnownWindow | null;
  /** Windows that were measured in full; null where they are not counted. */
  readonly known: number | null;
  /** Windows above the standard (domain notes 5.3); null without a standard, and where they are not counted. */
  readonly overCount: number | null;
  readonly overMinutes: number | null;
}

const isKnown = (window: DemandWindow): window is KnownWindow => window.value !== null;

/** Highest, second and excess of windows; between equals the earlier is the higher. */
export function demandDay(windows: readonly DemandWindow[], standard: number | null): DemandDay {
  const known = windows.filter(isKnown);
  let max: KnownWindow | null = null;
  let second: KnownWindow | null = null;
  for (const one of known) {
    if (!max || one.value > max.value) [max, second] = [one, max];
    else if (!second || one.value > second.value) second = one;
  }
  const over = standard === null ? null : known.filter(({ value }) => value > standard);
  return {
    max,
    second,
    known: known.length,
    overCount: over && over.length,
    overMinutes: over && over.reduce((sum, { from, to }) => sum + (to - from) / MINUTE_MS, 0),
  };
}
