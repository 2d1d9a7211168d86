/** At least this part of the capacity is declared (发改价格〔2016〕1005; domain notes 4.2). */
const LEAST_PERCENT = 40n;
const MILLION = 1_000_000n;

/**
 * Whole kW that may be declared and among which the cheapest lies: the basic charge of a month is linear in what is
 * declared but where 1.05 of it meets that month's demand, so only the two whole kW around each of these places, the
 * least that may be declared, and `asked` (first, where it is given) can be best.
 * @param demands highest demands of the months, millionths of kW. @param capacity millionths of kVA, 0 = not known
 */
export function declaredChoices(
  demands: readonly bigint[],
  capacity: bigint,
  query: number | null,
): number[] {
  const up = (n: bigint, d: bigint): bigint => (n + d - 1n) / d;
  const least = capacity === 0n ? 1n : up(capacity * LEAST_PERCENT, 100n * MILLION);
  const places = demands.flatMap((demand) => {
    const floor = (demand * 100n) / (105n * MILLION);
    return [floor, floor + 1n];
  });
  const whole = [least, ...places].filter((kW) => kW >= least && kW > 0n).map(Number);
  return [...new Set([...(query === null ? [] : [query]), ...whole])];
}
