import { expect, it } from 'vitest';
import { mayMove, WORK_ORDER_STATES, type WorkOrderState } from '#contract/workOrder.ts';
import { ORDERS } from './workOrder.ts';

it('work orders stand in every state, each led there by moves that there are', () => {
  const stands = ORDERS.map(({ moves }) => {
    const states = ['new', ...moves.map(([state]) => state)] as WorkOrderState[];
    for (const [i, to] of states.slice(1).entries()) expect(mayMove(states[i] ?? 'new', to)).toBe(true);
    return states.at(-1);
  });
  expect(new Set(stands)).toEqual(new Set(Object.keys(WORK_ORDER_STATES)));
});
