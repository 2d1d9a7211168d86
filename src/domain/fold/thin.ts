import { numberToMicro, textToMicro } from '../decimal/decimal.ts';
import { factorOf, type Segment } from '../ledger/segment.ts';
import { isAbsurd } from './absurd.ts';
import { boundOf, digitOf, isPlausible } from './plausible.ts';
import { positionOf } from './registerSpan.ts';

/** A register at an instant (ms). */
export interface RegisterAt {
  readonly ts: number;
  readonly value: number;
}

/**
 * Whether the readings of a register between the first and the last of a minute may be left out: the differences between them sum
 * up to the one over all, none of them is doubted, and neither is that one. Whatever lies beside the minute, its figures and those
 * of its neighbours are the same without them. `readings` in the order of time, one an instant, of one device in `segment`.
 */
export function mayThin(
  readings: readonly RegisterAt[],
  code: string,
  segment: Segment,
  ratedPower: string | null,
): boolean {
  const bound = boundOf(code, ratedPower === null ? null : textToMicro(ratedPower));
  const factor = factorOf(segment);
  const registers = readings.map(({ value }) => numberToMicro(value));
  const isPlain = (i: number, k: number): boolean => {
    const [a, b] = [registers[i] as bigint, registers[k] as bigint];
    const elapsed = (readings[k] as RegisterAt).ts - (readings[i] as RegisterAt).ts;
    const energy = positionOf(b, factor) - positionOf(a, factor);
    if (b < a || isAbsurd(energy, elapsed)) return false;
    return bound === null || isPlausible(energy, elapsed, bound, positionOf(digitOf(a, b), factor));
  };
  return isPlain(0, readings.length - 1) && readings.every((_, i) => i === 0 || isPlain(i - 1, i));
}
