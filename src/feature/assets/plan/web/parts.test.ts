import { expect, it } from 'vitest';
import { daySlots } from '#domain/storage/slots.ts';
import { partsOf } from './parts.ts';

/** Valley until three, shoulder until ten, peak until noon, shoulder until midnight. */
const PERIODS = {
  rows: [
    { beginTime: '00:00', endTime: '03:00', value: 4 },
    { beginTime: '03:00', endTime: '10:00', value: 3 },
    { beginTime: '10:00', endTime: '12:00', value: 2 },
    { beginTime: '12:00', endTime: '24:00', value: 3 },
  ],
};
const endsOn = (date: string): number[] =>
  partsOf(PERIODS, daySlots('Europe/Berlin', date).usual).map(({ to }) => to);

it('tariff periods lie where the clock of the site puts them, on days on which it is changed too', () => {
  expect(endsOn('2026-11-23')).toEqual([12, 40, 48, 96]);
  expect(endsOn('2027-03-28')).toEqual([8, 36, 44, 92]);
  expect(endsOn('2026-10-25')).toEqual([16, 44, 52, 100]);
  expect(partsOf(undefined, [0, 1])).toEqual([]);
});
