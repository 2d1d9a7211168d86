import { expect, test } from 'vitest';
import type { Consumer } from '#web/session/session.ts';
import { groupsOf } from './ConsumerField.tsx';

const of = (orgId: number, groupId: number | null = null, groupName: string | null = null): Consumer => ({
  orgId,
  orgName: `Works ${orgId}`,
  groupId,
  groupName,
});

test('enterprises stand below their groups by name, those of none at the end', () => {
  const options = groupsOf([of(1), of(2, 7, 'Steel'), of(3, 5, 'Coast'), of(4, 7, 'Steel'), of(5, 9, 'Coast')], 'None'); // prettier-ignore
  expect(
    options.map((one) => ('options' in one ? [one.label, one.options.map(({ value }) => value)] : one)),
  ).toEqual([
    ['Coast', [3]],
    // Another group of the same name is another group.
    ['Coast', [5]],
    ['Steel', [2, 4]],
    ['None', [1]],
  ]);
});

test('without a group there is the plain list', () => {
  expect(groupsOf([of(1), of(2)], 'None')).toEqual([
    { value: 1, label: 'Works 1' },
    { value: 2, label: 'Works 2' },
  ]);
  expect(groupsOf([], 'None')).toEqual([]);
});
