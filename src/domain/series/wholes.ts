import { bitLength, type BitReader, type BitWriter } from './bits.ts';

/** Whole numbers of a list are at most so far from 0: their second differences are then exact in a double. */
export const MOST_WHOLE = 2 ** 50;

/** Quotients from here on are written as plain numbers. */
const LONG = 20;
/** Numbers after which the mean forgets half of what it was. */
const MEMORY = 16;

/**
 * How many low bits of the next number are written as they are: by the mean of those before, as ISO/IEC 14495-1 (JPEG-LS) A.5.1
 * does it, so that night and day have each their own without a word of it in the block.
 */
class Pace {
  #lengthN = 4;
  #n = 1;

  get bits(): number {
    let bits = 0;
    for (let reach = this.#n; reach < this.#lengthN && bits < 48; reach *= 2) bits++;
    return bits;
  }

  /** Learns of a number; one that is far off teaches a little only. @param bits what was said of it */
  learn(value: number, bits: number): void {
    this.#lengthN += Math.min(value, LONG * 2 ** bits);
    this.#n++;
    if (this.#n < MEMORY) return;
    this.#lengthN = Math.floor(this.#lengthN / 2);
    this.#n /= 2;
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

/** What `put` writes of differences, in bits; 0 where all are 0. */
function costOf(list: Float64Array, order: number): number {
  const pace = new Pace();
  let cost = 0;
  let any = false;
  for (let i = order; i < list.length; i++) {
    const value = folded(list[i] as number);
    if (value !== 0) any = true;
    const bits = pace.bits;
    const quotient = Math.floor(value / 2 ** bits);
    const length = quotient < LONG ? quotient + 1 + bits : LONG + 6 + bitLength(value);
    cost += length;
    pace.learn(value, bits);
  }
  return any ? cost : 0;
}

/**
 * Writes a list of whole numbers, themselves or their first or second differences, whichever are shortest: adaptive Golomb-Rice
 * code. How many there are is not written. @param list each within ± `MOST_WHOLE`
 */
export function putWholes(out: BitWriter, list: Float64Array): void {
  const tries = [0, 1, 2].filter((order) => order <= list.length).map((order) => differences(list, order));
  const costs = tries.map(costOf);
  const order = costs.indexOf(Math.min(...costs));
  const best = tries[order] as Float64Array;
  out.put(order, 2);
  for (let i = 0; i < order; i++) out.number(folded(best[i] as number));
  out.put(costs[order] === 0 ? 0 : 1, 1);
  if (costs[order] === 0) return;
  const pace = new Pace();
  for (let i = order; i < best.length; i++) {
    const value = folded(best[i] as number);
    const bits = pace.bits;
    const quotient = Math.floor(value / 2 ** bits);
    if (quotient < LONG) {
      out.put(2 ** (quotient + 1) - 2, quotient + 1);
      if (bits > 0) out.put(value % 2 ** bits, bits);
    } else {
      out.put(2 ** LONG - 1, LONG);
      out.number(value);
    }
    pace.learn(value, bits);
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
      const bits = pace.bits;
      const quotient = from.ones(LONG);
      const value = quotient < LONG ? quotient * 2 ** bits + (bits > 0 ? from.take(bits) : 0) : from.number();
      list[i] = unfolded(value);
      pace.learn(value, bits);
    }
  }
  for (let round = order; round >= 1; round--)
    for (let i = round; i < n; i++) list[i] = (list[i] as number) + (list[i - 1] as number);
  return list;
}
