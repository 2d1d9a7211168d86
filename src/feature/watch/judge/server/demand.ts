import type { AlarmFigure } from '#contract/alarmFigure.ts';
import type { FigureBucket } from '#domain/alarm/figure.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { settlementMonths } from '#domain/demand/settlement.ts';
import type { Range } from '#domain/fold/reach.ts';
import { maximaUnder, settlementRuleOf } from '#feature/money/demand/server/public.ts';
import { contextOf, type QueryContext } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';

/**
 * Buckets of a meter with their maximum demands, by the rule of its bill: of each hour or day, or of its settlement month up to
 * the end of the bucket. All of a bucket that is over is expected: what is not known of it may hide a higher one.
 */
export async function withDemands(
  trx: Db,
  meterId: number,
  asked: readonly AlarmFigure[],
  buckets: readonly FigureBucket[],
): Promise<readonly FigureBucket[]> {
  const last = buckets.at(-1);
  if (asked.length === 0 || !last) return buckets;
  const about = await contextOf(trx, { dataAmmeterId: meterId }, last.end);
  const context = { ...about, expected: { ...about.expected, now: Infinity } };
  let all = buckets;
  for (const of of new Set(asked)) {
    const found = await maximaUnder(trx, context, await intervalsOf(trx, context, of, buckets));
    all = all.map((bucket, i) => {
      const { maximum = null, hiding = [] } = found[i]?.reported ?? {};
      const demand = maximum && { value: microToNumber(maximum.demand), atLeast: hiding.length > 0 };
      return { ...bucket, demands: { ...bucket.demands, [of]: demand } };
    });
  }
  return all;
}

async function intervalsOf(
  trx: Db,
  context: QueryContext,
  of: AlarmFigure,
  buckets: readonly FigureBucket[],
): Promise<Range[]> {
  const own = buckets.map(({ start, end }) => ({ from: start, to: end }));
  if (of !== 'monthDemand') return own;
  const rule = await settlementRuleOf(trx, context);
  return own.map(({ from, to }) => {
    // Of a day in which a month ends, the one that began counts.
    const month = settlementMonths(context.zone, rule, { from: to - 1, to }).at(-1);
    return { from: month?.from ?? from, to };
  });
}
