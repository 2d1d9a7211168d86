import type { Text } from './text.ts';

/** The life of a work order: new → assigned → working → done → accepted, or cancelled before it is done. */
export const WORK_ORDER_STATES = {
  new: { zh: '新建', en: 'New' },
  assigned: { zh: '已派单', en: 'Assigned' },
  working: { zh: '处理中', en: 'Working' },
  done: { zh: '已完成', en: 'Done' },
  accepted: { zh: '已验收', en: 'Accepted' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
} as const satisfies Readonly<Record<string, Text>>;
export type WorkOrderState = keyof typeof WORK_ORDER_STATES;

/** What is to be done: kinds of need. */
export const WORK_DEMANDS = {
  repair: { zh: '故障维修', en: 'Repair' },
  inspect: { zh: '巡检', en: 'Inspection' },
  maintain: { zh: '保养', en: 'Maintenance' },
  replace: { zh: '更换', en: 'Replacement' },
  verify: { zh: '检定', en: 'Verification' },
  data: { zh: '数据核查', en: 'Check of data' },
  other: { zh: '其他', en: 'Other' },
} as const satisfies Readonly<Record<string, Text>>;
export type WorkDemand = keyof typeof WORK_DEMANDS;

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

/** Whether nothing is to be done any more. */
export const isOver = (state: WorkOrderState): boolean => NEXT[state].length === 0;
