/**
 * A text that PostgreSQL holds, at most so many characters of it: NUL and halves of a character, which `text` or `jsonb`
 * refuse (also where one is cut in two here), stand as U+FFFD.
 */
export const storable = (text: string, most = text.length): string =>
  text.slice(0, most).replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
