/** The most numbers or addresses of one linkage. */
export const MOST_RECIPIENTS = 20;

// Of the mainland, or with the code of another country (E.164: at most 15 digits).
const MOBILE = /^(?:(?:\+?86)?1[3-9]\d{9}|\+(?!86)[1-9]\d{6,14})$/;

/** Whether a text is the number of a mobile telephone; spaces and dashes do not count. */
export const isMobile = (given: string): boolean => MOBILE.test(given.replace(/[\s-]/g, ''));

/** The recipients of a list with commas or semicolons, each once. */
export const recipientsOf = (given: unknown): string[] => [
  ...new Set(
    String(given ?? '')
      .normalize('NFKC')
      .split(/[,;、\n]/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];
