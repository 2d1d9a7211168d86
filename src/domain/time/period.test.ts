import { describe, expect, test } from 'vitest';
import { zoneOf } from '#domain/time/zone.ts';
import { equalPeriod, labelAt, periodOf } from './period.ts';
import { dateAt } from '#domain/time/text.ts';

const shanghai = zoneOf('Asia/Shanghai');
const berlin = zoneOf('Europe/Berlin');
const at = (iso: string): number => Date.parse(iso);
const iso = ({ from, to }: { from: number; to: number }) => [from, to].map((t) => new Date(t).toISOString());

describe('periods in the zone of the site', () => {
  test('day, month and year hold the date', () => {
    expect(iso(periodOf(shanghai, 'day', '2018-07-15'))).toEqual([
      '2018-07-14T16:00:00.000Z',
      '2018-07-15T16:00:00.000Z',
    ]);
    expect(iso(periodOf(shanghai, 'month', '2018-01-31', 1))).toEqual([
      '2017-11-30T16:00:00.000Z',
      '2017-12-31T16:00:00.000Z',
    ]);
    expect(iso(periodOf(shanghai, 'year', '2018-07-15', 1))).toEqual([
      '2016-12-31T16:00:00.000Z',
      '2017-12-31T16:00:00.000Z',
    ]);
  });

  test('days of 23 and 25 hours', () => {
    const hours = (date: string): number => {
      const { from, to } = periodOf(berlin, 'day', date);
      return (to - from) / 3_600_000;
    };
    expect([hours('2024-03-31'), hours('2024-10-27'), hours('2024-10-28')]).toEqual([23, 25, 24]);
  });

  test('names', () => {
    expect(dateAt(shanghai, at('2018-07-14T16:00:00Z'))).toBe('2018-07-15');
    expect(labelAt(shanghai, 'day', at('2018-07-15T03:00:00Z'))).toBe('11:00');
    expect(labelAt(shanghai, 'month', at('2018-07-14T16:00:00Z'))).toBe('07-15');
    expect(labelAt(shanghai, 'year', at('2018-06-30T16:00:00Z'))).toBe('2018-07');
  });
});

describe('equal intervals', () => {
  const interval = (kind: 'day' | 'month' | 'year', date: string, until: string, zone = shanghai) => {
    const before = periodOf(zone, kind, date, 1);
    return iso(equalPeriod(zone, kind, periodOf(zone, kind, date), before, at(until)));
  };

  test('the same wall clock a day, a month, a year earlier', () => {
    expect(interval('day', '2018-07-15', '2018-07-15T06:15:00Z')[1]).toBe('2018-07-14T06:15:00.000Z');
    expect(interval('month', '2018-07-15', '2018-07-15T06:15:00Z')[1]).toBe('2018-06-15T06:15:00.000Z');
    expect(interval('year', '2018-07-15', '2018-07-15T06:15:00Z')[1]).toBe('2017-07-15T06:15:00.000Z');
  });

  test('a finished period is compared with the whole before it', () => {
    expect(interval('month', '2018-03-10', '2018-04-01T00:00:00Z')[1]).toBe('2018-02-28T16:00:00.000Z');
  });

  test('the 31st has no counterpart in a shorter month: that ends', () => {
    expect(interval('month', '2018-03-31', '2018-03-31T06:00:00Z')[1]).toBe('2018-02-28T16:00:00.000Z');
  });

  test('nothing so far is compared with nothing', () => {
    const [from, to] = interval('day', '2018-07-15', '2018-07-14T16:00:00Z');
    expect(from).toBe(to);
  });

  test('across a change of the clock the wall clock counts', () => {
    // 12:00 on the long day is 13 hours after its start, 12:00 the day before 12.
    expect(interval('day', '2024-10-27', '2024-10-27T11:00:00Z', berlin)).toEqual([
      '2024-10-25T22:00:00.000Z',
      '2024-10-26T10:00:00.000Z',
    ]);
  });
});
