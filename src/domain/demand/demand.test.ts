import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FLAG } from '#contract/usageFlag.ts';
import { runs } from '#test/runs.ts';
import { foldAll } from '../fold/rebuild.ts';
import type { Bucket } from '../fold/bucket.ts';
import type { Reading } from '../fold/point.ts';
import type { Interval } from '../fold/span.ts';
import { PLAIN_SEGMENT } from '../ledger/segment.ts';
import { MINUTE_MS as MINUTE, QUARTER_MS as Q } from '../time/duration.ts';
import { zoneOf } from '../time/zone.ts';

const T0 = Date.UTC(2025, 0, 6);

interface Given {
  readonly registers?: readonly Reading[];
  readonly power?: readonly Reading[];
  readonly intervals?: readonly Interval[];
  readonly slip?: number;
  readonly ratedPower?: string;
}

function fold({ registers = [], power = [], intervals = [], slip = 1, ratedPower }: Given): Bucket[] {
  return foldAll(
    {
      meter: {
        life: [PLAIN_SEGMENT],
        ratedPower: ratedPower ?? null,
        stepMs: Q,
        slipMs: slip * MINUTE,
        from: -Infinity,
        to: Infinity,
      },
      registers: new Map([['PP', registers]]),
      intervals: new Map([['PP', intervals]]),
      power,
    },
    zoneOf('UTC'),
  );
}

const at = (minute: number, value: number): Reading => ({
  ts: T0 + minute * MINUTE,
  value,
  source: 0,
  rank: 1,
});
/** A reading of which another source of the same rank says otherwise. */
const contradicted = (reading: Reading): Reading[] => [
  reading,
  { ...reading, source: 1, value: reading.value + 0.001 },
];
const of = (rows: readonly Bucket[], level: number): Bucket[] => rows.filter((row) => row.level === level);
/** The higher of both demands, kW, and the minute in which its window ends. */
const highest = (row: Bucket | undefined): [number, number] | null => {
  const value = row?.sd ?? row?.md ?? null;
  const end = row?.sdAt ?? row?.mdAt ?? null;
  return value === null || end === null ? null : [Number(value) / 1e6, (end - T0) / MINUTE];
};

/** Registers of each minute from steps in hundredths of a kWh. */
function minutes(steps: readonly number[]): Reading[] {
  let sum = 0;
  return [at(0, 0), ...steps.map((step, i) => at(i + 1, (sum += step) / 100))];
}

describe('sliding demand', () => {
  // Fourteen minutes of 1 kWh each, across the border of two quarters of an hour.
  const peak = Array.from({ length: 60 }, (_, m) => (m >= 8 && m < 22 ? 100 : 0));

  it('finds the peak between the quarters, at the end of its window', () => {
    const rows = fold({ registers: minutes(peak) });
    // 14 of 15 minutes: 14 kWh in a quarter of an hour. The block before has 7.
    expect(highest(of(rows, 2)[0])).toEqual([56, 22]);
    expect(of(rows, 2)[0]?.md).toBe(28_000_000n);
    expect(of(rows, 1).map((row) => row.sdAt && (row.sdAt - T0) / MINUTE)).toEqual([null, 22, 31, null]);
    expect(of(rows, 5)[0]?.sd).toBe(56_000_000n);
  });
  it('moves by what the meter is set to; block is every quarter of an hour', () => {
    const registers = minutes(peak);
    expect(highest(of(fold({ registers, slip: 3 }), 2)[0])).toEqual([52, 21]);
    expect(highest(of(fold({ registers, slip: 5 }), 2)[0])).toEqual([48, 20]);
    expect(highest(of(fold({ registers, slip: 15 }), 2)[0])).toEqual([28, 15]);
  });
  it('stands only where readings do: every five minutes, and not at all between quarters', () => {
    const registers = minutes(peak);
    const every = (n: number): Reading[] => registers.filter((_, m) => m % n === 0);
    expect(highest(of(fold({ registers: every(5) }), 2)[0])).toEqual([48, 20]);
    expect(of(fold({ registers: every(15) }), 1).every((row) => row.sd === null && row.md !== null)).toBe(
      true,
    );
    expect(of(fold({ registers: every(30) }), 1).every((row) => row.sd === null && row.md === null)).toBe(
      true,
    );
  });
  it('is never taken from a guess, a conflict, what is suspect or not there', () => {
    const registers = minutes(peak);
    const without = (kept: (m: number) => boolean): Bucket[] =>
      fold({ registers: registers.filter((_, m) => kept(m)) });
    // A hole of twenty minutes over the peak: known as a sum, not when.
    expect(
      highest(
        of(
          without((m) => m < 5 || m > 24),
          2,
        )[0],
      ),
    ).toEqual([0, 45]);
    // No reading near the end of the quarter: how the span across it divides nobody has measured.
    const beside = fold({ registers: registers.filter((_, m) => m % 5 === 0 && m !== 15) });
    expect(of(beside, 1).map((row) => row.md)).toEqual([null, null, 0n, 0n]);
    expect(of(beside, 1).map((row) => row.sd)).toEqual([null, 48_000_000n, 8_000_000n, null]);
    const disputed = registers.flatMap((one, m) => (m === 15 ? contradicted(one) : [one]));
    const rows = fold({ registers: disputed });
    expect((of(rows, 1)[1]?.flags ?? 0) & FLAG.conflict).toBe(FLAG.conflict);
    expect(highest(of(rows, 2)[0])).toEqual([24, 31]);
    // Of 40 kW a minute cannot pass 1.01 kWh.
    const much = minutes(peak.map((step) => step && 101));
    expect(highest(of(fold({ registers: much, ratedPower: '40' }), 2)[0])).toEqual([0, 45]);
    // A file states the hour: what the finer ones leave of it is exact, but a guess inside.
    const hour: Interval = { start: T0, end: T0 + 4 * Q, value: '99', source: 3, rank: 2 };
    expect(of(fold({ intervals: [hour] }), 1).every((row) => row.md === null && row.sd === null)).toBe(true);
  });
  it('takes power of every minute where registers do not tell', () => {
    const power = Array.from({ length: 60 }, (_, m) => at(m, m >= 8 && m < 22 ? 60 : 0));
    expect(highest(of(fold({ power }), 2)[0])).toEqual([56, 22]);
    // Registers of the quarters say what they say; between them power does.
    const registers = minutes(peak).filter((_, m) => m % 15 === 0);
    const both = fold({ power, registers });
    expect(both.filter((row) => row.level === 1).map((row) => row.md)).toEqual([28_000_000n, 28_000_000n, 0n, 0n]); // prettier-ignore
    expect(highest(of(both, 2)[0])).toEqual([56, 22]);
    // Registers of every minute leave power nothing to say.
    const wrong = power.map((one) => ({ ...one, value: 999 }));
    expect(highest(of(fold({ power: wrong, registers: minutes(peak) }), 2)[0])).toEqual([56, 22]);
    const hole = power.filter((_, m) => m !== 12);
    expect(highest(of(fold({ power: hole }), 2)[0])).toEqual([36, 28]);
    expect(of(fold({ power, ratedPower: '49' }), 1).map((row) => row.sd)).toEqual([null, null, 0n, 0n]);
  });
});

describe('against a slow and obvious oracle', () => {
  const history = fc.record({
    slip: fc.constantFrom(1, 3, 5, 15),
    step: fc.constantFrom(1, 1, 1, 2, 5),
    jitter: fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 20 }),
    steps: fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 20, maxLength: 200 }),
    holes: fc.array(fc.record({ at: fc.nat(200), length: fc.integer({ min: 1, max: 25 }) }), {
      maxLength: 3,
    }),
    disputed: fc.array(fc.nat(200), { maxLength: 2 }),
    still: fc.boolean(),
    power: fc.array(fc.integer({ min: -50, max: 500 }), { maxLength: 120 }),
    from: fc.nat(90),
  });

  it('every bucket of every level; never below the block demand', () => {
    fc.assert(
      fc.property(history, ({ slip, step, jitter, steps, holes, disputed, still, power, from }) => {
        let sum = 0;
        const registers = steps
          .map((one, i): Reading => {
            const shift = still ? 0 : (jitter[i % jitter.length] ?? 0) * 1000;
            const reading = at(i * step, (sum += one) / 100);
            return { ...reading, ts: reading.ts + shift };
          })
          .flatMap((reading, i) => {
            if (holes.some((hole) => i >= hole.at && i < hole.at + hole.length)) return [];
            return disputed.includes(i) ? contradicted(reading) : [reading];
          });
        const powers = power.map((value, i) => at(from + i, value));
        const rows = fold({ registers, power: powers, slip });
        const expected = oracle(registers, powers, slip);
        for (const row of rows) {
          const end = row.level === 1 ? row.ts + Q : row.level === 2 ? row.ts + 4 * Q : Infinity;
          const inside = expected.filter((one) => one.at > row.ts && one.at <= end);
          const best = inside.reduce((max, one) => (one.value > max ? one.value : max), -(1n << 60n));
          expect(row.sd ?? row.md).toBe(inside.length === 0 ? null : best);
          if (inside.length > 0 && row.sd !== null)
            expect(row.sdAt).toBe(inside.find((one) => one.value === best)?.at);
          if (row.sd !== null && row.md !== null) expect(row.sd > row.md).toBe(true);
        }
      }),
      runs(150),
    );
  });

  /** Every window by itself: the register on the line between readings; else fifteen minutes of power. */
  function oracle(
    registers: readonly Reading[],
    power: readonly Reading[],
    slip: number,
  ): { at: number; value: bigint }[] {
    const own = registers.filter(({ source }) => source === 0);
    const points = own.map((reading) => {
      const grid = Math.round(reading.ts / Q) * Q;
      const near = own.filter((other) => Math.abs(other.ts - grid) <= 2 * MINUTE);
      const nearest = near.toSorted(
        (a, b) => Math.abs(a.ts - grid) - Math.abs(b.ts - grid) || a.ts - b.ts,
      )[0];
      return {
        at: nearest === reading ? grid : reading.ts,
        micro: BigInt(Math.round(reading.value * 100)) * 10_000n,
        doubt: registers.some(({ ts, source }) => ts === reading.ts && source === 1),
      };
    });
    const line = (t: number): bigint | null => {
      const i = points.findIndex((point) => point.at >= t);
      const [a, b] = [points[i - 1], points[i]];
      if (b?.at === t) return b.micro;
      if (!a || !b) return null;
      return a.micro + ((b.micro - a.micro) * BigInt(t - a.at)) / BigInt(b.at - a.at);
    };
    const known = (t: number): boolean => {
      const i = points.findIndex((point) => point.at >= t);
      const [a, b] = [points[i - 1], points[i]];
      return b?.at === t || (a !== undefined && b !== undefined && b.at - a.at <= 90_000);
    };
    const found: { at: number; value: bigint }[] = [];
    for (let t = T0; t <= T0 + 20 * 60 * MINUTE; t += slip * MINUTE) {
      const start = t - Q;
      const inside = points.slice(1).map((b, i) => ({ a: points[i] as (typeof points)[number], b }));
      const touched = inside.filter(({ a, b }) => a.at < t && b.at > start);
      const whole = line(start) !== null && line(t) !== null && touched.length > 0;
      const sure = touched.every(({ a, b }) => b.at - a.at <= Q && !a.doubt && !b.doubt);
      if (whole && sure && known(start) && known(t)) {
        found.push({ at: t, value: 4n * ((line(t) ?? 0n) - (line(start) ?? 0n)) });
        continue;
      }
      const values = Array.from({ length: 15 }, (_, m) => power.find((p) => p.ts === start + m * MINUTE));
      if (slip === 15 || values.some((value) => !value)) continue;
      const total = values.reduce((all, value) => all + BigInt(value?.value ?? 0) * 1_000_000n, 0n);
      found.push({ at: t, value: total >= 0n ? total / 15n : -((-total + 14n) / 15n) });
    }
    return found;
  }
});
