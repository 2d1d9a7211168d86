import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { addDays } from '#domain/time/date.ts';
import { lastEnd } from '#domain/time/range.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import type { Zone } from '#domain/time/zone.ts';
import { dateTime } from '#feature/meters/dataInterface/server/public.ts';
import { INTERVAL_CODES, type Interval } from '#contract/interval.ts';

/** Readings as received, beside the intervals of the specification. */
export const RAW = '100';
export type SeriesInterval = Interval | typeof RAW;
const INTERVALS = [RAW, ...INTERVAL_CODES] as [SeriesInterval, ...SeriesInterval[]];

/** The longest range of readings as received, days (specification 3 section 5: default). */
const RAW_DAYS = 3;

/** When: dates of the site (both included), or times of its clock, or instants with an offset. Without any, today. */
export const spanParams = {
  interval: z.coerce.string().pipe(z.enum(INTERVALS)).default(RAW),
  startTime: dateTime().optional(),
  endTime: dateTime().optional(),
};

export interface SpanParams {
  readonly interval: SeriesInterval;
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
}

/** The instants that a range means in a zone, ms. @throws Fault 400 naming `startTime` or `endTime` */
export function spanOf(
  zone: Zone,
  { interval, startTime, endTime }: SpanParams,
  now: number,
): { from: number; to: number } {
  const today = dateAt(zone, now);
  const from = instantOf(zone, startTime ?? endTime?.slice(0, 10) ?? today, 0);
  const to = instantOf(zone, endTime ?? today, 1);
  const begin = dateAt(zone, from);
  if (from > now)
    throw badInput(
      { zh: `开始时间不能晚于今天（${today}）`, en: `The begin cannot be after today (${today})` },
      'startTime',
    );
  if (to <= from)
    throw badInput({ zh: '结束时间不能早于开始时间', en: 'The end may not precede the begin' }, 'endTime');
  const last = interval === RAW ? addDays(begin, RAW_DAYS - 1) : lastEnd(interval, begin);
  if (dateAt(zone, to - 1) > last)
    throw badInput({ zh: `结束时间不能超过 ${last}`, en: `end time cannot exceed ${last}` }, 'endTime');
  return { from, to: Math.min(to, now) };
}

const OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/;

/** An instant of a text; of a date the beginning of the day `days` later. */
function instantOf(zone: Zone, text: string, days: 0 | 1): number {
  if (text.length === 10) return startOfDate(zone, text, days);
  const plain = text.replace(' ', 'T');
  return OFFSET.test(plain.slice(10)) ? Date.parse(plain) : zone.instantOf(Date.parse(`${plain}Z`));
}
