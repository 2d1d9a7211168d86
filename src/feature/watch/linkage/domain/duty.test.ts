import { describe, expect, it } from 'vitest';
import { type Duty, onDuty, waysTo } from './duty.ts';

const always: Duty = { days: null, begin: null, end: null, from: null, to: null };
/** 2026-11-25, a Wednesday, in days since 1970-01-01. */
const WEDNESDAY = Date.parse('2026-11-25T00:00:00Z') / 86_400_000;

describe('who is on duty', () => {
  it.each<[Partial<Duty>, number, number, boolean]>([
    [{}, WEDNESDAY, 3, true],
    [{ days: [] }, WEDNESDAY, 3, true],
    [{ days: ['3'] }, WEDNESDAY, 3, true],
    [{ days: ['2'] }, WEDNESDAY, 3, false],
    [{ begin: 8, end: 16 }, WEDNESDAY, 8, true],
    [{ begin: 8, end: 16 }, WEDNESDAY, 16, false],
    [{ begin: 8, end: 8 }, WEDNESDAY, 3, true],
    // The night of Wednesday goes on into Thursday, and that of Tuesday into Wednesday.
    [{ days: ['3'], begin: 22, end: 6 }, WEDNESDAY + 1, 5, true],
    [{ days: ['3'], begin: 22, end: 6 }, WEDNESDAY, 5, false],
    [{ days: ['3'], begin: 22, end: 6 }, WEDNESDAY, 23, true],
    [{ from: WEDNESDAY, to: WEDNESDAY, begin: 22, end: 6 }, WEDNESDAY + 1, 5, true],
    [{ from: WEDNESDAY + 1 }, WEDNESDAY, 12, false],
    [{ to: WEDNESDAY - 1 }, WEDNESDAY, 12, false],
  ])('%o on day %i at %i: %s', (change, day, hour, expected) =>
    expect(onDuty({ ...always, ...change }, day, hour)).toBe(expected),
  );
});

it.each([
  [{ own: ['2'], member: ['1'], has: ['1', '2'], up: ['1', '2'] }, ['2']],
  [{ own: [], member: ['1'], has: ['1', '2'], up: ['1', '2'] }, ['1']],
  [{ own: [], member: null, has: ['1', '2'], up: ['1', '2'] }, ['1', '2']],
  // What was chosen has no address, or is not set up: a choice never makes an alarm go nowhere.
  [{ own: ['1'], member: null, has: ['2'], up: ['1', '2'] }, ['2']],
  [{ own: ['1'], member: ['1'], has: ['1', '2'], up: ['2'] }, ['2']],
  [{ own: [], member: null, has: ['1'], up: [] }, ['1']],
  [{ own: ['2'], member: null, has: [], up: ['1', '2'] }, []],
] as const)('%o is told by %o', (given, expected) => expect(waysTo(given)).toEqual(expected));
