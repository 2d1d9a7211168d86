import { describe, expect, it } from 'vitest';
import { FLAG } from '#contract/usageFlag.ts';
import { PLAIN_SEGMENT } from '../ledger/segment.ts';
import { QUARTER_MS as Q } from '../time/duration.ts';
import { zoneOf } from '../time/zone.ts';
import type { Bucket } from './bucket.ts';
import type { Reading } from './point.ts';
import { foldAll } from './rebuild.ts';
import type { MeterFacts } from './span.ts';

const T0 = Date.UTC(2025, 0, 6);

function fold(values: readonly number[], facts: Partial<MeterFacts> = {}): Bucket[] {
  const readings = values.map((value, k): Reading => ({ ts: T0 + k * Q, value, source: 0, rank: 1 }));
  return foldAll(
    {
      meter: { life: [PLAIN_SEGMENT], ratedPower: null, stepMs: Q, from: -Infinity, to: Infinity, ...facts },
      registers: new Map([['PP', readings.filter(({ value }) => !Number.isNaN(value))]]),
      intervals: new Map(),
      power: [],
    },
    zoneOf('UTC'),
  );
}

const level = (rows: readonly Bucket[], wanted: number): Bucket[] =>
  rows.filter((row) => row.level === wanted);
const kWh = (rows: readonly Bucket[]): (number | null)[] =>
  rows.map(({ energies: [energy] }) => (energy == null ? null : Number(energy) / 1e6));
const total = (rows: readonly Bucket[]): number =>
  kWh(level(rows, 1)).reduce<number>((sum, energy) => sum + (energy ?? 0), 0);
const growing = (n: number, start = 500_000, step = 10): number[] =>
  Array.from({ length: n }, (_, k) => start + k * step);
const changed = (values: readonly number[], changes: Readonly<Record<number, number>>): number[] =>
  values.map((value, k) => changes[k] ?? value);

describe('a reading that is none', () => {
  const faults: Record<string, Record<number, number>> = {
    'one zero': { 40: 0 },
    'zeros for hours': Object.fromEntries(Array.from({ length: 20 }, (_, k) => [40 + k, 0])),
    'a spike': { 40: 9_999_999 },
    'ten times too high for hours': Object.fromEntries(
      Array.from({ length: 20 }, (_, k) => [40 + k, 5_004_000 + k * 100]),
    ),
    'a digit lost': { 40: 50_040, 41: 50_041 },
    negative: { 40: -500_400 },
    'down a little for an hour': { 40: 500_200, 41: 500_210, 42: 500_220, 43: 500_230 },
    'two apart': { 30: 0, 50: 0 },
    'down, then up': { 40: 0, 41: 9_000_000 },
  };
  for (const [name, changes] of Object.entries(faults)) {
    for (const ratedPower of [null, '100']) {
      it(`${name}, ${ratedPower === null ? 'without' : 'with'} rated power: the energy is that of the good readings`, () => {
        const rows = fold(changed(growing(97), changes), { ratedPower });
        expect(total(rows)).toBe(960);
        const day = level(rows, 3)[0];
        expect(day?.energies[0]).toBe(960_000_000n);
        expect((day?.flags ?? 0) & FLAG.suspect).toBe(FLAG.suspect);
        expect((day?.flags ?? 0) & FLAG.reset).toBe(0);
        expect(day?.md).toBe(40_000_000n);
        const bad = Object.keys(changes).map(Number);
        for (const [k, quarter] of level(rows, 1).entries()) {
          const touched = bad.includes(k) || bad.includes(k + 1);
          expect((quarter.flags & FLAG.suspect) !== 0).toBe(touched);
          if (touched) expect(quarter.md).toBeNull();
        }
      });
    }
  }
  it('is provisional while the next good reading is awaited', () => {
    const rows = fold([...growing(50), 0]);
    expect(total(rows)).toBe(490);
    expect(level(rows, 1).at(-1)?.flags).toBe(FLAG.suspect);
    const high = fold([...growing(50), 5_005_000]);
    expect(total(high)).toBe(490);
    expect(level(high, 1).at(-1)?.flags).toBe(FLAG.suspect);
  });
});

describe('what is true stays what it is', () => {
  it('a reset after which the register goes on from the lower value', () => {
    const rows = fold([...growing(50), ...growing(47, 3)]);
    expect(total(rows)).toBe(490 + 460);
    expect(level(rows, 1)[49]?.flags).toBe(FLAG.reset);
  });
  it('a young register that is reset and comes past where it was', () => {
    const rows = fold([...growing(20, 0, 2), ...growing(60, 1, 2)]);
    expect(total(rows)).toBe(19 * 2 + 59 * 2);
    expect(level(rows, 1)[19]?.flags).toBe(FLAG.reset);
  });
  it('a counter that begins anew each day', () => {
    const rows = fold(Array.from({ length: 96 * 4 }, (_, k) => (k % 96) * 10));
    expect(level(rows, 3).map(({ flags }) => flags & FLAG.suspect)).toEqual([0, 0, 0, 0]);
    expect(total(rows)).toBe(4 * 950);
  });
  it('a machine that starts after a night', () => {
    const values = [...Array.from({ length: 60 }, () => 500), ...growing(30, 600, 100)];
    const rows = fold(values);
    expect(total(rows)).toBe(values.at(-1)! - 500);
    expect(level(rows, 1).every(({ flags }) => (flags & FLAG.suspect) === 0)).toBe(true);
  });
  it('a rollover', () => {
    const life = [{ ...PLAIN_SEGMENT, registerWidth: 4 }];
    const rows = fold(
      growing(97, 9_500).map((value) => value % 10_000),
      { life },
    );
    expect(total(rows)).toBe(960);
    expect((level(rows, 3)[0]?.flags ?? 0) & FLAG.suspect).toBe(0);
  });
  it('a zero beside a rollover is none', () => {
    const life = [{ ...PLAIN_SEGMENT, registerWidth: 6 }];
    const rows = fold(changed(growing(97, 950_000), { 40: 0 }), { life });
    expect(total(rows)).toBe(960);
  });
  it('a register that runs back and forth with what it measures', () => {
    const swing = Array.from({ length: 96 * 2 }, (_, k) => 5_000 + Math.round(100 * Math.sin(k / 10)));
    expect(level(fold(swing), 1).some(({ flags }) => (flags & FLAG.reset) !== 0)).toBe(true);
  });
});

describe('a register that jitters', () => {
  const random =
    (seed: number): (() => number) =>
    () =>
      (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (const start of [0, 5, 1_000, 123_456.7]) {
    for (const whole of [true, false]) {
      it(`by a unit from ${start}, ${whole ? 'whole units' : 'tenths'}: the end less the start, flagged`, () => {
        for (let seed = 1; seed < 30; seed++) {
          const next = random(seed * 7_919);
          const values = Array.from({ length: 3 * 96 + 1 }, (_, k) => {
            const base = start + 0.1 * k;
            const value = (whole ? Math.floor(base) : base) + Math.floor(next() * 3) - 1;
            return Math.max(0, Math.round(value * 10) / 10);
          });
          const rows = fold(values);
          expect(Math.abs(total(rows) - 28.8)).toBeLessThanOrEqual(whole ? 3 : 2.2);
          for (const day of level(rows, 3).slice(0, 3)) expect((day.flags & FLAG.noise) !== 0).toBe(true);
        }
      });
    }
  }
  it('once, by its last digit', () => {
    const rows = fold(changed(growing(97, 500_000, 1), { 40: 500_038 }));
    expect(total(rows)).toBe(96);
    expect((level(rows, 3)[0]?.flags ?? 0) & (FLAG.noise | FLAG.reset | FLAG.suspect)).toBe(FLAG.noise);
  });
});

describe('a value that its source sent again', () => {
  const resent = (k: number, value: number, earlier: number[], n = 97): Bucket[] => {
    const readings = growing(n).map((register, i): Reading => {
      const own = { ts: T0 + i * Q, value: register, source: 0, rank: 1 };
      return i === k ? { ...own, value, earlier } : own;
    });
    return foldAll(
      {
        meter: { life: [PLAIN_SEGMENT], ratedPower: null, stepMs: Q, from: -Infinity, to: Infinity },
        registers: new Map([['PP', readings]]),
        intervals: new Map(),
        power: [],
      },
      zoneOf('UTC'),
    );
  };
  const flagsAt = (rows: readonly Bucket[], k: number): number => level(rows, 1)[k]?.flags ?? 0;

  it('counts, and is told as corrected', () => {
    const rows = resent(40, 500_404, [500_400]);
    expect(kWh(level(rows, 1)).slice(39, 41)).toEqual([14, 6]);
    expect(flagsAt(rows, 39) & (FLAG.corrected | FLAG.conflict)).toBe(FLAG.corrected);
    expect(level(rows, 1)[39]?.md).toBe(56_000_000n);
  });
  it('does not count where it leaves the course and the one before does not', () => {
    for (const wrong of [0, 50_040, 5_004_000]) {
      const rows = resent(40, wrong, [500_400]);
      expect(kWh(level(rows, 1)).slice(38, 42)).toEqual([10, 10, 10, 10]);
      expect(flagsAt(rows, 39) & (FLAG.corrected | FLAG.conflict | FLAG.suspect)).toBe(FLAG.conflict);
    }
  });
  it('counts where it lies on the course and the one before did not', () => {
    const rows = resent(40, 500_400, [0]);
    expect(total(rows)).toBe(960);
    expect(flagsAt(rows, 39) & (FLAG.corrected | FLAG.conflict | FLAG.suspect)).toBe(FLAG.corrected);
  });
  it('is judged at the ends of a history too', () => {
    expect(total(resent(0, 5_000_000, [500_000]))).toBe(960);
    expect(total(resent(96, 0, [500_960]))).toBe(960);
  });
  it('is suspect where no value of it fits', () => {
    const rows = resent(40, 0, [9_999_999, 3]);
    expect(total(rows)).toBe(960);
    expect(flagsAt(rows, 39) & FLAG.suspect).toBe(FLAG.suspect);
  });
});
