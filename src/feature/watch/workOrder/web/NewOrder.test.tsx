import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, closeNotices, drawAt, session } from '#web/resource/testBed.tsx';
import { NewOrder } from './NewOrder.tsx';
import { texts } from './texts.ts';

const DRAFT = 'workOrder.draft.1.7';
const answer = (data: unknown) => ({ code: 200, message: '', data });

beforeEach(() => localStorage.clear());

/** A network of which the first answer to a new order is lost. */
async function show() {
  const onMade = vi.fn();
  let adds = 0;
  const calls = answerCalls(({ path }) => {
    if (!path.endsWith('workOrder/add')) return answer([]);
    if (adds++ === 0) throw new TypeError('the line is gone');
    return answer({ id: 42 });
  });
  const dialog = <NewOrder consumerId={7} onClose={() => undefined} onMade={onMade} />;
  await drawAt('/', dialog, { phrases: { workOrder: texts } });
  const name = screen.getByLabelText('Work order');
  await userEvent.type(name, 'Seal leaks');
  const save = screen.getByRole('button', { name: 'Save' });
  const press = async (): Promise<void> => {
    await userEvent.click(save);
    await waitFor(() => expect(save).toBeEnabled());
    closeNotices();
  };
  await press();
  expect(onMade).not.toHaveBeenCalled();
  const sent = () => calls.filter(({ path }) => path.endsWith('add')).map(({ params }) => params);
  return { onMade, name, press, sent };
}

test('an order whose answer was lost is sent again under its key; its words stay until then', async () => {
  const { onMade, press, sent } = await show();
  expect(localStorage.getItem(`${DRAFT}.name`)).toBe('Seal leaks');
  await press();
  expect(onMade).toHaveBeenCalledWith(42);
  const [first, second] = sent();
  expect(first?.['sentKey']).toMatch(/^\d{13}-\d+-\d+$/);
  expect(second).toEqual(first);
  expect(sent()).toHaveLength(2);
  expect(localStorage).toHaveLength(0);
});

test('another order has another key', async () => {
  const { name, press, sent } = await show();
  await userEvent.type(name, ' again');
  await press();
  const [first, second] = sent();
  expect(second?.['orderName']).toBe('Seal leaks again');
  expect(second?.['sentKey']).not.toBe(first?.['sentKey']);
});

test('the same words a day later are another order', async () => {
  const { press, sent } = await show();
  const kept = localStorage.getItem(`${DRAFT}.unanswered`) ?? '';
  expect(kept.startsWith(sent()[0]?.['sentKey'] ?? '?')).toBe(true);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
  await press();
  expect(sent()[1]?.['sentKey']).not.toBe(sent()[0]?.['sentKey']);
});

test('words of one account are not shown to the next on the same device', async () => {
  localStorage.setItem(`${DRAFT}.name`, 'Of another');
  const next = { ...session, user: { ...session.user, userId: 2 } };
  const dialog = <NewOrder consumerId={7} onClose={() => undefined} onMade={() => undefined} />;
  answerCalls(() => answer([]));
  await drawAt('/', dialog, { phrases: { workOrder: texts }, as: next });
  expect(screen.getByLabelText('Work order')).toHaveValue('');
});
