import type { Text } from '#contract/text.ts';
import type { Verdict } from '../contract.ts';

/** What the verdicts are called. */
export const VERDICTS: Readonly<Record<Verdict, Text>> = {
  even: { zh: '平衡', en: 'Balanced' },
  loss: { zh: '有未计量损耗', en: 'Unmetered loss' },
  negative: { zh: '下级大于上级', en: 'Sub-meters exceed' },
  open: { zh: '数据不全', en: 'Not known' },
};
