import type { BitReader, BitWriter } from './bits.ts';
import { MOST_WHOLE, putWholes, takeWholes } from './wholes.ts';

/** How the values of a list are written; the numbers stand in blocks and never change. */
const WAY = { decimal: 0, single: 1, raw: 2 } as const;
const MOST_DECIMALS = 12;

const POWERS = Float64Array.from({ length: MOST_DECIMALS + 1 }, (_, decimals) => 10 ** decimals);

const asDouble = (value: number): number => value;

/** Whole numbers of their last place, of values with so many decimals. */
interface Decimal {
  readonly decimals: number;
  readonly wholes: Float64Array;
}

/**
 * Every value of a list as a whole number of the last place of all of them, read back to the same bits; null where there are none.
 * @param shape what becomes of a decimal on its way into the list: nothing, or a float of 32 bits
 */
function decimalOf(list: Float64Array, shape: (value: number) => number): Decimal | null {
  let decimals = 0;
  for (let i = 0; i < list.length; i++) {
    const value = list[i] as number;
    if (!Number.isFinite(value) || Object.is(value, -0)) return null;
    for (; ; decimals++) {
      if (decimals > MOST_DECIMALS) return null;
      const power = POWERS[decimals] as number;
      const whole = Math.round(value * power);
      if (Math.abs(whole) > MOST_WHOLE) return null;
      if (shape(whole / power) === value) break;
    }
  }
  // What a value had with few decimals it may not have with many: rounding of the product.
  const power = POWERS[decimals] as number;
  const wholes = new Float64Array(list.length);
  for (let i = 0; i < list.length; i++) {
    const value = list[i] as number;
    const whole = Math.round(value * power);
    if (Math.abs(whole) > MOST_WHOLE || shape(whole / power) !== value) return null;
    // Nothing is added to -0.
    wholes[i] = whole + 0;
  }
  return { decimals, wholes };
}

/** Writes finite or infinite numbers so that they are read back bit for bit. How many there are is not written. */
export function putFloats(out: BitWriter, list: Float64Array): void {
  for (const [way, shape] of [
    [WAY.decimal, asDouble],
    [WAY.single, Math.fround],
  ] as const) {
    const found = decimalOf(list, shape);
    if (found === null) continue;
    out.put(way, 2);
    out.put(found.decimals, 4);
    putWholes(out, found.wholes);
    return;
  }
  out.put(WAY.raw, 2);
  putRaw(out, list);
}

/** Reads n numbers that `putFloats` wrote. @throws RangeError */
export function takeFloats(from: BitReader, n: number): Float64Array {
  const way = from.take(2);
  if (way === WAY.raw) return takeRaw(from, n);
  const decimals = from.take(4);
  const power = POWERS[decimals];
  if (power === undefined || way > WAY.raw)
    throw new RangeError('A block writes its values in an unknown way.');
  const shape = way === WAY.single ? Math.fround : asDouble;
  return takeWholes(from, n).map((whole) => shape(whole / power));
}

const BITS = new DataView(new ArrayBuffer(8));
const HALF_BITS = 32;

/** The two halves of a double as unsigned numbers. */
function halvesOf(value: number): [high: number, low: number] {
  BITS.setFloat64(0, value);
  return [BITS.getUint32(0), BITS.getUint32(4)];
}

const leadingOf = (high: number, low: number): number =>
  high === 0 ? HALF_BITS + Math.clz32(low) : Math.clz32(high);
const trailingOf = (high: number, low: number): number =>
  low === 0 ? HALF_BITS + trailing32(high) : trailing32(low);
const trailing32 = (value: number): number => (value === 0 ? HALF_BITS : 31 - Math.clz32(value & -value));

/** Bits `from` (0 = the highest) to `to` of a double's halves. */
function putBits(out: BitWriter, high: number, low: number, from: number, to: number): void {
  if (from < HALF_BITS) {
    const end = Math.min(to, HALF_BITS);
    out.put(Math.floor(high / 2 ** (HALF_BITS - end)) % 2 ** (end - from), end - from);
  }
  if (to > HALF_BITS) {
    const begin = Math.max(from, HALF_BITS);
    out.put(Math.floor(low / 2 ** (64 - to)) % 2 ** (to - begin), to - begin);
  }
}

/**
 * Doubles as what differs in them from the one before (Pelkonen et al., "Gorilla", VLDB 2015, 4.1.2): 0 = the same; 10 = the bits
 * that differ lie where they lay before; 11 = 6 bits where they begin, 6 bits how many there are less one, and these.
 */
function putRaw(out: BitWriter, list: Float64Array): void {
  let [high, low] = [0, 0];
  let [begin, end] = [64, 64];
  for (const value of list) {
    const [h, l] = halvesOf(value);
    const [x, y] = [(h ^ high) >>> 0, (l ^ low) >>> 0];
    [high, low] = [h, l];
    if (x === 0 && y === 0) {
      out.put(0, 1);
      continue;
    }
    const [first, last] = [leadingOf(x, y), 64 - trailingOf(x, y)];
    if (first >= begin && last <= end && end - begin <= last - first + 12) {
      out.put(2, 2);
    } else {
      [begin, end] = [first, last];
      out.put(3, 2);
      out.put(begin, 6);
      out.put(end - begin - 1, 6);
    }
    putBits(out, x, y, begin, end);
  }
}

function takeRaw(from: BitReader, n: number): Float64Array {
  const list = new Float64Array(n);
  let [high, low] = [0, 0];
  let [begin, end] = [64, 64];
  for (let i = 0; i < n; i++) {
    if (from.take(1) === 1) {
      if (from.take(1) === 1) {
        begin = from.take(6);
        end = begin + from.take(6) + 1;
        if (end > 64) throw new RangeError('A block has a value of more than 64 bits.');
      }
      const cut = Math.min(Math.max(HALF_BITS, begin), end);
      const x = cut > begin ? from.take(cut - begin) * 2 ** (HALF_BITS - cut) : 0;
      const y = end > cut ? from.take(end - cut) * 2 ** (64 - end) : 0;
      high = (high ^ x) >>> 0;
      low = (low ^ y) >>> 0;
    }
    BITS.setUint32(0, high);
    BITS.setUint32(4, low);
    list[i] = BITS.getFloat64(0);
  }
  return list;
}
