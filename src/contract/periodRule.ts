import * as z from 'zod';
import { DAY_TYPE_NAMES, PERIOD_NUMBERS } from './period.ts';

const clock = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/);

const periodSegment = z.strictObject({ begin: clock, end: clock, period: z.literal(PERIOD_NUMBERS) });
/** A part of a day, `HH:mm` to `HH:mm` (24:00 = its end), local time. */
export type PeriodSegment = z.output<typeof periodSegment>;

const periodRule = z.strictObject({
  months: z.array(z.int().min(1).max(12)).min(1).max(12).optional(),
  dayTypes: z.array(z.enum(DAY_TYPE_NAMES)).min(1).max(4).optional(),
  dates: z.array(z.iso.date()).min(1).max(400).optional(),
  segments: z.array(periodSegment).min(1).max(96),
});
/** The periods of the days that meet every condition given; without conditions, of all other days. */
export type PeriodRule = z.output<typeof periodRule>;

/** The rules of one version of a time-of-use calendar; an empty list ends what held before. */
export const periodRules = z.strictObject({ rules: z.array(periodRule).max(60) });
export type PeriodRules = z.output<typeof periodRules>;

/** One flat period all day. */
export const FLAT_RULES: PeriodRules = {
  rules: [{ segments: [{ begin: '00:00', end: '24:00', period: 3 }] }],
};
