import { expect, test } from 'vitest';
import { readAddress, readOpen, writeOpen } from './address.ts';

test('any address is a valid view', () => {
  expect(readAddress({})).toEqual({
    org: null,
    meter: null,
    type: null,
    date: null,
    chart: 'hours',
    span: 'period',
    open: null,
  });
  expect(
    readAddress({
      org: '12',
      type: 2,
      date: '2018-07-15',
      chart: 'power',
      span: 'year',
      open: '3~1531580400000',
    }),
  ).toEqual({
    org: 12,
    meter: null,
    type: '2',
    date: '2018-07-15',
    chart: 'power',
    span: 'year',
    open: { level: 3, at: 1531580400000, meter: null },
  });
  expect(readAddress({ org: 'x', type: '<b>', date: '2018-02-30', chart: 7, open: '9~1' })).toEqual(
    readAddress({}),
  );
});

test('an open bucket is the same after a round trip', () => {
  for (const open of [
    { level: 1, at: 0, meter: null },
    { level: 5, at: 1531580400000, meter: 18 },
  ] as const)
    expect(readOpen(writeOpen(open))).toEqual(open);
});
