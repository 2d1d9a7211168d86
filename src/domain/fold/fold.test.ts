import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FLAG } from '#contract/usageFlag.ts';
import { runs } from '#test/runs.ts';
import { PLAIN_SEGMENT, type Segment } from '../ledger/segment.ts';
import { QUARTER_MS as Q } from '../time/duration.ts';
import { zoneOf } from '../time/zone.ts';
import { type Bucket, TAIL } from './bucket.ts';
import type { MeterInput } from './fold.ts';
import type { Reading } from './point.ts';
import { foldAll } from './rebuild.ts';
import type { Interval } from './span.ts';

const T0 = Date.UTC(2025, 0, 1);

function input(
  registers: readonly Reading[],
  intervals: readonly Interval[] = [],
  life: readonly Segment[] = [PLAIN_SEGMENT],
): MeterInput {
  return {
    meter: { life, ratedPower: null, stepMs: Q, from: -Infinity, to: Infinity },
    registers: new Map([['PP', registers.toSorted((a, b) => a.ts - b.ts)]]),
    intervals: new Map([['PP', intervals]]),
    power: [],
  };
}

const device = (ts: number, value: number, source = 0, rank = 1): Reading => ({ ts, value, source, rank });
const level = (rows: readonly Bucket[], wanted: number): Bucket[] =>
  rows.filter((row) => row.level === wanted);
const total = (rows: readonly Bucket[]): bigint =>
  rows.reduce((sum, row) => sum + (row.energies[0] ?? 0n), 0n);

describe('readings of every minute, of which the one at the end of a quarter of an hour is lost (domain notes 6.4 rule 8)', () => {
  const course = (lost: readonly number[]): Reading[] =>
    Array.from({ length: 61 }, (_, m) => device(T0 + m * 60_000, 1000 + m)).filter((_, m) => !lost.includes(m)); // prettier-ignore
  const quartersOf = (readings: readonly Reading[]): Bucket[] => level(foldAll(input(readings), zoneOf('UTC')), 1); // prettier-ignore
  const kWh = (rows: readonly Bucket[]): number[] => rows.map(({ energies }) => Number(energies[0]) / 1e6);

  it('the one beside it stands for the end: the energy of a minute moves, nothing is lost, nothing is a guess', () => {
    const rows = quartersOf(course([15]));
    expect(kWh(rows)).toEqual([14, 16, 15, 15]);
    expect(total(rows)).toBe(60_000_000n);
    expect(rows.map(({ flags }) => flags)).toEqual(quartersOf(course([])).map(({ flags }) => flags));
    expect(rows.map(({ md }) => md)).toEqual([56, 64, 60, 60].map((kW) => BigInt(kW) * 1_000_000n));
  });

  it('where the next one is nearer than the one before it is that one, and two minutes are the most', () => {
    expect(kWh(quartersOf(course([14, 15])))).toEqual([16, 14, 15, 15]);
    expect(kWh(quartersOf(course([14, 15, 16])))).toEqual([13, 17, 15, 15]);
  });

  it('beyond two minutes it is a gap: shared out by time, said so, and no demand of either', () => {
    const rows = quartersOf(course([13, 14, 15, 16, 17]));
    expect(kWh(rows)).toEqual([15, 15, 15, 15]);
    expect(rows.map(({ flags }) => (flags & FLAG.interpolated) !== 0)).toEqual([true, true, false, false]);
    expect(rows.map(({ md }) => md)).toEqual([null, null, 60_000_000n, 60_000_000n]);
  });
});

describe('the register vector of the domain notes', () => {
  const removed = T0 + 6 * Q + 300_000;
  const life: Segment[] = [
    { ...PLAIN_SEGMENT, to: removed, serial: 'A', multiplier: '40', registerWidth: 4, endRegister: '12' },
    { ...PLAIN_SEGMENT, from: removed, serial: 'B', multiplier: '60', registerWidth: 4, startRegister: '0' },
  ];
  const stands: [number, number][] = [
    [0, 9990],
    [1, 9995],
    [2, 9999],
    [3, 3],
    [5, 9],
    [6, 11],
    [7, 1],
    [8, 4],
  ];
  const rows = foldAll(
    input(
      stands.map(([k, value]) => device(T0 + k * Q, value)),
      [],
      life,
    ),
    zoneOf('UTC'),
  );
  const quarters = level(rows, 1);

  it('gives 200, 160, 160, 120, 120, 80, 100, 180', () => {
    expect(quarters.map((row) => Number(row.energies[0]) / 1e6)).toEqual([
      200, 160, 160, 120, 120, 80, 100, 180,
    ]);
    expect(total(level(rows, 5))).toBe(1_120_000_000n);
  });
  it('flags the rollover, the gap and the replacement', () => {
    expect(quarters[2]?.flags).toBe(FLAG.measured | FLAG.rollover);
    expect((quarters[3]?.flags ?? 0) & FLAG.interpolated).toBe(FLAG.interpolated);
    expect(quarters[6]?.flags).toBe(FLAG.measured | FLAG.replaced);
  });
  it('takes no demand from the gap, and covers it where it lies inside', () => {
    expect(quarters.map((row) => row.md === null)).toEqual([
      false,
      false,
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(level(rows, 2).map((row) => row.coveredS)).toEqual([2700, 2700]);
    expect(level(rows, 3)[0]?.coveredS).toBe(7200);
    expect((level(rows, 3)[0]?.flags ?? 0) & FLAG.interpolated).toBe(0);
    expect(level(rows, 3)[0]?.md).toBe(800_000_000n);
  });
});

describe('a fall that is no rollover', () => {
  it('is a reset: no energy, a flag', () => {
    const rows = foldAll(
      input([device(T0, 500), device(T0 + Q, 510), device(T0 + 2 * Q, 3), device(T0 + 3 * Q, 5)]),
      zoneOf('UTC'),
    );
    expect(level(rows, 1).map((row) => row.energies[0])).toEqual([10_000_000n, null, 2_000_000n]);
    expect(level(rows, 1)[1]?.flags).toBe(FLAG.reset);
    expect(level(rows, 2)[0]?.flags).toBe(FLAG.measured | FLAG.reset);
  });
});

describe('another factor of the same device', () => {
  const joint = T0 + 2 * Q;
  const life: Segment[] = [
    { ...PLAIN_SEGMENT, to: joint, serial: 'A', multiplier: '40' },
    { ...PLAIN_SEGMENT, from: joint, serial: 'A', multiplier: '60' },
  ];
  const energies = (readings: readonly Reading[]): (bigint | null | undefined)[] =>
    level(foldAll(input(readings, [], life), zoneOf('UTC')), 1).map((row) => row.energies[0]);

  it('at a reading ends and begins with it, also where its stamp is a little early', () => {
    for (const early of [0, 20_000]) {
      const readings = [0, 1, 2, 3].map((k) => device(T0 + k * Q - (k === 2 ? early : 0), k));
      expect(energies(readings)).toEqual([40_000_000n, 40_000_000n, 60_000_000n]);
    }
  });
  it('between two readings lies on the line between them', () => {
    expect(energies([device(T0, 0), device(T0 + Q, 1), device(T0 + 3 * Q, 3)])).toEqual([
      40_000_000n,
      40_000_000n,
      60_000_000n,
    ]);
  });
});

describe('readings beside the grid', () => {
  const rows = foldAll(
    input(Array.from({ length: 10 }, (_, k) => device(T0 + k * Q + 420_000, k))),
    zoneOf('UTC'),
  );
  it('nobody has measured how a span divides at the end of a quarter or an hour: interpolated, no demand', () => {
    for (const row of level(rows, 1).slice(1, -1)) {
      expect(row.flags & ~TAIL).toBe(FLAG.measured | FLAG.interpolated);
      expect(row.md).toBeNull();
      expect(row.coveredS).toBe(900);
    }
    expect((level(rows, 2)[1]?.flags ?? 0) & FLAG.interpolated).toBe(FLAG.interpolated);
    expect(level(rows, 2)[1]?.coveredS).toBe(3600);
  });
  it('what holds them all is not', () => {
    expect(level(rows, 3)[0]?.flags).toBe(FLAG.measured);
    expect(level(rows, 3)[0]?.energies[0]).toBe(9_000_000n);
    expect(level(rows, 3)[0]?.coveredS).toBe(9 * 900);
  });
});

describe('ranks', () => {
  it('an import counts over the device, a person over both', () => {
    const span = { start: T0, end: T0 + Q };
    const readings = [device(T0, 0), device(T0 + Q, 4)];
    const imported: Interval = { ...span, value: '5', source: 7, rank: 2 };
    const entered: Interval = { ...span, value: '6', source: 9, rank: 3 };
    expect(total(level(foldAll(input(readings, [imported]), zoneOf('UTC')), 1))).toBe(5_000_000n);
    const rows = level(foldAll(input(readings, [imported, entered]), zoneOf('UTC')), 1);
    expect(total(rows)).toBe(6_000_000n);
    expect(rows[0]?.flags).toBe(FLAG.measured | FLAG.manual | FLAG.corrected);
  });
  it('a longer span keeps what the finer one inside it leaves', () => {
    const readings = [device(T0, 0), device(T0 + 4 * Q, 10)];
    const finer: Interval = { start: T0, end: T0 + 2 * Q, value: '7', source: 3, rank: 2 };
    const rows = foldAll(input(readings, [finer]), zoneOf('UTC'));
    expect(level(rows, 1).map((row) => row.energies[0])).toEqual([
      3_500_000n,
      3_500_000n,
      1_500_000n,
      1_500_000n,
    ]);
    expect(level(rows, 2)[0]?.energies[0]).toBe(10_000_000n);
    expect(level(rows, 2)[0]?.coveredS).toBe(3600);
  });
  it('flags a rest below nothing as conflict', () => {
    const readings = [device(T0, 0), device(T0 + 4 * Q, 10)];
    const finer: Interval = { start: T0, end: T0 + 2 * Q, value: '12', source: 3, rank: 2 };
    const rows = foldAll(input(readings, [finer]), zoneOf('UTC'));
    expect(level(rows, 2)[0]?.energies[0]).toBe(17_000_000n);
    expect((level(rows, 2)[0]?.flags ?? 0) & FLAG.conflict).toBe(FLAG.conflict);
  });
});

describe('against a slow and obvious oracle', () => {
  const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'];
  // Around the changes of the clocks of these zones in 2025.
  const starts = [
    Date.UTC(2025, 2, 8),
    Date.UTC(2025, 2, 29),
    Date.UTC(2025, 3, 5),
    Date.UTC(2025, 9, 4),
    Date.UTC(2025, 9, 25),
    Date.UTC(2025, 10, 1),
  ];
  const history = fc.record({
    zone: fc.constantFrom(...zones),
    start: fc.constantFrom(...starts),
    steps: fc.array(
      fc.record({
        minutes: fc.integer({ min: 1, max: 200 }),
        jitter: fc.integer({ min: -59_000, max: 59_000 }),
        hundredths: fc.integer({ min: 0, max: 100_000 }),
      }),
      { minLength: 2, maxLength: 60 },
    ),
  });

  /** Energy of [a, b): the register on the line between its stands, cut off to millionths. */
  function oracle(points: readonly { at: number; micro: bigint }[], a: number, b: number): bigint | null {
    let sum: bigint | null = null;
    for (let i = 1; i < points.length; i++) {
      const p = points[i - 1];
      const q = points[i];
      if (!p || !q || q.at <= a || p.at >= b) continue;
      const line = (t: number): bigint =>
        ((q.micro - p.micro) * BigInt(Math.min(Math.max(t, p.at), q.at) - p.at)) / BigInt(q.at - p.at);
      sum = (sum ?? 0n) + line(b) - line(a);
    }
    return sum;
  }

  it('every bucket of every level, days of 23 and 25 hours too', () => {
    fc.assert(
      fc.property(history, ({ zone, start, steps }) => {
        let minute = 0;
        let hundredths = 0;
        const readings: Reading[] = [];
        for (const step of steps) {
          minute += step.minutes;
          hundredths += step.hundredths;
          readings.push(device(start + minute * 60_000 + step.jitter, hundredths / 100));
        }
        readings.sort((a, b) => a.ts - b.ts);
        const micro = new Map(readings.map((r) => [r.ts, BigInt(Math.round(r.value * 100)) * 10_000n]));
        const points = readings.map((r) => {
          const grid = Math.round(r.ts / Q) * Q;
          const near = readings.filter((other) => Math.abs(other.ts - grid) <= 120_000);
          near.sort((x, y) => Math.abs(x.ts - grid) - Math.abs(y.ts - grid) || x.ts - y.ts);
          return { at: near[0] === r ? grid : r.ts, micro: micro.get(r.ts) ?? 0n };
        });
        // Jitter may swap registers: falls are resets, which the oracle does not know.
        if (points.some((p, i) => i > 0 && p.micro < (points[i - 1]?.micro ?? 0n))) return;
        const rows = foldAll(input(readings), zoneOf(zone));
        // A last rise far above all others is awaited, which the oracle does not know either.
        if (rows.some((row) => row.level === 1 && (row.flags & FLAG.suspect) !== 0)) return;
        for (const row of rows) {
          const end = endOf(row, zone);
          expect(row.energies[0]).toBe(oracle(points, row.ts, end));
        }
        const all = (points.at(-1)?.micro ?? 0n) - (points[0]?.micro ?? 0n);
        for (const wanted of [1, 2, 3, 4, 5]) expect(total(level(rows, wanted))).toBe(all);
      }),
      runs(150),
    );
  });

  /** End of a bucket by asking the wall clock quarter by quarter, as Intl tells it. */
  function endOf(row: Bucket, zone: string): number {
    if (row.level === 1) return row.ts + Q;
    const format = clock(zone);
    const key = (t: number): string => {
      const [date = '', time = ''] = format.format(t).split(', ');
      const [month = '', day = '', year = ''] = date.split('/');
      const offset = row.level === 2 ? String(Math.round((wallOf(date, time) - t) / Q)) : '';
      return [
        year,
        row.level < 5 ? month : '',
        row.level < 4 ? day : '',
        row.level < 3 ? time.slice(0, 2) : '',
        offset,
      ].join('-');
    };
    const own = key(row.ts);
    let t = row.ts;
    const step = row.level > 3 ? Q * 4 * 12 : Q;
    while (key(t + step) === own) t += step;
    while (key(t + Q) === own) t += Q;
    return t + Q;
  }
  const clocks = new Map<string, Intl.DateTimeFormat>();
  function clock(zone: string): Intl.DateTimeFormat {
    let format = clocks.get(zone);
    if (!format) {
      format = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      });
      clocks.set(zone, format);
    }
    return format;
  }
  function wallOf(date: string, time: string): number {
    const [month, day, year] = date.split('/').map(Number);
    const [hour, minute, second] = time.split(':').map(Number);
    return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  }

  it('a gap of two decades keeps its energy to the last bit on every level', () => {
    const rows = foldAll(
      input([device(Date.UTC(2005, 2, 7), 0), device(T0, 12_345.67)]),
      zoneOf('Asia/Shanghai'),
    );
    for (const wanted of [1, 2, 3, 4, 5]) expect(total(level(rows, wanted))).toBe(12_345_670_000n);
  });

  it('missing is never 0', () => {
    const rows = foldAll(
      input([device(T0, 1), device(T0 + Q, 1), device(T0 + 5 * Q, 7, 0, 1)]),
      zoneOf('UTC'),
    );
    expect(level(rows, 1)[0]?.energies[0]).toBe(0n);
    expect(foldAll(input([device(T0, 1)]), zoneOf('UTC'))).toEqual([]);
    expect(rows.every((row) => row.energies.slice(1).every((energy) => energy === null))).toBe(true);
  });
});
