import type { StatType } from '#contract/upload.ts';
import { bucketEnd, bucketStart, type Level } from '#domain/time/bucket.ts';
import { lastDayOf } from '#domain/time/date.ts';
import { secondAt } from '#domain/time/text.ts';
import type { Zone } from '#domain/time/zone.ts';

/** The level of the fold of each frequency. */
export const LEVEL_OF: Readonly<Record<StatType, Level>> = { 0: 1, 1: 3, 2: 4, 3: 5 };

/** An interval that is reported; ms, `to` is outside. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Periods of a frequency that begin in [from, to). */
export function periodsIn(zone: Zone, statType: StatType, from: number, to: number): Period[] {
  const level = LEVEL_OF[statType];
  let start = bucketStart(zone, level, from);
  if (start < from) start = bucketEnd(zone, level, start);
  const periods: Period[] = [];
  while (start < to) {
    const end = bucketEnd(zone, level, start);
    periods.push({ from: start, to: end });
    start = end;
  }
  return periods;
}

/** A year, or a month of it, in a zone. */
export function spanOf(zone: Zone, year: number, month: number | null): Period {
  if (month === null) return { from: zone.startOfDate(year, 1), to: zone.startOfDate(year + 1, 1) };
  const last = lastDayOf(year, month);
  return { from: zone.startOfDate(year, month), to: zone.startOfDate(year, month, last + 1) };
}

/** `YYYY-MM-DD HH:mm:ss`: how the platforms write the beginning of a period. */
export const statDateText = (zone: Zone, from: number): string => secondAt(zone, from);

/** What a period is called: its day, month or year, or its quarter of an hour. */
export function periodName(zone: Zone, statType: StatType, from: number): string {
  const text = statDateText(zone, from);
  return text.slice(0, { 0: 16, 1: 10, 2: 7, 3: 4 }[statType]);
}

/** A stable part of a slot in [0, share of it) for each enterprise, so that not all report at once; ms. */
export function jitterOf(platformId: number, slotMs: number): number {
  // Knuth's multiplicative hash: neighbours are far apart.
  const spread = (Math.imul(platformId, 2_654_435_761) >>> 0) / 2 ** 32;
  return Math.floor(spread * slotMs * JITTER_SHARE);
}

const JITTER_SHARE = 0.25;

/** The latest begin of the slot `HH:mm` that is not after `now`, with its end. */
export function slotAt(zone: Zone, uploadTime: string, slotMs: number, now: number): Period {
  const [hour = 0, minute = 0] = uploadTime.split(':').map(Number);
  const at = (day: number): number => zone.startOfDay(day) + (hour * 60 + minute) * 60_000;
  const today = zone.localDay(now);
  const from = at(today) <= now ? at(today) : at(today - 1);
  return { from, to: from + slotMs };
}
