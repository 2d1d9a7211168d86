import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { DataTable } from '#contract/envelope.ts';
import { funCodeOf } from '#contract/permission.ts';
import { orgUnit } from '#resource/sys/orgUnit.ts';
import { ResourcePage } from './ResourcePage.tsx';
import { answerCalls, drawAt, session } from './testBed.tsx';

const unit = (id: number, orgName: string, orgCode: string, parentId: number | null) => ({
  id,
  orgName,
  orgCode,
  parentId,
  consumerId: 1,
  orgType: '42',
  ix: id,
});
const units = [unit(1, '炼钢', 'A1', null), unit(2, '办公楼', 'A2', null), unit(3, '机修', 'B1', 1)];
const person = {
  ...session,
  funCodes: [funCodeOf(orgUnit, 'view'), funCodeOf(orgUnit, 'export')],
  consumers: [{ orgId: 1, orgName: 'Works', timeZone: 'Asia/Shanghai' }],
};
const tableOf = (path: string): Partial<DataTable> =>
  JSON.parse(new URL(path, location.href).searchParams.get('dataTable') ?? '{}') as Partial<DataTable>;

/** The tree of units at an address; the server knows that `lg` are the initials of the first. */
async function drawTree(asked: string) {
  const calls = answerCalls(({ path }) => {
    const { filters = [], search = '', current } = tableOf(path);
    const codes = filters.filter(({ field }) => field === 'orgCode').map(({ value }) => String(value));
    const list = units.filter(
      (one) => (search !== 'lg' || one.id === 1) && codes.every((code) => one.orgCode.includes(code)),
    );
    const data = { list, pagination: { total: list.length, current, pageSize: 1000 } };
    return { code: 200, message: '', data };
  });
  await drawAt(`/?consumer=1&view=tree&${asked}`, <ResourcePage resource={orgUnit} slots={{}} />, { as: person }); // prettier-ignore
  await screen.findByText('炼钢');
  await waitFor(() => expect(screen.queryByText('办公楼')).toBeNull());
  return calls;
}

const coded = `f=${encodeURIComponent(JSON.stringify([['orgCode', 'contains', 'B1']]))}`;

test('a search in a tree finds what the server finds, by initials too', async () => {
  await drawTree('q=lg');
  expect(screen.getByText('1 in total')).toBeInTheDocument();
});

test('a filter holds in a tree: what fits stands below its parents, is counted, and the filter is in sight', async () => {
  await drawTree(coded);
  expect(screen.getByText('机修')).toBeInTheDocument();
  expect(screen.getByText('1 in total')).toBeInTheDocument();
  expect(screen.getByLabelText('Filter by Unit code')).toHaveValue('B1');
});

test('the export of a tree holds what fits, in an order that is not one of the list', async () => {
  const calls = await drawTree(`${coded}&sort=-orgCode`);
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByText('CSV file (.csv)'));
  const exported = await waitFor(() => {
    const call = calls.find(({ path }) => path.includes('exportdatatable'));
    expect(call).toBeDefined();
    return tableOf(call?.path ?? '');
  });
  expect(exported.sorter).toBeNull();
  expect(exported.filters).toContainEqual({ field: 'orgCode', op: 'contains', value: 'B1' });
});
