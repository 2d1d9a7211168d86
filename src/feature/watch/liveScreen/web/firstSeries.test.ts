import { expect, test } from 'vitest';
import { firstSeries } from './firstSeries.ts';

test('power of each meter, in the order of the meters; without power what it tells first; none where it tells nothing', () => {
  const items = [
    { ammeterId: 3, dataCode: 'FL' },
    { ammeterId: 3, dataCode: 'SF' },
    { ammeterId: 7, dataCode: 'PP' },
    { ammeterId: 7, dataCode: 'PZ' },
  ];
  expect(firstSeries([7, 9, 3], items)).toEqual(['7.PZ', '3.FL']);
});
