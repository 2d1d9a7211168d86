import { expect, test } from 'vitest';
import { dateAt } from '#domain/time/text.ts';
import { cutDays, isPeriod, shiftPeriod } from './period.ts';

test('periods are real dates of their kind', () => {
  expect(isPeriod('day', '2018-07-15')).toBe(true);
  expect(isPeriod('day', '2018-02-30')).toBe(false);
  expect(isPeriod('day', '2018-07')).toBe(false);
  expect(isPeriod('month', '2018-13')).toBe(false);
  expect(isPeriod('year', '2018')).toBe(true);
  expect(isPeriod('year', 2018)).toBe(false);
});

test('periods step over ends', () => {
  expect(shiftPeriod('day', '2018-03-01', -1)).toBe('2018-02-28');
  expect(shiftPeriod('month', '2018-12', 1)).toBe('2019-01');
  expect(shiftPeriod('year', '2018', -1)).toBe('2017');
});

test('a day is that of the place', () => {
  const instant = new Date('2018-07-15T20:00:00Z');
  expect(dateAt('Asia/Shanghai', instant)).toBe('2018-07-16');
  expect(dateAt('America/New_York', instant)).toBe('2018-07-15');
});

test('a range that is too long is cut to its first days, and its last are told', () => {
  const year = { begin: '2024-01-01', end: '2024-12-31' };
  expect(cutDays(year, 366)).toBeNull();
  expect(cutDays(year, 365)).toEqual({
    first: { begin: '2024-01-01', end: '2024-12-30' },
    last: { begin: '2024-01-02', end: '2024-12-31' },
  });
  expect(cutDays({ begin: '2024-02-28', end: '2024-03-01' }, 2)?.first).toEqual({
    begin: '2024-02-28',
    end: '2024-02-29',
  });
});
