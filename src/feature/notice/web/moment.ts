const format = new Intl.DateTimeFormat('sv-SE', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** An instant on the clock of whoever looks: notices are of many sites. */
export const momentText = (at: number): string => format.format(at);
