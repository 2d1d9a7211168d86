import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, closeNotices, drawAt } from '#web/resource/testBed.tsx';
import { NewOrder } from './NewOrder.tsx';
import { texts } from './texts.ts';

const NOTHING = { list: [], pagination: { total: 0, current: 1, pageSize: 50 } };
const answer = (data: unknown) => ({ code: 200, message: '', data });

beforeEach(() => localStorage.clear());

/** A network of which the first answer to a new order is lost. @param arrived whether the order itself arrived */
async function show(arrived: boolean) {
  const onMade = vi.fn();
  let adds = 0;
  const row = { workOrderId: 41, orderName: 'Seal leaks', createdAt: Date.now() };
  const calls = answerCalls(({ path }) => {
    if (path.endsWith('workOrder/add')) {
      if (adds++ === 0) throw new TypeError('the line is gone');
      return answer({ id: 42 });
    }
    if (path.includes('workOrder/getList')) return answer(arrived ? { ...NOTHING, list: [row] } : NOTHING);
    return answer([]);
  });
  const dialog = <NewOrder consumerId={7} onClose={() => undefined} onMade={onMade} />;
  await drawAt('/', dialog, { phrases: { workOrder: texts } });
  await userEvent.type(screen.getByLabelText('Work order'), 'Seal leaks');
  const save = screen.getByRole('button', { name: 'Save' });
  await userEvent.click(save);
  await waitFor(() => expect(save).toBeEnabled());
  expect(onMade).not.toHaveBeenCalled();
  expect(localStorage.getItem('workOrder.draft.name')).toBe('Seal leaks');
  closeNotices();
  await userEvent.click(save);
  await waitFor(() => expect(onMade).toHaveBeenCalled());
  closeNotices();
  return {
    made: onMade.mock.calls[0]?.[0] as number,
    adds: calls.filter(({ path }) => path.endsWith('add')).length,
  };
}

test('an order whose answer was lost is found, not made a second time; its words stay until then', async () => {
  expect(await show(true)).toEqual({ made: 41, adds: 1 });
  expect(localStorage.getItem('workOrder.draft.name')).toBeNull();
  expect(localStorage.getItem('workOrder.draft.unanswered')).toBeNull();
});

test('one that never arrived is sent again', async () => {
  expect(await show(false)).toEqual({ made: 42, adds: 2 });
});
