/** Energies are whole millionths of their unit. */
export const MILLION = 1_000_000n;
const MILLIONTHS = 6;

/** An exact rational made from a decimal: num / den, den a power of ten. */
export interface Ratio {
  readonly num: bigint;
  readonly den: bigint;
}

export const ONE: Ratio = { num: 1n, den: 1n };

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/**
 * Reads a decimal such as '-12.50' or '1.2e-7' exactly.
 * @throws RangeError when the text is not a finite decimal.
 */
export function parseDecimal(text: string): Ratio {
  const match = DECIMAL.exec(text);
  const whole = match?.[2] ?? '';
  const part = match?.[3] ?? '';
  if (!match || whole + part === '') throw new RangeError(`'${text}' is not a decimal number.`);
  const scale = part.length - Number(match[4] ?? 0);
  const digits = BigInt(whole + part) * (match[1] === '-' ? -1n : 1n);
  return scale > 0
    ? { num: digits, den: 10n ** BigInt(scale) }
    : { num: digits * 10n ** BigInt(-scale), den: 1n };
}

/** The product of two ratios, not reduced. */
export const times = (a: Ratio, b: Ratio): Ratio => ({ num: a.num * b.num, den: a.den * b.den });

/** a / b rounded towards minus infinity; b must be positive. */
export function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient;
}

/** a / b rounded to the nearest whole, halves away from zero; b must be positive. */
export function roundDiv(a: bigint, b: bigint): bigint {
  return a < 0n ? -((-2n * a + b) / (2n * b)) : (2n * a + b) / (2n * b);
}

/** A ratio in millionths, to the nearest, halves away from zero. */
export const ratioToMicro = (value: Ratio): bigint => roundDiv(value.num * MILLION, value.den);

/** A decimal text in millionths, to the nearest, halves away from zero. */
export const textToMicro = (text: string): bigint => ratioToMicro(parseDecimal(text));

/**
 * The decimal that a float8 stands for (its shortest round trip), in millionths.
 * @throws RangeError when the number is not finite.
 */
export function numberToMicro(value: number): bigint {
  // Below 10^15 millionths a decimal of at most six places is the only one whose nearest float8 this is.
  const scaled = Math.round(value * 1e6);
  if (scaled > -1e15 && scaled < 1e15 && scaled / 1e6 === value) return BigInt(scaled);
  return textToMicro(String(value));
}

/** Millionths as an exact decimal without trailing zeros: 1500000n → '1.5'. It is also a JSON number. */
export function microToText(micro: bigint): string {
  const sign = micro < 0n ? '-' : '';
  const digits = (micro < 0n ? -micro : micro).toString().padStart(MILLIONTHS + 1, '0');
  const whole = digits.slice(0, -MILLIONTHS);
  const part = digits.slice(-MILLIONTHS).replace(/0+$/, '');
  return part === '' ? sign + whole : `${sign}${whole}.${part}`;
}

/** Millionths as the nearest number: the one that JSON.stringify writes as the exact decimal below 10^15 millionths. */
export function microToNumber(micro: bigint): number {
  // Up to 2^53 the quotient is that of two exact numbers, so it is rounded as the decimal's text would be.
  return micro >= -EXACT && micro <= EXACT ? Number(micro) / 1e6 : Number(microToText(micro));
}

const EXACT = BigInt(Number.MAX_SAFE_INTEGER);
