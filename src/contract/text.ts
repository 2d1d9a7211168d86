/** The languages in which the code spells its texts. */
export type BaseLanguage = 'zh' | 'en';

/** A language of the product: one that the code spells, or one that has a file in `src/language` (decision 140). */
export type Language = BaseLanguage | (string & {});

/** A text in both languages that the code spells. */
export interface Text {
  readonly zh: string;
  readonly en: string;
}

/** Says a text in a further language; undefined where it is not translated. */
export type Translate = (text: Text) => string | undefined;

const further = new Map<Language, Translate>();

/** Makes a further language known to this process; answers how to forget it. */
export function addLanguage(language: Language, translate: Translate): () => void {
  further.set(language, translate);
  return () => void further.delete(language);
}

/** A text in a language; where a further one has no translation, in English. */
export function textIn(text: Text, language: Language): string;
export function textIn(text: Text | null | undefined, language: Language): string | undefined;
export function textIn(text: Text | null | undefined, language: Language): string | undefined {
  if (!text) return undefined;
  if (language === 'zh') return text.zh;
  if (language === 'en') return text.en;
  return further.get(language)?.(text) ?? text.en;
}

/** A text in every known language, for what people may type in any of them. */
export const inEveryLanguage = (text: Text): string[] => [
  text.zh,
  text.en,
  ...[...further.keys()].map((language) => textIn(text, language)),
];

/** Every language that this process knows. */
export const knownLanguages = (): Language[] => ['zh', 'en', ...further.keys()];

/** The spelled language that stands in where only these two exist, as in the columns of second names. */
export const baseOf = (language: Language): BaseLanguage => (language === 'zh' ? 'zh' : 'en');

/** What stands between the names of a list. */
export const NAME_COMMA: Text = { zh: '、', en: ', ' };

/** What stands between the parts of a sentence. */
export const PART_COMMA: Text = { zh: '；', en: '; ' };

/** Picks the language from an `Accept-Language` header: the first where it is known, else English. */
export function languageOf(header: string | undefined): Language {
  const [first = ''] = /^\s*[\w-]+/.exec(header ?? '') ?? [];
  return matching(first, knownLanguages()) ?? 'en';
}

/** Which of some languages a language tag (`zh-CN`) asks for. */
export function matching(tag: string, languages: readonly Language[]): Language | undefined {
  const query = tag.trim().toLowerCase();
  const fits = (language: Language) => `${query}-`.startsWith(`${language.toLowerCase()}-`);
  return languages.filter(fits).toSorted((a, b) => b.length - a.length)[0];
}
