import { expect, test } from 'vitest';
import { FLAG } from '#contract/usageFlag.ts';
import { MINUTE_MS as MINUTE } from '#domain/time/duration.ts';
import { byGravity, isOnline, noticesOf, type MeterDay } from './notice.ts';

const day = { to: 0, now: 1000 * MINUTE, current: true };
const meter = (more: Partial<MeterDay>): MeterDay => ({
  id: 1,
  name: 'A',
  stepMs: 15 * MINUTE,
  lastAt: 990 * MINUTE,
  coverage: 100,
  flags: FLAG.measured,
  ...more,
});
const kinds = (more: Partial<MeterDay>, facts = day) =>
  noticesOf([meter(more)], facts).map((one) => one.kind);

test('a meter that is measured and heard of is not odd', () => {
  expect(kinds({})).toEqual([]);
});

test('a meter is online for three of its steps', () => {
  expect(isOnline({ lastAt: 955 * MINUTE, stepMs: 15 * MINUTE }, day.now)).toBe(true);
  expect(isOnline({ lastAt: 954 * MINUTE, stepMs: 15 * MINUTE }, day.now)).toBe(false);
  expect(isOnline({ lastAt: null, stepMs: 15 * MINUTE }, day.now)).toBe(false);
});

test('silence is told today, gaps on any day', () => {
  expect(kinds({ lastAt: 900 * MINUTE, coverage: 40 })).toEqual(['offline']);
  expect(kinds({ lastAt: 900 * MINUTE, coverage: 40 }, { ...day, current: false })).toEqual(['lowCoverage']);
  expect(kinds({ coverage: 90 })).toEqual([]);
});

test('no bucket is no data, once time has passed', () => {
  expect(kinds({ flags: null, coverage: 0, lastAt: null })).toEqual(['noData']);
  expect(kinds({ flags: null, coverage: null })).toEqual([]);
});

test('flags of the day are told, the gravest first', () => {
  const found = noticesOf([meter({ flags: FLAG.rollover | FLAG.conflict | FLAG.reset })], day).toSorted(
    byGravity,
  );
  expect(found.map((one) => one.kind)).toEqual(['reset', 'conflict', 'rollover']);
});
