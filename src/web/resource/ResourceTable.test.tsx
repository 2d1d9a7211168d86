import { renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useNotices } from '#web/ui/notice.ts';
import { useCellEdit } from './useCellEdit.ts';
import { columnsOf } from './columns.ts';
import { ResourceTable } from './ResourceTable.tsx';
import { answerCalls, draw, sample } from './testBed.tsx';
import { flatRows } from './tree.ts';

const rows = [
  { id: 1, name: 'Furnace', state: 'on', power: 1250.5 },
  { id: 2, name: 'Mill', state: 'off', power: null },
];
const ok = { code: 200, message: 'ok', data: null };

function Bed({ onFilter = vi.fn(), onSelect = vi.fn() }) {
  const edit = useCellEdit(sample, async () => {});
  return (
    <ResourceTable
      resource={sample}
      slots={{}}
      columns={columnsOf(sample, null)}
      rows={flatRows(rows)}
      density="normal"
      waiting={false}
      onSort={vi.fn()}
      sorter={{ field: 'power', order: 'descend' }}
      onFilter={onFilter}
      filters={[]}
      consumerId={null}
      onSelect={onSelect}
      selected={new Set([2])}
      edit={edit}
      onOpen={vi.fn()}
      onToggle={vi.fn()}
      actionsOf={null}
    />
  );
}

const cell = (words: string): HTMLElement => screen.getByText(words).closest('td')!;

test('values stand as their kind writes them, what is missing as --, the order is announced', async () => {
  answerCalls(() => ok);
  await draw(<Bed />);
  expect(cell('1,250.5')).toBeInTheDocument();
  expect(within(screen.getByText('Mill').closest('tr')!).getByText('--')).toBeInTheDocument();
  expect(cell('Off')).toBeInTheDocument();
  expect(screen.getByRole('columnheader', { name: /Power kW/ })).toHaveAttribute('aria-sort', 'descending');
});

test('Enter saves one field with its remark, and sends only that', async () => {
  const calls = answerCalls(() => ok);
  await draw(<Bed />);
  await userEvent.dblClick(cell('1,250.5'));
  const input = screen.getByRole('textbox', { name: 'Power' });
  expect(input).toHaveValue('1250.5');
  await userEvent.clear(input);
  await userEvent.type(input, '99');
  await userEvent.type(screen.getByRole('textbox', { name: /Reason/ }), 'name plate{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Power' })).toBeNull());
  expect(calls).toEqual([
    {
      path: '/api/archive/sample/editfield',
      params: {
        id: '1',
        fieldName: 'power',
        fieldValue: '99',
        remarks: 'name plate',
        expected: '{"power":1250.5}',
      },
    },
  ]);
  expect(renderHook(useNotices).result.current).toMatchObject([{ kind: 'success', message: 'Saved' }]);
});

test('Esc leaves the value as it was; an unchanged value is not sent', async () => {
  const calls = answerCalls(() => ok);
  await draw(<Bed />);
  await userEvent.dblClick(cell('1,250.5'));
  await userEvent.type(screen.getByRole('textbox', { name: 'Power' }), '9{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Power' })).toBeNull();
  await userEvent.dblClick(cell('1,250.5'));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Power' })).toBeNull());
  expect(calls).toEqual([]);
});

test('Tab saves and goes on to the next cell, over the end of the row', async () => {
  const calls = answerCalls(() => ok);
  await draw(<Bed />);
  await userEvent.dblClick(cell('1,250.5'));
  await userEvent.type(screen.getByRole('textbox', { name: 'Power' }), '5');
  await userEvent.keyboard('{Tab}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Mill'));
  expect(calls).toHaveLength(1);
});

test('what is refused keeps the cell open and says why', async () => {
  answerCalls(() => ({ code: 409, message: 'Power: is in use', data: null, field: 'power' }));
  await draw(<Bed />);
  await userEvent.dblClick(cell('1,250.5'));
  const input = screen.getByRole('textbox', { name: 'Power' });
  await userEvent.type(input, 'x{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Must be a number');
  await userEvent.clear(input);
  await userEvent.type(input, '7{Enter}');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Is in use'));
});

test('arrows walk all cells from the first one, Enter edits where a cell is edited, else it opens the row', async () => {
  answerCalls(() => ok);
  await draw(<Bed />);
  const stops = [...document.querySelectorAll('tbody td[tabindex="0"]')];
  expect(stops).toHaveLength(1);
  (stops[0] as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(cell('1,250.5')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByText('Mill').closest('tr')).toContainElement(document.activeElement as HTMLElement);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(screen.getByRole('textbox', { name: 'Power' })).toHaveValue('1250.5');
});

test('the filter row hands over filters, the head selects the page', async () => {
  const onFilter = vi.fn();
  const onSelect = vi.fn();
  await draw(<Bed onFilter={onFilter} onSelect={onSelect} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Filter by Power' }), '>5{Enter}');
  expect(onFilter).toHaveBeenLastCalledWith('power', [{ field: 'power', op: 'gt', value: 5 }]);
  await userEvent.click(screen.getByRole('checkbox', { name: /Select all/ }));
  expect(onSelect).toHaveBeenCalledWith(new Set([1, 2]));
});
