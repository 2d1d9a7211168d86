import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, closeNotices, drawAt, session } from '#web/resource/testBed.tsx';
import { NewOrder } from './NewOrder.tsx';
import { texts } from './texts.ts';

const DRAFT = 'workOrder.draft.1.7';
const answer = (data: unknown) => ({ code: 200, message: '', data });

beforeEach(() => localStorage.clear());

const SITES = [{ siteId: 3, siteName: 'North', timeZone: 'Asia/Tokyo' }];

/** A network of which the first answer to a new order is lost. @param choose before it is sent */
async function show(choose: () => Promise<void> = () => Promise.resolve()) {
  const onMade = vi.fn();
  let adds = 0;
  let sites: readonly object[] = SITES;
  const calls = answerCalls(({ path }) => {
    if (!path.endsWith('workOrder/add')) return answer(sites);
    if (adds++ === 0) throw new TypeError('the line is gone');
    return answer({ id: 42 });
  });
  const dialog = <NewOrder consumerId={7} onClose={() => undefined} onMade={onMade} />;
  const open = () => drawAt('/', dialog, { phrases: { workOrder: texts } });
  await open();
  const name = screen.getByLabelText('Work order');
  await userEvent.type(name, 'Seal leaks');
  await choose();
  const press = async (): Promise<void> => {
    const save = screen.getByRole('button', { name: 'Save' });
    await userEvent.click(save);
    await waitFor(() => expect(save).toBeEnabled());
    closeNotices();
  };
  await press();
  expect(onMade).not.toHaveBeenCalled();
  const sent = () => calls.filter(({ path }) => path.endsWith('add')).map(({ params }) => params);
  /** The page once more, while nobody answers what sites there are. */
  const reload = async (): Promise<void> => {
    cleanup();
    sites = [];
    await open();
  };
  return { onMade, name, press, sent, reload };
}

async function chooseAll(): Promise<void> {
  for (const [field, option] of [
    ['Site', 'North'],
    ['Kind of need', 'Replacement'],
    ['Urgency', 'Urgent'],
  ] as const) {
    await userEvent.click(screen.getByRole('combobox', { name: new RegExp(`^${field}`) }));
    await userEvent.click(await screen.findByTitle(option));
  }
  const due = screen.getByLabelText('Due');
  await userEvent.click(due);
  await userEvent.type(due, '2026-12-01 08:30{Enter}');
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

test('after a reload an order whose answer was lost has its choices still, and is sent again as it was', async () => {
  const { onMade, press, sent, reload } = await show(chooseAll);
  await reload();
  expect(screen.getByText('North')).toBeInTheDocument();
  await press();
  expect(onMade).toHaveBeenCalledWith(42);
  const [first, second] = sent();
  expect(first).toMatchObject({ siteId: '3', demand: 'replace', urgency: '1', dueAt: '2026-11-30T23:30:00.000Z' }); // prettier-ignore
  expect(second).toEqual(first);
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
