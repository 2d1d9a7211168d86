import { expect, it } from 'vitest';
import { zoneOf } from '#domain/time/zone.ts';
import { readStamp } from './stamp.ts';

const shanghai = zoneOf('Asia/Shanghai');
const berlin = zoneOf('Europe/Berlin');
const ten = Date.UTC(2026, 10, 23, 2);
const at = (given: unknown, zone = shanghai): number | undefined => readStamp(given, zone)?.at;

it.each([
  ['milliseconds', ten, ten],
  ['milliseconds as text', String(ten), ten],
  ['seconds', ten / 1000, ten],
  ['seconds as text', String(ten / 1000), ten],
  ['seconds with a fraction', ten / 1000 + 0.5, ten + 500],
  ['ISO 8601 with an offset', '2026-11-23T10:00:00+08:00', ten],
  ['an offset without its colon', '2026-11-23T10:00:00+0800', ten],
  ['an offset of hours', '2026-11-23 10:00:00 +08', ten],
  ['UTC', '2026-11-23T02:00:00Z', ten],
  ['UTC with a fraction', '2026-11-23T02:00:00.250Z', ten + 250],
  ['without seconds', '2026-11-23T10:00+08:00', ten],
  ['the wall clock of the site', '2026-11-23 10:00:00', ten],
  ['the wall clock with slashes', '2026/11/23 10:00', ten],
  ['the wall clock in one word', '20261123100000', ten],
  ['the wall clock as a number', 20_261_123_100_000, ten],
  ['the end of a day', '2026-11-22 24:00:00', Date.UTC(2026, 10, 22, 16)],
  ['a clock that counts from its start', 5000, 5000],
  ['an hour that occurs twice: the first', '2026-10-25 02:30:00', Date.UTC(2026, 9, 25, 0, 30), berlin],
])('reads %s', (_name, given, expected, zone = shanghai) => {
  expect(at(given, zone)).toBe(expected);
});

it.each([
  ['microseconds', ten * 1000],
  ['nanoseconds as text', `${ten}000000`],
  ['below zero', -1],
  ['a date alone', '2026-11-23'],
  ['a time alone', '10:00:00'],
  ['a day that is none', '2026-02-30 10:00:00'],
  ['an hour that is none', '2026-02-03 25:00:00'],
  ['a minute beyond the end of a day', '2026-02-03 24:01:00'],
  ['an offset that is none', '2026-11-23T10:00:00+99:00'],
  ['words', 'yesterday'],
  ['an American date', '11/23/2026 10:00:00'],
  ['nothing', ''],
  ['not a number', Number.NaN],
  ['a list', [ten]],
  ['null', null],
])('refuses %s', (_name, given) => {
  expect(at(given)).toBeUndefined();
});

it('tells which stamps depend on the zone', () => {
  const local = (given: unknown): boolean | undefined => readStamp(given, shanghai)?.local;
  expect(['2026-11-23 10:00:00', '20261123100000'].map(local)).toEqual([true, true]);
  expect([ten, String(ten), '2026-11-23T10:00:00+08:00'].map(local)).toEqual([false, false, false]);
});
