import type { Text } from '#contract/text.ts';

/** Monday first, as the standards of weeks count (ISO 8601). */
export const WEEKDAYS: readonly Text[] = [
  { zh: '周一', en: 'Mon' },
  { zh: '周二', en: 'Tue' },
  { zh: '周三', en: 'Wed' },
  { zh: '周四', en: 'Thu' },
  { zh: '周五', en: 'Fri' },
  { zh: '周六', en: 'Sat' },
  { zh: '周日', en: 'Sun' },
];
