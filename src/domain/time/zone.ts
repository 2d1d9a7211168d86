import { type CivilDate, civilFromDay, dayFromCivil } from './civil.ts';
import { DAY_MS, QUARTER_MS } from './duration.ts';

const YEAR = 366 * DAY_MS;
/** No zone changed its clock twice within so short a time since 2000. */
const STEP = 4 * DAY_MS;

/** A wall clock reading in a zone. */
export interface LocalTime extends CivilDate {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/**
 * A time zone with its offsets kept in memory: Intl is asked some hundred times a year of data, never per reading.
 * Offsets are milliseconds east of UTC, whole quarters of an hour; a change in the middle of a quarter of an hour
 * (St. John's until 2011) counts from the next one.
 */
export class Zone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  /** Instants from which #offset[i] holds; the first is the start of what is known. */
  #from: number[] = [];
  #offset: number[] = [];
  #known = 0;
  #hit = 0;

  /** @throws RangeError when `name` is not an IANA zone. */
  constructor(name: string) {
    this.name = name;
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** Offset at an instant (ms since 1970). */
  offsetAt(t: number): number {
    this.#know(t);
    return this.#offset[this.#index(t)] ?? 0;
  }

  /** The first instant after `t` at which another offset holds, within a year; else Infinity. */
  nextChange(t: number): number {
    this.#know(t + YEAR);
    this.#know(t);
    return this.#from[this.#index(t) + 1] ?? Infinity;
  }

  /** The last instant at or before `t` at which the offset changed, or -Infinity within what is known. */
  lastChange(t: number): number {
    this.#know(t);
    const index = this.#index(t);
    return index === 0 ? -Infinity : (this.#from[index] ?? -Infinity);
  }

  /** Days since 1970-01-01 of the local date at an instant. */
  localDay(t: number): number {
    return Math.floor((t + this.offsetAt(t)) / DAY_MS);
  }

  /** The wall clock at an instant. */
  local(t: number): LocalTime {
    const wall = t + this.offsetAt(t);
    const day = Math.floor(wall / DAY_MS);
    const seconds = Math.floor((wall - day * DAY_MS) / 1000);
    return {
      ...civilFromDay(day),
      hour: Math.floor(seconds / 3600),
      minute: Math.floor(seconds / 60) % 60,
      second: seconds % 60,
    };
  }

  /**
   * The instant of a wall clock reading given as if it were UTC (ms). A reading that occurs twice means the first;
   * one that is skipped means as much after the change as it lies in the gap.
   */
  instantOf(wall: number): number {
    const before = this.offsetAt(wall - DAY_MS - DAY_MS / 2);
    const after = this.offsetAt(wall + DAY_MS + DAY_MS / 2);
    const early = wall - Math.max(before, after);
    if (this.offsetAt(early) === Math.max(before, after)) return early;
    const late = wall - Math.min(before, after);
    if (this.offsetAt(late) === Math.min(before, after)) return late;
    return wall - before;
  }

  /** The first instant of a local date (days since 1970-01-01). */
  startOfDay(day: number): number {
    const wall = day * DAY_MS;
    const start = this.instantOf(wall);
    if (start + this.offsetAt(start) === wall) return start;
    return this.lastChange(start);
  }

  /** The first instant of a local date. */
  startOfDate(year: number, month: number, day = 1): number {
    return this.startOfDay(dayFromCivil(year, month, day));
  }

  #index(t: number): number {
    const from = this.#from;
    let i = this.#hit;
    if (t >= (from[i] ?? Infinity) && t < (from[i + 1] ?? Infinity)) return i;
    let low = 0;
    let high = from.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((from[middle] ?? Infinity) <= t) low = middle;
      else high = middle - 1;
    }
    this.#hit = i = low;
    return i;
  }

  /** Looks the offsets up until `t` is inside what is known, with a year to spare on both sides. */
  #know(t: number): void {
    if (this.#from.length > 0 && t >= (this.#from[0] ?? 0) + YEAR && t <= this.#known - YEAR) return;
    if (this.#from.length === 0) {
      const start = Math.floor((t - 2 * YEAR) / DAY_MS) * DAY_MS;
      this.#from = [start];
      this.#offset = [this.#ask(start)];
      this.#known = start;
    }
    while (t < (this.#from[0] ?? 0) + YEAR) this.#knowEarlier();
    while (t > this.#known - YEAR) this.#knowLater();
  }

  #knowLater(): void {
    const end = this.#known + YEAR;
    for (const change of this.#changes(this.#known, end)) {
      this.#from.push(change);
      this.#offset.push(this.#ask(change));
    }
    this.#known = end;
  }

  #knowEarlier(): void {
    const end = this.#from[0] ?? 0;
    const start = end - YEAR;
    const changes = this.#changes(start, end);
    const offsets = [start, ...changes].map((instant) => this.#ask(instant));
    const same = offsets.at(-1) === this.#offset[0];
    this.#from = [start, ...changes, ...this.#from.slice(same ? 1 : 0)];
    this.#offset = [...offsets, ...this.#offset.slice(same ? 1 : 0)];
    this.#hit = 0;
  }

  /** Quarter hours in (start, end] at which the offset differs from that of the one before. */
  #changes(start: number, end: number): number[] {
    const found: number[] = [];
    let before = this.#ask(start);
    for (let from = start; from < end; from += STEP) {
      const to = Math.min(from + STEP, end);
      const after = this.#ask(to);
      if (after === before) continue;
      let low = from;
      let high = to;
      while (high - low > QUARTER_MS) {
        const middle = low + Math.floor((high - low) / 2 / QUARTER_MS) * QUARTER_MS;
        if (this.#ask(middle) === before) low = middle;
        else high = middle;
      }
      found.push(high);
      before = after;
    }
    return found;
  }

  #ask(t: number): number {
    const part: Record<string, number> = {};
    for (const { type, value } of this.#format.formatToParts(t)) part[type] = Number(value);
    const wall = Date.UTC(
      part['year'] ?? 0,
      (part['month'] ?? 1) - 1,
      part['day'],
      part['hour'],
      part['minute'],
      part['second'],
    );
    return Math.round((wall - t) / QUARTER_MS) * QUARTER_MS;
  }
}

const zones = new Map<string, Zone>();

/**
 * The zone of an IANA name, shared by all who ask.
 * @throws RangeError when there is no such zone.
 */
export function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (!zone) zones.set(name, (zone = new Zone(name)));
  return zone;
}
