/** Money in fen (hundredths of a yuan). */
export type Fen = bigint;

const half = (n: bigint): bigint => n / 2n;

/** n / d to the nearest integer, halves away from zero, as bills are rounded (round half up of the amount). */
export function divideHalfUp(n: bigint, d: bigint): bigint {
  const size = (n < 0n ? -n : n) + half(d);
  return n < 0n ? -(size / d) : size / d;
}

/** Quantity × price: both in millionths (kWh, kW, kVA × yuan), rounded to fen. */
export const amountOf = (quantity: bigint, price: bigint): Fen => divideHalfUp(quantity * price, 10n ** 10n);

/** A share of an amount in hundredths of a percent (−75 = −0.75 %), rounded to fen. */
export const percentOf = (amount: Fen, hundredthsOfPercent: number): Fen =>
  divideHalfUp(amount * BigInt(hundredthsOfPercent), 10_000n);

/** `1234.5` yuan of an amount, exact. */
export const yuanOf = (amount: Fen): number => Number(amount) / 100;
