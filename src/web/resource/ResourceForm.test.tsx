import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
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
