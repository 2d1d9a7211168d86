import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls, drawAt, type SentCall, session } from '#web/resource/testBed.tsx';
import { texts } from './texts.ts';
import WorkflowPage from './WorkflowPage.tsx';

const person = { ...session, funCodes: ['sys.workflowNode.edit'] };
const flow = { id: 1, workflowCode: 'W1', workflowName: 'Leave', state: '1' };
const node = (id: number, nodeName: string) => ({ id, ix: id, nodeName, workflowId: 1, mode: 'any' });
const ROWS: Readonly<Record<string, readonly object[]>> = {
  workflow: [flow],
  workflowNode: [node(1, 'Team'), node(2, 'Works'), node(3, 'Board')],
};
const good = (data: unknown) => ({ code: 200, message: '', data });
const refused = { code: 409, message: 'The node is in use', data: null };

/** Answers with all rows, but what `instead` says. */
const answer = (instead: (call: SentCall) => object | undefined): SentCall[] =>
  answerCalls((call) => {
    const name = /sys\/(\w+)\/getdatatable/.exec(call.path)?.[1];
    const list = ROWS[name ?? ''] ?? [];
    const page = { list, pagination: { total: list.length, current: 1, pageSize: 1000 } };
    return instead(call) ?? good(call.path.includes('getUserInfo') ? person : page);
  });

const drawPage = () => drawAt('/', <WorkflowPage />, { as: person, phrases: { workflow: texts } });

afterEach(() => vi.unstubAllGlobals());

test('who may apply is not told before it is known', async () => {
  const controls = vi.fn<() => object | undefined>(() => ({ code: 500, message: 'No answer', data: null }));
  answer(({ path }) => (path.includes('/workflowControl/') ? controls() : undefined));
  await drawPage();
  expect(await screen.findByText('No answer')).toBeInTheDocument();
  expect(screen.queryByText(/Not limited/)).toBeNull();
  controls.mockReturnValue(undefined);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/Not limited/)).toBeInTheDocument();
});

test('a move that is refused half way shows the order that is kept', async () => {
  const calls = answer(({ path, params }) => {
    if (!path.includes('editfield')) return undefined;
    return params['id'] === '1' ? refused : good(null);
  });
  const asked = () => calls.filter(({ path }) => path.includes('/workflowNode/getdatatable'));
  await drawPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Down Team' }));
  expect(await screen.findByText(refused.message)).toBeInTheDocument();
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(screen.queryByText('Saved')).toBeNull();
});
