import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planCurveShape, SLOTS, ZERO_POINTS } from '#contract/plan.ts';
import {
  amountOf,
  canonicalText,
  energyOf,
  powerRuns,
  slotsBegun,
  socChange,
  socCurve,
  type StationLimits,
  intervalsOf,
  tenths,
  violationsOf,
} from './plan.ts';

const STATION: StationLimits = {
  energyKwh: 200,
  powerKw: 100,
  chargeEfficiency: 0.95,
  dischargeEfficiency: 0.95,
  socMin: 0.1,
  socMax: 0.9,
  transformerKva: null,
  exportAllowed: true,
};
const OPEN = { socStart: 0.1, load: null, begun: 0, kept: ZERO_POINTS };

/** A curve of runs `[from, to, kW]`. */
function curve(...runs: readonly (readonly [number, number, number])[]): number[] {
  const points = [...ZERO_POINTS];
  for (const [from, to, kw] of runs) points.fill(kw, from, to);
  return points;
}

const anyPoints = fc.array(
  fc.integer({ min: -1500, max: 1500 }).map((n) => n / 10),
  { minLength: SLOTS, maxLength: SLOTS },
);

describe('the state of charge of a plan', () => {
  it('moves by what is stored and taken', () => {
    // 168.4 kWh charged at 0.95 fill 0.1 → 0.8999 of 200 kWh; 152 kWh discharged at 0.95 empty it again.
    const points = curve([8, 16, -84.2], [36, 44, 76]);
    expect(energyOf(points)).toEqual({ chargedKwh: 168.4, dischargedKwh: 152 });
    const soc = socCurve(points, STATION, 0.1);
    expect(soc).toHaveLength(SLOTS + 1);
    expect(soc[16]).toBeCloseTo(0.8999, 12);
    expect(soc[44]).toBeCloseTo(0.0999, 12);
    expect(soc[96]).toBe(soc[44]);
  });

  it('is the same as step by step, to the last digits, and does not drift', () => {
    fc.assert(
      fc.property(anyPoints, fc.double({ min: 0, max: 1, noNaN: true }), (points, start) => {
        let soc = start;
        const { energyKwh: e, chargeEfficiency: c, dischargeEfficiency: d } = STATION;
        const slow = points.map((kw) => (soc -= (kw > 0 ? kw / d : kw * c) / 4 / e));
        socCurve(points, STATION, start)
          .slice(1)
          .forEach((value, i) => expect(value).toBeCloseTo(slow[i] ?? NaN, 9));
      }),
    );
  });
});

describe('what a plan breaks', () => {
  const kinds = (points: readonly number[], more: Partial<StationLimits> = {}, context = {}) =>
    violationsOf(points, { ...STATION, ...more }, { ...OPEN, ...context }).map(({ kind, slot }) => [
      kind,
      slot,
    ]);

  it('names each slot', () => {
    expect(kinds(curve([0, 1, -100.1], [1, 2, 100.1]), {}, { socStart: 0.5 })).toEqual([
      ['power', 0],
      ['power', 1],
    ]);
    expect(kinds(curve([83, 85, 10]))).toEqual([
      ['socLow', 83],
      ['socLow', 84],
    ]);
    expect(kinds(curve([10, 11, -10]), {}, { socStart: 0.9 })).toEqual([['socHigh', 10]]);
    expect(kinds(ZERO_POINTS)).toEqual([]);
  });

  it('lets a battery outside its limits move back', () => {
    expect(kinds(curve([0, 4, -100]), {}, { socStart: 0.02 })).toEqual([]);
    expect(kinds(curve([0, 4, 50]), {}, { socStart: 0.97 })).toEqual([]);
  });

  it('judges transformer and feeding in by the expected load, and says nothing where that is not known', () => {
    const load = [...ZERO_POINTS].fill(60);
    const limits = { transformerKva: 150, exportAllowed: false };
    expect(kinds(curve([0, 1, -90.1]), limits, { load })).toEqual([['transformer', 0]]);
    expect(kinds(curve([0, 1, -90]), limits, { load })).toEqual([]);
    expect(kinds(curve([0, 1, 60.1]), limits, { load, socStart: 0.5 })).toEqual([['export', 0]]);
    expect(kinds(curve([0, 1, 60.1]), limits, { socStart: 0.5 })).toEqual([]);
    expect(kinds(curve([0, 1, -90.1]), { ...limits, transformerKva: 80 })).toEqual([['transformer', 0]]);
    // A roof that feeds in already: nothing may be discharged.
    const sunny = [...ZERO_POINTS].fill(-20);
    expect(kinds(curve([0, 1, 0.1]), limits, { load: sunny, socStart: 0.5 })).toEqual([['export', 0]]);
    // A load beyond the transformer is not the plan's doing.
    expect(kinds(ZERO_POINTS, limits, { load: [...ZERO_POINTS].fill(500) })).toEqual([]);
  });

  it('keeps slots that have begun', () => {
    const kept = curve([0, 8, -50]);
    expect(kinds(curve([0, 8, -50], [20, 22, 10]), {}, { begun: 10, kept })).toEqual([]);
    expect(kinds(curve([0, 7, -50]), {}, { begun: 10, kept })).toEqual([['locked', 7]]);
  });

  it('agrees with a judge that walks slot by slot', () => {
    const loads = fc.array(fc.option(fc.integer({ min: -50, max: 300 })), {
      minLength: SLOTS,
      maxLength: SLOTS,
    });
    fc.assert(
      fc.property(
        anyPoints,
        fc.integer({ min: 0, max: 100 }),
        loads,
        fc.boolean(),
        (points, percent, load, may) => {
          const limits = { ...STATION, transformerKva: 200, exportAllowed: may };
          const found = violationsOf(points, limits, { ...OPEN, socStart: percent / 100, load });
          const told = new Set(found.map(({ kind, slot }) => `${kind} ${slot}`));
          expect(told.size).toBe(found.length);
          let soc = percent / 100;
          points.forEach((kw, slot) => {
            soc -= (kw > 0 ? kw / 0.95 : kw * 0.95) / 800;
            const drawn = load[slot] ?? null;
            const expected = {
              power: Math.abs(kw) > 100,
              // What lies on the limit to the ninth digit may go either way.
              socLow: Math.abs(soc - 0.1) < 1e-8 ? told.has(`socLow ${slot}`) : kw > 0 && soc < 0.1,
              socHigh: Math.abs(soc - 0.9) < 1e-8 ? told.has(`socHigh ${slot}`) : kw < 0 && soc > 0.9,
              transformer: kw < 0 && (drawn ?? 0) - kw > 200 + 1e-9,
              export: !may && drawn !== null && kw > 0 && kw > Math.max(drawn, 0) + 1e-9,
            };
            for (const [kind, is] of Object.entries(expected)) expect([kind, slot, told.has(`${kind} ${slot}`)]).toEqual([kind, slot, is]); // prettier-ignore
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('refuses what is no curve', () => {
    for (const points of [[], ZERO_POINTS.slice(1), curve([4, 5, NaN]), curve([4, 5, Infinity])])
      expect(() => violationsOf(points, STATION, OPEN)).toThrow(RangeError);
    for (const points of [
      [],
      curve([4, 5, 0.25]),
      curve([4, 5, 2e6]),
      [...ZERO_POINTS, 0],
      [...ZERO_POINTS.slice(1), '5'],
    ])
      expect(planCurveShape.safeParse({ points }).success).toBe(false);
    expect(planCurveShape.safeParse({ points: curve([4, 5, -0.1], [6, 7, 99.9]) }).success).toBe(true);
  });

  it('puts slots on end together and tells the worst', () => {
    const found = intervalsOf(violationsOf(curve([10, 12, 30], [12, 13, 80], [40, 41, 20]), STATION, OPEN));
    expect(found.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['socLow', 10, 13],
      ['socLow', 40, 41],
    ]);
    expect(found[0]?.worst).toBeCloseTo(0.1 - 35 / 0.95 / 200, 12);
  });
});

describe('the text of a plan', () => {
  const identity = { planId: 'PC-20261123-7', version: 2, date: '2026-11-23' };

  it('is one on both sides', () => {
    const text = canonicalText(identity, curve([8, 10, -104], [36, 37, 188.5], [95, 96, -0]));
    expect(text.split('\n').slice(0, 6)).toEqual([
      'PC-20261123-7',
      '2',
      '2026-11-23',
      '15',
      'kW',
      '+discharge',
    ]);
    expect(text.split('\n')[6]?.split(',').slice(7, 11)).toEqual(['0.0', '-104.0', '-104.0', '0.0']);
    expect(text.endsWith(',0.0')).toBe(true);
    // As `sha256sum` has it of the same text.
    expect(createHash('sha256').update(canonicalText(identity, ZERO_POINTS)).digest('hex')).toBe(
      '0d659d931f1b2858a79c89cb078043967538b8edccab103f3004335b4fc95949',
    );
  });

  it('differs whenever anything of it does', () => {
    fc.assert(
      fc.property(anyPoints, anyPoints, (a, b) => {
        const same = a.every((kw, i) => tenths(kw) === tenths(b[i] ?? NaN));
        expect(canonicalText(identity, a) === canonicalText(identity, b)).toBe(same);
        expect(canonicalText({ ...identity, version: 3 }, a)).not.toBe(canonicalText(identity, a));
      }),
    );
  });
});

it('a curve tells its runs and clocks', () => {
  expect(powerRuns(curve([8, 24, -104], [36, 44, 188], [44, 45, 30]))).toEqual([
    { from: 8, to: 24, kw: -104 },
    { from: 36, to: 44, kw: 188 },
    { from: 44, to: 45, kw: 30 },
  ]);
  const day = Date.UTC(2026, 10, 23, -8);
  const at = (minutes: number) => slotsBegun(day, day + minutes * 60_000);
  expect([at(-5), at(0), at(0.1), at(15), at(16), at(1440), at(9999)]).toEqual([0, 0, 1, 1, 2, 96, 96]);
});

describe('what a curve comes to', () => {
  const prices = Array.from({ length: 96 }, (_, i) => (i < 32 ? 0.247 : i >= 76 && i < 84 ? 1.38125 : null));
  it('is each run at the prices of its slots, to the fen, and nothing where a price is missing', () => {
    const points: number[] = Array.from({ length: 96 }, (_, i) =>
      i >= 8 && i < 24 ? -104 : i >= 76 && i < 84 ? 188 : 0,
    );
    expect(amountOf(points, prices, { from: 8, to: 24 })).toBe(-102.75);
    expect(amountOf(points, prices, { from: 76, to: 84 })).toBe(519.35);
    expect(amountOf(points, prices)).toBe(416.6);
    expect(amountOf(points.with(50, 1), prices)).toBeNull();
    // A slot that does nothing needs no price.
    expect(amountOf(points, prices, { from: 40, to: 50 })).toBe(0);
  });
  it('is rounded half away from zero', () => {
    expect(amountOf([0.4], [0.05])).toBe(0.01);
    expect(amountOf([-0.4], [0.05])).toBe(-0.01);
  });
});

it('what was measured stands in place of what was told, and the rest of the day is judged from it', () => {
  const points = curve([0, 8, -80], [40, 48, 70]);
  const told = socCurve(points, STATION, 0.1);
  expect(told[40]).toBeCloseTo(0.86, 9);
  // The station did not charge: what is told to be discharged is not there.
  const anchor = { slot: 20, soc: 0.12 };
  const soc = socCurve(points, STATION, 0.1, anchor);
  expect(soc).toHaveLength(97);
  expect([soc[19], soc[20], soc[40]]).toEqual([told[19], 0.12, 0.12]);
  const context = { socStart: 0.1, load: null, begun: 20, kept: points };
  expect(violationsOf(points, STATION, context)).toEqual([]);
  expect(violationsOf(points, STATION, { ...context, anchor }).map(({ kind, slot }) => [kind, slot])[0]).toEqual(['socLow', 40]); // prettier-ignore
  expect(socCurve(points, STATION, 0.1, { slot: 96, soc: 0.5 }).at(-1)).toBe(0.5);
  // The last tenth of a percent of what was measured is not known.
  const near = { slot: 4, soc: (told[4] ?? 0) + 0.042 };
  const rest = { ...context, begun: 4, anchor: near };
  expect(violationsOf(points, STATION, rest)).toEqual([]);
  expect(violationsOf(points, STATION, { ...rest, anchor: { ...near, soc: near.soc + 0.01 } })).toMatchObject([{ kind: 'socHigh', slot: 7 }]); // prettier-ignore
});

it('a curve changes the state of charge by the parts of slots that pass', () => {
  const points = [-80, 40, null];
  expect(socChange(points, STATION, 0.5, 1)).toBeCloseTo((0.5 * 80 * 0.95) / 4 / 200, 12);
  expect(socChange(points, STATION, 0.5, 2.5)).toBeCloseTo((0.5 * 80 * 0.95 - 40 / 0.95) / 4 / 200, 12);
  expect(socChange(points, STATION, 2, 2)).toBe(0);
});
