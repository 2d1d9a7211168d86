import { expect, test } from 'vitest';
import { secondAt } from '#domain/time/text.ts';
import { shortClock } from '#web/text/wallClock.ts';
import { bucketName, partName } from './bucketName.ts';

const HOUR = 3_600_000;
const START = Date.parse('2018-07-14T16:00:00Z');

test('instants are told by the clock of the site', () => {
  expect(secondAt('Asia/Shanghai', START)).toBe('2018-07-15 00:00:00');
  expect(shortClock('Asia/Shanghai', START, '2018-07-15')).toBe('00:00');
  expect(shortClock('Asia/Shanghai', START, '2018-08-01')).toBe('07-15 00:00');
  expect(shortClock('Asia/Shanghai', START, '2026-08-01')).toBe('2018-07-15 00:00');
  expect(bucketName('Asia/Shanghai', 1, START, START + HOUR / 4)).toBe('2018-07-15 00:00–00:15');
  expect(bucketName('Asia/Shanghai', 4, START, START)).toBe('2018-07');
  expect(partName('Asia/Shanghai', 3, START, START)).toBe('07-15');
});
