import { DAY_MS, DAY_SECONDS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { StampRule } from '../contract.ts';
import { type Wall, wallMs } from '#domain/cell/date.ts';

/** Why a wall clock names no instant of a zone. */
export type StampFault = 'skipped' | 'twice' | 'offGrid';

/** The instant of a row, or the span of its energy, in ms since 1970. */
export type Instant = { readonly at: number } | { readonly fault: StampFault };
export type SpanReading = { readonly start: number; readonly end: number } | { readonly fault: StampFault };

/**
 * Turns the wall clocks of one series, in file order, into instants. An hour that the clock repeats is settled by
 * the row before it (one interval later); an hour that it skips never was.
 */
export class Clock {
  readonly #zone: Zone;
  readonly #rule: StampRule;
  readonly #stepMs: number | null;
  #last = NaN;

  /** @param stepSeconds distance of the rows; null when they have none. */
  constructor(zone: Zone, rule: StampRule, stepSeconds: number | null) {
    this.#zone = zone;
    this.#rule = rule;
    this.#stepMs = stepSeconds === null ? null : stepSeconds * 1000;
  }

  /** The instant that a row's stamp names. */
  instant(wall: Wall): Instant {
    // The day's last row, stamped 00:00 of its own date, is 24:00.
    const shifted =
      this.#rule === 'midnight' && wall.second === 0 ? { day: wall.day, second: DAY_SECONDS } : wall;
    const ms = wallMs(shifted);
    const [first, second] = instantsOf(this.#zone, ms);
    if (first === undefined) return { fault: 'skipped' };
    let at = first;
    if (second !== undefined) {
      const step = this.#stepMs;
      if (this.#last === first || (step !== null && this.#last + step === second)) at = second;
      else if (Number.isNaN(this.#last) || step === null || this.#last + step !== first)
        return { fault: 'twice' };
    }
    this.#last = at;
    return { at };
  }

  /** The span of a row's energy. Literal 24:00 ends its day under every rule. */
  span(wall: Wall): SpanReading {
    const step = this.#stepMs ?? 0;
    const instant = this.instant(wall);
    if ('fault' in instant) return instant;
    const { at } = instant;
    if (step === DAY_SECONDS * 1000) return this.#day(at, wall);
    return this.#rule === 'start' ? { start: at, end: at + step } : { start: at - step, end: at };
  }

  /** A day follows the calendar: 23, 24 or 25 hours. */
  #day(at: number, wall: Wall): SpanReading {
    const zone = this.#zone;
    const midnight = wall.second % DAY_SECONDS === 0;
    if (this.#rule === 'start') {
      const day = zone.localDay(at);
      return midnight ? { start: at, end: zone.startOfDay(day + 1) } : { fault: 'offGrid' };
    }
    // An end stamp may be written as the date alone, or as 23:59 of it.
    const day = midnight ? zone.localDay(at) - 1 : wall.day;
    return { start: zone.startOfDay(day), end: zone.startOfDay(day + 1) };
  }
}

/** The instants at which the clock of a zone shows a wall clock: none, one or two, earlier first. */
export function instantsOf(zone: Zone, wall: number): number[] {
  const day = DAY_MS;
  const offsets = [...new Set([zone.offsetAt(wall - day), zone.offsetAt(wall), zone.offsetAt(wall + day)])];
  return offsets
    .map((offset) => wall - offset)
    .filter((at) => at + zone.offsetAt(at) === wall)
    .sort((a, b) => a - b);
}
