import { expect, test } from 'vitest';
import { firstLines } from './firstLines.ts';

test('a line a meter, in the order of the meters, by its usage where it has one; none where it has nothing', () => {
  const sources = [
    { ammeterId: 1, dataCodes: ['CZ', 'PP'] },
    { ammeterId: 2, dataCodes: [] },
    { ammeterId: 3, dataCodes: ['FL'] },
  ];
  const lines = firstLines([3, 2, 1, 9], sources, '2026-03-15');
  expect(lines.map(({ ammeterIds, dataCode }) => [...ammeterIds, dataCode])).toEqual([
    [3, 'FL'],
    [1, 'PP'],
  ]);
  expect(lines[0]).toMatchObject({ interval: '301', endDate: '2026-03-14', type: null });
});
