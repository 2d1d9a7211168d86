import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs.ts';
import type { Bucket } from '../fold/bucket.ts';
import type { MeterInput } from '../fold/fold.ts';
import { foldAll } from '../fold/rebuild.ts';
import { PLAIN_SEGMENT } from '../ledger/segment.ts';
import { MINUTE_MS as MINUTE, QUARTER_MS as Q } from '../time/duration.ts';
import { zoneOf } from '../time/zone.ts';
import { type KnownQuarter, meanOf, openRuns, together } from './proven.ts';

const T0 = Date.UTC(2025, 0, 1);
const MICRO = 1_000_000n;

type Values = readonly (readonly [number, number])[];

const fold = (values: Values, gapShape: 'time' | 'week' = 'time'): Bucket[] => {
  const input: MeterInput = {
    meter: { life: [PLAIN_SEGMENT], ratedPower: null, stepMs: Q, gapShape, from: -Infinity, to: Infinity },
    registers: new Map([['PP', values.map(([ts, value]) => ({ ts, value, source: 0, rank: 1 }))]]),
    intervals: new Map(),
    power: [],
  };
  return foldAll(input, zoneOf('UTC')).filter((row) => row.level === 1);
};

const quarters = (rows: readonly Bucket[]): KnownQuarter[] =>
  rows.map(({ ts, energies, md, flags, coveredS, headFrom, headTo }) => ({
    ts,
    energy: energies[0] ?? null,
    solid: md !== null,
    flags,
    coveredS,
    headFrom,
    headTo,
  }));

/** Highest of what is measured and what is proven, and what is proven alone. */
function highest(rows: readonly Bucket[], from: number, to: number): { all: bigint; proven: bigint } {
  const proven = openRuns(quarters(rows), { from, to }).reduce((max, run) => {
    const mean = run.energy === null ? -1n : meanOf(run.energy, run);
    return mean > max ? mean : max;
  }, -1n);
  const all = rows.reduce((max, { ts, md }) => (ts >= from && ts < to && md !== null && md > max ? md : max), proven); // prettier-ignore
  return { all, proven };
}

describe('what a gap proves', () => {
  it('four hours of 400 kW between quarters of 40', () => {
    const values: [number, number][] = [];
    for (let q = 0; q <= 96; q++) {
      if (q > 32 && q < 48) continue;
      values.push([T0 + q * Q, q <= 32 ? q * 10 : 320 + 1600 + (q - 48) * 10]);
    }
    const rows = fold(values);
    expect(highest(rows, T0, T0 + 96 * Q)).toEqual({ all: 400n * MICRO, proven: 400n * MICRO });
    expect(openRuns(quarters(rows), { from: T0, to: T0 + 96 * Q })).toEqual([
      { from: T0 + 32 * Q, to: T0 + 48 * Q, kind: 'spread', energy: 1600n * MICRO },
    ]);
    // A month that ends within it knows nothing of its own part.
    expect(openRuns(quarters(rows), { from: T0, to: T0 + 40 * Q })).toEqual([
      { from: T0 + 32 * Q, to: T0 + 40 * Q, kind: 'crossing', energy: null },
    ]);
    expect(openRuns(quarters(rows), { from: T0 + 40 * Q, to: T0 + 96 * Q })).toEqual([
      { from: T0 + 40 * Q, to: T0 + 48 * Q, kind: 'crossing', energy: null },
    ]);
  });

  it('hours beside a few quarters: each hour by itself', () => {
    const hours = Array.from({ length: 12 }, (_, h) => [T0 + 4 * h * Q, h <= 6 ? h * 30 : 180 + (h - 6) * 100] as const); // prettier-ignore
    const few = [1, 2, 3].map((q) => [T0 + q * Q, q * 7.5] as const);
    const rows = fold([...hours, ...few].toSorted((a, b) => a[0] - b[0]));
    expect(highest(rows, T0, T0 + 44 * Q)).toEqual({ all: 100n * MICRO, proven: 100n * MICRO });
    expect(openRuns(quarters(rows), { from: T0, to: T0 + 44 * Q })).toHaveLength(10);
  });

  it('the good readings around one that is none prove what passed between them', () => {
    const values = Array.from(
      { length: 97 },
      (_, q) => [T0 + q * Q, q === 40 ? 0 : 500_000 + q * 25] as const,
    );
    const rows = fold(values);
    expect(highest(rows, T0, T0 + 96 * Q)).toEqual({ all: 100n * MICRO, proven: 100n * MICRO });
    expect(openRuns(quarters(rows), { from: T0, to: T0 + 96 * Q })).toEqual([
      { from: T0 + 39 * Q, to: T0 + 41 * Q, kind: 'spread', energy: 50n * MICRO },
    ]);
  });

  it('a reset proves nothing, and neither does what nobody sent', () => {
    const values: Values = [[T0, 500], [T0 + Q, 510], [T0 + 9 * Q, 20], [T0 + 10 * Q, 30], [T0 + 11 * Q, 40]]; // prettier-ignore
    const found = openRuns(quarters(fold(values)), { from: T0, to: T0 + 16 * Q });
    expect(found.map((run) => run.energy)).toEqual(found.map(() => null));
    expect(found.map(({ kind, from, to }) => [kind, (from - T0) / Q, (to - T0) / Q])).toEqual([
      ['missing', 1, 8],
      ['doubt', 8, 9],
      ['missing', 11, 16],
    ]);
  });

  it('of several meters an interval is as long as the gaps that hang together', () => {
    const run = (from: number, to: number, kind: 'spread' | 'missing' = 'spread') => ({ from, to, kind, energy: kind === 'spread' ? 1n : null }); // prettier-ignore
    expect(together([[run(0, 4), run(8, 10)], [run(3, 6), run(6, 7, 'missing')]])).toEqual([
      { from: 0, to: 6, kind: 'spread' },
      { from: 6, to: 7, kind: 'missing' },
      { from: 8, to: 10, kind: 'spread' },
    ]); // prettier-ignore
  });
});

it('is never above the highest quarter of a load that fits the registers, however its gaps are shaped', () => {
  const DAYS = 9;
  const STEPS = DAYS * 288;
  const history = fc.record({
    // kWh of five minutes, in hundredths; a seed keeps nine days short.
    seed: fc.integer({ min: 1, max: 1_000_000 }),
    gaps: fc.array(fc.record({ at: fc.nat(STEPS - 1), length: fc.integer({ min: 1, max: 300 }) }), { minLength: 1, maxLength: 8 }), // prettier-ignore
    every: fc.constantFrom(1, 3, 12),
    shape: fc.constantFrom('time' as const, 'week' as const),
    range: fc.tuple(fc.nat(DAYS * 96), fc.nat(DAYS * 96)),
  });
  fc.assert(
    fc.property(history, ({ seed, gaps, every, shape, range }) => {
      let state = seed;
      const loads = Array.from({ length: STEPS }, () => (state = (state * 48_271) % 2_147_483_647) % 300);
      const sums = [0];
      for (const load of loads) sums.push((sums.at(-1) ?? 0) + load);
      const kept = (i: number): boolean =>
        i % every === 0 && !gaps.some(({ at, length }) => i >= at && i < at + length);
      const values = sums.flatMap((sum, i) => (kept(i) ? [[T0 + i * 5 * MINUTE, sum / 100] as const] : []));
      const [a, b] = range;
      const [from, to] = [T0 + Math.min(a, b) * Q, T0 + Math.max(a, b) * Q];
      const { proven, all } = highest(fold(values, shape), from, to);
      // Of the load that was, and of the evenest that the registers allow.
      const even = evenly(values, STEPS);
      for (const load of [sums.map((sum) => BigInt(sum) * 10_000n), even]) {
        let most = -1n;
        for (let t = from; t < to; t += Q) {
          const i = (t - T0) / (5 * MINUTE);
          const demand = 4n * ((load[i + 3] ?? 0n) - (load[i] ?? 0n));
          if (demand > most) most = demand;
        }
        // Instants between readings are rounded to a millionth.
        expect(proven <= most + 8n, `${proven} of ${most}`).toBe(true);
        expect(all <= most + 8n).toBe(true);
      }
    }),
    runs(60),
  );
});

/** Registers at every five minutes in millionths, in a line between readings. */
function evenly(values: Values, steps: number): bigint[] {
  const line: bigint[] = [];
  let k = 0;
  for (let i = 0; i <= steps; i++) {
    const t = T0 + i * 5 * MINUTE;
    while (k + 1 < values.length && (values[k + 1]?.[0] ?? 0) <= t) k++;
    const [t0, v0] = values[k] ?? [t, 0];
    const [t1, v1] = values[k + 1] ?? [t0, v0];
    const whole = BigInt(Math.round((v1 - v0) * 1e6));
    const part = t1 > t0 && t > t0 ? (whole * BigInt(t - t0)) / BigInt(t1 - t0) : 0n;
    line.push(BigInt(Math.round(v0 * 1e6)) + part);
  }
  return line;
}
