import { expect, it } from 'vitest';
import { hear, type Heard } from './hear.ts';

const row = (id: number, raiseCount = 1, alarmStatus = '1') => ({ id, raiseCount, alarmStatus });

it('rings for what is new or was raised again, not for an old one that moves up the list', () => {
  let known: Heard | null = null;
  const rings = (...rows: Parameters<typeof hear>[1]): boolean => {
    const { heard, rings: rang } = hear(known, rows);
    known = heard;
    return rang;
  };
  expect(rings(row(30), row(29))).toBe(false);
  expect(rings(row(30), row(29))).toBe(false);
  // 29 was confirmed, so that 12 is among the first now.
  expect(rings(row(30), row(12))).toBe(false);
  expect(rings(row(31), row(30))).toBe(true);
  expect(rings(row(31), row(30, 2))).toBe(true);
  // Raised and over before it was read.
  expect(rings(row(32, 1, '0'), row(31))).toBe(false);
  // Confirmed and raised again.
  expect(rings(row(32, 2), row(31))).toBe(true);
});

it('the first alarm of a calm plant rings', () => {
  const { heard } = hear(null, []);
  expect(hear(heard, [row(1)]).rings).toBe(true);
});
