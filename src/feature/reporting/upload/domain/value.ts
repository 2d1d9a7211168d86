import { type Ratio, roundDiv, times } from '#domain/decimal/decimal.ts';

/** How a meter enters an item: 1 added, 2 subtracted, 3 multiplied by, 4 divided by; each times its share. */
type Arithmetic = '1' | '2' | '3' | '4';

export interface Term {
  readonly arithmetic: Arithmetic;
  readonly share: Ratio;
  /** Null where nothing is known. */
  readonly value: Ratio | null;
}

const gcd = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
};

/** The same in lowest terms. */
function reduced({ num, den }: Ratio): Ratio {
  const by = gcd(num, den);
  return by === 0n ? { num: 0n, den: 1n } : { num: num / by, den: den / by };
}

/** a + b, in lowest terms. */
export const plus = (a: Ratio, b: Ratio): Ratio =>
  reduced({ num: a.num * b.den + b.num * a.den, den: a.den * b.den });

/** a / b; null where b is nothing. */
export const over = (a: Ratio, b: Ratio): Ratio | null => {
  if (b.num === 0n) return null;
  const sign = b.num < 0n ? -1n : 1n;
  return reduced({ num: a.num * b.den * sign, den: a.den * b.num * sign });
};

/**
 * The value of an item from its meters in their order, beginning with 0 (archive: `reportArithmetic`, `reportRatio`).
 * Null where a value is missing or something is divided by nothing: missing is never 0.
 */
export function valueOf(terms: readonly Term[]): Ratio | null {
  if (terms.length === 0) return null;
  let sum: Ratio | null = { num: 0n, den: 1n };
  for (const { arithmetic, share, value } of terms) {
    if (value === null || sum === null) return null;
    const part = reduced(times(value, share));
    if (arithmetic === '1') sum = plus(sum, part);
    else if (arithmetic === '2') sum = plus(sum, { num: -part.num, den: part.den });
    else if (arithmetic === '3') sum = reduced(times(sum, part));
    else sum = over(sum, part);
  }
  return sum;
}

/** A ratio as a decimal of so many places, halves away from zero, with all its places: 0.3520. */
export function fixedText({ num, den }: Ratio, decimals: number): string {
  const scaled = roundDiv(num * 10n ** BigInt(decimals), den);
  const sign = scaled < 0n ? '-' : '';
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0');
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The same without zeros at its end. */
export const decimalText = (value: Ratio, decimals: number): string => {
  const text = fixedText(value, decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};

/** Whether |a - b| is at most `share` of |b|. */
export function within(a: Ratio, b: Ratio, share: Ratio): boolean {
  const difference = plus(a, { num: -b.num, den: b.den });
  const absolute = difference.num < 0n ? -difference.num : difference.num;
  const base = b.num < 0n ? -b.num : b.num;
  return absolute * b.den * share.den <= base * share.num * difference.den;
}

/** How many percent a is away from b, with one decimal; null where b is nothing. */
export function percentOff(a: Ratio, b: Ratio): string | null {
  const part = over(plus(a, { num: -b.num, den: b.den }), b);
  return part && fixedText({ num: part.num * 100n, den: part.den }, 1);
}
