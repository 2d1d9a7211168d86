import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zoneOf } from '#domain/time/zone.ts';
import { dueAt, lastDue, periodBefore } from './reportPeriod.ts';

test('the period that is over before a date', () => {
  expect(periodBefore('day', '2024-03-01')).toEqual({ begin: '2024-02-29', end: '2024-02-29' });
  // A Friday, a Monday.
  expect(periodBefore('week', '2024-03-01')).toEqual({ begin: '2024-02-19', end: '2024-02-25' });
  expect(periodBefore('week', '2024-02-26')).toEqual({ begin: '2024-02-19', end: '2024-02-25' });
  expect(periodBefore('month', '2024-03-31')).toEqual({ begin: '2024-02-01', end: '2024-02-29' });
  expect(periodBefore('month', '2024-01-01')).toEqual({ begin: '2023-12-01', end: '2023-12-31' });
  expect(periodBefore('year', '2024-01-01')).toEqual({ begin: '2023-01-01', end: '2023-12-31' });
});

test('a report is due at its hour of the zone, not before', () => {
  const shanghai = zoneOf('Asia/Shanghai');
  const march = { delayDays: 0, hour: 7 };
  const first = Date.UTC(2024, 2, 31, 23); // 2024-04-01 07:00 in Shanghai
  expect(lastDue(shanghai, 'month', march, first)).toEqual({ begin: '2024-03-01', end: '2024-03-31' });
  expect(lastDue(shanghai, 'month', march, first - 1)).toEqual({ begin: '2024-02-01', end: '2024-02-29' });
});

test('what is due is over, and the next one is not due', () => {
  const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York'].map(zoneOf);
  fc.assert(
    fc.property(
      fc.constantFrom('day', 'week', 'month', 'year'),
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 27 }),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) }),
      (period, zone, delayDays, hour, now) => {
        const found = lastDue(zone, period, { delayDays, hour }, now);
        expect(dueAt(zone, found, delayDays, hour)).toBeLessThanOrEqual(now);
        const after = new Date(Date.parse(found.end) + 86_400_000).toISOString().slice(0, 10);
        const year = { day: 1, week: 7, month: 31, year: 366 }[period];
        // The period that begins right after it has its own end, at most so many days later.
        const next = periodBefore(
          period,
          new Date(Date.parse(after) + (year + 1) * 86_400_000).toISOString().slice(0, 10),
        );
        if (next.begin === after) expect(dueAt(zone, next, delayDays, hour)).toBeGreaterThan(now);
      },
    ),
  );
});
