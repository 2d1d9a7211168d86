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

/** Answers the first change once it is told to, and every further one at once. */
function holdFirst() {
  let answer: (envelope: object) => void = () => {};
  const first = new Promise<object>((resolve) => (answer = resolve));
  const calls = answerCalls(() => (calls.length === 1 ? first : ok));
  return { calls, answer: (envelope: object) => answer(envelope) };
}

/** Enters another power of the first row. */
async function enterPower(keys: string): Promise<void> {
  await userEvent.dblClick(cell('1,250.5'));
  await userEvent.clear(screen.getByRole('textbox', { name: 'Power' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Power' }), keys);
}

/** Enters another name of the second row, while the first change is under way. */
async function goOnElsewhere(): Promise<HTMLElement> {
  await userEvent.dblClick(cell('Mill'));
  const input = await screen.findByRole('textbox', { name: 'Name' });
  await userEvent.clear(input);
  await userEvent.type(input, 'Rolling');
  return input;
}

test('the answer to one cell leaves another alone that was begun meanwhile', async () => {
  const { calls, answer } = holdFirst();
  await draw(<Bed />);
  await enterPower('99{Enter}');
  const input = await goOnElsewhere();
  expect(calls).toHaveLength(1);
  answer(ok);
  const notices = renderHook(useNotices).result;
  await waitFor(() => expect(notices.current).toMatchObject([{ kind: 'success', message: 'Saved' }]));
  expect(screen.getByRole('textbox', { name: 'Name' })).toBe(input);
  expect(input).toHaveValue('Rolling');
  expect(input).toHaveFocus();
});

test('the refusal of a cell that was left is a notice that names it', async () => {
  const { answer } = holdFirst();
  await draw(<Bed />);
  await enterPower('99{Enter}');
  const input = await goOnElsewhere();
  answer({ code: 409, message: 'Power: is in use', data: null, field: 'power' });
  const notices = renderHook(useNotices).result;
  const said = [{ kind: 'error', message: 'Furnace · Power: is in use' }];
  await waitFor(() => expect(notices.current).toMatchObject(said));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(input).toHaveValue('Rolling');
});

test('the refusal of a cell that was given up is told as well', async () => {
  const { answer } = holdFirst();
  await draw(<Bed />);
  await enterPower('99{Enter}{Escape}');
  answer({ code: 409, message: 'Power: is in use', data: null, field: 'power' });
  const notices = renderHook(useNotices).result;
  await waitFor(() => expect(notices.current).toMatchObject([{ message: 'Furnace · Power: is in use' }]));
});

test('what was entered in a cell is saved before another is begun, and stays where it is refused', async () => {
  const { calls, answer } = holdFirst();
  await draw(<Bed />);
  await enterPower('99');
  await userEvent.dblClick(cell('Mill'));
  await waitFor(() => expect(calls.map(({ params }) => params['fieldValue'])).toEqual(['99']));
  answer({ code: 409, message: 'Power: is in use', data: null, field: 'power' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Is in use');
  expect(screen.getByRole('textbox', { name: 'Power' })).toHaveValue('99');
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  await userEvent.dblClick(cell('Mill'));
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Mill');
  expect(calls).toHaveLength(2);
});

test('what is entered on while a cell is saved stays in it', async () => {
  const { calls, answer } = holdFirst();
  await draw(<Bed />);
  await enterPower('9{Enter}');
  await userEvent.type(screen.getByRole('textbox', { name: 'Power' }), '8');
  answer({ ...ok, data: { ...rows[0], power: 9 } });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  expect(screen.getByRole('textbox', { name: 'Power' })).toHaveValue('98');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.params).toMatchObject({ fieldValue: '98', expected: '{"power":9}' });
});

test('the next cell begins with the row as it was saved', async () => {
  answerCalls(() => ({ ...ok, data: { ...rows[0], power: 99, name: 'Furnace of 99' } }));
  await draw(<Bed />);
  await enterPower('99');
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Power' })).toBeNull());
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Furnace of 99');
});
