import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Period } from '#contract/period.ts';
import { demandProofOf, demandSaved } from './demand.ts';
import { eventsOf, standbyOf } from './event.ts';
import { cyclesOf, roundTripEfficiency } from './figure.ts';
import { flowOf, loadOf, sharedBy } from './flow.ts';
import { executionRate } from './sentCurve.ts';
import { type Entry, linesOf, totalsOf, wearLine } from './settle.ts';

const kWh = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0').slice(0, 6));
};

/** The example of the day: what was discharged and charged by period, and at what price. */
const DAY: readonly Entry[] = [
  { type: 'discharging', period: 1, price: kWh('1.38125'), quantity: kWh('252.00') },
  { type: 'discharging', period: 2, price: kWh('1.105'), quantity: kWh('52.00') },
  { type: 'charging', period: 3, price: kWh('0.65'), quantity: kWh('168.42') },
  { type: 'charging', period: 4, price: kWh('0.247'), quantity: kWh('168.42') },
];

describe('a settlement', () => {
  it('comes to 238.45 in the example, every line of it', () => {
    const wear = wearLine(kWh('336.84'), kWh('304'), kWh('0.05'));
    const lines = [...linesOf(DAY), ...(wear ? [wear] : [])];
    expect(lines.map(({ type, period, amount }) => [type, period, amount])).toEqual([
      ['discharging', 1, 34_808n],
      ['discharging', 2, 5746n],
      ['charging', 3, -10_947n],
      ['charging', 4, -4160n],
      ['wear', 0, -1602n],
    ]);
    expect(totalsOf(lines, 1500)).toEqual({
      income: 40_554n,
      cost: 16_709n,
      net: 23_845n,
      gross: 25_447n,
      customer: 3817n,
      owner: 21_630n,
    });
    expect(roundTripEfficiency(336.84, 304)).toBeCloseTo(90.2506, 4);
    expect(cyclesOf(304, 0.95, 200)).toBeCloseTo(1.6, 10);
  });

  it('does not depend on the order or the pieces in which energy comes, and agrees with schoolbook rounding', () => {
    const entry = fc.record({
      type: fc.constantFrom(
        'discharging' as const,
        'charging' as const,
        'pvSelfUse' as const,
        'feedIn' as const,
      ),
      period: fc.constantFrom<Period | 0>(0, 1, 2, 3, 4),
      price: fc.constantFrom(650_000n, 247_000n, 1_381_250n),
      quantity: fc.bigInt({ min: 0n, max: 500_000_000n }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), fc.infiniteStream(fc.nat()), (entries, order) => {
        const shuffled = entries
          .map((one) => ({ one, by: order.next().value }))
          .toSorted((a, b) => a.by - b.by);
        const halves = shuffled.flatMap(({ one }) => [
          { ...one, quantity: one.quantity / 3n },
          { ...one, quantity: one.quantity - one.quantity / 3n },
        ]);
        const lines = linesOf(entries);
        expect(linesOf(halves)).toEqual(lines);
        for (const line of lines) {
          // Quantity × price has twelve places: a fen more from half a fen on.
          const exact = line.quantity * (line.price ?? 0n);
          const fen = exact / 10n ** 10n + (exact % 10n ** 10n >= 5n * 10n ** 9n ? 1n : 0n);
          expect(line.amount).toBe(line.type === 'charging' ? -fen : fen);
        }
      }),
    );
  });

  it('leaves out of the total what has no price, and says so', () => {
    const lines = linesOf([{ type: 'discharging', period: 2, price: null, quantity: kWh('10') }]);
    expect(lines).toEqual([
      { type: 'discharging', period: 2, price: null, quantity: 10_000_000n, amount: null },
    ]);
    expect(totalsOf(lines).net).toBe(0n);
  });

  it('has no line of wear where nothing passed or it costs nothing', () => {
    expect(wearLine(0n, 0n, 50_000n)).toBeNull();
    expect(wearLine(1n, 1n, 0n)).toBeNull();
  });
});

describe('the flow', () => {
  const energy = fc.bigInt({ min: 0n, max: 10n ** 9n });

  it('gives out exactly what came in, in every quarter', () => {
    fc.assert(
      fc.property(energy, energy, energy, energy, energy, (pv, discharged, bought, charged, fedIn) => {
        const site = { pv, discharged, bought, charged, fedIn };
        const flow = flowOf(site);
        const load = loadOf(site);
        if (load < 0n) {
          expect(flow).toBeNull();
          return;
        }
        const row = (from: 'pv' | 'battery' | 'grid'): bigint =>
          (flow?.[from].load ?? -1n) + (flow?.[from].battery ?? -1n) + (flow?.[from].grid ?? -1n);
        const column = (to: 'load' | 'battery' | 'grid'): bigint =>
          (flow?.pv[to] ?? -1n) + (flow?.battery[to] ?? -1n) + (flow?.grid[to] ?? -1n);
        expect([row('pv'), row('battery'), row('grid')]).toEqual([pv, discharged, bought]);
        expect([column('load'), column('battery'), column('grid')]).toEqual([load, charged, fedIn]);
      }),
    );
  });

  it('serves the load by PV first, and feeds in what neither load nor battery takes', () => {
    const flow = flowOf({ pv: 100n, discharged: 0n, bought: 0n, charged: 30n, fedIn: 20n });
    expect(flow?.pv).toEqual({ load: 50n, battery: 30n, grid: 20n });
  });

  it('shares a whole by weights without losing any of it', () => {
    fc.assert(
      fc.property(energy, fc.array(energy, { minLength: 1, maxLength: 6 }), (whole, weights) => {
        const parts = sharedBy(whole, weights);
        const sum = parts.reduce((total, part) => total + part, 0n);
        expect(sum).toBe(weights.some((one) => one > 0n) ? whole : 0n);
        expect(parts.every((part) => part >= 0n)).toBe(true);
      }),
    );
  });
});

describe('what a plan came to', () => {
  it('is 0.9625 of four points of 100 that ran 95, 100, 90 and 100', () => {
    expect(executionRate([100, 100, 100, 100], [95, 100, 90, 100])).toBe(0.9625);
  });

  it('leaves out what is not known, and is nothing where nothing was planned', () => {
    expect(executionRate([100, 100], [100, null])).toBe(1);
    expect(executionRate([0, 0], [0, 5])).toBeNull();
    expect(executionRate([10], [-200])).toBe(0);
  });
});

describe('demand saved', () => {
  const quarter = (ts: number, bought: number, discharged: number, charged = 0) => ({
    ts,
    bought: kWh(String(bought)),
    fedIn: 0n,
    charged: kWh(String(charged)),
    discharged: kWh(String(discharged)),
  });

  it('is the charge of the demand without the battery less that of the one with it, with both instants', () => {
    const proof = demandProofOf([quarter(1, 100, 25), quarter(2, 110, 0), quarter(3, 60, 0, 20)]);
    expect(proof).toEqual({
      actual: { demand: kWh('440'), ts: 2 },
      without: { demand: kWh('500'), ts: 1 },
    });
    if (!proof) return;
    const actual = (demand: bigint) => ({ kind: 'actual' as const, demand, price: kWh('32') });
    expect(demandSaved(proof, actual)).toBe(192_000n);
    const contract = (demand: bigint) => ({
      kind: 'contract' as const,
      demand,
      declared: kWh('480'),
      price: kWh('32'),
    });
    expect(demandSaved(proof, contract)).toBe(0n);
  });

  it('is below zero where the battery raised the demand by charging', () => {
    const proof = demandProofOf([quarter(1, 130, 0, 30), quarter(2, 110, 0)]);
    expect(proof && demandSaved(proof, (demand) => ({ kind: 'actual', demand, price: kWh('32') }))).toBe(
      -256_000n,
    );
    expect(demandProofOf([])).toBeNull();
  });
});

it('tells events: runs of one doing and one period, with what they cost', () => {
  const step = 900_000;
  const at = (n: number, period: Period, quantity: string, price: bigint | null = 500_000n) => ({
    ts: n * step,
    type: 'charging' as const,
    period,
    price,
    quantity: kWh(quantity),
  });
  expect(eventsOf([at(1, 4, '10'), at(0, 4, '10'), at(2, 3, '5'), at(5, 3, '5', null)], step)).toEqual([
    { ts: 0, end: 2 * step, type: 'charging', period: 4, quantity: kWh('20'), amount: -1000n },
    { ts: 2 * step, end: 3 * step, type: 'charging', period: 3, quantity: kWh('5'), amount: -250n },
    { ts: 5 * step, end: 6 * step, type: 'charging', period: 3, quantity: kWh('5'), amount: null },
  ]);
});

it('tells what a battery needs while it stands from what it does: less than a hundredth of its power', () => {
  const quarter = (quantity: string) => ({ ts: 0, type: 'charging' as const, period: 4 as const, price: 1n, quantity: kWh(quantity) }); // prettier-ignore
  const { active, standby } = standbyOf([quarter('0.24'), quarter('0.25'), quarter('0')], 100);
  expect([active.length, standby.length]).toEqual([1, 1]);
});
