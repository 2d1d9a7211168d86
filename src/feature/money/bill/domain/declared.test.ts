import fc from 'fast-check';
import { expect, it } from 'vitest';
import { basicChargeOf } from '#domain/tariff/basicCharge.ts';
import { declaredChoices } from './declared.ts';

const KW = 1_000_000n;

it('the cheapest of all whole kW is among the choices', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n, max: 300n * KW }), { minLength: 1, maxLength: 12 }),
      fc.bigInt({ min: 0n, max: 400n * KW }),
      (demands, capacity) => {
        // Slow and obvious: every whole kW from the least on, each month by the rule of the bill.
        const cost = (kW: number): bigint =>
          demands.reduce((sum, demand) => {
            const lines = basicChargeOf({
              kind: 'contract',
              demand,
              declared: BigInt(kW) * KW,
              price: 32n * KW,
            });
            return sum + lines.reduce((all, line) => all + line.amount, 0n);
          }, 0n);
        const least = Number((capacity * 40n + 99_999_999n) / 100_000_000n);
        const all = Array.from({ length: 400 }, (_, i) => i + 1).filter((kW) => kW >= least);
        const best = all.map(cost).reduce((a, b) => (a < b ? a : b));
        const tried = declaredChoices(demands, capacity, null);
        expect(tried.every((kW) => kW >= least)).toBe(true);
        expect(tried.map(cost).reduce((a, b) => (a < b ? a : b))).toBe(best);
      },
    ),
    { numRuns: 60 },
  );
});
