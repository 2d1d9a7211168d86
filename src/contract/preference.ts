/**
 * What an account keeps of how it works with the product, wherever it logs in: appearance and layout of the shell, the
 * addresses it starred and those it was at last, the home that it chose among those of its
 * roles, how far it is with the guided tour, and by which ways it is told of alarms (`channels`: 1 = short message,
 * 2 = mail; `language` of the messages).
 */
export const PREFERENCES = ['appearance', 'layout', 'starred', 'recent', 'home', 'tour', 'alarm'] as const;
export type PreferenceName = (typeof PREFERENCES)[number];

/** Values by name; each is checked by who uses it, as it may be of any version. */
export type Preferences = Partial<Record<PreferenceName, object>>;

/** Characters of one value as JSON. */
export const LONGEST_PREFERENCE = 8000;
