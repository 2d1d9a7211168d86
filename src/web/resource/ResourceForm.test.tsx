import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ConfirmHost } from '#web/ui/Confirm.tsx';
import { ResourceForm } from './ResourceForm.tsx';
import { answerCalls, draw, sample } from './testBed.tsx';

const row = { id: 7, name: 'Furnace', state: 'on', power: 12.5 };
const ok = { code: 200, message: 'ok', data: { id: 8 } };

test('what is missing is said under its field, and nothing is sent', async () => {
  const calls = answerCalls(() => ok);
  await draw(<ResourceForm resource={sample} slots={{}} row={null} consumerId={null} onClose={vi.fn()} />);
  await userEvent.type(screen.getByLabelText(/Name/), 'x');
  await userEvent.type(screen.getByLabelText(/Power/), 'many');
  await userEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }));
  const alerts = screen.getAllByRole('alert', { hidden: true }).map((alert) => alert.textContent);
  expect(alerts).toEqual(['At least 2 characters', 'Is required', 'Must be a number']);
  expect(screen.getByLabelText(/Name/)).toHaveAttribute('aria-invalid', 'true');
  expect(calls).toEqual([]);
});

test('an edit sends the changed field alone and closes', async () => {
  const calls = answerCalls(() => ok);
  const onClose = vi.fn();
  await draw(<ResourceForm resource={sample} slots={{}} row={row} consumerId={null} onClose={onClose} />);
  await userEvent.clear(screen.getByLabelText(/Power/));
  await userEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls[0]).toEqual({
    path: '/api/archive/sample/edit',
    params: { id: '7', power: '', expected: JSON.stringify({ power: row['power'] }) },
  });
});

test('a refusal of the server stands under its field and the dialog stays', async () => {
  answerCalls(() => ({ code: 409, message: 'Name already exists: Mill', data: null, field: 'name' }));
  const onClose = vi.fn();
  await draw(<ResourceForm resource={sample} slots={{}} row={row} consumerId={null} onClose={onClose} />);
  await userEvent.type(screen.getByLabelText(/Name/), ' 2');
  await userEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }));
  expect(await screen.findByRole('alert', { hidden: true })).toHaveTextContent('Already exists: Mill');
  expect(onClose).not.toHaveBeenCalled();
});

test('a refusal about no field of the form is said on top', async () => {
  answerCalls(() => ({ code: 500, message: 'Something went wrong', data: null }));
  await draw(<ResourceForm resource={sample} slots={{}} row={row} consumerId={null} onClose={vi.fn()} />);
  await userEvent.type(screen.getByLabelText(/Name/), ' 2');
  await userEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }));
  expect(await screen.findByRole('alert', { hidden: true })).toHaveTextContent('Something went wrong');
});

test('what the server tells first is asked, and sent again as confirmed only where it is meant', async () => {
  const effect = { zh: '会重复计入', en: 'Hall would count A twice: 960.0 kWh too much' };
  const calls = answerCalls(({ params }) =>
    params['confirmed'] === '1' ? ok : { code: 409, message: effect.en, data: { confirm: [effect] } },
  );
  const onClose = vi.fn();
  await draw(
    <>
      <ResourceForm resource={sample} slots={{}} row={row} consumerId={null} onClose={onClose} />
      <ConfirmHost />
    </>,
  );
  await userEvent.type(screen.getByLabelText(/Name/), ' 2');
  const save = (): Promise<void> =>
    userEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }));
  await save();
  expect(await screen.findByText(effect.en)).toBeInTheDocument();
  const question = screen.getByText(effect.en).closest('dialog') as HTMLElement;
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel', hidden: true }));
  expect(onClose).not.toHaveBeenCalled();
  const sent = () => calls.filter((call) => call.path.endsWith('/edit'));
  expect(sent()).toHaveLength(1);
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Save it anyway', hidden: true }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent().map(({ params }) => params['confirmed'])).toEqual([undefined, undefined, '1']);
});

test('what is required is marked with a star, what is not is not', async () => {
  await draw(<ResourceForm resource={sample} slots={{}} row={null} consumerId={null} onClose={vi.fn()} />);
  const marked = [...document.querySelectorAll('form label')].map((label) => label.textContent);
  expect(marked).toEqual(['*Name', '*State', 'Power']);
});

test('a further step that was asked for follows an edit that succeeded, and that alone', async () => {
  let code = 409;
  answerCalls(() => ({ code, message: 'Not now', data: row }));
  const Dialog = (): null => null;
  const slots = { followUp: { label: { zh: '', en: 'Then set the password' }, Dialog } };
  const [onClose, onFollow] = [vi.fn(), vi.fn()];
  const form = { resource: sample, slots, row, consumerId: null, onClose, onFollow };
  await draw(<ResourceForm {...form} />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Then set the password', hidden: true }));
  await userEvent.type(screen.getByLabelText(/Name/), ' 2');
  const save = screen.getByRole('button', { name: 'Save', hidden: true });
  await userEvent.click(save);
  expect(await screen.findByRole('alert', { hidden: true })).toHaveTextContent('Not now');
  expect([onFollow, onClose].map((one) => one.mock.calls.length)).toEqual([0, 0]);
  code = 200;
  await userEvent.click(save);
  await waitFor(() => expect(onFollow).toHaveBeenCalledOnce());
  expect(onClose).toHaveBeenCalledOnce();
});
