import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byPeriodOrNone, PERIOD_NUMBERS } from '#contract/period.ts';
import { spotTermsOf, type SpotHour } from './spot.ts';

const micro = fc.bigInt({ min: 0n, max: 10n ** 9n });
const price = fc.bigInt({ min: -2_000_000n, max: 5_000_000n });
const hour: fc.Arbitrary<SpotHour> = fc.record({
  energies: fc.record(byPeriodOrNone(() => micro)),
  realTime: price,
  dayAhead: fc.option(price),
  contractQuantity: fc.option(micro),
  contractPrice: fc.option(price),
  dayAheadQuantity: fc.option(micro),
});
const PARTS = [0, ...PERIOD_NUMBERS] as const;

test('the three terms are spot cost plus the contract for difference, within a fen a term', () => {
  fc.assert(
    fc.property(fc.array(hour, { maxLength: 48 }), fc.integer({ min: 0, max: 100 }), (hours, percent) => {
      const terms = spotTermsOf(hours, { num: BigInt(percent), den: 100n });
      // The other way to write it: what was used at the real-time price, and what each position earned against it.
      let other = 0n;
      for (const one of hours) {
        const used = PARTS.reduce((sum, period) => sum + one.energies[period], 0n);
        const ahead = one.dayAhead ?? one.realTime;
        const contract = one.contractPrice === null ? 0n : (one.contractQuantity ?? 0n);
        other += used * one.realTime * BigInt(percent);
        other += 100n * contract * ((one.contractPrice ?? 0n) - ahead);
        other += 100n * (one.dayAheadQuantity ?? 0n) * (ahead - one.realTime);
      }
      const total = terms.contract.amount + terms.dayAhead.amount + terms.realTime.amount;
      const off = total * 10n ** 12n - other;
      expect(off < 2n * 10n ** 12n && off > -2n * 10n ** 12n).toBe(true);
    }),
  );
});

test('an hour by hand: 100 kWh contracted at 0.45, 120 bid at 0.40, 130 used at 0.50', () => {
  const kWh = (n: number): bigint => BigInt(n * 1_000_000);
  const one: SpotHour = {
    energies: byPeriodOrNone((period) => (period === 2 ? kWh(130) : 0n)),
    realTime: kWh(0.5),
    dayAhead: kWh(0.4),
    contractQuantity: kWh(100),
    contractPrice: kWh(0.45),
    dayAheadQuantity: kWh(120),
  };
  expect(spotTermsOf([one], { num: 1n, den: 1n })).toEqual({
    contract: { quantity: kWh(100), amount: 4500n },
    dayAhead: { quantity: kWh(20), amount: 800n },
    realTime: { quantity: kWh(10), amount: 500n },
  });
  // No bid: all that is used deviates, the contract is settled against the day-ahead price.
  const { dayAhead, realTime } = spotTermsOf([{ ...one, dayAheadQuantity: null }], { num: 1n, den: 1n });
  expect([dayAhead.amount, realTime.amount]).toEqual([-4000n, 6500n]);
});
