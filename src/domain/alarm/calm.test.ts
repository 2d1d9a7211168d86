import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calmFrom, calmWithin } from './calm.ts';
import type { RuleVersion } from './judge.ts';
import type { RuleSettings } from './settings.ts';
import { ruleOn } from './settings.ts';
import { verdictOf } from './verdict.ts';

const limit = fc.record({
  side: fc.constantFrom('above' as const, 'below' as const),
  limit: fc.double({ noNaN: true, noDefaultInfinity: true }),
  deadBand: fc.double({ min: 0, max: 1e6, noNaN: true }),
});

test('a value raises exactly where it is not calm', () => {
  fc.assert(
    fc.property(
      fc.array(limit, { minLength: 1, maxLength: 4 }),
      fc.double({ noDefaultInfinity: true }),
      fc.nat(),
      (limits, any, pick) => {
        const { low, high } = calmWithin(limits);
        // Also the very limits, and what lies next to them.
        const near = limits[pick % limits.length]?.limit ?? 0;
        for (const value of [any, near, near * (1 + Number.EPSILON), near * (1 - Number.EPSILON)])
          // Beyond the largest number there is no value.
          if (Math.abs(value) !== Infinity)
            expect(verdictOf(value, limits) === 'raise').toBe(value > high || value < low);
      },
    ),
  );
});

const settings: RuleSettings = {
  method: 'above', code: 'PZ', limit: 100, deadBand: 2, onDelay: 0, offDelay: 0, level: '3', params: {}, objects: {}, triggers: [],
  itemLimits: [],
}; // prettier-ignore
const version = (validFrom: number, rest: Partial<RuleSettings> = {}): RuleVersion => ({
  versionId: validFrom,
  validFrom,
  rule: ruleOn({ ...settings, ...rest }, { ammeterId: 1, siteId: null, stepMs: 60_000 }),
});

test('of several versions the last counts where no other holds any more; a rule over several values is never calm', () => {
  const two = [version(0), version(1000, { limit: 50 })];
  expect(calmFrom(two, 999)).toBeNull();
  expect(calmFrom(two, 1000)).toEqual({ code: 'PZ', low: -Infinity, high: 50 });
  // Before the first version, the first holds.
  expect(calmFrom([version(1000)], 0)).toEqual({ code: 'PZ', low: -Infinity, high: 100 });
  expect(calmFrom([version(0, { method: 'expression', expression: 'PZ > 100' })], 10)).toBeNull();
  expect(calmFrom([version(0, { method: 'silent', code: null, limit: null })], 10)).toBeNull();
});
