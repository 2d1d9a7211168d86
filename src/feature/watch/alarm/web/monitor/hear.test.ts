import { expect, it } from 'vitest';
import { hear, type Heard } from './hear.ts';

const row = (id: number, raiseCount = 1, alarmStatus = '1') => ({ id, raiseCount, alarmStatus });
type Rows = Parameters<typeof hear>[1];

/** A page that is open, with a list of two at most; tells whether it rings when it reads them. */
function page(more: number): (...rows: Rows) => boolean {
  let known: Heard | null = null;
  return (...rows) => {
    const { heard, rings } = hear(known, rows, rows.length + more);
    known = heard;
    return rings;
  };
}

it('rings for what is new or was raised again, not for an old one that moves up the list', () => {
  const rings = page(5);
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

it('rings for an old one that has become urgent, where all that waited were known', () => {
  const rings = page(0);
  expect(rings(row(30))).toBe(false);
  expect(rings(row(30), row(12, 2))).toBe(true);
  expect(rings(row(30), row(12, 2))).toBe(false);
});

it('the first alarm of a calm plant rings', () => {
  const rings = page(0);
  expect(rings()).toBe(false);
  expect(rings(row(1))).toBe(true);
});
