import type { CommandState } from '#contract/control.ts';
import type { Text } from '#contract/text.ts';
import type { GuardBasis } from '#feature/money/demand/contract.ts';
import type { Hindrance } from '#feature/watch/control/contract.ts';

/** Where a load stands in a run. */
export const LOAD_PARTS = {
  untouched: { zh: '未动', en: 'Untouched' },
  underWay: { zh: '执行中', en: 'Under way' },
  shed: { zh: '已减', en: 'Shed' },
  restored: { zh: '已恢复', en: 'Restored' },
  left: { zh: '交由人处理', en: 'Left to people' },
} as const satisfies Readonly<Record<string, Text>>;
export type LoadPartName = keyof typeof LOAD_PARTS;

/** Where a run stands. */
export const RUN_STATES = {
  proposed: { zh: '待批准', en: 'Waiting for approval' },
  active: { zh: '进行中', en: 'Running' },
  ended: { zh: '已结束', en: 'Ended' },
} as const satisfies Readonly<Record<string, Text>>;
export type RunState = keyof typeof RUN_STATES;

/** How a run ended. */
export const RUN_ENDS = {
  restored: { zh: '已全部恢复', en: 'All restored' },
  left: { zh: '有负荷交由人处理', en: 'Loads are left to people' },
  noNeed: { zh: '不再需要', en: 'No longer needed' },
  expired: { zh: '时段内未批准', en: 'Not approved within the window' },
  turnedDown: { zh: '批准人未同意', en: 'Turned down' },
  stopped: { zh: '由人停止', en: 'Stopped by a person' },
  notEnabled: {
    zh: '方案已停用或已改变，或启用人已无权限',
    en: 'The plan was disabled or changed, or who enabled it may not operate any more',
  },
} as const satisfies Readonly<Record<string, Text>>;
export type RunEnd = keyof typeof RUN_ENDS;

/** Why a run switches nothing at the moment. */
export const RUN_WAITS = {
  underWay: { zh: '等待上一条命令的结果', en: 'A command is under way' },
  noPower: { zh: '实时功率未知，不作任何操作', en: 'The power now is not known: nothing is switched' },
  windowEnds: {
    zh: '时段即将结束，减载已无作用',
    en: 'The window is about to end: shedding would change nothing',
  },
  nothingLeft: { zh: '没有可再减的负荷', en: 'No further load can be shed' },
  settling: { zh: '等待上次操作的效果', en: 'The effect of the last operation is awaited' },
  noRoom: {
    zh: '恢复后会接近限值，暂不恢复',
    en: 'With a load back the limit would be near: nothing is restored yet',
  },
  minimumOff: {
    zh: '未到最短停运时间，暂不恢复',
    en: 'The minimum time off is not over: nothing is restored yet',
  },
  hindered: {
    zh: '已减负荷有挂牌、联锁不满足或位置未知，不能恢复；15 分钟后交由人处理',
    en: 'What was shed is tagged, interlocked, or its position is not known: it may not come back, and is left to people after 15 minutes',
  },
} as const satisfies Readonly<Record<string, Text>>;
export type RunWait = keyof typeof RUN_WAITS;

/** What happened in a run. */
export const STEP_KINDS = {
  proposed: { zh: '提出', en: 'Proposed' },
  begun: { zh: '自动开始', en: 'Begun by itself' },
  approved: { zh: '批准', en: 'Approved' },
  turnedDown: { zh: '不同意', en: 'Turned down' },
  off: { zh: '减载', en: 'Shed' },
  on: { zh: '恢复', en: 'Restored' },
  taken: { zh: '他人已接手', en: 'Taken over by somebody' },
  ended: { zh: '结束', en: 'Ended' },
} as const satisfies Readonly<Record<string, Text>>;
export type StepKind = keyof typeof STEP_KINDS;

/** A load of a plan as it stands. Powers in kW; null = not known. */
export interface ShedLoadWire {
  readonly controlId: number;
  readonly controlCode: string;
  readonly controlName: string;
  readonly siteName: string;
  /** 1 is shed first. */
  readonly priority: number;
  readonly promised: number;
  /** The meter that verifies it, and what it tells now. */
  readonly ammeterName: string | null;
  readonly power: number | null;
  /** What shedding it is good for now: promised, and no more than its meter tells. */
  readonly sheds: number;
  /** s; null = none. */
  readonly minimumOff: number | null;
  readonly on: boolean | null;
  /** Why it may not be shed now. */
  readonly hindrance: Hindrance | null;
  /** In the open run; null = there is none. */
  readonly part: LoadPartName | null;
  /** It would be switched off now, as the how-manieth; null = not. */
  readonly place: number | null;
}

/** The running window of the limit of a plan; kW, ms. */
export interface ShedWindowWire {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly power: number | null;
  readonly basis: GuardBasis;
  readonly projected: number | null;
  /** By how much the power must still fall, what was shed just now taken into account; null = not known. */
  readonly needed: number | null;
  /** What the loads that would be shed are good for together. */
  readonly covers: number;
}

/** A run in lists. Powers in kW, instants in ms. */
export interface ShedRunWire {
  readonly runId: number;
  readonly planId: number;
  readonly planName: string;
  readonly timeZone: string;
  readonly state: RunState;
  readonly automatic: boolean;
  readonly windowFrom: number;
  readonly limit: number;
  readonly projected: number;
  readonly needed: number;
  readonly begunAt: number;
  readonly approvedByName: string | null;
  readonly approvedAt: number | null;
  readonly waits: RunWait | null;
  readonly endedAt: number | null;
  readonly reason: RunEnd | null;
  /** Loads that were commanded off, and of those proven off. */
  readonly commanded: number;
  readonly proven: number;
  /** Promised by the loads that were proven off. */
  readonly promised: number;
  /** What their meters tell; null = none of them has told. `measured` of `proven` loads are in it. */
  readonly verified: number | null;
  readonly measured: number;
}

/** A plan as it stands. */
export interface ShedPlanWire {
  readonly planId: number;
  readonly planName: string;
  readonly inUse: boolean;
  readonly guardName: string;
  readonly timeZone: string;
  readonly holdSeconds: number;
  readonly gapSeconds: number;
  readonly marginPercent: number;
  /** Who enabled it; null = nobody, or it was changed since. */
  readonly armedByName: string | null;
  readonly armedAt: number | null;
  readonly automatic: boolean;
  /** It was enabled as it stood before it was changed, or by somebody who may not operate its outputs any more. */
  readonly changed: boolean;
  /** Null = the limit is out of use. */
  readonly window: ShedWindowWire | null;
  readonly loads: readonly ShedLoadWire[];
  readonly run: ShedRunWire | null;
  /** Until when no password is asked for, ms; null = it is. */
  readonly provenUntil: number | null;
  readonly now: number;
}

/** A load in a run that is looked at. */
export interface RunLoadWire {
  readonly controlId: number;
  readonly controlCode: string;
  readonly controlName: string;
  readonly part: LoadPartName;
  /** kW: foreseen when it was commanded, and what its meter told. */
  readonly promised: number;
  readonly verified: number | null;
  readonly ammeterName: string | null;
  readonly off: { readonly commandId: number; readonly state: CommandState; readonly at: number } | null;
  readonly on: { readonly commandId: number; readonly state: CommandState; readonly at: number } | null;
}

/** A step of a run. */
export interface ShedStepWire {
  readonly at: number;
  readonly kind: StepKind;
  readonly controlCode: string | null;
  readonly controlName: string | null;
  readonly commandId: number | null;
  readonly power: number | null;
  readonly byName: string | null;
  readonly reason: RunEnd | null;
}

/** Answer of `getRun`. */
export interface ShedRunDetail {
  readonly run: ShedRunWire;
  readonly loads: readonly RunLoadWire[];
  readonly steps: readonly ShedStepWire[];
}
