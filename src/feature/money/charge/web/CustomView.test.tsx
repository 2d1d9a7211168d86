import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { answerCalls, drawAt, type SentCall } from '#web/resource/testBed.tsx';
import { readLines } from '../domain/lineSpec.ts';
import { CustomView } from './CustomView.tsx';
import { texts } from './texts.ts';

const THREE = [1, 2, 3].map((id) => `${id}~PP~301~2024-01-01~2024-01-07`).join('_');
const sources = [4, 5].map((id) => ({
  orgId: 1,
  ammeterId: id,
  ammeterCode: `E-${id}`,
  ammeterName: `Meter ${id}`,
  dataType: '1',
  unit: 'kWh',
  dataCodes: ['PP'],
}));

/** The view over an address of its own; its curves are on their way for ever. */
async function bed(first: string | undefined): Promise<SentCall[]> {
  const calls = answerCalls(({ path }) =>
    path.includes('getAllByOrgId')
      ? { code: 200, message: '', data: sources }
      : new Promise<object>(() => {}),
  );
  function Bed() {
    const [lines, put] = useState<string | undefined>(first);
    return <CustomView consumerId={1001} today="2024-03-15" lines={readLines(lines)} onChange={put} />;
  }
  await drawAt('/', <Bed />, { phrases: { charge: texts } });
  return calls;
}

/** The lines as they are numbered, with the meters that they ask for. */
const numbers = (): string[] =>
  screen
    .queryAllByRole('button', { name: /^Remove line \d/ })
    .map((one) => one.getAttribute('aria-label') ?? '');
const query = (calls: readonly SentCall[]): string[] =>
  calls.flatMap(({ path }) =>
    path.includes('/operation?') ? [/ammeterIds=(\d+)/.exec(path)?.[1] ?? ''] : [],
  );
const remove = (n: number): string => `Remove line ${n}`;
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

test('a line is added behind the others; lines are taken away one, some or all, and counted from 1 anew', async () => {
  const calls = await bed(THREE);
  await waitFor(() => expect(numbers()).toEqual([1, 2, 3].map(remove)));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add line' })).toBeEnabled());
  await press('Add line');
  await waitFor(() => expect(numbers()).toEqual([1, 2, 3, 4].map(remove)));
  await waitFor(() => expect(query(calls)).toEqual(['1', '2', '3', '4']));

  await press('Remove line 2');
  await waitFor(() => expect(numbers()).toEqual([1, 2, 3].map(remove)));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose line 1' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose line 3' }));
  await press('Remove chosen');
  await waitFor(() => expect(numbers()).toEqual([remove(1)]));
  // What is left is the third that the address named.
  expect(screen.getByText(/2024-01-01 – 2024-01-07/)).toBeInTheDocument();
  await press('Remove all');
  await waitFor(() => expect(numbers()).toEqual([]));
  expect(screen.getByText('No lines yet')).toBeInTheDocument();
});

test('it says that it is loading while lines are on their way', async () => {
  await bed(THREE);
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument();
});

test('a line without a meter is nothing, and the server is not asked', async () => {
  const calls = await bed('~PP~301~2024-01-01~2024-01-07_0~PP');
  expect(await screen.findByText('No lines yet')).toBeInTheDocument();
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  expect(query(calls)).toEqual([]);
});
