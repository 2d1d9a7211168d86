import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Resource } from '#contract/define.ts';
import type { DataTable } from '#contract/envelope.ts';
import { funCodeOf } from '#contract/permission.ts';
import { consumerId } from '#resource/common.ts';
import { ResourcePage } from './ResourcePage.tsx';
import { answerCalls, drawAt, sample, session } from './testBed.tsx';

const owned: Resource = {
  ...sample,
  scope: 'consumerId',
  fields: { ...sample.fields, consumerId: consumerId() },
};
const works = (orgId: number) => ({ orgId, orgName: `Works ${orgId}`, timeZone: 'Asia/Shanghai' });
const person = {
  ...session,
  funCodes: [funCodeOf(owned, 'view'), funCodeOf(owned, 'del')],
  consumers: [works(1), works(2)],
};

/** Each enterprise has twelve rows: `Row 1-0` … `Row 1-11`. */
const answerRows = () =>
  answerCalls(({ path }) => {
    const asked = new URL(path, location.href).searchParams.get('dataTable');
    const { filters, current, pageSize } = JSON.parse(asked ?? '{}') as DataTable;
    const owner = Number(filters[0]?.value);
    const rows = Array.from({ length: 12 }, (_, i) => ({
      id: owner * 100 + i,
      consumerId: owner,
      name: `Row ${owner}-${i}`,
      state: 'on',
      power: null,
    }));
    const from = (current - 1) * pageSize;
    return {
      code: 200,
      message: '',
      data: {
        list: rows.slice(from, from + pageSize),
        pagination: { total: rows.length, current, pageSize },
      },
    };
  });

const tick = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));

async function drawList() {
  answerRows();
  const router = await drawAt('/?consumer=1', <ResourcePage resource={owned} slots={{}} />, { as: person });
  await tick('Row 1-0');
  expect(screen.getByText('1 selected')).toBeInTheDocument();
  return router;
}

test.each([
  ['another enterprise', '/?consumer=2', 'Row 2-0'],
  ['other words of a search', '/?consumer=1&q=row', 'Row 1-0'],
])('rows that were ticked are not those of %s', async (_, address, first) => {
  const router = await drawList();
  act(() => router.history.push(address));
  await screen.findByRole('checkbox', { name: `Select ${first}` });
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Delete selected' })).toBeNull();
  act(() => router.history.push('/?consumer=1'));
  await screen.findByRole('checkbox', { name: 'Select Row 1-0' });
  expect(screen.getByRole('checkbox', { name: 'Select Row 1-0' })).not.toBeChecked();
});

test('rows of several pages are deleted by their names', async () => {
  const router = await drawList();
  act(() => router.history.push('/?consumer=1&page=2'));
  await tick('Row 1-11');
  expect(screen.getByText('2 selected')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Delete selected' }));
  expect(await screen.findByText(/Row 1-0, Row 1-11/)).toBeInTheDocument();
});
