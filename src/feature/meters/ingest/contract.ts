import type { Text } from '#contract/text.ts';

/** The ways in: the broker (ours or an external one), the HTTP call, our own collector, chargers. */
export type Door = 'mqtt' | 'http' | 'collector' | 'ocpp';

/**
 * Why something a gateway sent does not count; kept in `gateway_rejection.reason`. What waits or is quarantined is kept
 * in `held_reading`, the rest is told only.
 */
export const REJECTIONS = {
  unknownMeter: { zh: '未知表计', en: 'unknown meter' },
  unknownKey: { zh: '未知数据键', en: 'unknown code' },
  notANumber: { zh: '不是数字', en: 'not a number' },
  outOfRange: { zh: '数值超出范围', en: 'value out of range' },
  negative: { zh: '示值为负：已隔离，不计入', en: 'negative register: quarantined' },
  beforeCommissioned: {
    zh: '早于表计的投运日期：已隔离，不计入',
    en: 'before the commissioning of the meter: quarantined',
  },
  clockAhead: { zh: '时间戳超前：已隔离，不计入', en: 'ahead of our clock: quarantined' },
  clockUnset: {
    zh: '时间戳早于二十年前，时钟未校准：已隔离，不计入',
    en: 'more than twenty years ago, a clock that was not set: quarantined',
  },
  ownClock: {
    zh: '到达时服务器时钟不准，无法判定其时间：已隔离，不计入',
    en: 'came while the clock of the server was wrong: quarantined',
  },
  contradicts: {
    zh: '补传的示值与前后不符，时间戳有误：已隔离，不计入',
    en: 'does not fit what was reported of this time before: quarantined',
  },
  closed: {
    zh: '所属期间的原始读数已转存为文件、用量已定：已隔离，不计入',
    en: 'of a time whose raw readings are in files and whose figures are final: quarantined',
  },
  monthBroken: {
    zh: '所属月份的封存数据已损坏，无法核对：已隔离，不计入',
    en: 'of a month whose sealed readings are damaged, so that they cannot be compared: quarantined',
  },
  badTime: {
    zh: '时间无法识别：请用毫秒、秒、ISO 8601 或 2026-11-23 10:00:00',
    en: 'time not readable: send ms, s, ISO 8601 or 2026-11-23 10:00:00',
  },
  notReadable: { zh: '无法读取', en: 'not readable' },
  tooDeep: { zh: '嵌套过深，无法读取', en: 'nested too deep to be read' },
  notStorable: { zh: '含有无法存储的内容', en: 'holds what cannot be stored' },
  tooLarge: { zh: '消息过大', en: 'message too large' },
  notAnEvent: {
    zh: '未说明事件是否发生，未计入',
    en: 'does not say whether the event stands, not taken',
  },
  notAState: {
    zh: '不是该信号点的状态，未计入',
    en: 'none of the states of the signal point, not taken',
  },
  stateStamp: {
    zh: '信号的时间不可信（超前、早于二十年前，或服务器时钟不准），未计入',
    en: 'a position stamped ahead, twenty years ago or while the clock of the server was wrong, not taken',
  },
  answerLate: { zh: '命令的应答迟到，未计入', en: 'answer to a command that came too late, not taken' },
  answerTwice: { zh: '同一命令的重复应答，未计入', en: 'further answer to a command, not taken' },
  answerUnknown: {
    zh: '应答的命令不存在，或不属于该网关、设备，未计入',
    en: 'answer to no command of this gateway and device, not taken',
  },
  answerTooLarge: { zh: '命令的应答过大，未计入', en: 'answer to a command too large, not taken' },
  answerUnreadable: { zh: '命令的应答无法识别，未计入', en: 'answer to a command not readable, not taken' },
  attributeName: {
    zh: '属性或设备的名称为空、过长或含有无法存储的字符，未保存',
    en: 'name of an attribute or device empty, too long or not storable, not kept',
  },
  attributeTooLarge: { zh: '属性值超过 4 kB，未保存', en: 'value of an attribute beyond 4 kB, not kept' },
  tooManyAttributes: {
    zh: '属性过多（每台设备 200 个，每个网关 5000 个），未保存',
    en: 'too many attributes (200 of a device, 5000 of a gateway), not kept',
  },
  badTopic: { zh: '不允许的主题', en: 'topic not allowed' },
} as const satisfies Readonly<Record<string, Text>>;

export type Rejection = keyof typeof REJECTIONS;

/** Names that mean nothing yet: their values wait until they are mapped. */
export const WAITING = ['unknownMeter', 'unknownKey'] as const satisfies readonly Rejection[];
/** What cannot have stood on the meter then: it counts only when a person says so, or the commissioning is corrected. */
export const QUARANTINED = [
  'negative',
  'beforeCommissioned',
  'clockAhead',
  'clockUnset',
  'contradicts',
  'closed',
  'monthBroken',
  'ownClock',
] as const satisfies readonly Rejection[];
export type HeldReason = (typeof WAITING)[number] | (typeof QUARANTINED)[number];

/** How long values of unknown names wait. */
export const WAITING_DAYS = 30;

/** A value that was not taken, as it came. */
export interface Rejected {
  /** What the gateway calls the device. */
  readonly device: string;
  /** ms; null where it has none or none that can be read. */
  readonly ts: number | null;
  /** Null = the entry as a whole. */
  readonly key: string | null;
  readonly reason: Rejection;
  /** The value, shortened, as JSON. */
  readonly sample: string;
}

/** What became of a delivery; numbers of values. */
export interface Taken {
  /** Values that were new. */
  readonly accepted: number;
  /** Values that were there already, equal. */
  readonly duplicate: number;
  /** Values that differ from the one first received. */
  readonly conflict: number;
  /** Values of unknown names that wait, and quarantined ones; both are told as rejected too. */
  readonly waiting: number;
  readonly quarantined: number;
  /** The first hundred. */
  readonly rejected: readonly Rejected[];
  readonly rejectedCount: number;
}
