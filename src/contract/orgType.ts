import type { Text } from './text.ts';

/** Types of organisation units, as a person chooses them. */
export const UNIT_TYPES = {
  41: { zh: '厂区', en: 'Plant area' },
  42: { zh: '车间', en: 'Workshop' },
  43: { zh: '班组', en: 'Team' },
  44: { zh: '部门', en: 'Department' },
} as const satisfies Readonly<Record<string, Text>>;

/** The type of an enterprise and of a monitoring site among organisations (decision 126). */
export const CONSUMER_TYPE = '40';
export const SITE_TYPE = '45';
