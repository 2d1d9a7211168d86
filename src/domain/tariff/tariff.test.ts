import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byPeriod, byPeriodOrNone } from '#contract/period.ts';
import { textToMicro } from '../decimal/decimal.ts';
import { basicChargeOf } from './basicCharge.ts';
import { billOf, type BillSection } from './bill.ts';
import { amountOf, divideHalfUp, yuanOf } from './money.ts';
import { adjustmentOf, type FactorStandard, powerFactorOf } from './powerFactor.ts';

const m = textToMicro;

describe('power-factor adjustment', () => {
  // Cells of the published table (three standards), percent.
  const TABLE: readonly (readonly [factor: number, s90: number, s85: number, s80: number])[] = [
    [100, -0.75, -1.1, -1.3],
    [95, -0.75, -1.1, -1.3],
    [94, -0.6, -1.1, -1.3],
    [93, -0.45, -0.95, -1.3],
    [92, -0.3, -0.8, -1.3],
    [91, -0.15, -0.65, -1.15],
    [90, 0, -0.5, -1],
    [89, 0.5, -0.4, -0.9],
    [88, 1, -0.3, -0.8],
    [87, 1.5, -0.2, -0.7],
    [86, 2, -0.1, -0.6],
    [85, 2.5, 0, -0.5],
    [84, 3, 0.5, -0.4],
    [82, 4, 1.5, -0.2],
    [80, 5, 2.5, 0],
    [78, 6, 3.5, 1],
    [75, 7.5, 5, 2.5],
    [72, 9, 6.5, 4],
    [71, 9.5, 7, 4.5],
    [70, 10, 7.5, 5],
    [69, 11, 8, 5.5],
    [66, 14, 9.5, 7],
    [65, 15, 10, 7.5],
    [64, 17, 11, 8],
    [60, 25, 15, 10],
    [59, 27, 17, 11],
    [55, 35, 25, 15],
    [50, 45, 35, 25],
  ];

  it('has every cell of the published table', () => {
    for (const [factor, ...cells] of TABLE)
      expect([90, 85, 80].map((standard) => adjustmentOf(standard as FactorStandard, factor) / 100)).toEqual(
        cells,
      );
  });

  it('never falls when the factor falls', () => {
    fc.assert(
      fc.property(fc.constantFrom(90, 85, 80), fc.integer({ min: 1, max: 100 }), (standard, factor) => {
        const at = (f: number) => adjustmentOf(standard as FactorStandard, f);
        expect(at(factor - 1)).toBeGreaterThanOrEqual(at(factor));
      }),
    );
  });

  it('rounds the factor half up, exactly', () => {
    expect(powerFactorOf(m('81674.41'), m('39676'))).toBe(90);
    expect(powerFactorOf(m('81674.41'), m('49543.89'))).toBe(85);
    expect(powerFactorOf(m('3'), m('4'))).toBe(60);
    expect(powerFactorOf(m('5'), 0n)).toBe(100);
    expect(powerFactorOf(0n, m('5'))).toBeNull();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 10 ** 9 }), (p, q) => {
        const factor = powerFactorOf(BigInt(p) * 1000n, BigInt(q) * 1000n);
        expect(Math.abs((factor ?? 0) - (100 * p) / Math.hypot(p, q))).toBeLessThanOrEqual(0.5000001);
      }),
    );
  });
});

describe('basic charge', () => {
  it('by contract demand: five percent above are free, the rest pays twice', () => {
    const contract = { kind: 'contract', declared: m('500'), price: m('32') } as const;
    expect(basicChargeOf({ ...contract, demand: m('400') }).map((one) => yuanOf(one.amount))).toEqual([
      16_000,
    ]);
    expect(basicChargeOf({ ...contract, demand: m('525') }).map((one) => yuanOf(one.amount))).toEqual([
      16_000,
    ]);
    expect(basicChargeOf({ ...contract, demand: m('600') }).map((one) => yuanOf(one.amount))).toEqual([
      16_000, 4_800,
    ]);
  });

  it('by actual demand: who feeds back more than is drawn pays for none and is paid for none', () => {
    const actual = { kind: 'actual', price: m('32') } as const;
    expect(basicChargeOf({ ...actual, demand: m('-2.38') })).toMatchObject([{ quantity: 0n, amount: 0n }]);
    expect(basicChargeOf({ ...actual, demand: m('2.5') }).map((one) => yuanOf(one.amount))).toEqual([80]);
  });
});

/** July 2018 of a steel plant, Guangdong periods, flat price 0.65 (ratios 1.7 × 1.25, 1.7, 1, 0.38). */
const FACTOR = { standard: 90, active: m('81674.41'), lagging: m('39676'), leading: null } as const;
const JULY: BillSection = {
  intervals: [
    {
      energies: { 1: m('22038.30'), 2: m('23656.24'), 3: m('32908.04'), 4: m('3071.83'), 5: 0n, 0: 0n },
      prices: { 1: m('1.38125'), 2: m('1.105'), 3: m('0.65'), 4: m('0.247'), 5: m('0.13') },
    },
  ],
  basics: [{ charge: { kind: 'actual', demand: m('486.72'), price: m('32') } }],
  fees: [],
  factor: FACTOR,
  funds: [],
  reverse: [],
};

describe('a bill', () => {
  it('is right to the fen for a real month', () => {
    const bill = billOf([JULY]);
    expect(bill.lines.map(({ part, amount }) => [part, yuanOf(amount)])).toEqual([
      ['energy1', 30_440.4],
      ['energy2', 26_140.15],
      ['energy3', 21_390.23],
      ['energy4', 758.74],
      ['actual', 15_575.04],
      ['powerFactor', 0],
    ]);
    expect(yuanOf(bill.total)).toBe(78_729.52 + 15_575.04);
    expect(bill.lines.at(-1)?.factor?.found).toBe(90);
    const both = billOf([{ ...JULY, factor: { ...FACTOR, leading: m('-9867.89') } }]);
    expect(both.lines.at(-1)).toMatchObject({ part: 'powerFactor', percent: 250, factor: { found: 85 } });
  });

  it('tells deep valley after valley, at its own price', () => {
    const [july] = JULY.intervals;
    if (!july) throw new Error('No interval');
    const energies = { ...july.energies, 4: m('2071.83'), 5: m('1000') };
    const bill = billOf([{ ...JULY, intervals: [{ ...july, energies }] }]);
    expect(bill.lines.slice(3, 5).map(({ part, amount }) => [part, yuanOf(amount)])).toEqual([
      ['energy4', 511.74],
      ['energy5', 130],
    ]);
    expect(bill.energy).toBe(billOf([JULY]).energy);
  });

  const micro = fc.bigInt({ min: 0n, max: 10n ** 14n });
  const interval = fc.record({
    energies: fc.record(byPeriodOrNone(() => micro)),
    prices: fc.record(byPeriod(() => fc.bigInt({ min: 0n, max: 10n ** 7n }))),
  });
  const priced = fc.record({ energy: micro, price: fc.bigInt({ min: 0n, max: 10n ** 6n }) });
  const section: fc.Arbitrary<BillSection> = fc.record({
    intervals: fc.array(interval, { minLength: 1, maxLength: 3 }),
    basics: fc.array(
      fc.record({ charge: fc.record({ kind: fc.constant('capacity' as const), kva: micro, price: micro }) }),
      { maxLength: 2 },
    ),
    fees: fc.array(
      fc.record({
        id: fc.nat(9),
        name: fc.constant('fee'),
        kind: fc.constantFrom('energy' as const, 'month' as const, 'capacity' as const),
        quantity: micro,
        price: fc.bigInt({ min: 0n, max: 10n ** 6n }),
        inBase: fc.boolean(),
      }),
      { maxLength: 2 },
    ),
    factor: fc.constant(null),
    funds: fc.array(priced, { maxLength: 2 }),
    reverse: fc.array(priced, { maxLength: 2 }),
  });

  it('is the sum of its lines, and has the energy of all its intervals', () => {
    fc.assert(
      fc.property(fc.array(section, { minLength: 1, maxLength: 3 }), (sections) => {
        const bill = billOf(sections);
        expect(bill.total).toBe(bill.lines.reduce((sum, line) => sum + line.amount, 0n));
        const energies = sections.flatMap(({ intervals }) => intervals.flatMap((one) => Object.values(one.energies))); // prettier-ignore
        expect(bill.energy).toBe(energies.reduce((a, b) => a + b, 0n));
        for (const { quantity, price, amount } of bill.lines)
          if (quantity !== null && price !== null) expect(amount).toBe(amountOf(quantity, price));
      }),
    );
  });

  it('takes off no more for what was stopped than is charged', () => {
    const stop = (id: number, days: number) => ({
      id,
      kva: m('400'),
      share: { num: BigInt(days), den: 30n },
      days: { since: '', until: '', days, of: 30 },
    });
    const charge = { kind: 'capacity', kva: m('400'), price: m('20') } as const;
    const bill = billOf([{ ...JULY, intervals: [], factor: null, basics: [{ charge, stops: [stop(1, 15), stop(2, 16)] }] }]); // prettier-ignore
    expect(bill.lines.map(({ part, amount }) => [part, yuanOf(amount)])).toEqual([
      ['capacity', 8000],
      ['stop1', -4000],
      ['stop2', -4000],
    ]);
  });

  it('rounds halves away from zero', () => {
    expect([5n, -5n, 4n, -4n, 15n].map((n) => divideHalfUp(n, 10n))).toEqual([1n, -1n, 0n, 0n, 2n]);
  });
});
