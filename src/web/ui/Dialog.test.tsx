import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { drawAt } from '#web/resource/testBed.tsx';
import { Dialog } from './Dialog.tsx';

/** A dialog whose steps follow when a test says so. */
function Steps({ steps }: { readonly steps: readonly ReactNode[] }) {
  const [at, setAt] = useState(0);
  return (
    <Dialog title="Pump 1" onClose={() => {}}>
      {steps[at]}
      <input aria-label="note" />
      <button type="button" data-testid="next" onMouseDown={(event) => event.preventDefault()} onClick={() => setAt(at + 1)}>on</button>
    </Dialog>
  ); // prettier-ignore
}

const next = (): Promise<void> => userEvent.click(screen.getByTestId('next'));
const button = (name: string, more: object = {}) => (
  <button key={name} type="button" data-focus {...more}>
    {name}
  </button>
);

test('what has the focus at first has it at once', async () => {
  await drawAt('/', <Steps steps={[button('Select')]} />);
  await waitFor(() => expect(screen.getByText('Select')).toHaveFocus());
});

test('the focus goes to what comes with an answer, and on to the next step where the last one is gone', async () => {
  await drawAt('/', <Steps steps={['loading', button('Select'), button('Operate', { disabled: true }), button('Operate')]} />); // prettier-ignore
  expect(document.activeElement).not.toBe(screen.getByLabelText('note'));
  await next();
  await waitFor(() => expect(screen.getByText('Select')).toHaveFocus());
  await next();
  expect(screen.getByText('Operate')).not.toHaveFocus();
  await next();
  await waitFor(() => expect(screen.getByText('Operate')).toHaveFocus());
});

test('whoever has gone on within the dialog keeps the focus', async () => {
  await drawAt('/', <Steps steps={['loading', button('Select'), button('Operate')]} />);
  screen.getByLabelText('note').focus();
  await next();
  await screen.findByText('Select');
  await next();
  await screen.findByText('Operate');
  expect(screen.getByLabelText('note')).toHaveFocus();
});
