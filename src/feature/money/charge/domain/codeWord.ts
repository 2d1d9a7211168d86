import { dataCode } from '#contract/dataCode.ts';
import { PERIODS, PERIOD_NUMBERS } from '#contract/period.ts';
import type { Text } from '#contract/text.ts';

/** What is summed over time: costs and energies, also by tariff period. */
const SUMS: Readonly<Record<string, Text>> = {
  CZ: { zh: '电费', en: 'Cost' },
  RCZ: { zh: '反向收入', en: 'Credit' },
  PP: { zh: '用量', en: 'Energy' },
  RP: { zh: '反向电量', en: 'Reverse energy' },
  QI: { zh: '感性无功', en: 'Lagging reactive' },
  QO: { zh: '容性无功', en: 'Leading reactive' },
  ...Object.fromEntries(
    PERIOD_NUMBERS.flatMap((period): [string, Text][] => {
      const { zh, en } = PERIODS[period];
      return [
        [`CZ${period}`, { zh: `${zh}段电费`, en: `Cost, ${en.toLowerCase()}` }],
        [`PP${period}`, { zh: `${zh}段电量`, en: `Energy, ${en.toLowerCase()}` }],
      ];
    }),
  ),
};

/** A data code of a line in words. */
export const codeWord = (code: string): Text => SUMS[code] ?? dataCode(code)?.label ?? { zh: code, en: code };
