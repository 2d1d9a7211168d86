import { bitLength, type BitReader, type BitWriter } from './bits.ts';

/** Whole numbers of a list are at most so far from 0: their second differences are then exact in a double. */
export const MOST_WHOLE = 2 ** 50;

/** Quotients from here on are written as plain numbers. */
const LONG = 20;
/** Numbers after which the mean forgets half of what it was. */
const MEMORY = 16;

const MOST_BITS = 48;
const POWERS = Float64Array.from({ length: MOST_BITS + 1 }, (_, bits) => 2 ** bits);

/**
 * How many low bits of the next number are written as they are: by the mean of those before, as ISO/IEC 14495-1 (JPEG-LS) A.5.1
 * does it, so that night and day have each their own without a word of it in the block.
 */
class Pace {
  #lengthN = 4;
  #n = 1;
  /** The least that lift `n` to `lengthN`. */
  bits = 2;

  /** Learns of a number; one that is far off teaches a little only. */
  learn(value: number): void {
    const most = LONG * (POWERS[this.bits] as number);
    this.#lengthN += value < most ? value : most;
    this.#n++;
    if (this.#n === MEMORY) {
      this.#lengthN = Math.floor(this.#lengthN / 2);
      this.#n = MEMORY / 2;
    }
    let bits = this.bits;
    while (bits < MOST_BITS && this.#n * (POWERS[bits] as number) < this.#lengthN) bits++;
    while (bits > 0 && this.#n * (POWERS[bits - 1] as number) >= this.#lengthN) bits--;
    this.bits = bits;
  }
}

const folded = (value: number): number => (value >= 0 ? value * 2 : -value * 2 - 1);
const unfolded = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/** The differences of a list, taken `order` times; what stands before them stays. */
function differences(list: Float64Array, order: number): Float64Array {
  const out = list.slice();
  for (let round = 1; round <= order; round++)
    for (let i = out.length - 1; i >= round; i--) out[i] = (out[i] as number) - (out[i - 1] as number);
  return out;
}

/** What `putWholes` writes of differences, in bits; 0 where all are 0. @param most where it is more, it may stop anywhere beyond */
function costOf(list: Float64Array, order: number, most: number): number {
  const pace = new Pace();
  let cost = 0;
  let any = false;
  for (let i = order; i < list.length && (cost <= most || !any); i++) {
    const value = folded(list[i] as number);
    if (value !== 0) any = true;
    const { bits } = pace;
    const quotient = Math.floor(value / (POWERS[bits] as number));
    const length = quotient < LONG ? quotient + 1 + bits : LONG + 6 + bitLength(value);
    cost += length;
    pace.learn(value);
  }
  return any ? cost : 0;
}

/** The shortest of a list and its first and second differences. */
function shortestOf(list: Float64Array): {
  readonly best: Float64Array;
  readonly order: number;
  readonly cost: number;
} {
  let shortest = { best: list, order: 0, cost: costOf(list, 0, Infinity) };
  for (const order of [1, 2]) {
    if (order > list.length) break;
    const best = differences(list, order);
    const cost = costOf(best, order, shortest.cost);
    if (cost < shortest.cost) shortest = { best, order, cost };
  }
  return shortest;
}

/**
 * Writes a list of whole numbers, themselves or their first or second differences, whichever are shortest: adaptive Golomb-Rice
 * code. How many there are is not written. @param list each within ± `MOST_WHOLE`
 */
export function putWholes(out: BitWriter, list: Float64Array): void {
  const { best, order, cost } = shortestOf(list);
  out.put(order, 2);
  for (let i = 0; i < order; i++) out.number(folded(best[i] as number));
  out.put(cost === 0 ? 0 : 1, 1);
  if (cost === 0) return;
  const pace = new Pace();
  for (let i = order; i < best.length; i++) {
    const value = folded(best[i] as number);
    const { bits } = pace;
    const power = POWERS[bits] as number;
    const quotient = Math.floor(value / power);
    if (quotient < LONG) {
      const low = value - quotient * power;
      if (quotient + 1 + bits <= 24) out.put(((1 << (quotient + 1)) - 2) * power + low, quotient + 1 + bits);
      else {
        out.put((1 << (quotient + 1)) - 2, quotient + 1);
        if (bits > 0) out.put(low, bits);
      }
    } else {
      out.put(2 ** LONG - 1, LONG);
      out.number(value);
    }
    pace.learn(value);
  }
}

/** Reads a list of n whole numbers that `putWholes` wrote. @throws RangeError */
export function takeWholes(from: BitReader, n: number): Float64Array {
  const list = new Float64Array(n);
  const order = from.take(2);
  if (order > n) throw new RangeError('A block has more differences than numbers.');
  for (let i = 0; i < order; i++) list[i] = unfolded(from.number());
  if (from.take(1) === 1) {
    const pace = new Pace();
    for (let i = order; i < n; i++) {
      const { bits } = pace;
      const quotient = from.ones(LONG);
      const value =
        quotient < LONG
          ? quotient * (POWERS[bits] as number) + (bits > 0 ? from.take(bits) : 0)
          : from.number();
      list[i] = unfolded(value);
      pace.learn(value);
    }
  }
  for (let round = order; round >= 1; round--)
    for (let i = round; i < n; i++) list[i] = (list[i] as number) + (list[i - 1] as number);
  return list;
}
