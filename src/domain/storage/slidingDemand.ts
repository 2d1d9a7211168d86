import { isKnown, type Line, lineOf, type Passed } from '../demand/line.ts';
import { WINDOW_MS } from '../demand/window.ts';
import type { Range } from '../fold/reach.ts';
import type { SupplyQuarter } from './demand.ts';

/** What passed a meter in both directions, settled and in the order of time; null = it does not count that way. */
export interface BothWays {
  readonly forward: readonly Passed[];
  readonly reverse: readonly Passed[] | null;
}

/**
 * What passed a battery up to when it was put out of use, and nothing from then on, whatever its meter tells later.
 * @param until on the grid of quarters, as the time that is asked up to @param stepMs a part of a quarter of an hour
 */
export function endedAt(battery: BothWays, until: number, to: number, stepMs: number): BothWays {
  if (until >= to) return battery;
  const still: Passed[] = [];
  for (let from = until; from < to; from += stepMs) {
    const span = { from, to: from + stepMs };
    still.push({ ...span, energy: 0n, flags: 0, span });
  }
  const cut = (pieces: readonly Passed[]): Passed[] => [...pieces.filter((one) => one.to <= until), ...still];
  return { forward: cut(battery.forward), reverse: cut(battery.reverse ?? []) };
}

/**
 * The windows of a quarter of an hour that end in (from, to], on the grid of a slip, of which supply and battery are measured
 * in full; `ts` is the begin of the window. Their ends lie on readings of all registers (decision 44): nothing is shared by
 * time but spans of a minute and a half. A supply that counts no reverse energy feeds none in.
 * @param slipMs a part of a quarter of an hour
 */
export function windowsIn(
  grid: BothWays,
  battery: BothWays,
  slipMs: number,
  { from, to }: Range,
): SupplyQuarter[] {
  if (battery.reverse === null) return [];
  const first = from - WINDOW_MS;
  const steps = Math.floor((to - first) / slipMs);
  const line = (pieces: readonly Passed[]): Line => lineOf(pieces, first, steps, slipMs);
  const bought = line(grid.forward);
  const fedIn = grid.reverse && line(grid.reverse);
  const [charged, discharged] = [line(battery.forward), line(battery.reverse)];
  const back = WINDOW_MS / slipMs;
  const found: SupplyQuarter[] = [];
  for (let k = back + 1; k <= steps; k++) {
    const ts = first + (k - back) * slipMs;
    const energy = (one: Line): bigint | null =>
      (one.since[k] as number) <= ts && isKnown(one, k) && isKnown(one, k - back)
        ? (one.sum[k] as bigint) - (one.sum[k - back] as bigint)
        : null;
    const [b, c, d] = [energy(bought), energy(charged), energy(discharged)];
    const f = fedIn ? energy(fedIn) : 0n;
    if (b !== null && c !== null && d !== null && f !== null)
      found.push({ ts, bought: b, fedIn: f, charged: c, discharged: d });
  }
  return found;
}
