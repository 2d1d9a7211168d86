import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MINUTE_MS as MINUTE, QUARTER_MS as Q } from '../time/duration.ts';
import { projectDemand } from './projection.ts';

const kW = (n: number): bigint => BigInt(Math.round(n * 1e6));

it('five minutes at 600 kW and 600 kW going on end at 600; to hold 500 for ten minutes 150 must go', () => {
  const window = { from: 0, to: Q, knownTo: 5 * MINUTE, energy: kW(50), power: kW(600) };
  expect(projectDemand(window, kW(600))).toMatchObject({ end: kW(600), shed: 0n, possible: true });
  expect(projectDemand(window, kW(500))).toMatchObject({
    end: kW(600),
    shed: kW(150),
    possible: true,
    from: 5 * MINUTE,
  });
});

it('what is used up already cannot be held', () => {
  const window = { from: 0, to: Q, knownTo: 10 * MINUTE, energy: kW(150), power: kW(900) };
  expect(projectDemand(window, kW(500))).toMatchObject({ end: kW(900), shed: kW(900), possible: false });
});

it('with what must be shed gone, the window ends at the limit at most, and with less gone above it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 14 }),
      fc.integer({ min: 0, max: 300_000 }),
      fc.integer({ min: 0, max: 2_000_000 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      (minute, energy, power, limit) => {
        const window = {
          from: 0,
          to: Q,
          knownTo: minute * MINUTE,
          energy: BigInt(energy) * 1000n,
          power: BigInt(power) * 1000n,
        };
        const most = BigInt(limit) * 1000n;
        const found = projectDemand(window, most);
        if (!found.possible) return;
        const after = projectDemand({ ...window, power: window.power - found.shed }, most);
        expect(after.end).toBeLessThanOrEqual(most);
        if (found.shed > 20n)
          expect(
            projectDemand({ ...window, power: window.power - found.shed + 20n }, most).end,
          ).toBeGreaterThanOrEqual(most);
      },
    ),
  );
});
