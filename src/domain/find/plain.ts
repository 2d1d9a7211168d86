/** Longer questions say nothing more; what is beyond is not read. */
export const MOST_LETTERS = 60;
const MOST_WORDS = 6;

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the']);

/** Full-width letters as half-width ones, no case, nothing that cannot be seen, spaces of any width as one. */
const even = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, (gap) => (/[\s\p{Cc}]/u.test(gap) ? ' ' : ''))
    .trim();

/** The words of a question in one writing, at most six. */
export const wordsOf = (text: string): string[] =>
  even(text.slice(0, MOST_LETTERS).replace(/\p{Cs}/gu, ''))
    .split(' ')
    .filter(Boolean)
    .slice(0, MOST_WORDS);

/** An English word without the `s` of its plural. */
const single = (word: string): string => (/^[a-z]{3,}[^s\W]s$/.test(word) ? word.slice(0, -1) : word);

/** A text as two people would write it alike: `Replace the Meters`, `ｒｅｐｌａｃｅ meter` → `replacemeter`. */
export const plainOf = (text: string): string =>
  even(text)
    .split(' ')
    .filter((word) => !ARTICLES.has(word))
    .map(single)
    .join('');
