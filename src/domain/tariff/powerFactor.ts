/** Standards of the power factor in percent (1983 rules: 0.90, 0.85, 0.80). */
export type FactorStandard = 90 | 85 | 80;

/** Integer square root, rounded down. */
function rootOf(n: bigint): bigint {
  if (n < 2n) return n;
  let x = BigInt(Math.floor(Math.sqrt(Number(n))));
  while (x * x > n) x--;
  while ((x + 1n) * (x + 1n) <= n) x++;
  return x;
}

/**
 * The mean power factor of a month in percent, P ÷ √(P² + Q²), rounded half up; null without any energy.
 * @param active kWh in millionths. @param reactive kvarh in millionths, as the setting counts it.
 */
export function powerFactorOf(active: bigint, reactive: bigint): number | null {
  const apparent = active * active + reactive * reactive;
  if (active <= 0n || apparent === 0n) return null;
  // 200 P ÷ S in thousandths, rounded down: an exact half stays one.
  const twice = rootOf((40_000n * active * active * 1_000_000n) / apparent);
  return Math.floor((Number(twice) / 1000 + 1) / 2);
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/**
 * The adjustment in hundredths of a percent of the charge it applies to: negative is a reward (power-factor
 * adjustment of electricity charges, tables of 1983). Both arguments in percent.
 */
export function adjustmentOf(standard: FactorStandard, factor: number): number {
  if (factor >= standard) {
    const above = factor - standard;
    if (standard === 90) return 0 - 15 * clamp(above, 5);
    if (standard === 85) return 0 - 10 * clamp(above, 5) - 15 * clamp(above - 5, 4);
    return 0 - 10 * clamp(above, 10) - 15 * clamp(above - 10, 2);
  }
  // Half a percent for each hundredth down to the first mark, then one, then two.
  const first = standard - 20;
  const second = standard - 25;
  return (
    50 * (standard - Math.max(factor, first)) +
    100 * Math.max(0, first - Math.max(factor, second)) +
    200 * Math.max(0, second - factor)
  );
}
