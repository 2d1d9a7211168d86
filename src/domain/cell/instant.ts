import { dayFromCivil } from '#domain/time/civil.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';
import { readWall, wallMs, WITH_OFFSET } from './date.ts';
import { type FileCell, plain } from './fileCell.ts';

/** Day and month in an order that nobody told, or a year of two digits. */
const NO_YEAR_FIRST = /^\d{1,3}\s*[-/.年]\s*\d/;

/** No time is written in more characters. */
const LONGEST = 60;
/** Years of which a zone is asked: each of them is looked up once and kept. */
const FIRST_DAY = dayFromCivil(1901, 1, 1);
const END_DAY = dayFromCivil(2200, 1, 1);

/**
 * The instant, ISO 8601, that a cell or a typed text means on the clock of a zone: `2026-03-05 14:30`,
 * `2026年3月5日 14:30`, a date cell, the day number of one; a date alone is its midnight. Null where it tells an offset
 * itself or is no such time.
 */
export function instantBy(zone: Zone, cell: Exclude<FileCell, null>): string | null {
  const raw = typeof cell === 'string' ? plain(cell) : cell;
  if (typeof raw === 'string' && (raw.length > LONGEST || WITH_OFFSET.test(raw) || NO_YEAR_FIRST.test(raw)))
    return null;
  const wall = readWall(raw, 'YMD');
  if ('fault' in wall || wall.day < FIRST_DAY || wall.day >= END_DAY) return null;
  return new Date(zone.instantOf(wallMs(wall))).toISOString();
}

/**
 * The wall clock `YYYY-MM-DDTHH:mm:ss` of an instant in a zone. Null where that would not give the instant back: within a
 * second, in an hour that the clock repeats, in years of which no zone is asked.
 */
export function wallBy(zone: Zone, at: number): string | null {
  if (at % 1000 !== 0 || at < FIRST_DAY * DAY_MS || at >= END_DAY * DAY_MS) return null;
  const wall = at + zone.offsetAt(at);
  return zone.instantOf(wall) === at ? new Date(wall).toISOString().slice(0, 19) : null;
}
