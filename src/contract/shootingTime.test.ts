import { expect, test } from 'vitest';
import { plainTimes, shootingTimes, timesFault } from './shootingTime.ts';

test('a fixed date before a time of day is taken and dropped', () => {
  const sent = shootingTimes.parse({
    segments: [
      { begin: '2000-01-01 13:30:00', end: '2000-01-01T18:00', minutes: 60 },
      { begin: '1970-01-01 08:00', end: '12:00:00', minutes: 30 },
    ],
  });
  const plain = plainTimes(sent);
  expect(plain.segments).toEqual([
    { begin: '08:00', end: '12:00', minutes: 30 },
    { begin: '13:30', end: '18:00', minutes: 60 },
  ]);
  expect(timesFault(plain)).toBeUndefined();
});
