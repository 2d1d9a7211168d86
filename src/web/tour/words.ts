import type { Text } from '#contract/text.ts';

/** What the tour says beside its stops. */
export const WORDS = {
  tour: { zh: '功能导览', en: 'Guided tour' },
  goOn: { zh: '继续导览', en: 'Go on with the tour' },
  begin: { zh: '开始导览', en: 'Take the tour' },
  anew: { zh: '从头开始', en: 'From the beginning' },
  decline: { zh: '不再提示导览', en: 'Do not offer the tour' },
  about: {
    zh: '十步看完主要页面，约三分钟；随时按 Esc 离开，之后从离开的地方继续。',
    en: 'Ten stops through the main pages, about three minutes. Leave with Esc whenever you like and go on from there later.',
  },
  leave: { zh: '离开导览', en: 'Leave the tour' },
  back: { zh: '上一步', en: 'Back' },
  next: { zh: '下一步', en: 'Next' },
  finish: { zh: '完成', en: 'Finish' },
  keys: { zh: '← → 切换，Esc 离开', en: '← → to turn, Esc to leave' },
} as const satisfies Readonly<Record<string, Text>>;
