import type { Text } from '#contract/text.ts';

/** The ways in: the broker (ours or an external one), the HTTP call, our own collector. */
export type Door = 'mqtt' | 'http' | 'collector';

/** Why something a gateway sent was not taken; kept in `gateway_rejection.reason`. */
export const REJECTIONS = {
  unknownMeter: { zh: '未知表计', en: 'unknown meter' },
  unknownKey: { zh: '未知数据键', en: 'unknown code' },
  notANumber: { zh: '不是数字', en: 'not a number' },
  outOfRange: { zh: '数值超出范围', en: 'value out of range' },
  clockAhead: {
    zh: '时间戳超前：已保存，不计入',
    en: 'ahead of our clock: kept, not counted',
  },
  contradicts: {
    zh: '补传的示值与前后不符，时间戳有误：已保存，不计入',
    en: 'does not fit what was told of this time before: kept, not counted',
  },
  badTime: { zh: '时间超出范围', en: 'time out of range' },
  notReadable: { zh: '无法读取', en: 'not readable' },
  tooLarge: { zh: '消息过大', en: 'message too large' },
  badTopic: { zh: '不允许的主题', en: 'topic not allowed' },
} as const satisfies Readonly<Record<string, Text>>;

export type Rejection = keyof typeof REJECTIONS;

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
  /** The first hundred. */
  readonly rejected: readonly Rejected[];
  readonly rejectedCount: number;
}
