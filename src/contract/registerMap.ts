import type { Text } from './text.ts';

const unit = (name: string): Text => ({ zh: name, en: name });

/** How a value lies in registers. */
export const VALUE_TYPES = {
  u16: { zh: '16 位无符号', en: 'u16' },
  s16: { zh: '16 位有符号', en: 's16' },
  u32: { zh: '32 位无符号', en: 'u32' },
  s32: { zh: '32 位有符号', en: 's32' },
  u64: { zh: '64 位无符号', en: 'u64' },
  s64: { zh: '64 位有符号', en: 's64' },
  f32: { zh: '32 位浮点', en: 'f32' },
  f64: { zh: '64 位浮点', en: 'f64' },
} as const satisfies Readonly<Record<string, Text>>;
export type ValueType = keyof typeof VALUE_TYPES;

/** Order of bytes within a value; A is the highest. Longer values repeat the pattern over all their words. */
export const WORD_ORDERS = {
  ABCD: { zh: 'ABCD 高字在前', en: 'ABCD, high word first' },
  CDAB: { zh: 'CDAB 低字在前', en: 'CDAB, low word first' },
  BADC: { zh: 'BADC 高字在前、字内交换', en: 'BADC, high word first, bytes swapped' },
  DCBA: { zh: 'DCBA 低字在前、字内交换', en: 'DCBA, low word first, bytes swapped' },
} as const satisfies Readonly<Record<string, Text>>;
export type WordOrder = keyof typeof WORD_ORDERS;

/** Units that a device may use in place of the data item's own; `UNIT_POWER` says how they are converted. */
export const FACTOR_UNITS = {
  Wh: unit('Wh'),
  MWh: unit('MWh'),
  W: unit('W'),
  MW: unit('MW'),
  varh: unit('varh'),
  Mvarh: unit('Mvarh'),
  var: unit('var'),
  Mvar: unit('Mvar'),
  VA: unit('VA'),
  MVA: unit('MVA'),
  mA: unit('mA'),
  kA: unit('kA'),
  mV: unit('mV'),
  kV: unit('kV'),
  kPa: unit('kPa'),
  Pa: unit('Pa'),
} as const satisfies Readonly<Record<string, Text>>;
export type FactorUnit = keyof typeof FACTOR_UNITS;
