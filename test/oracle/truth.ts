import { HOUR, MINUTE, QUARTER } from './clock.ts';
import type { MeterDraw } from './draw.ts';

/** The smallest step of time in which anything flows. */
export const SLOT = 5 * MINUTE;

/** A whole number of 0 … below `n` that depends on nothing but its arguments. */
export function pick(seed: number, i: number, n: number): number {
  let x = (seed ^ Math.imul(i + 1, 0x9e3779b1)) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b) >>> 0;
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35) >>> 0;
  return ((x ^ (x >>> 16)) >>> 0) % n;
}

/** What a counter of the meter has counted since the begin, in hundredths, at every slot: nothing by night, or a lot. */
export function countsOf(draw: MeterDraw, slots: number, salt: number): bigint[] {
  const counts = [0n];
  for (let i = 0; i < slots; i++) {
    const idle = pick(draw.seed + salt, 7000 + Math.floor(i / 36), 6) === 0;
    const flow = idle ? pick(draw.seed + salt, i, 2) : 1 + pick(draw.seed + salt, i, draw.most);
    counts.push((counts[i] ?? 0n) + BigInt(flow));
  }
  return counts;
}

/** An interval between two instants at which the counter is known. */
export interface Known {
  readonly from: number;
  readonly to: number;
  /** Millionths; null where nobody can know. */
  readonly energy: bigint | null;
  /** What figures of it must say. */
  readonly flags: readonly string[];
}

/** Flags that make an energy no measure of demand. */
export const DOUBTS = ['interpolated', 'estimated', 'conflict', 'suspect', 'noise'];

/** What can be said of a bucket. */
export interface Figure {
  readonly energy: bigint | null;
  /** Flags that must be told. */
  readonly flags: ReadonlySet<string>;
  /** Seconds of which the energy is known without a guess of shape. */
  readonly covered: number;
}

/** The part of an energy up to an instant, spread evenly and rounded down, so that parts always sum up. */
function upTo({ from, to, energy }: Known, t: number): bigint {
  if (energy === null || t <= from) return 0n;
  if (t >= to) return energy;
  return (energy * BigInt(t - from)) / BigInt(to - from);
}

/** The intervals that touch [from, to): they stand in the order of time, so the first is found by halving. */
export function* touching(known: readonly Known[], from: number, to: number): Generator<Known> {
  let [low, high] = [0, known.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((known[middle] as Known).to > from) high = middle;
    else low = middle + 1;
  }
  for (let i = low; i < known.length && (known[i] as Known).from < to; i++) yield known[i] as Known;
}

/** The energy of [from, to) from what is known: whole where both ends are, else the even share of what crosses them. */
export function figureOf(known: readonly Known[], from: number, to: number): Figure {
  let energy: bigint | null = null;
  const flags = new Set<string>();
  let covered = 0;
  for (const one of touching(known, from, to)) {
    if (one.energy === null) {
      // What nobody knows is missing; the quarter of an hour in which it ends says why.
      if (one.to <= to) for (const flag of one.flags) flags.add(flag);
      continue;
    }
    energy = (energy ?? 0n) + upTo(one, to) - upTo(one, from);
    for (const flag of one.flags) flags.add(flag);
    const cut = one.from < from || one.to > to;
    if (cut) flags.add('interpolated');
    if (!cut || one.to - one.from <= QUARTER) covered += Math.min(one.to, to) - Math.max(one.from, from);
  }
  return { energy, flags, covered: Math.round(covered / 1000) };
}

/** The energy of a window if it was measured from end to end without doubt and without a hole; else null. */
export function measured(known: readonly Known[], from: number, to: number): bigint | null {
  let at = from;
  let energy = 0n;
  for (const one of touching(known, from, to)) {
    if (one.from !== at || one.to > to || one.energy === null) return null;
    if (one.flags.some((flag) => DOUBTS.includes(flag))) return null;
    energy += one.energy;
    at = one.to;
  }
  return at === to ? energy : null;
}

/** A demand in millionths of kW with the end of its window. */
export interface Demand {
  readonly value: bigint;
  readonly at: number;
}

/**
 * The highest mean power of the windows of 15 minutes that end in (from, to] on every `slip`; the earliest of equals.
 * @param inside whether they must begin there too
 */
export function demandIn(
  known: readonly Known[],
  { from, to }: { readonly from: number; readonly to: number },
  slip: number,
  inside: boolean,
): Demand | null {
  let best: Demand | null = null;
  const first = inside ? from + QUARTER : from + slip;
  for (let end = Math.ceil(first / slip) * slip; end <= to; end += slip) {
    const energy = measured(known, end - QUARTER, end);
    if (energy === null) continue;
    const value = energy * BigInt(HOUR / QUARTER);
    if (best === null || value > best.value) best = { value, at: end };
  }
  return best;
}

/** The energy of every quarter of an hour of which something is known, by its begin. */
export function byQuarter(known: readonly Known[]): Map<number, bigint> {
  const found = new Map<number, bigint>();
  for (const one of known) {
    if (one.energy === null) continue;
    for (let t = Math.floor(one.from / QUARTER) * QUARTER; t < one.to; t += QUARTER)
      found.set(t, (found.get(t) ?? 0n) + upTo(one, t + QUARTER) - upTo(one, t));
  }
  return found;
}
