import { timeAt } from '#domain/time/text.ts';

/** A bucket's name: `2018-07-15 11:00–11:15`, `2018-07-15`, `2018-07`, `2018`. */
export function bucketName(timeZone: string, level: number, from: number, to: number): string {
  const start = timeAt(timeZone, from);
  if (level <= 2) return `${start}–${timeAt(timeZone, to).slice(11)}`;
  return start.slice(0, level === 3 ? 10 : level === 4 ? 7 : 4);
}

/** The part of a bucket's name that its parent does not say already: `11:00–11:15`, `07-15`, `2018-07`. */
export function partName(timeZone: string, level: number, from: number, to: number): string {
  const name = bucketName(timeZone, level, from, to);
  return level <= 2 ? name.slice(11) : level === 3 ? name.slice(5) : name;
}
