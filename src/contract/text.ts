/** The languages of the product. */
export type Language = 'zh' | 'en';

/** A text in every language of the product. */
export interface Text {
  readonly zh: string;
  readonly en: string;
}

/** What stands between the names of a list. */
export const NAME_COMMA: Text = { zh: '、', en: ', ' };

/** Picks the language from an `Accept-Language` header: Chinese where it leads, else English. */
export function languageOf(header: string | undefined): Language {
  return /^\s*zh\b/i.test(header ?? '') ? 'zh' : 'en';
}

/** Joins texts of both languages with a separator. */
export function joinTexts(texts: readonly Text[], separator = ' '): Text {
  return { zh: texts.map((t) => t.zh).join(separator), en: texts.map((t) => t.en).join(separator) };
}
