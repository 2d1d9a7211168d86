import { bitLength, type BitReader, type BitWriter } from './bits.ts';
import { MOST_WHOLE, putWholes, takeWholes } from './wholes.ts';

/** How many times another column one may be: the demand of a quarter of an hour is four times its energy. */
const FACTORS = [1, 4] as const;
/** Rows by which columns are compared. */
const SAMPLE = 64;

interface Relation {
  /** Place of the other column; -1 = none, the row before is nearer. */
  readonly place: number;
  readonly factor: number;
}

const NONE: Relation = { place: -1, factor: 0 };

/** The column before of which a list differs least, by some of the rows. @param earlier null where one cannot be meant */
function relationOf(list: Float64Array, earlier: readonly (Float64Array | null)[]): Relation {
  const step = Math.max(1, Math.floor(list.length / SAMPLE));
  const distance = (of: (i: number) => number): number => {
    let length = 0;
    for (let i = 1; i < list.length; i += step) length += bitLength(Math.abs((list[i] as number) - of(i)));
    return length;
  };
  let best = NONE;
  let least = distance((i) => list[i - 1] as number);
  earlier.forEach((other, place) => {
    if (other)
      FACTORS.forEach((times, factor) => {
        const bits = distance((i) => (other[i] as number) * times);
        if (bits < least) [best, least] = [{ place, factor }, bits];
      });
  });
  return best;
}

/**
 * Writes a list of whole numbers, or how it differs from one of those written before: mean, lowest and highest power are the same where
 * a meter tells once a quarter of an hour. @param list each within ± `MOST_WHOLE` @param earlier null = not of the same rows
 */
export function putRelated(
  out: BitWriter,
  list: Float64Array,
  earlier: readonly (Float64Array | null)[],
): void {
  const { place, factor } = relationOf(list, earlier);
  const other = earlier[place];
  const rest = other
    ? list.map((value, i) => value - (other[i] as number) * (FACTORS[factor] as number))
    : null;
  if (!rest?.every((value) => Math.abs(value) <= MOST_WHOLE)) {
    out.number(0);
    return putWholes(out, list);
  }
  out.number(place + 1);
  out.put(factor, 1);
  putWholes(out, rest);
}

/** Reads n numbers that `putRelated` wrote. @throws RangeError */
export function takeRelated(
  from: BitReader,
  n: number,
  earlier: readonly (Float64Array | null)[],
): Float64Array {
  const place = from.number() - 1;
  if (place < 0) return takeWholes(from, n);
  const other = earlier[place];
  if (other?.length !== n) throw new RangeError('A block relates a column to one that it does not have.');
  const times = FACTORS[from.take(1)] as number;
  return takeWholes(from, n).map((value, i) => value + (other[i] as number) * times);
}
