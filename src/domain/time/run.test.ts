import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#test/runs.ts';
import { QUARTER_MS } from './duration.ts';
import { runsOf } from './run.ts';
import { zoneOf } from './zone.ts';

test('a month and a bit is one month, days, hours, quarters', () => {
  const zone = zoneOf('Asia/Shanghai');
  const to = zone.startOfDate(2018, 7, 3) + 5 * 3_600_000 + 2 * QUARTER_MS;
  expect(runsOf(zone, zone.startOfDate(2018, 6), to).map((run) => run.level)).toEqual([4, 3, 2, 1]);
});

test('an empty interval has no runs', () => {
  expect(runsOf(zoneOf('Asia/Shanghai'), QUARTER_MS, QUARTER_MS)).toEqual([]);
});

test('runs follow each other without gap or overlap and fill the interval', () => {
  const start = Date.parse('2024-01-01T00:00:00Z') / QUARTER_MS;
  fc.assert(
    fc.property(
      fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
      fc.nat(40_000),
      fc.integer({ min: 1, max: 40_000 }),
      (name, skip, length) => {
        const from = (start + skip) * QUARTER_MS;
        const to = from + length * QUARTER_MS;
        const runs = runsOf(zoneOf(name), from, to);
        expect(runs[0]?.from).toBe(from);
        expect(runs.at(-1)?.to).toBe(to);
        runs.slice(1).forEach((run, i) => expect(run.from).toBe(runs[i]?.to));
      },
    ),
    runs(40),
  );
});
