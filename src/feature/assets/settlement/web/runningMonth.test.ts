import { expect, test } from 'vitest';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { monthOfDate, runningMonth } from './runningMonth.ts';

const at = (text: string): number => Date.parse(`${text}:00+08:00`);

test.each([
  [1, 0, '2026-11-25T12:00', '2026-11'],
  [26, 0, '2026-11-25T12:00', '2026-11'],
  [26, 0, '2026-11-26T00:00', '2026-12'],
  [20, 0, '2026-11-25T12:00', '2026-12'],
  [15, 0, '2026-11-14T12:00', '2026-10'],
  [1, 8, '2026-12-01T07:59', '2026-11'],
] as const)(
  'settled on day %i at %i h, at %s the month that runs is %s',
  (settlementDay, settlementHour, now, month) => {
    expect(runningMonth({ timeZone: HOME_ZONE, settlementDay, settlementHour }, at(now))).toBe(month);
  },
);

test('a date is of the month in which it ends', () => {
  const site = { timeZone: HOME_ZONE, settlementDay: 20, settlementHour: 8 };
  expect(['2026-11-19', '2026-11-20'].map((date) => monthOfDate(site, date))).toEqual(['2026-11', '2026-12']);
});

test('of no site it is that of the calendar', () => {
  expect(runningMonth(undefined, at('2026-11-25T12:00'))).toBe('2026-11');
});
