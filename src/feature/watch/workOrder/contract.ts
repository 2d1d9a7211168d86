import type { Text } from '#contract/text.ts';
import type { WorkDemand, WorkOrderState } from '#contract/workOrder.ts';

/** A work order as lists show it. Instants in ms; null = not so yet, or nothing is named. */
export interface OrderRow {
  readonly workOrderId: number;
  readonly orderName: string;
  readonly consumerId: number;
  readonly siteId: number | null;
  readonly siteName: string | null;
  readonly timeZone: string;
  readonly demand: WorkDemand;
  /** 1 urgent … 4 notice. */
  readonly urgency: string;
  readonly orderState: WorkOrderState;
  readonly description: string | null;
  readonly procInfo: string | null;
  readonly alarmRecordId: number | null;
  readonly monitorObjectId: number | null;
  readonly objectName: string | null;
  readonly deviceId: number | null;
  readonly deviceName: string | null;
  readonly ammeterId: number | null;
  readonly ammeterName: string | null;
  readonly assigneeId: number | null;
  readonly assigneeName: string | null;
  readonly createdAt: number;
  readonly dueAt: number | null;
  readonly doneAt: number | null;
  readonly changedAt: number;
  /** Due and not done; of one that is done, whether it was done too late. */
  readonly late: boolean;
}

/** Something that was done with a work order: a move from state to state, or words alone. */
export interface OrderStep {
  readonly id: number;
  /** ms */
  readonly at: number;
  readonly byName: string | null;
  readonly fromState: WorkOrderState | null;
  readonly toState: WorkOrderState;
  /** A comment leaves the state as it was. */
  readonly comment: boolean;
  readonly note: string | null;
}

export interface OrderPart {
  readonly id: number;
  readonly partName: string;
  readonly quantity: number;
  readonly unit: string | null;
  /** yuan */
  readonly cost: number | null;
}

export interface OrderFile {
  readonly id: number;
  readonly fileName: string;
  readonly fileType: string;
  readonly mimeType: string | null;
}

/** All of one work order. */
export interface OrderInfo extends OrderRow {
  /** The states that the caller may move it to. */
  readonly next: readonly WorkOrderState[];
  /** It waits for acceptance by somebody else: the caller did it. */
  readonly own: boolean;
  readonly steps: readonly OrderStep[];
  readonly parts: readonly OrderPart[];
  /** Sum of what its parts cost, yuan; null where none names a cost. */
  readonly partsCost: number | null;
  readonly files: readonly OrderFile[];
  /** What is advised for the alarm that it comes from. */
  readonly tactics: readonly Text[];
}

/** Work orders by state, and how well they are kept. */
export interface OrderStatistics {
  readonly states: Readonly<Record<WorkOrderState, number>>;
  /** Due, and not done. */
  readonly late: number;
  /** Of those done in the range with a due time, the share that was done in time; null of none. */
  readonly inTimeShare: number | null;
  /** Median time from creation to done, of those done in the range, ms; null of none. */
  readonly toDoneMs: number | null;
  readonly demands: readonly { readonly demand: WorkDemand; readonly count: number }[];
}

/** How many work orders there are (customer area). */
export interface OrderCount {
  readonly total: number;
  readonly open: number;
  readonly late: number;
}

/** A kind of need, or a kind of alarm with what is advised for it. */
export interface DemandWord {
  readonly code: WorkDemand;
  readonly name: Text;
}
export interface Tactic {
  readonly alarmType: string;
  readonly name: Text;
  readonly advice: readonly Text[];
}

/** An account that work can be given to. */
export interface Worker {
  readonly employeeId: number;
  readonly name: string;
}
