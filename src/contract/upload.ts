import type { Text } from './text.ts';

/** The two protocols of regulators' platforms: one figure a request (A), many in one (B). */
export const PROTOCOLS = {
  A: { zh: '协议 A（逐项）', en: 'Protocol A (one figure a request)' },
  B: { zh: '协议 B（批量）', en: 'Protocol B (many in one request)' },
} as const satisfies Readonly<Record<string, Text>>;
export type Protocol = keyof typeof PROTOCOLS;

/** Whether the platform knows the enterprise. */
export const REGISTER_STATES = {
  none: { zh: '未注册', en: 'Not registered' },
  registered: { zh: '已注册', en: 'Registered' },
  refused: { zh: '被拒绝', en: 'Refused' },
} as const satisfies Readonly<Record<string, Text>>;

/** How often an item is reported; the same codes as those of collection items. */
export const STAT_TYPES = {
  0: { zh: '15 分钟', en: '15 minutes' },
  1: { zh: '日', en: 'Day' },
  2: { zh: '月', en: 'Month' },
  3: { zh: '年', en: 'Year' },
} as const satisfies Readonly<Record<string, Text>>;
export type StatType = `${keyof typeof STAT_TYPES}`;
export const STAT_TYPE = { quarter: '0', day: '1', month: '2', year: '3' } as const satisfies Readonly<
  Record<string, StatType>
>;

/** Where a figure stands. `unknown`: it left and no answer came; it is sent again as it was. */
export const FIGURE_STATES = {
  waiting: { zh: '待发', en: 'Waiting' },
  held: { zh: '暂扣', en: 'Held' },
  sending: { zh: '在途', en: 'On its way' },
  acknowledged: { zh: '已确认', en: 'Acknowledged' },
  refused: { zh: '被拒', en: 'Refused' },
  unknown: { zh: '未知', en: 'Unknown' },
  superseded: { zh: '已被取代', en: 'Superseded' },
} as const satisfies Readonly<Record<string, Text>>;
export type FigureState = keyof typeof FIGURE_STATES;

/** Where a batch stands. `partial`: over, with figures that were not settled. */
export const BATCH_STATES = {
  prepared: { zh: '已准备', en: 'Prepared' },
  preflight: { zh: '体检中', en: 'Being checked' },
  blocked: { zh: '受阻', en: 'Blocked' },
  sending: { zh: '上报中', en: 'Sending' },
  done: { zh: '已完成', en: 'Done' },
  partial: { zh: '部分完成', en: 'Partly done' },
  stopped: { zh: '已停止', en: 'Stopped' },
} as const satisfies Readonly<Record<string, Text>>;
export type BatchState = keyof typeof BATCH_STATES;

/** What a batch carries. */
export const BATCH_KINDS = {
  data: { zh: '数据', en: 'Figures' },
  info: { zh: '档案', en: 'Archive rows' },
} as const satisfies Readonly<Record<string, Text>>;
export type BatchKind = keyof typeof BATCH_KINDS;

/** Why a batch was made. */
export const BATCH_TRIGGERS = {
  schedule: { zh: '定时', en: 'Schedule' },
  hand: { zh: '人工', en: 'By hand' },
  revision: { zh: '历史修订', en: 'History changed' },
  again: { zh: '重报', en: 'Sent again' },
} as const satisfies Readonly<Record<string, Text>>;
export type BatchTrigger = keyof typeof BATCH_TRIGGERS;

/** The 15-minute figures: as they come, or with those of the day. */
export const REALTIME_MODES = {
  live: { zh: '随时上报', en: 'As they come' },
  daily: { zh: '随日数据上报', en: 'With the day' },
} as const satisfies Readonly<Record<string, Text>>;

/** The most characters that a value may have on the wire (interface, upload queue). */
export const MOST_VALUE_CHARACTERS = 15;
/** Below this share of its period a figure is held (data quality rules of the interface). */
export const LEAST_COVERAGE = 0.9;
