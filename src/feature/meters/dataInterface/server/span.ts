import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import * as z from 'zod';
import { INTERVAL } from '#contract/interval.ts';
import { LEVEL, type Level } from '#domain/time/bucket.ts';
import { DAY_MS, HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { homeZone } from '#server/database/homeZone.ts';

/** Interval codes of the specification, each with the level of `usage` that answers it and about its length. */
export const INTERVALS: Readonly<Record<string, { readonly level: Level; readonly ms: number }>> = {
  [INTERVAL.quarter]: { level: LEVEL.quarter, ms: QUARTER_MS },
  [INTERVAL.hour]: { level: LEVEL.hour, ms: HOUR_MS },
  [INTERVAL.day]: { level: LEVEL.day, ms: DAY_MS },
  [INTERVAL.month]: { level: LEVEL.month, ms: 30 * DAY_MS },
  [INTERVAL.year]: { level: LEVEL.year, ms: 365 * DAY_MS },
};

/** Readings as received, beside the intervals of the specification. */
export const AS_RECEIVED = 100;

export const interval = () =>
  z.coerce
    .number()
    .int()
    .refine((value) => value === AS_RECEIVED || value in INTERVALS, '100, 115, 201, 301, 501, 601');

const DATE_TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** An instant: with an offset as it says, without one on the clock of the meter's site. */
export const dateTime = () =>
  z
    .string()
    .trim()
    .regex(DATE_TIME)
    .refine((text) => !Number.isNaN(Date.parse(text.replace(' ', 'T'))), 'YYYY-MM-DD HH:mm');

/** The zone of the meter's site (`s`). */
export const ZONE = sql`coalesce(s.time_zone, ${homeZone})`;

/** The instant of a date and time in the zone that a column names. */
export function instantIn(text: string, zone: RawBuilder<unknown>): RawBuilder<Date> {
  return DATE_TIME.exec(text)?.[1] === undefined
    ? sql`(${text}::timestamp at time zone ${zone})`
    : sql`${text}::timestamptz`;
}
