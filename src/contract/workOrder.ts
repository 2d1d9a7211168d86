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
