import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { runs } from '#test/runs.ts';
import { clockOf, hourText, minutesOf, two } from './clock.ts';
import {
  addDays,
  addMonths,
  dateOfDay,
  dateText,
  dayOfDate,
  daysBetween,
  lastDayOf,
  monthOfCount,
  monthsOfYear,
  monthText,
  partsOfDate,
  utcDate,
} from './date.ts';
import { DAY_MS, DAY_SECONDS, HOUR_MS, HOUR_MS_EXACT, MINUTE_MS, QUARTER_MS } from './duration.ts';
import { HOME_ZONE } from './homeZone.ts';
import { clockAt, dateAt, momentAt, monthAt, secondAt, spanText, startOfDate, timeAt } from './text.ts';
import { zoneOf } from './zone.ts';

test('lengths of time', () => {
  expect([MINUTE_MS, QUARTER_MS, HOUR_MS, DAY_MS]).toEqual([60e3, 15 * 60e3, 3600e3, 86_400e3]);
  expect(HOUR_MS_EXACT).toBe(BigInt(HOUR_MS));
  expect(DAY_SECONDS * 1000).toBe(DAY_MS);
});

describe('an instant on the clock of a zone', () => {
  it.each([
    // Half and three quarters of an hour.
    ['Asia/Kolkata', '2024-06-01T18:31:09Z', '2024-06-02', '00:01', '2024-06-02 00:01:09'],
    ['Asia/Kathmandu', '2024-12-31T18:14:59Z', '2024-12-31', '23:59', '2024-12-31 23:59:59'],
    // The year ends here before it ends in Greenwich, and there after.
    [HOME_ZONE, '2024-12-31T16:00:00Z', '2025-01-01', '00:00', '2025-01-01 00:00:00'],
    ['America/New_York', '2025-01-01T04:59:00Z', '2024-12-31', '23:59', '2024-12-31 23:59:00'],
    // The clock goes forward, and back: 02:30 comes twice.
    ['Europe/Berlin', '2025-03-30T01:00:00Z', '2025-03-30', '03:00', '2025-03-30 03:00:00'],
    ['Europe/Berlin', '2025-10-26T00:30:00Z', '2025-10-26', '02:30', '2025-10-26 02:30:00'],
    ['Europe/Berlin', '2025-10-26T01:30:00Z', '2025-10-26', '02:30', '2025-10-26 02:30:00'],
    // Half an hour of summer time.
    ['Australia/Lord_Howe', '2025-04-05T15:00:00Z', '2025-04-06', '01:30', '2025-04-06 01:30:00'],
    ['UTC', '2024-02-29T23:59:59.999Z', '2024-02-29', '23:59', '2024-02-29 23:59:59'],
  ])('%s at %s', (zone, at, date, clock, second) => {
    const t = Date.parse(at);
    expect(dateAt(zone, t)).toBe(date);
    expect(monthAt(zone, t)).toBe(date.slice(0, 7));
    expect(clockAt(zone, t)).toBe(clock);
    expect(timeAt(zone, t)).toBe(`${date} ${clock}`);
    expect(secondAt(zone, t)).toBe(second);
    expect(momentAt(zone, t)).toBe(second.replace(/:00$/, ''));
    // By name or not, a number or not: the same.
    expect(secondAt(zoneOf(zone), at)).toBe(second);
    expect(secondAt(zone, new Date(at))).toBe(second);
  });

  it('is what the calendar of the runtime says, in every zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
        fc.integer({ min: Date.UTC(2012, 0, 1) / 1000, max: Date.UTC(2035, 0, 1) / 1000 }),
        (timeZone, second) => {
          const format = (timeStyle: 'short' | 'medium'): string =>
            new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle }).format(
              second * 1000,
            );
          expect(timeAt(timeZone, second * 1000)).toBe(format('short'));
          expect(secondAt(timeZone, second * 1000)).toBe(format('medium'));
        },
      ),
      runs(200),
    );
  });
});

test('a span says its date once', () => {
  const t = Date.parse('2026-11-19T11:30:00+08:00');
  expect(spanText(HOME_ZONE, t, t + QUARTER_MS)).toBe('2026-11-19 11:30–11:45');
  expect(spanText(HOME_ZONE, t, t + DAY_MS)).toBe('2026-11-19 11:30 – 2026-11-20 11:30');
  expect(spanText(HOME_ZONE, t + 1000, t + 1000)).toBe('2026-11-19 11:30:01');
});

test('a date begins where its zone says', () => {
  expect(startOfDate(HOME_ZONE, '2024-12-31', 1)).toBe(Date.parse('2024-12-31T16:00:00Z'));
  expect(startOfDate('Asia/Kolkata', '2024-01-01')).toBe(Date.parse('2023-12-31T18:30:00Z'));
  // The clock is set at midnight: the day begins at 01:00.
  expect(clockAt('Asia/Beirut', startOfDate('Asia/Beirut', '2025-03-30'))).toBe('01:00');
  const zones = fc.constantFrom(HOME_ZONE, 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata');
  fc.assert(
    fc.property(zones, fc.integer({ min: 11_000, max: 24_000 }), (zone, day) => {
      const start = startOfDate(zone, dateOfDay(day));
      expect(dateAt(zone, start)).toBe(dateOfDay(day));
      expect(dateAt(zone, start - 1)).toBe(dateOfDay(day - 1));
    }),
    runs(100),
  );
});

test('times of day', () => {
  expect([two(0), two(7), two(31)]).toEqual(['00', '07', '31']);
  expect([0, 15, 719, 1440].map(clockOf)).toEqual(['00:00', '00:15', '11:59', '24:00']);
  expect([0, 9, 24].map(hourText)).toEqual(['00:00', '09:00', '24:00']);
  expect(['00:00', '23:59', '24:00'].map(minutesOf)).toEqual([0, 1439, 1440]);
  expect(['24:01', '7:00', '12:60', ''].map(minutesOf)).toEqual([null, null, null, null]);
});

test('dates and months', () => {
  expect(dateText({ year: 2024, month: 2, day: 9 })).toBe('2024-02-09');
  expect(partsOfDate('2024-02-09')).toEqual([2024, 2, 9]);
  expect(partsOfDate('2024-02')).toEqual([2024, 2, 1]);
  expect(utcDate(Date.parse('2024-12-31T23:59:59.999Z'))).toBe('2024-12-31');
  expect([dayOfDate('1970-01-01'), dayOfDate('1969-12-31')]).toEqual([0, -1]);
  expect(dateOfDay(dayOfDate('2024-02-29') + 366)).toBe('2025-03-01');
  expect(addDays('2024-12-31', 1)).toBe('2025-01-01');
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
  expect(daysBetween('2024-12-31', '2024-01-01')).toBe(-365);
  expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
  expect(addMonths('2024-12-31', 2)).toBe('2025-02-28');
  expect(addMonths('2024-01-31', -1)).toBe('2023-12-31');
  expect([lastDayOf(2023, 2), lastDayOf(2024, 2), lastDayOf(2024, 0)]).toEqual([28, 29, 31]);
  expect(monthText(2024, 7)).toBe('2024-07');
  expect([monthOfCount(2024 * 12 + 11), monthOfCount(2025 * 12)]).toEqual(['2024-12', '2025-01']);
  expect([monthsOfYear(2024)[0], monthsOfYear('2024')[11], monthsOfYear(2024).length]).toEqual([
    '2024-01',
    '2024-12',
    12,
  ]);
});
