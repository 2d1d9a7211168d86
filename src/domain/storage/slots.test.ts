import { describe, expect, it } from 'vitest';
import { ZERO_POINTS } from '#contract/plan.ts';
import { byClock, daySlots, fileRows, onDay, sharedSlots, slotSpan, withinDay } from './slots.ts';

const BERLIN = 'Europe/Berlin';
const [SHORT, LONG, USUAL] = ['2027-03-28', '2026-10-25', '2026-11-23'] as const;
/** 1 kW in the slots from 19:00 to 21:00 of an ordinary day. */
const EVENING = [...ZERO_POINTS].fill(1, 76, 84);

describe('a day of 23 hours', () => {
  const slots = daySlots(BERLIN, SHORT);
  it('has 92 slots, and leaves out the hour that is not passed', () => {
    expect(slots.count).toBe(92);
    expect(slots.clocks.slice(6, 10)).toEqual(['01:30', '01:45', '03:00', '03:15']);
    expect(slots.clocks.slice(-2)).toEqual(['23:45', '24:00']);
    expect([slotSpan(slots, 4, 8), slotSpan(slots, 88, 96)]).toEqual(['01:00–03:00', '23:00–24:00']);
  });
  it('takes a curve by the clock, and nothing where it is over', () => {
    const points = onDay(EVENING, slots, 0);
    expect(points.indexOf(1)).toBe(72);
    expect(slotSpan(slots, points.indexOf(1), points.lastIndexOf(1) + 1)).toBe('19:00–21:00');
    expect(byClock(points, slots)).toEqual(EVENING);
    expect(withinDay([...ZERO_POINTS].fill(5), slots).slice(90)).toEqual([5, 5, 0, 0, 0, 0]);
  });
});

describe('a day of 25 hours', () => {
  const slots = daySlots(BERLIN, LONG);
  it('names the hour that is passed twice apart, and its last hour has no slot', () => {
    expect(slots.count).toBe(96);
    expect(slots.clocks.slice(7, 17)).toEqual([
      '01:45',
      '02:00A',
      '02:15A',
      '02:30A',
      '02:45A',
      '02:00B',
      '02:15B',
      '02:30B',
      '02:45B',
      '03:00',
    ]);
    expect(slotSpan(slots, 92, 96)).toBe('22:00–23:00');
    expect(slots.usual).toHaveLength(100);
  });
  it('takes a curve by the clock', () => {
    const points = onDay(EVENING, slots, 0);
    expect(slotSpan(slots, points.indexOf(1), points.lastIndexOf(1) + 1)).toBe('19:00–21:00');
    expect(byClock(points, slots)).toEqual(EVENING);
  });
});

it('an ordinary day has 96 slots, and days of different names are told by the usual ones', () => {
  const slots = daySlots(BERLIN, USUAL);
  expect([slots.count, slots.clocks[35], slots.clocks[96]]).toEqual([96, '08:45', '24:00']);
  expect(sharedSlots(BERLIN, [SHORT, SHORT]).count).toBe(92);
  expect(sharedSlots(BERLIN, [SHORT, USUAL])).toEqual(slots);
});

it('the rows of a file tell of each day which slot they are', () => {
  const rows = fileRows([SHORT, LONG, USUAL].map((date) => daySlots(BERLIN, date)));
  expect(rows).toHaveLength(100);
  expect(rows.slice(7, 17)).toEqual([
    { clock: '01:45', slots: [7, 7, 7] },
    { clock: '02:00A', slots: [null, 8, 8] },
    { clock: '02:15A', slots: [null, 9, 9] },
    { clock: '02:30A', slots: [null, 10, 10] },
    { clock: '02:45A', slots: [null, 11, 11] },
    { clock: '02:00B', slots: [null, 12, null] },
    { clock: '02:15B', slots: [null, 13, null] },
    { clock: '02:30B', slots: [null, 14, null] },
    { clock: '02:45B', slots: [null, 15, null] },
    { clock: '03:00', slots: [8, 16, 12] },
  ]);
  // The last hour of the long day has no slot.
  expect(rows.at(-1)).toEqual({ clock: '23:45', slots: [91, null, 95] });
});
