import { describe, expect, it } from 'vitest';
import {
  DAY_MS as DAY,
  HOUR_MS as HOUR,
  MINUTE_MS as MINUTE,
  QUARTER_MS as QUARTER,
} from '#domain/time/duration.ts';
import { Zone } from '#domain/time/zone.ts';
import { MissingFinder, MOST_GAPS, type MissingRule } from './missing.ts';
import { cpuTime } from '#test/cpuTime.ts';

const T0 = Date.UTC(2026, 0, 5);
const READINGS: MissingRule = { spanSeconds: null, intervalOf: () => 900, range: null };

const steps = (count: number, step: number, from = T0): number[] =>
  Array.from({ length: count }, (_, i) => from + i * step);
const without = (stamps: readonly number[], ...indexes: number[]): number[] =>
  stamps.filter((_, i) => !indexes.includes(i));

function judge(stamps: readonly number[], rule: Partial<MissingRule> = {}) {
  const finder = new MissingFinder({ ...READINGS, ...rule });
  const span = rule.spanSeconds ?? null;
  finder.take(
    stamps.map((at, row) => ({
      row,
      meterId: 1,
      code: 'PP',
      start: span === null ? null : at - span * 1000,
      at,
      value: '1',
    })),
  );
  const { series, gaps } = finder.found();
  const [one] = series;
  return { step: one?.step, missing: one?.missing, mixed: one?.mixed, gaps: gaps.map(({ from, to, missing }) => [(from - T0) / MINUTE, (to - T0) / MINUTE, missing]) }; // prettier-ignore
}

describe('what a file lacks', () => {
  it('is counted by its own step, each gap with the readings around it', () => {
    expect(judge(without(steps(96, QUARTER), 10, 11, 50))).toEqual({
      step: 900,
      mixed: false,
      missing: 3,
      gaps: [
        [135, 180, 2],
        [735, 765, 1],
      ],
    });
    expect(judge(steps(96, QUARTER))).toMatchObject({ missing: 0, gaps: [] });
  });

  it('of energy is the spans that are missing', () => {
    expect(judge(without(steps(24, HOUR), 3, 4), { spanSeconds: 3600 })).toMatchObject({
      step: 3600,
      missing: 2,
      gaps: [[120, 240, 2]],
    });
  });

  it('1 is not less for duplicates', () => {
    const stamps = without(steps(20, QUARTER), 5);
    expect(judge([...stamps, ...stamps.slice(0, 10)])).toMatchObject({ step: 900, missing: 1 });
  });

  it('2 is the same in any order of the rows', () => {
    const stamps = without(steps(96, QUARTER), 10, 11, 50);
    expect(judge(stamps.toReversed())).toEqual(judge(stamps));
    expect(judge(stamps.toSorted((a, b) => (a % 7) - (b % 7) || a - b))).toEqual(judge(stamps));
  });

  it('3 is nothing where the clock of a zone jumps', () => {
    const zone = new Zone('Europe/Berlin');
    const day = Date.UTC(2026, 2, 20) / DAY;
    const days = Array.from({ length: 20 }, (_, i) => zone.startOfDay(day + i));
    expect(judge(days)).toMatchObject({ step: 86_400, missing: 0 });
    expect(judge(without(days, 9))).toMatchObject({ missing: 1 });
    const shifts = days.flatMap((_, i) =>
      [6, 14, 22].map((hour) => zone.instantOf((day + i) * DAY + hour * HOUR)),
    );
    expect(judge(shifts)).toMatchObject({ missing: 0 });
    expect(judge(steps(192, QUARTER, Date.UTC(2026, 2, 28, 12)))).toMatchObject({ missing: 0 });
  });

  it('4 is nothing where the step changes for a day or more, but fewer long steps are gaps', () => {
    const fine = steps(97, QUARTER);
    const coarse = steps(48, HOUR, T0 + DAY + HOUR);
    expect(judge([...fine, ...coarse])).toMatchObject({ missing: 0, mixed: true });
    expect(judge([...fine, ...without(coarse, 30)])).toMatchObject({ missing: 1, gaps: [[3240, 3360, 1]] });
    expect(judge([...fine, ...coarse.slice(0, 5)])).toMatchObject({ missing: 15 });
    expect(judge(steps(96, QUARTER).filter((_, i) => i < 40 || i > 60 || i % 2 === 0))).toMatchObject({
      missing: 10,
    });
  });

  it('5 is judged meter by meter', () => {
    const finder = new MissingFinder(READINGS);
    const value = (meterId: number, at: number) => ({
      row: 1,
      meterId,
      code: 'PP',
      start: null,
      at,
      value: '1',
    });
    finder.take(without(steps(96, QUARTER), 7).map((at) => value(1, at)));
    finder.take(without(steps(48, HOUR), 9, 10).map((at) => value(2, at)));
    expect(finder.found().series).toMatchObject([
      { meterId: 1, step: 900, missing: 1, gaps: 1, values: 95 },
      { meterId: 2, step: 3600, missing: 2, gaps: 1, values: 46 },
    ]);
  });

  it('6 is unknown of one row, and of a few that lie far apart', () => {
    expect(judge([T0])).toMatchObject({ step: null, missing: 0, gaps: [] });
    expect(judge([T0, T0 + 40 * DAY])).toMatchObject({ step: null, missing: 0 });
    expect(judge([T0, T0 + HOUR])).toMatchObject({ step: 900, missing: 3 });
    expect(judge([T0, T0 + HOUR], { intervalOf: () => null })).toMatchObject({ step: null, missing: 0 });
    expect(judge([0, 1, 9, 11, 50, 53, 89, 97].map((n) => T0 + n * DAY))).toMatchObject({ step: null });
  });

  it('7 bears stamps beside the grid', () => {
    const jitter = steps(96, QUARTER).map((at, i) => at + ((i * 7919) % 50) * 1000);
    expect(judge(jitter)).toMatchObject({ missing: 0 });
    expect(judge(without(jitter, 20, 21))).toMatchObject({ missing: 2 });
  });

  it('8 counts months by the calendar, over years too', () => {
    const months = Array.from({ length: 60 }, (_, i) => Date.UTC(2021, i, 1));
    expect(judge(months)).toMatchObject({ missing: 0 });
    expect(judge(without(months, 13, 14, 15))).toMatchObject({ missing: 3 });
    expect(judge([...months.slice(0, 12), ...months.slice(48)])).toMatchObject({ missing: 36 });
    expect(judge(months.slice(0, 5))).toMatchObject({ missing: 0 });
  });

  it('9 goes on over a replaced meter, whose registers begin anew', () => {
    const stamps = without(steps(96, QUARTER), 40, 41, 42);
    expect(judge([...stamps.slice(0, 40), ...stamps.slice(39)])).toMatchObject({ missing: 3 });
  });

  it('10 is not before the first and after the last value, unless the file is said to hold more', () => {
    const stamps = steps(8, QUARTER, T0 + HOUR);
    const range = { from: T0, to: T0 + 3 * HOUR };
    expect(judge(stamps)).toMatchObject({ missing: 0 });
    expect(judge(stamps, { range })).toMatchObject({
      missing: 3,
      gaps: [[0, 60, 3]],
    });
    const energy = steps(4, HOUR, T0 + 2 * HOUR);
    expect(judge(energy, { spanSeconds: 3600, range: { from: T0, to: T0 + 6 * HOUR } })).toMatchObject({
      missing: 2,
      gaps: [
        [0, 60, 1],
        [300, 360, 1],
      ],
    });
  });

  it('of a million values is told at once, of half a million gaps the first', () => {
    const finder = new MissingFinder(READINGS);
    const half = steps(500_000, 2 * MINUTE).flatMap((at) => [at, at + 20_000]);
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < half.length; i += 5000)
      finder.take(
        half
          .slice(i, i + 5000)
          .map((at) => ({ row: 1, meterId: 1, code: 'PP', start: null, at, value: '1' })),
      );
    const began = cpuTime();
    const { series, gaps } = finder.found();
    expect(cpuTime() - began).toBeLessThan(10_000);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(400_000_000);
    expect(series).toMatchObject([{ values: 1_000_000, step: 20, gaps: 499_999 }]);
    expect(gaps).toHaveLength(MOST_GAPS);
  });
});
