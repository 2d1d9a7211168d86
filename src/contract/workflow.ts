import type { Text } from './text.ts';

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
