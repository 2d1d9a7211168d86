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

/** A bucket's name: `2018-07-15 11:00–11:15`, `2018-07-15`, `2018-07`, `2018`. */
export function bucketName(timeZone: string, level: number, from: number, to: number): string {
  const start = wallClock(timeZone, from);
  if (level <= 2) return `${start}–${wallClock(timeZone, to).slice(11)}`;
  return start.slice(0, level === 3 ? 10 : level === 4 ? 7 : 4);
}

/** The part of a bucket's name that its parent does not say already: `11:00–11:15`, `07-15`, `2018-07`. */
export function partName(timeZone: string, level: number, from: number, to: number): string {
  const name = bucketName(timeZone, level, from, to);
  return level <= 2 ? name.slice(11) : level === 3 ? name.slice(5) : name;
}

/** The local date at an instant. */
export const dateOf = (timeZone: string, t: number): string => wallClock(timeZone, t).slice(0, 10);
