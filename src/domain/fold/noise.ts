import { digitOf } from './plausible.ts';
import { PACE_MS, paceAround } from './pace.ts';
import type { Stand } from './span.ts';

/** An interval of stands below the one before it, up to the one that makes it good; null while that is awaited. */
export interface NoiseFacts {
  readonly before: number;
  readonly first: number;
  readonly last: number;
  readonly after: number | null;
}

/** Units of its last digit that a register may fall by. */
const DIGITS = 3n;
/** So many falls in a day on both sides are a register that jitters. */
const FALLS = 4;

/**
 * Whether a register fell by no more than it jitters by, and made it good within a day (domain notes 6.4, rule 12): a
 * few units of its last digit, less than a fiftieth of what it counts a day, or, where it falls again and again, less
 * than a third of that. One that falls by more than half of what it stands at must do so again and again.
 */
export function isNoise(stands: readonly Stand[], { before, first, last, after }: NoiseFacts): boolean {
  const a = stands[before] as Stand;
  const end = stands[after ?? last] as Stand;
  if (end.at - a.at > PACE_MS) return false;
  let low = a.register;
  let high = a.register;
  for (let i = first; i <= last; i++) {
    const { register } = stands[i] as Stand;
    if (register < low) low = register;
    if (register > high) high = register;
  }
  // An excursion upwards is measured by the stand that it falls back to.
  const fall = low < a.register ? a.register - low : high - end.register;
  const slight = low * 2n >= a.register;
  if (slight && fall <= DIGITS * finestDigit(stands, before, after ?? last)) return true;
  const { perDay, falls } = dayAround(stands, before, after ?? last);
  const jitters = (day: bigint): boolean =>
    (slight && fall * 50n <= day) || (falls >= FALLS && fall * 3n <= day);
  if (!jitters(perDay)) return false;
  // A day that ends in another excursion counts no more than its own pace.
  const pace = paceAround(stands, before, after ?? last);
  return pace === null || jitters(BigInt(Math.ceil(pace * PACE_MS)));
}

/** The last digit that the stands of an interval show, millionths: at most one unit. */
function finestDigit(stands: readonly Stand[], from: number, to: number): bigint {
  const { register } = stands[from] as Stand;
  let digit = digitOf(register, register);
  for (let i = from + 1; i <= to; i++) digit = digitOf((stands[i] as Stand).register, digit);
  return digit;
}

/** What the register counts a day around an interval, millionths, and how often it falls in a day on both sides. */
function dayAround(stands: readonly Stand[], from: number, to: number): { perDay: bigint; falls: number } {
  const first = firstSince(stands, (stands[from] as Stand).at - PACE_MS);
  const last = firstSince(stands, (stands[to] as Stand).at + PACE_MS + 1) - 1;
  const passed = fallsUpTo(stands);
  const [a, b] = [stands[first] as Stand, stands[last] as Stand];
  const elapsed = b.at - a.at;
  const perDay = elapsed > 0 ? ((b.register - a.register) * BigInt(PACE_MS)) / BigInt(elapsed) : 0n;
  return { perDay, falls: (passed[last] as number) - (passed[first] as number) };
}

/** Index of the first stand at `t` or later. */
function firstSince(stands: readonly Stand[], t: number): number {
  let low = 0;
  let high = stands.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stands[middle] as Stand).at < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

const counted = new WeakMap<readonly Stand[], Int32Array>();

/** How often a register fell up to each stand, counted once for a list. */
function fallsUpTo(stands: readonly Stand[]): Int32Array {
  const known = counted.get(stands);
  if (known) return known;
  const falls = new Int32Array(stands.length);
  for (let i = 1; i < stands.length; i++) {
    const fell = (stands[i] as Stand).register < (stands[i - 1] as Stand).register;
    falls[i] = (falls[i - 1] as number) + Number(fell);
  }
  counted.set(stands, falls);
  return falls;
}
