import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ENERGY_CODES } from '#contract/dataCode.ts';
import { PERIOD_NUMBERS } from '#contract/period.ts';
import { NOON } from '#test/build/noon.ts';
import { runs } from '#test/runs.ts';
import { PLAIN_SEGMENT } from '../ledger/segment.ts';
import type { Bucket } from '../fold/bucket.ts';
import type { MeterInput } from '../fold/fold.ts';
import type { Reading } from '../fold/point.ts';
import { foldAll } from '../fold/rebuild.ts';
import { dayOfDate } from '../time/date.ts';
import { QUARTER_MS as Q } from '../time/duration.ts';
import { zoneOf } from '../time/zone.ts';
import { Calendar } from './calendar.ts';
import { GUANGDONG } from './preset.ts';
import { splitPeriods } from './split.ts';

const NONE = new Map();
const PLACES = PERIOD_NUMBERS.map((period) => ENERGY_CODES.indexOf(`PP${period}`));

const reading = (ts: number, value: number): Reading => ({ ts, value, source: 0, rank: 1 });
const splitOf = (rows: readonly Bucket[]) =>
  rows.filter((row) => row.level === 1).map((row) => PLACES.map((i) => row.energies[i]));
const input = (registers: Readonly<Record<string, readonly Reading[]>>): MeterInput => ({
  meter: { life: [PLAIN_SEGMENT], ratedPower: null, stepMs: Q, from: -Infinity, to: Infinity },
  registers: new Map(Object.entries(registers)),
  intervals: new Map(),
  power: [],
});
const sumOfPeriods = (bucket: Bucket): bigint | null =>
  PLACES.reduce<bigint | null>((sum, i) => {
    const energy = bucket.energies[i] ?? null;
    return energy === null ? sum : (sum ?? 0n) + energy;
  }, null);

it('the periods of every bucket of every level sum to its energy, to the last bit', () => {
  const history = fc.record({
    zone: fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
    start: fc.constantFrom(
      Date.UTC(2025, 2, 29),
      Date.UTC(2025, 9, 4),
      Date.UTC(2025, 9, 25),
      Date.UTC(2025, 6, 1),
    ),
    steps: fc.array(
      fc.record({ minutes: fc.integer({ min: 1, max: 300 }), thirds: fc.integer({ min: 0, max: 99_999 }) }),
      { minLength: 2, maxLength: 60 },
    ),
  });
  fc.assert(
    fc.property(history, fc.boolean(), ({ zone: name, start, steps }, noon) => {
      const zone = zoneOf(name);
      const first = zone.localDay(start);
      const holidays = new Map([[first, { kind: 'holiday' as const }]]);
      const calendar = new Calendar(
        [],
        [{ from: 0, rules: noon ? NOON : GUANGDONG }],
        noon ? holidays : NONE,
      );
      let at = start;
      let value = 0;
      const readings = steps.map(({ minutes, thirds }) => {
        at += minutes * 60_000;
        value += thirds;
        return reading(at, value / 3);
      });
      const rows = foldAll(input({ PP: readings }), zone, (t) => calendar.periodAt(zone, t));
      for (const row of rows) {
        expect(sumOfPeriods(row)).toBe(row.energies[0] ?? null);
        if (row.level > 1) continue;
        const { hour } = zone.local(row.ts);
        const valley = row.energies[7] ?? null;
        expect(valley).toBe(hour < 8 ? row.energies[0] : null);
        const deep = noon && zone.localDay(row.ts) === first && (hour === 12 || hour === 13);
        expect(row.energies[8] ?? null).toBe(deep ? row.energies[0] : null);
      }
    }),
    runs(150),
  );
});

it('without a calendar, or before its first version, there are no periods: null, never 0', () => {
  const start = Date.UTC(2025, 0, 1, -8);
  const zone = zoneOf('Asia/Shanghai');
  const readings = [reading(start, 0), reading(start + 24 * 4 * Q, 96), reading(start + 48 * 4 * Q, 192)];
  const calendar = new Calendar([], [{ from: dayOfDate('2025-01-02'), rules: GUANGDONG }], NONE);
  const rows = foldAll(input({ PP: readings }), zone, (t) => calendar.periodAt(zone, t));
  const days = rows.filter((row) => row.level === 3).map((row) => PLACES.map((i) => row.energies[i]));
  expect(days).toEqual([
    [null, null, null, null, null],
    [null, 28_000_000n, 36_000_000n, 32_000_000n, null],
  ]);
  expect(foldAll(input({ PP: readings }), zone).every((row) => sumOfPeriods(row) === null)).toBe(true);
});

it('the own tariff registers of a meter stand where they say something, unless one side alone shall count', () => {
  const start = Date.UTC(2025, 0, 1, -8);
  const zone = zoneOf('Asia/Shanghai');
  const calendar = new Calendar([], [{ from: 0, rules: GUANGDONG }], NONE);
  const PP = [0, 1, 2, 3, 4].map((q) => reading(start + q * Q, q * 10));
  const PP1 = [reading(start, 5), reading(start + 2 * Q, 8)];
  const plain = foldAll(input({ PP, PP1 }), zone).filter((row) => row.level === 1);
  const own = [1_500_000n, null, null, null, null];
  const valley = [null, null, null, 10_000_000n, null];
  const none = [null, null, null, null, null];
  const periodAt = (t: number) => calendar.periodAt(zone, t);
  expect(splitOf(splitPeriods(plain, periodAt))).toEqual([own, own, valley, valley]);
  expect(splitOf(splitPeriods(plain, periodAt, 'calendar'))).toEqual([valley, valley, valley, valley]);
  expect(splitOf(splitPeriods(plain, periodAt, 'registers'))).toEqual([own, own, none, none]);
  expect(splitOf(splitPeriods(plain, () => 0, 'calendar'))).toEqual([none, none, none, none]);
});

it('a register 5 that stands at 0 alone does not keep the calendar from splitting', () => {
  const start = Date.UTC(2025, 0, 1, -8);
  const zone = zoneOf('Asia/Shanghai');
  const calendar = new Calendar([], [{ from: 0, rules: GUANGDONG }], NONE);
  const PP = [0, 1, 2].map((q) => reading(start + q * Q, q * 10));
  const still = [0, 1, 2].map((q) => reading(start + q * Q, 7));
  const moving = [0, 1, 2].map((q) => reading(start + q * Q, q));
  const quarters = (registers: Readonly<Record<string, readonly Reading[]>>): Bucket[] =>
    foldAll(input(registers), zone).filter((row) => row.level === 1);
  const split = (rows: Bucket[]) => splitOf(splitPeriods(rows, (t) => calendar.periodAt(zone, t)));
  const valley = [null, null, null, 10_000_000n, 0n];
  expect(split(quarters({ PP, PP5: still }))).toEqual([valley, valley]);
  const deep = [null, null, null, null, 1_000_000n];
  expect(split(quarters({ PP, PP5: moving }))).toEqual([deep, deep]);
});
