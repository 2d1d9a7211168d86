const formats = new Map<string, Intl.DateTimeFormat>();

/** The wall clock of a zone at an instant: `2018-07-15 11:00`; with seconds where asked. */
export function wallClock(timeZone: string, t: number, seconds = false): string {
  const key = `${timeZone} ${seconds}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      ...(seconds ? { second: '2-digit' } : {}),
    });
    formats.set(key, format);
  }
  return format.format(t);
}

/** Time of day, with the date in front where it is not `date`. */
export function shortClock(timeZone: string, t: number, date: string): string {
  const full = wallClock(timeZone, t);
  if (full.startsWith(date)) return full.slice(11);
  return full.slice(0, 4) === date.slice(0, 4) ? full.slice(5) : full;
}

/** The local date at an instant. */
export const dateOf = (timeZone: string, t: number): string => wallClock(timeZone, t).slice(0, 10);
