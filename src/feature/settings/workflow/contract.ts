import type { Text } from '#contract/text.ts';

/** States of a request, by the specification's numbers. */
export const REQUEST_STATES = {
  0: { zh: '草稿', en: 'Draft' },
  1: { zh: '审批中', en: 'Running' },
  2: { zh: '已退回', en: 'Sent back' },
  3: { zh: '已同意', en: 'Agreed' },
  4: { zh: '已终止', en: 'Stopped' },
  5: { zh: '已撤回', en: 'Withdrawn' },
} as const satisfies Readonly<Record<string, Text>>;
export type RequestState = '0' | '1' | '2' | '3' | '4' | '5';

export const DRAFT = '0';
export const RUNNING = '1';
export const REFUSED = '2';
export const AGREED = '3';
export const STOPPED = '4';
export const WITHDRAWN = '5';

/** What people do with a request; `read` marks it read and changes no state. */
export const REQUEST_ACTIONS = {
  apply: { zh: '提交申请', en: 'Apply' },
  reapply: { zh: '重新提交', en: 'Apply again' },
  agree: { zh: '同意', en: 'Agree' },
  agreeWithParams: { zh: '填写并同意', en: 'Fill in and agree' },
  disagree: { zh: '退回', en: 'Send back' },
  callback: { zh: '撤回', en: 'Take back' },
  stop: { zh: '终止', en: 'Stop' },
  turn: { zh: '转交', en: 'Hand over' },
  read: { zh: '已阅', en: 'Read' },
} as const satisfies Readonly<Record<string, Text>>;
export type RequestAction = keyof typeof REQUEST_ACTIONS;

/** Kinds of a row of the history: an action, or a note that somebody wrote. */
export const HISTORY_KINDS = {
  ...REQUEST_ACTIONS,
  note: { zh: '备注', en: 'Note' },
} as const satisfies Readonly<Record<string, Text>>;

/** What requests are about; lists can be asked by it. */
export const WORKFLOW_TYPES = {
  account: { zh: '账号与企业', en: 'Accounts and enterprises' },
  data: { zh: '数据', en: 'Data' },
  equipment: { zh: '设备与档案', en: 'Equipment and archive' },
  other: { zh: '其他', en: 'Other' },
} as const satisfies Readonly<Record<string, Text>>;

/** When a node is through. */
export const NODE_MODES = {
  any: { zh: '任一同意', en: 'Any one agrees' },
  all: { zh: '全部同意', en: 'All agree' },
  sequence: { zh: '依次同意', en: 'One after another' },
} as const satisfies Readonly<Record<string, Text>>;
export type NodeMode = keyof typeof NODE_MODES;

/** Who may handle a node: one person, holders of a role, people of an enterprise, or role holders of the applicant's. */
export const HANDLER_KINDS = {
  role: { zh: '角色', en: 'Holders of a role' },
  person: { zh: '人员', en: 'A person' },
  org: { zh: '企业', en: 'People of an enterprise' },
  own: { zh: '申请企业内的角色', en: 'Role holders of the applicant’s enterprise' },
} as const satisfies Readonly<Record<string, Text>>;
export type HandlerKind = keyof typeof HANDLER_KINDS;

/** What a control of a workflow says about the holders of a role, or a person. */
export const CONTROL_KINDS = {
  apply: { zh: '可发起', en: 'May apply' },
  copy: { zh: '抄送', en: 'Gets a copy' },
  admin: { zh: '可终止', en: 'May stop' },
} as const satisfies Readonly<Record<string, Text>>;
export type ControlKind = keyof typeof CONTROL_KINDS;

/** Types of what an applicant or a handler fills in. */
export const PARAM_TYPES = {
  text: { zh: '文本', en: 'Text' },
  integer: { zh: '整数', en: 'Whole number' },
  decimal: { zh: '小数', en: 'Decimal' },
  date: { zh: '日期', en: 'Date' },
  choice: { zh: '选项', en: 'Choice' },
  flag: { zh: '是否', en: 'Yes or no' },
} as const satisfies Readonly<Record<string, Text>>;
export type ParamType = keyof typeof PARAM_TYPES;

/** Code of the shipped workflow that an enterprise's registration goes through. */
export const REGISTRATION = 'registration';
/** Code of the shipped workflow for everything that has none of its own. */
export const GENERAL = 'general';
/** The workflow that puts an enterprise's price agreement into force. */
export const AGREEMENT = 'priceAgreement';
/** The workflow that releases the plan curve of a storage station. */
export const PLAN = 'storagePlan';

/** The lists of requests: with one now, handled, applied for, copied to one, all that one may see. */
export type RequestBox = 'todo' | 'done' | 'mine' | 'copy' | 'all';

/** A request in a list. */
export interface RequestRow {
  readonly id: number;
  readonly requestId: number;
  readonly title: string;
  readonly state: RequestState;
  readonly workflowId: number;
  readonly workflowName: string;
  readonly workflowType: keyof typeof WORKFLOW_TYPES;
  readonly nodeName: string | null;
  readonly applicantName: string | null;
  readonly consumerName: string | null;
  readonly appliedAt: string | null;
  readonly endedAt: string | null;
  readonly version: number;
  /** With the person who asks. */
  readonly waits: boolean;
}

/** How many requests a day or a type has; `key` is the day or the type's code. */
export interface RequestGroup {
  readonly key: string;
  readonly count: number;
}

/** Something to fill in, in the language of the asker. */
export interface ParamAsked {
  readonly code: string;
  readonly name: string;
  readonly type: ParamType;
  readonly options: readonly string[];
  readonly required: boolean;
}

/** A workflow that the person may start. */
export interface Startable {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly type: keyof typeof WORKFLOW_TYPES;
  readonly info: string | null;
  readonly params: readonly ParamAsked[];
  /** The nodes in order, for the preview. */
  readonly nodes: readonly { readonly name: string; readonly handlers: readonly string[] }[];
}

/** A node on the way of a request. */
export interface StepWire {
  readonly name: string;
  readonly mode: NodeMode;
  readonly handlers: readonly string[];
  /** `wait` = not reached, `now` = with it, `done` = passed. */
  readonly place: 'wait' | 'now' | 'done';
}

export interface HistoryWire {
  readonly id: number;
  readonly action: keyof typeof HISTORY_KINDS;
  readonly nodeName: string | null;
  readonly actorName: string | null;
  readonly note: string;
  readonly turnedTo: string | null;
  readonly toState: RequestState | null;
  readonly at: string;
}

/** The page that shows what a request is about. */
export interface RequestAbout {
  readonly path: string;
  readonly search: Readonly<Record<string, string | number>>;
  /** Function that the page asks for. */
  readonly permission: string;
}

/** One request as its page shows it. */
export interface RequestDetail extends RequestRow {
  readonly round: number;
  readonly workflowCode: string;
  /** Null where no page shows it, or the person does not see it. */
  readonly about: RequestAbout | null;
  readonly applicantPhone: string | null;
  readonly applicantMail: string | null;
  readonly params: readonly {
    readonly code: string;
    readonly name: string;
    readonly value: string;
    readonly node: string | null;
  }[];
  readonly steps: readonly StepWire[];
  readonly history: readonly HistoryWire[];
  readonly reads: readonly { readonly name: string; readonly at: string }[];
  /** What the person may do now. */
  readonly actions: readonly RequestAction[];
  /** What is filled in with `agreeWithParams`. */
  readonly fields: readonly ParamAsked[];
  /** What the applicant fills in, where the request may be sent. */
  readonly asked: readonly ParamAsked[];
}

/** Somebody to hand a request over to. */
export interface TurnTarget {
  readonly kind: HandlerKind;
  readonly id: number;
  readonly name: string;
}
