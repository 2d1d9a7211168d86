import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { answerCalls, closeNotices, drawAt } from '#web/resource/testBed.tsx';
import type { OrderInfo, OrderStep } from '../contract.ts';
import { Moves } from './Moves.tsx';
import { texts } from './texts.ts';

const step = (id: number): OrderStep => ({ id, at: 0, byName: null, fromState: null, toState: 'assigned', comment: false, note: null }); // prettier-ignore
const ASSIGNED = { workOrderId: 5, consumerId: 7, orderState: 'assigned', assigneeId: 1, next: ['working'], own: false, steps: [step(11)] } as unknown as OrderInfo; // prettier-ignore

beforeEach(() => localStorage.clear());

/** A network that loses the first answers. */
function network(lost: number) {
  const calls = answerCalls(() => {
    if (lost-- > 0) throw new TypeError('the line is gone');
    return { code: 200, message: '', data: {} };
  });
  return { sent: () => calls.map(({ params }) => params) };
}

const show = (order: OrderInfo) => drawAt('/', <Moves order={order} />, { phrases: { workOrder: texts } });

async function press(name: string): Promise<void> {
  const button = screen.getByRole('button', { name });
  await userEvent.click(button);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Start' })).toBeEnabled());
  closeNotices();
}

test('a comment whose answer was lost is sent again under its key, also after a reload; the next one has another', async () => {
  const { sent } = network(2);
  await show(ASSIGNED);
  await userEvent.type(screen.getByLabelText('Say something'), 'On the way');
  await press('Send');
  cleanup();
  await show(ASSIGNED);
  await press('Send');
  await press('Send');
  await waitFor(() => expect(screen.getByLabelText('Say something')).toHaveValue(''));
  await userEvent.type(screen.getByLabelText('Say something'), 'On the way');
  await press('Send');
  const keys = sent().map(({ sentKey }) => sentKey);
  expect(sent().map(({ note }) => note)).toEqual(Array.from({ length: 4 }, () => 'On the way'));
  expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]]);
  expect(keys[3]).not.toBe(keys[0]);
  expect(localStorage).toHaveLength(0);
});

test('a move says which state it was meant for, and of an order that went on meanwhile it has another key', async () => {
  const { sent } = network(3);
  await show(ASSIGNED);
  await press('Start');
  await press('Start');
  cleanup();
  await show({ ...ASSIGNED, steps: [step(11), step(12)] });
  await press('Start');
  const [first, second, third] = sent();
  expect(first).toMatchObject({ fromState: 'assigned', orderState: 'working' });
  expect(second).toEqual(first);
  expect(third?.['sentKey']).not.toBe(first?.['sentKey']);
});
