import { parseDecimal } from './decimal.ts';

/**
 * The exact sum of decimals as they stand in replies, whatever their places: 0.1 and 0.2 are 0.3. Null of nothing known;
 * what is missing is left out.
 */
export function sumOf(values: readonly (number | null | undefined)[]): number | null {
  let [num, den, some] = [0n, 1n, false];
  for (const value of values) {
    if (value == null) continue;
    const one = parseDecimal(String(value));
    const most = one.den > den ? one.den : den;
    num = num * (most / den) + one.num * (most / one.den);
    [den, some] = [most, true];
  }
  return some ? Number(`${num}e-${String(den).length - 1}`) : null;
}

/** The mean of what is known; null of nothing. */
export function meanOf(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => value != null);
  const sum = sumOf(known);
  return sum === null ? null : sum / known.length;
}
