import { dayFromCivil } from '#domain/time/civil.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';

/** Stamps before it were written by a clock that was never set. */
export const EARLIEST = Date.UTC(2000, 0, 1);
/** No clock stands beyond: other units of time do. */
export const LATEST = Date.UTC(2200, 0, 1);

/** The instant that a stamp names, ms since 1970. */
export interface Stamp {
  readonly at: number;
  /** It is a wall clock: another zone reads another instant. */
  readonly local: boolean;
}

const WRITTEN =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;
const COMPACT = /^(20\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;
const DIGITS = /^\d+(\.\d+)?$/;
const LONGEST = 40;

/**
 * Reads what a gateway wrote as time: ms or s since 1970 as a number or its text, ISO 8601 (seconds may lack),
 * `2026-11-23 10:00:00`, `2026/11/23 10:00:00` and `20261123100000`. Without an offset it is the wall clock of `zone`; of
 * an hour that occurs twice the first is meant. Undefined = not readable: a date alone, µs, ns, words.
 */
export function readStamp(given: unknown, zone: Zone): Stamp | undefined {
  if (typeof given === 'number') return readNumber(given, zone);
  if (typeof given !== 'string' || given.length > LONGEST) return undefined;
  const text = given.trim();
  if (DIGITS.test(text)) return readNumber(Number(text), zone);
  const part = WRITTEN.exec(text);
  const wall = part ? wallOf(part.slice(1, 7), part[7]) : undefined;
  if (!part || wall === undefined) return undefined;
  if (part[8] === undefined) return inReach({ at: zone.instantOf(wall), local: true });
  const offset = offsetOf(part[8]);
  return offset === undefined ? undefined : inReach({ at: wall - offset, local: false });
}

/** ms and s of these centuries cannot be taken for each other, nor for digits of a date. */
function readNumber(given: number, zone: Zone): Stamp | undefined {
  if (given >= EARLIEST && given < LATEST) return { at: given, local: false };
  if (given >= EARLIEST / 1000 && given < LATEST / 1000) return { at: given * 1000, local: false };
  const part = COMPACT.exec(String(given));
  const wall = part ? wallOf(part.slice(1, 7), undefined) : undefined;
  if (wall !== undefined) return { at: zone.instantOf(wall), local: true };
  // A clock that counts from its own start.
  return given >= 0 && given < EARLIEST ? { at: given, local: false } : undefined;
}

const inReach = (stamp: Stamp): Stamp | undefined => (stamp.at >= 0 && stamp.at < LATEST ? stamp : undefined);

/** A wall clock as if it were UTC, ms; undefined where no calendar has it. */
function wallOf(parts: readonly (string | undefined)[], fraction: string | undefined): number | undefined {
  const [year, month, day, hour, minute, second] = parts.map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || minute > 59 || second > 59) return undefined;
  // The last instant of a day may be written as its 24:00.
  if (hour > 24 || (hour === 24 && minute + second > 0)) return undefined;
  const days = dayFromCivil(year, month, day);
  if (days >= dayFromCivil(year, month + 1, 1)) return undefined;
  const ms = Math.floor(Number(`0.${fraction ?? '0'}`) * 1000);
  return ((days * 24 + hour) * 60 + minute) * MINUTE_MS + second * 1000 + ms;
}

/** An offset east of UTC, ms. */
function offsetOf(text: string): number | undefined {
  if (/^z$/i.test(text)) return 0;
  const part = /^([+-])(\d{2}):?(\d{2})?$/.exec(text);
  const [hours, minutes] = [Number(part?.[2]), Number(part?.[3] ?? 0)];
  if (!part || hours > 14 || minutes > 59) return undefined;
  return (part[1] === '-' ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
}
