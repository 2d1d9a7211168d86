import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { leaveFor } from '#web/api/returnAddress.ts';
import { texts as api } from '#web/api/texts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { drawAt } from './testBed.tsx';
import { useDiscard } from './useDiscard.ts';

const onClose = vi.fn();

function Held({ unsaved }: { readonly unsaved: boolean }) {
  const close = useDiscard(unsaved, onClose);
  return (
    <Dialog title="Any" onClose={close}>
      text
    </Dialog>
  );
}

const dialog = (): HTMLElement => screen.getByRole('dialog', { name: 'Any', hidden: true });
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name, hidden: true }));
const WAYS: readonly (readonly [string, () => unknown])[] = [
  ['Esc', () => fireEvent(dialog(), new Event('cancel', { cancelable: true }))],
  ['a press beside it', () => fireEvent.mouseDown(dialog())],
  ['its cross', () => press('Close')],
];

test.each(WAYS)('%s asks before it drops what is not saved', async (_, leave) => {
  onClose.mockClear();
  await drawAt('/', <Held unsaved />);
  await leave();
  await press('Cancel');
  expect(onClose).not.toHaveBeenCalled();
  await leave();
  await press('Discard changes');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test.each(WAYS)('%s closes at once what holds nothing', async (_, leave) => {
  onClose.mockClear();
  await drawAt('/', <Held unsaved={false} />);
  await leave();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alertdialog', { hidden: true })).toBeNull();
});

const AT = '#/Archive/reviewPlan';

test('an ended session says so to whoever is typing, and leads away once they rest', async () => {
  await drawAt('/', <Held unsaved />, { phrases: { api } });
  location.hash = AT;
  act(() => leaveFor('#/login'));
  expect(location.hash).toBe(AT);
  expect(await screen.findByText(/You are signed out/)).toBeInTheDocument();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
  leaveFor('#/login');
  clock.mockRestore();
  expect(location.hash).toBe('#/login');
});

test.each([
  ['an ended session leads away whoever types nothing', false, '#/login'],
  ['a locked screen hides what is typed', true, '#/lock'],
] as const)('%s', async (_, unsaved, page) => {
  await drawAt('/', <Held unsaved={unsaved} />, { phrases: { api } });
  location.hash = AT;
  leaveFor(page);
  expect(location.hash).toBe(page);
});
