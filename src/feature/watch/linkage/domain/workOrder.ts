import type { WorkOrderState } from '#contract/workOrder.ts';

/** Where a work order may go from each state; `done → working` sends work back that is not accepted. */
const NEXT: Readonly<Record<WorkOrderState, readonly WorkOrderState[]>> = {
  new: ['assigned', 'cancelled'],
  assigned: ['assigned', 'working', 'cancelled'],
  working: ['done', 'assigned', 'cancelled'],
  done: ['accepted', 'working'],
  accepted: [],
  cancelled: [],
};

/** Whether a work order may move from one state to another. */
export const mayMove = (from: WorkOrderState, to: WorkOrderState): boolean => NEXT[from].includes(to);

/** The states that a work order may move to. */
export const nextStates = (from: WorkOrderState): readonly WorkOrderState[] => NEXT[from];
