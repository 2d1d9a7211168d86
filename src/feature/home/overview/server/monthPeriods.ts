import { PERIOD_NUMBERS } from '#contract/period.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { bucketBounds, LEVEL } from '#domain/time/bucket.ts';
import { energiesOver } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { PeriodCourse } from '../contract.ts';
import { spanAmountOf } from '#domain/figure/amount.ts';
import { labelAt, periodOf } from '#domain/time/period.ts';
import type { DayContext } from '#feature/meters/subject/server/public.ts';

/** The days of a month by tariff period, as the fold laid each quarter of an hour into one. */
export async function monthPeriodsOf(trx: Db, context: DayContext): Promise<PeriodCourse> {
  const { zone, question, signed, expected, until } = context;
  const { from, to } = periodOf(zone, 'month', question.date);
  const bounds = bucketBounds(zone, LEVEL.day, from, to);
  const days = bounds.slice(0, -1).map((start, i) => ({ from: start, to: bounds[i + 1] ?? start }));
  const begun = days.filter((day) => day.from <= expected.now);
  const sums = await energiesOver(trx, signed, begun);
  return {
    ...question,
    buckets: days.map((day, i) => {
      const sum = sums[i] ?? { energy: null, coveredS: 0, known: 0, flags: 0, energies: null };
      return {
        ...spanAmountOf(sum, day.from, day.to, expected),
        label: labelAt(zone, 'month', day.from),
        unfinished: day.from <= expected.now && day.to > until,
        periods: PERIOD_NUMBERS.map((period) => {
          const energy = sum.energies?.[`PP${period}`] ?? null;
          return energy === null ? null : microToNumber(energy);
        }),
      };
    }),
  };
}
