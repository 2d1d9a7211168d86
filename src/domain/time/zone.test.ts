import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs.ts';
import { LEVELS, bucketBounds, bucketEnd, bucketStart } from './bucket.ts';
import { HOUR_MS as HOUR } from './duration.ts';
import { zoneOf } from './zone.ts';

const hours = (zone: string, year: number, month: number, day: number): number => {
  const start = zoneOf(zone).startOfDate(year, month, day);
  return (bucketEnd(zoneOf(zone), 3, start) - start) / HOUR;
};

describe('days', () => {
  it.each([
    ['Europe/Berlin', 2025, 3, 30, 23],
    ['Europe/Berlin', 2025, 10, 26, 25],
    ['America/New_York', 2025, 3, 9, 23],
    ['America/New_York', 2025, 11, 2, 25],
    ['Australia/Lord_Howe', 2025, 10, 5, 23.5],
    ['Australia/Lord_Howe', 2025, 4, 6, 24.5],
    ['Asia/Shanghai', 2025, 6, 1, 24],
    // The clock is set at midnight: the day begins at 01:00.
    ['Asia/Beirut', 2025, 3, 30, 23],
    ['America/Sao_Paulo', 2018, 11, 4, 23],
    // Samoa left a day out.
    ['Pacific/Apia', 2011, 12, 29, 24],
  ])('%s %i-%i-%i has %d hours', (zone, year, month, day, expected) => {
    expect(hours(zone, year, month, day)).toBe(expected);
  });

  it('a day that was left out is the next one', () => {
    const zone = zoneOf('Pacific/Apia');
    expect(zone.startOfDate(2011, 12, 30)).toBe(zone.startOfDate(2011, 12, 31));
  });
});

it('a clock turned by half an hour makes hours of half an hour', () => {
  const zone = zoneOf('Australia/Lord_Howe');
  const day = zone.startOfDate(2025, 4, 6);
  const bounds = bucketBounds(zone, 2, day, bucketEnd(zone, 3, day));
  expect(bounds).toHaveLength(26);
  expect(bounds.slice(1).map((end, i) => (end - (bounds[i] ?? 0)) / HOUR)).toContain(0.5);
});

it('wall clock and instant are each other, skipped times move on', () => {
  const zone = zoneOf('Europe/Berlin');
  expect(zone.local(Date.UTC(2025, 0, 1))).toMatchObject({
    year: 2025,
    month: 1,
    day: 1,
    hour: 1,
    minute: 0,
  });
  expect(zone.instantOf(Date.UTC(2025, 2, 30, 2, 30))).toBe(Date.UTC(2025, 2, 30, 1, 30));
  expect(zone.instantOf(Date.UTC(2025, 9, 26, 2, 30))).toBe(Date.UTC(2025, 9, 26, 0, 30));
});

it('buckets tile the time and nest, in every zone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2035, 0, 1) }),
      (name, t) => {
        const zone = zoneOf(name);
        for (const level of LEVELS) {
          const start = bucketStart(zone, level, t);
          const end = bucketEnd(zone, level, start);
          expect(start <= t && t < end).toBe(true);
          expect(bucketStart(zone, level, end - 1)).toBe(start);
          expect(bucketStart(zone, level, end)).toBe(end);
          if (level > 1) {
            const child = (level - 1) as 1 | 2 | 3 | 4;
            expect(bucketStart(zone, child, start)).toBe(start);
            expect(bucketStart(zone, child, end)).toBe(end);
          }
        }
      },
    ),
    runs(150),
  );
});

it('refuses what is no zone', () => {
  expect(() => zoneOf('Mars/Olympus')).toThrow(RangeError);
});
