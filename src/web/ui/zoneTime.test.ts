import dayjs from 'dayjs';
import { describe, expect, test } from 'vitest';
import { timeAt } from '#domain/time/text.ts';
import { dayBounds, instantText, pickerTime } from './zoneTime.ts';

describe('a day of a zone runs from 00:00:00 to 23:59:59 there', () => {
  test.each([
    ['2026-01-31', 'Asia/Shanghai', '2026-01-30T16:00:00.000Z', '2026-01-31T15:59:59.999Z'],
    ['2026-01-31', 'UTC', '2026-01-31T00:00:00.000Z', '2026-01-31T23:59:59.999Z'],
    // 23 and 25 hours long.
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['2026-12-31', 'America/New_York', '2026-12-31T05:00:00.000Z', '2027-01-01T04:59:59.999Z'],
  ])('%s in %s', (day, zone, first, last) => {
    expect(dayBounds(day, zone)).toEqual({ first, last });
    expect(timeAt(zone, first)).toBe(`${day} 00:00`);
    expect(timeAt(zone, last)).toBe(`${day} 23:59`);
  });
});

test('what is picked is on the clock of the zone, wherever the device stands', () => {
  const picked = pickerTime('2026-01-31T20:30:00Z', 'Asia/Shanghai');
  expect(picked.format('YYYY-MM-DD HH:mm')).toBe('2026-02-01 04:30');
  expect(instantText(picked, 'Asia/Shanghai')).toBe('2026-01-31T20:30:00.000Z');
  expect(instantText(dayjs('2026-02-01 04:30'), 'Europe/Berlin')).toBe('2026-02-01T03:30:00.000Z');
});
