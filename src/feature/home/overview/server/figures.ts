import { hourlyUnit } from '#contract/energyType.ts';
import type { Text } from '#contract/text.ts';
import { methodText } from '#domain/demand/ruleText.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { LEVEL, type Level } from '#domain/time/bucket.ts';
import { NO_SUM, type IntervalMaximum, usageOver, usageSum } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Compared, Figures } from '../contract.ts';
import type { Peak } from '#feature/meters/subject/contract.ts';
import { compared as changed } from '#domain/figure/change.ts';
import { sideOf, spanAmountOf } from '#domain/figure/amount.ts';
import { equalPeriod, type PeriodKind, periodOf } from '#domain/time/period.ts';
import type { DayContext } from '#feature/meters/subject/server/public.ts';
import { maximaUnder } from '#feature/money/demand/server/public.ts';

/** Points of a spark line. */
const TREND = 12;

const LEVEL_OF: Readonly<Record<PeriodKind, Level>> = {
  day: LEVEL.day,
  month: LEVEL.month,
  year: LEVEL.year,
};

/** The key figures of a day: it, its month and its year, each beside an equal interval before, and the peaks. */
export async function figuresOf(trx: Db, context: DayContext): Promise<Figures> {
  const { zone, question, signed, until } = context;
  const { date } = question;
  const intervals: Range[] = [];
  const add = (range: Range): number => intervals.push(range) - 1;
  const compare = (kind: PeriodKind, by: PeriodKind = kind) => {
    const whole = periodOf(zone, kind, date);
    const end = Math.min(until, whole.to);
    const before =
      by === 'year' && kind === 'month' ? sameMonthLastYear(context) : periodOf(zone, kind, date, 1);
    const comparable = { from: whole.from, to: Math.max(end, whole.from) };
    const equal = equalPeriod(zone, by, whole, before, end);
    return {
      whole,
      comparable,
      equal,
      keys: [add(whole), add(comparable), add(equal)] as const,
    };
  };
  const day = compare('day');
  const month = compare('month');
  const lastYear = compare('month', 'year');
  const year = compare('year');
  const yesterday = periodOf(zone, 'day', date, 1);
  const yesterdayKey = add(yesterday);
  const sums = await usageOver(trx, signed, intervals);
  const reported = (key: number, range: Range) =>
    spanAmountOf(sums[key] ?? NO_SUM, range.from, range.to, context.expected);
  const compared = ({ whole, comparable, equal, keys }: typeof day): Compared => {
    const now = reported(keys[1], comparable);
    const before = reported(keys[2], equal);
    const side = (key: number, range: Range) => sideOf(sums[key] ?? NO_SUM, range);
    return {
      ...reported(keys[0], whole),
      comparable: now,
      before,
      ...changed(side(keys[1], comparable), side(keys[2], equal)),
    };
  };
  const { comparable, before, change, why } = compared(lastYear);
  return {
    ...question,
    day: { ...compared(day), trend: await trendOf(trx, context, 'day') },
    yesterday: reported(yesterdayKey, yesterday),
    month: {
      ...compared(month),
      yearOnYear: { comparable, before, change, why },
      trend: await trendOf(trx, context, 'month'),
    },
    year: { ...compared(year), trend: await trendOf(trx, context, 'year') },
    ...(await peaksOf(trx, context, day.whole, day.equal, year.whole)),
    demandUnit: hourlyUnit(context.subject.unit),
  };
}

type Peaks = Pick<Figures, 'dayPeak' | 'dayPeakBefore' | 'yearPeak' | 'demandMethod' | 'yearMethod'>;

/** The peaks of a day, of the part of the day before that it is beside, and of a year, and how they are measured. */
async function peaksOf(trx: Db, context: DayContext, ...ranges: readonly Range[]): Promise<Peaks> {
  const peaks = await maximaUnder(trx, context, ranges);
  const peak = (i: number): Peak => toPeak(peaks[i]?.reported ?? null);
  const methodOf = (i: number): Text => peaks[i]?.method ?? methodText(null);
  return {
    dayPeak: peak(0),
    dayPeakBefore: peak(1),
    yearPeak: peak(2),
    demandMethod: methodOf(0),
    yearMethod: methodOf(2),
  };
}

function sameMonthLastYear({ zone, question }: DayContext): Range {
  return periodOf(zone, 'month', question.date, 12);
}

/** Energies of the last periods of a kind, the one of the date last. */
async function trendOf(
  trx: Db,
  { zone, question, signed }: DayContext,
  kind: PeriodKind,
): Promise<(number | null)[]> {
  const { from } = periodOf(zone, kind, question.date, TREND - 1);
  const { to } = periodOf(zone, kind, question.date);
  const buckets = await usageSum(trx, signed, LEVEL_OF[kind], from, to);
  return buckets.map(({ energy }) => (energy === null ? null : microToNumber(energy)));
}

/** A peak as it travels: a quarter's energy is a fourth of its demand. */
export function toPeak(reported: IntervalMaximum | null): Peak {
  const hiding = reported?.hiding.length ?? 0;
  if (!reported?.maximum) return { demand: null, energy: null, from: null, to: null, proven: false, hiding };
  const { demand, from, to, proven } = reported.maximum;
  return { demand: microToNumber(demand), energy: microToNumber(demand / 4n), from, to, proven, hiding };
}
