import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RowButtons } from './RowButtons.tsx';
import { draw, sample } from './testBed.tsx';
import { usePermissions } from './usePermissions.ts';

function Row() {
  const may = usePermissions(sample);
  return (
    <RowButtons title="Mill" may={may} actions={[]} onEdit={vi.fn()} onDelete={vi.fn()} onAction={vi.fn()} />
  );
}

test.each([
  [[], []],
  [['archive.sample.edit'], ['Edit Mill']],
  [['archive.sample.del'], ['Delete Mill']],
  [
    ['archive.sample.edit', 'archive.sample.del'],
    ['Edit Mill', 'Delete Mill'],
  ],
])('whoever holds %j has the buttons %j', async (funCodes, names) => {
  const user = {
    userId: 1,
    userName: 'a',
    name: 'A',
    accountType: '0',
    orgId: 1,
    orgName: 'W',
    icon: null,
  } as const;
  await draw(<Row />, { as: { user, roles: [], funCodes, consumers: [] } });
  expect(screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(names);
});
