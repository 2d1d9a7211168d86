import type { Piece } from '../fold/layer.ts';
import type { Range } from '../fold/reach.ts';
import { QUARTER_MS } from '../time/duration.ts';
import { type Line, isKnown, lineOf } from './line.ts';
import { minuteMeans, type PowerMinute } from './minute.ts';

/** Demand is the mean power of a quarter of an hour (domain notes 5.3). */
export const WINDOW_MS = QUARTER_MS;

/** A demand and what it was read from. */
export interface Demand {
  /** Millionths of kW. */
  readonly value: bigint;
  /** End of its window, ms. */
  readonly at: number;
  readonly basis: 'register' | 'power';
}

export interface DemandFacts {
  /** By how much the window moves, ms; a quarter of an hour = block demand. */
  readonly slipMs: number;
  /** Rated power in millionths of kW, or null: power with a fifth more is not believed. */
  readonly ratedPower: bigint | null;
}

/**
 * The highest demand of the windows that end in each quarter hour (start, start + 15 min] of a range on the grid, by
 * its start; between equals the earliest. Registers tell it where the window is theirs: no part of it is a guess, a
 * conflict or missing, and both ends lie on readings, as those of block demand must. Where they do not, power tells it
 * that came in every minute. `pieces` of the main register and `power` in the order of time must
 * be whole from a quarter of an hour before the range.
 */
export function demandIn(
  pieces: readonly Piece[],
  power: readonly PowerMinute[],
  { slipMs, ratedPower }: DemandFacts,
  range: Range,
): Map<number, Demand> {
  const first = range.from - WINDOW_MS;
  const steps = Math.round((range.to - first) / slipMs);
  const back = WINDOW_MS / slipMs;
  const line = lineOf(pieces, first, steps, slipMs);
  const means = minuteMeans(power, first, range.to, ratedPower);
  const highest = new Map<number, Demand>();
  for (let k = back + 1; k <= steps; k++) {
    const at = first + k * slipMs;
    const found = byRegisters(line, k, back, at) ?? byPower(means, first, at);
    if (!found) continue;
    const quarter = Math.ceil(at / QUARTER_MS) * QUARTER_MS - QUARTER_MS;
    const best = highest.get(quarter);
    if (!best || found.value > best.value) highest.set(quarter, found);
  }
  return highest;
}

const WINDOWS_AN_HOUR = 4n;

function byRegisters(line: Line, k: number, back: number, at: number): Demand | null {
  if (!((line.since[k] as number) <= at - WINDOW_MS)) return null;
  if (!isKnown(line, k) || !isKnown(line, k - back)) return null;
  const energy = (line.sum[k] as bigint) - (line.sum[k - back] as bigint);
  return { value: energy * WINDOWS_AN_HOUR, at, basis: 'register' };
}

function byPower(means: ReturnType<typeof minuteMeans>, first: number, at: number): Demand | null {
  const value = means?.(first, at - WINDOW_MS, at) ?? null;
  return value === null ? null : { value, at, basis: 'power' };
}
