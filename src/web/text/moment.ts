/** An instant on the clock of a zone: `2026-01-31 08:00`. */
export const momentText = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
