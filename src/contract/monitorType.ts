import type { Text } from './text.ts';

/** Categories of monitored objects (specification 2 section 3). */
export const OBJECT_CATEGORIES = {
  0: { zh: '站点', en: 'Station' },
  1: { zh: '区域', en: 'Location' },
  2: { zh: '设备', en: 'Equipment' },
  3: { zh: '表计组', en: 'Group' },
} as const satisfies Readonly<Record<number, Text>>;
export type ObjectCategory = `${keyof typeof OBJECT_CATEGORIES}`;

/** Kinds of monitoring (specification 2 section 3, monitor type codes). */
export const MONITOR_TYPES = {
  1: { zh: '遥测', en: 'Remote measurement' },
  2: { zh: '遥信', en: 'Remote signalling' },
  3: { zh: '遥视', en: 'Remote video' },
  4: { zh: '遥调', en: 'Remote adjustment' },
  5: { zh: '遥控', en: 'Remote control' },
} as const satisfies Readonly<Record<number, Text>>;

/** What a further field of an object type holds. */
export const EXTEND_KINDS = {
  text: { zh: '文本', en: 'Text' },
  number: { zh: '数字', en: 'Number' },
  date: { zh: '日期', en: 'Date' },
  choice: { zh: '单选', en: 'One of a list' },
  flag: { zh: '是否', en: 'Yes or no' },
} as const satisfies Readonly<Record<string, Text>>;
export type ExtendKind = keyof typeof EXTEND_KINDS;
