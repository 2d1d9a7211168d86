import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FLAG } from '#contract/usageFlag.ts';
import { runs } from '#test/runs.ts';
import { PLAIN_SEGMENT } from '../ledger/segment.ts';
import { QUARTER_MS as Q } from '../time/duration.ts';
import { zoneOf } from '../time/zone.ts';
import type { Bucket } from './bucket.ts';
import type { MeterInput } from './fold.ts';
import type { Reading } from './point.ts';
import { foldAll } from './rebuild.ts';
import type { Interval, MeterFacts } from './span.ts';

const T0 = Date.UTC(2025, 0, 6);
const DAY = 96;

function fold(
  registers: readonly (readonly [quarter: number, value: number, rank?: number])[],
  facts: Partial<MeterFacts> = {},
  intervals: readonly Interval[] = [],
): Bucket[] {
  const readings = registers.map(([quarter, value, rank = 1]): Reading => ({
    ts: T0 + quarter * Q,
    value,
    rank,
    source: rank - 1,
  }));
  const input: MeterInput = {
    meter: { life: [PLAIN_SEGMENT], ratedPower: null, stepMs: Q, from: -Infinity, to: Infinity, ...facts },
    registers: new Map([['PP', readings.toSorted((a, b) => a.ts - b.ts || a.source - b.source)]]),
    intervals: new Map([['PP', intervals]]),
    power: [],
  };
  return foldAll(input, zoneOf('UTC'));
}

const quarters = (rows: readonly Bucket[]): Bucket[] => rows.filter((row) => row.level === 1);
const energies = (rows: readonly Bucket[]): (bigint | null)[] =>
  quarters(rows).map((row) => row.energies[0] ?? null);

describe('rated power', () => {
  it('keeps what it allows with a fifth to spare, and flags the rest without summing it', () => {
    // 100 kW: 30 kWh in a quarter of an hour at most, and one digit of the register.
    const rows = fold([[0, 0], [1, 30], [2, 62], [3, 70]], { ratedPower: '100' }); // prettier-ignore
    expect(energies(rows)).toEqual([30_000_000n, null, 8_000_000n]);
    expect(quarters(rows)[1]?.flags).toBe(FLAG.suspect);
    const day = rows.find((row) => row.level === 3);
    expect(day?.energies[0]).toBe(38_000_000n);
    expect((day?.flags ?? 0) & FLAG.suspect).toBe(FLAG.suspect);
    expect(day?.coveredS).toBe(1800);
    expect(day?.md).toBe(120_000_000n);
  });
  it('lets the last digit of a coarse register turn early', () => {
    const life = [{ ...PLAIN_SEGMENT, multiplier: '4000' }];
    expect(energies(fold([[0, 7.01], [1, 7.02]], { ratedPower: '100', life }))).toEqual([40_000_000n]); // prettier-ignore
    expect(energies(fold([[0, 7.01], [1, 7.03]], { ratedPower: '100', life }))).toEqual([null]); // prettier-ignore
  });
  it('judges stated energies of devices and files, never what a person states', () => {
    const stated = (value: string, rank: number): Interval => ({
      start: T0,
      end: T0 + Q,
      value,
      rank,
      source: rank - 1,
    });
    expect(energies(fold([], { ratedPower: '100' }, [stated('30.1', 2)]))).toEqual([null]);
    expect(energies(fold([], { ratedPower: '100' }, [stated('-1', 1)]))).toEqual([null]);
    expect(energies(fold([], { ratedPower: '100' }, [stated('31', 2), stated('40', 3)]))).toEqual([
      40_000_000n,
    ]);
    expect(energies(fold([[0, 0, 3], [1, 40, 3]], { ratedPower: '100' }))).toEqual([40_000_000n]); // prettier-ignore
  });
});

describe('a gap like the week before', () => {
  /** Registers of a week and a day, quarter by quarter, but for a gap on the last day. */
  const history = (steps: readonly number[], hole: readonly [number, number]): [number, number][] => {
    let register = 0;
    const stands: [number, number][] = [[0, 0]];
    for (let q = 1; q <= 8 * DAY; q++) {
      register += steps[(q - 1) % steps.length] ?? 0;
      if (q <= hole[0] || q >= hole[1]) stands.push([q, register]);
    }
    return stands;
  };
  const [from, to] = [7 * DAY + 40, 7 * DAY + 44];

  it('takes the shape, keeps the total, is flagged and gives no demand', () => {
    const stands = history([1, 2, 3, 6], [from, to]);
    const rows = quarters(fold(stands, { gapShape: 'week' })).slice(from, to);
    expect(rows.map((row) => row.energies[0])).toEqual([1_000_000n, 2_000_000n, 3_000_000n, 6_000_000n]);
    expect(rows.every((row) => (row.flags & FLAG.interpolated) !== 0 && row.md === null)).toBe(true);
    const even = quarters(fold(stands)).slice(from, to);
    expect(even.map((row) => row.energies[0])).toEqual([3_000_000n, 3_000_000n, 3_000_000n, 3_000_000n]);
  });
  it('is spread by time where the week before is not whole', () => {
    const stands = history([1, 2, 3, 6], [from, to]).filter(([q]) => q !== 42);
    const rows = quarters(fold(stands, { gapShape: 'week' })).slice(from, to);
    expect(rows.map((row) => row.energies[0])).toEqual([3_000_000n, 3_000_000n, 3_000_000n, 3_000_000n]);
  });
  it('never changes what lies between two registers, to the last bit', () => {
    const gap = fc.record({
      steps: fc.array(fc.integer({ min: 0, max: 9_999 }), { minLength: 3, maxLength: 120 }),
      start: fc.integer({ min: 1, max: 90 }),
      length: fc.integer({ min: 2, max: 60 }),
      shift: fc.integer({ min: -800_000, max: 800_000 }),
    });
    fc.assert(
      fc.property(gap, ({ steps, start, length, shift }) => {
        const hole = [7 * DAY + start, Math.min(8 * DAY, 7 * DAY + start + length)] as const;
        const stands = history(
          steps.map((step) => step / 100),
          hole,
        );
        // The gap may end beside the grid.
        const moved = stands.map(([q, value]): [number, number] => [
          q === hole[1] ? q + shift / Q : q,
          value,
        ]);
        const total = (rows: readonly Bucket[]): bigint =>
          rows.reduce((sum, row) => sum + (row.energies[0] ?? 0n), 0n);
        const week = fold(moved, { gapShape: 'week' });
        const even = fold(moved);
        expect(total(quarters(week))).toBe(total(quarters(even)));
        const outside = (rows: readonly Bucket[]): (bigint | null)[] =>
          energies(rows).filter((_, q) => q < hole[0] || q > hole[1] + 1);
        expect(outside(week)).toEqual(outside(even));
        for (const row of quarters(week)) expect((row.energies[0] ?? 0n) >= 0n).toBe(true);
      }),
      runs(60),
    );
  });
});
