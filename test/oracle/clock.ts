/** The clock of a place by the calendar of the runtime alone; quarters of an hour, slow and plain. */

export const MINUTE = 60_000;
export const QUARTER = 15 * MINUTE;
export const HOUR = 60 * MINUTE;

export interface Wall {
  /** `2025-03-30` */
  readonly date: string;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  /** By how much the clock is ahead of UTC, ms. */
  readonly offset: number;
}

const two = (n: number): string => String(n).padStart(2, '0');

const formats = new Map<string, Intl.DateTimeFormat>();
const walls = new Map<string, Map<number, Wall>>();

/** What a clock of the zone shows at an instant. */
export function wallAt(zone: string, t: number): Wall {
  let own = walls.get(zone);
  if (!own) walls.set(zone, (own = new Map()));
  const known = own.get(t);
  if (known) return known;
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formats.set(zone, format);
  }
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(t)) part[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = part;
  const shown = Date.UTC(year, month - 1, day, hour, minute);
  const date = `${year}-${two(month)}-${two(day)}`;
  const wall = { date, year, month, day, hour, minute, offset: shown - Math.floor(t / MINUTE) * MINUTE };
  own.set(t, wall);
  return wall;
}

/** The date there. */
export const dateAt = (zone: string, t: number): string => wallAt(zone, t).date;

/** 0 = Monday. */
export const weekdayOf = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

/** The date some days on. */
export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * HOUR).toISOString().slice(0, 10);

/** The first instant at which the clock of the zone shows this date and at least this hour, found by going there. */
export function instantOf(zone: string, date: string, hour = 0): number {
  const wanted = `${date} ${two(hour)}`;
  for (let t = Date.parse(`${date}T00:00:00Z`) - 15 * HOUR; ; t += QUARTER)
    if (`${dateAt(zone, t)} ${two(wallAt(zone, t).hour)}` >= wanted) return t;
}

export type Size = 'quarter' | 'hour' | 'day' | 'month' | 'year';

/** What quarters of an hour of one bucket have in common. */
function nameAt(zone: string, size: Size, t: number): string {
  const { date, hour, offset } = wallAt(zone, t);
  switch (size) {
    case 'quarter':
      return String(t);
    case 'hour':
      return `${date} ${hour} ${offset}`;
    case 'day':
      return date;
    case 'month':
      return date.slice(0, 7);
    case 'year':
      return date.slice(0, 4);
  }
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The whole buckets that touch a range, each found by walking along the quarters of an hour. */
export function bucketsIn(zone: string, size: Size, { from, to }: Range): Range[] {
  if (size === 'year' || size === 'month') return calendarIn(zone, size, { from, to });
  let at = Math.floor(from / QUARTER) * QUARTER;
  const first = nameAt(zone, size, at);
  while (nameAt(zone, size, at - QUARTER) === first) at -= QUARTER;
  const found: Range[] = [];
  while (at < to) {
    let end = at + QUARTER;
    while (nameAt(zone, size, end) === nameAt(zone, size, at)) end += QUARTER;
    found.push({ from: at, to: end });
    at = end;
  }
  return found;
}

function calendarIn(zone: string, size: 'month' | 'year', { from, to }: Range): Range[] {
  const found: Range[] = [];
  let { year, month } = wallAt(zone, from);
  if (size === 'year') month = 1;
  const next = (): [number, number] =>
    size === 'year' ? [year + 1, 1] : month === 12 ? [year + 1, 1] : [year, month + 1];
  for (;;) {
    const start = instantOf(zone, `${year}-${two(month)}-01`);
    if (start >= to) return found;
    [year, month] = next();
    found.push({ from: start, to: instantOf(zone, `${year}-${two(month)}-01`) });
  }
}
