import { archive } from './keyword/archive.ts';
import { assets } from './keyword/assets.ts';
import { customer } from './keyword/customer.ts';
import { energy } from './keyword/energy.ts';
import { meters } from './keyword/meters.ts';
import { money } from './keyword/money.ts';
import { reporting } from './keyword/reporting.ts';
import { settings } from './keyword/settings.ts';
import { statistics } from './keyword/statistics.ts';
import { watch } from './keyword/watch.ts';

/** Words in Chinese and in English, each list with commas between, by the function code of a screen. */
export type KeywordTable = Readonly<Record<string, readonly [zh: string, en: string]>>;

const TABLE: KeywordTable = {
  ...energy,
  ...money,
  ...assets,
  ...meters,
  ...archive,
  ...reporting,
  ...statistics,
  ...settings,
  ...watch,
  ...customer,
};

/** What people call things where the product has another word: kept apart from the menu, only the find box reads it. */
export interface Keywords {
  readonly zh: readonly string[];
  readonly en: readonly string[];
}

/** `换表,CT` → `['换表', 'CT']`. */
export const wordsIn = (list: string): string[] => list.split(',').map((word) => word.trim());

/** The words that a screen is looked for by besides its name; none where nobody calls it otherwise. */
export function keywordsOf(funCode: string): Keywords {
  const [zh, en] = TABLE[funCode] ?? [];
  return { zh: zh ? wordsIn(zh) : [], en: en ? wordsIn(en) : [] };
}

/** The screens that have such words. */
export const keywordCodes: readonly string[] = Object.keys(TABLE);
