import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw } from '#web/resource/testBed.tsx';
import { confirm, ConfirmHost } from './Confirm.tsx';
import { Dialog } from './Dialog.tsx';

const ask = (question: Parameters<typeof confirm>[0]): Promise<boolean> => {
  let answer: Promise<boolean> = Promise.resolve(false);
  act(() => void (answer = confirm(question)));
  return answer;
};

test('a question is answered by its buttons and Esc, not by a press on the mask', async () => {
  await draw(<ConfirmHost />);
  const answer = ask({ title: 'Warning', text: 'Confirm exit?' });
  const dialog = screen.getByRole('alertdialog', { name: 'Warning' });
  fireEvent.mouseDown(dialog);
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Confirm exit?');
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(await answer).toBe(true);

  const other = ask({ title: 'Warning', text: 'Again?' });
  fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }));
  expect(await other).toBe(false);
});

test('a question may have a detail button, which shows and folds what lies behind it', async () => {
  await draw(<ConfirmHost />);
  void ask({ title: 'Delete', text: 'Six meters', detail: 'E-101, E-102' });
  expect(screen.getByText('E-101, E-102')).not.toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Details' }));
  expect(screen.getByText('E-101, E-102')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Details' })).toHaveAttribute('aria-expanded', 'true');
  void ask({ title: 'Another', text: 'Without' });
  expect(screen.queryByRole('button', { name: 'Details' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
});

test('a dialog is 600 wide, and closes on a press on the mask', async () => {
  const close = vi.fn();
  await draw(
    <Dialog title="Any" onClose={close}>
      text
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Any' });
  expect(dialog).toHaveStyle({ width: '600px' });
  fireEvent.mouseDown(dialog);
  expect(close).toHaveBeenCalledOnce();
});
