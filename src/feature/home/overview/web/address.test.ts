import { expect, test } from 'vitest';
import { readAddress } from './address.ts';

test('any address is a valid view', () => {
  expect(readAddress({})).toEqual({
    org: null,
    meter: null,
    type: null,
    date: null,
    chart: 'hours',
    span: 'period',
  });
  expect(
    readAddress({
      org: '12',
      type: 2,
      date: '2018-07-15',
      chart: 'power',
      span: 'year',
    }),
  ).toEqual({
    org: 12,
    meter: null,
    type: '2',
    date: '2018-07-15',
    chart: 'power',
    span: 'year',
  });
  expect(readAddress({ org: 'x', type: '<b>', date: '2018-02-30', chart: 7 })).toEqual(readAddress({}));
});
