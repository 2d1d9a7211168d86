import { type Language, type Text, textIn } from '#contract/text.ts';
import { FLAG_LABELS, type FlagName } from '#contract/usageFlag.ts';
import { unitIn } from '#domain/figure/unit.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { timeAt } from '#domain/time/text.ts';
import type { Column } from './factSheet.ts';

const MONEY = '#,##0.00';
const QUANTITY = '#,##0.######';
export const PRICE = '0.######';

/** How facts and tables of a workbook are told in one language and in the zone of a site. */
export type SheetWords = ReturnType<typeof wordsFor>;

export function wordsFor(language: Language, timeZone: string) {
  const say = (zh: string, en: string): string => textIn({ zh, en }, language);
  const word = (text: Text): string => textIn(text, language);
  const words = (all: readonly Text[]): string => all.map(word).join(say('；', '; '));
  const yuan = unitIn(language, 'CNY');
  const money = (zh: string, en: string): Column => ({ header: `${say(zh, en)} (${yuan})`, format: MONEY });
  const number = (zh: string, en: string, format = QUANTITY): Column => ({ header: say(zh, en), format });
  const text = (zh: string, en: string): Column => ({ header: say(zh, en) });
  const zone = zoneOf(timeZone);
  const clock = (t: number): string => timeAt(zone, t);
  const quality = (flags: readonly FlagName[]): string =>
    words(flags.filter((flag) => flag !== 'measured').map((flag) => FLAG_LABELS[flag]));
  return { language, say, word, words, yuan, money, number, text, clock, quality };
}
