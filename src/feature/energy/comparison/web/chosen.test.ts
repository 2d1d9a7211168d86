import { expect, test } from 'vitest';
import { chosenOf, NONE, proposedPeriods } from './chosen.ts';

test('a comparison proposes the interval before, until a person takes everything away', () => {
  expect(proposedPeriods({ begin: '2024-03-01', end: '2024-03-31' })).toEqual(['2024-03-01', '2024-02-01']);
  expect(proposedPeriods({ begin: '2024-03-01', end: '2024-03-07' })).toEqual(['2024-03-01', '2024-02-23']);
  expect(chosenOf([], ['a'])).toEqual(['a']);
  expect(chosenOf([NONE], ['a'])).toEqual([]);
  expect(chosenOf(['b'], ['a'])).toEqual(['b']);
});
