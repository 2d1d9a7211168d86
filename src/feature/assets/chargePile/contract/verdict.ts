import type { Text } from '#contract/text.ts';

/** What a person finds of a session. */
export const VERDICTS = {
  settle: { zh: '按核实的结束结算', en: 'Settle by the end that was found' },
  exclude: { zh: '不计费', en: 'Leave out' },
  lift: { zh: '撤销人工处理', en: 'Back to what the charger reported' },
} as const satisfies Readonly<Record<string, Text>>;
export type Verdict = keyof typeof VERDICTS;
export const VERDICT_NAMES = Object.keys(VERDICTS) as [Verdict, ...Verdict[]];
