import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import type { Range } from '#domain/fold/reach.ts';
import { LEVEL, type Level } from '#domain/time/bucket.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import type { Zone } from '#domain/time/zone.ts';
import { type Interval, INTERVALS } from '#contract/interval.ts';
import type { AnalysisQuery } from '../contract.ts';
import {
  contextOf,
  type QueryContext,
  subjectParams,
  untilOf,
} from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { firstRange, lastEnd } from '#domain/time/range.ts';

/** Parameters that every analysis takes: who, which energy, interval, first and last date of the site's zone. */
export const analysisParams = (intervals: readonly [Interval, ...Interval[]]) => ({
  ...subjectParams,
  interval: z.enum(intervals).default(intervals[0]),
  begin: z.iso.date().optional(),
  end: z.iso.date().optional(),
});

export interface AnalysisParams {
  readonly orgId?: number | undefined;
  readonly consumerId?: number | undefined;
  readonly dataAmmeterId?: number | undefined;
  readonly dataType?: string | undefined;
  readonly interval: Interval;
  readonly begin?: string | undefined;
  readonly end?: string | undefined;
}

/** What is asked, with all that the answer needs. */
export interface AnalysisContext extends QueryContext {
  readonly question: AnalysisQuery;
  readonly level: Level;
  /** Whole buckets: months and years are widened to their ends. */
  readonly range: Range;
  /** The end of today's data. */
  readonly until: number;
}

/**
 * Understands a question.
 * @throws Fault 400 when the range is reversed, begins in the future or is longer than its interval allows.
 */
export async function analysisContextOf(
  trx: Db,
  params: AnalysisParams,
  now: number,
): Promise<AnalysisContext> {
  const context = await contextOf(trx, params, now);
  const { zone } = context;
  const today = dateAt(zone, now);
  const first = firstRange(params.interval, params.end ?? today);
  const begin = params.begin ?? first.begin;
  const end = params.end ?? (params.begin ? soonest(lastEnd(params.interval, begin), today) : first.end);
  if (begin > today)
    throw badInput(
      { zh: `开始日期不能晚于今天（${today}）`, en: `The begin cannot be after today (${today})` },
      'begin',
    );
  if (end < begin)
    throw badInput({ zh: '结束日期不能早于开始日期', en: 'The end may not precede the begin' }, 'end');
  const last = lastEnd(params.interval, begin);
  if (end > last)
    throw badInput({ zh: `结束时间不能超过 ${last}`, en: `end time cannot exceed ${last}` }, 'end');
  const { level } = INTERVALS[params.interval];
  const kind = level === 5 ? 'year' : level === 4 ? 'month' : 'day';
  const range = { from: periodOf(zone, kind, begin).from, to: periodOf(zone, kind, end).to };
  const until = await untilOf(trx, context, periodOf(zone, 'day', today), now);
  return {
    ...context,
    level,
    range,
    until,
    question: {
      subject: context.subject,
      interval: params.interval,
      begin: dateAt(zone, range.from),
      end: dateAt(zone, range.to - 1),
      ...range,
      until: Math.min(until, range.to),
      now,
    },
  };
}

/**
 * The range of a question about an object in another zone. Days, months and years are those of its own calendar, so that
 * they stand beside the same dates; shorter buckets are the same instants.
 */
export function rangeIn({ level, range, question }: AnalysisContext, zone: Zone): Range {
  if (level <= LEVEL.hour) return range;
  return { from: periodOf(zone, 'day', question.begin).from, to: periodOf(zone, 'day', question.end).to };
}

const soonest = (a: string, b: string): string => (a < b ? a : b);
