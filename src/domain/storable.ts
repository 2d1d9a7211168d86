/**
 * A text that PostgreSQL holds, at most so many characters of it: NUL and halves of a character, which `text` or `jsonb`
 * refuse (also where one is cut in two here), stand as U+FFFD.
 */
export const storable = (text: string, most = text.length): string =>
  text.slice(0, most).replace(/[\0\p{Surrogate}]/gu, '\uFFFD');

/** The JSON of a value whose texts and names PostgreSQL holds; what it refuses stands as U+FFFD. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /(\\\\)|\\u(?:0000|d[89a-f][\da-f]{2})/g,
    (_all, backslash?: string) => backslash ?? '\uFFFD',
  );
