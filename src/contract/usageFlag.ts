import type { Text } from './text.ts';

/** Quality of a bucket of `usage`: a set of bits. */
export const FLAG = {
  measured: 1,
  interpolated: 2,
  manual: 4,
  estimated: 8,
  corrected: 16,
  conflict: 32,
  rollover: 64,
  replaced: 128,
  reset: 256,
  suspect: 512,
  partial: 1024,
  noise: 2048,
} as const;

export type FlagName = keyof typeof FLAG;

/** What each flag says, in the order in which they are shown. */
export const FLAG_LABELS: Readonly<Record<FlagName, Text>> = {
  measured: { zh: '实测', en: 'Measured' },
  interpolated: { zh: '插值：总量已知，分布未知', en: 'Interpolated: total known, shape not' },
  manual: { zh: '人工录入', en: 'Entered by a person' },
  estimated: { zh: '推算', en: 'Estimated' },
  corrected: { zh: '已更正', en: 'Corrected' },
  conflict: { zh: '数据冲突', en: 'Conflicting values' },
  rollover: { zh: '表底翻转', en: 'Register rolled over' },
  replaced: { zh: '换表', en: 'Meter replaced' },
  reset: { zh: '表底归零', en: 'Register reset' },
  suspect: { zh: '可疑', en: 'Suspect' },
  partial: { zh: '数据不全', en: 'Partial' },
  noise: { zh: '示值抖动：以首末示值之差计', en: 'Register noise: counted from first to last' },
};

const NAMES = Object.keys(FLAG) as readonly FlagName[];
const told = new Map<number, readonly FlagName[]>();

/** Names of the flags that are set. */
export function flagNames(flags: number): FlagName[] {
  let names = told.get(flags);
  if (!names) told.set(flags, (names = NAMES.filter((name) => (flags & FLAG[name]) !== 0)));
  return [...names];
}
