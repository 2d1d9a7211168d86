const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** An instant on the clock of this browser, to the minute. */
export const clockText = (at: string): string => format.format(new Date(at));
