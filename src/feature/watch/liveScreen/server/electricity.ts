import { ENERGY } from '#contract/energyType.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { spanAmountOf } from '#domain/figure/amount.ts';
import { PARTS, type PeriodKind, periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import { NO_SUM, usageOver, usageSum } from '#feature/meters/reading/server/public.ts';
import { contextOf } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { ElecFigure, ElecTrend } from '../contract.ts';

const FIGURES = [
  ['today', 'day', 0],
  ['yesterday', 'day', 1],
  ['month', 'month', 0],
  ['lastMonth', 'month', 1],
  ['year', 'year', 0],
  ['lastYear', 'year', 1],
] as const;

/** The electricity of a node: today, this month, this year, each beside the one before. @throws Fault 404 */
export async function elecFigures(
  trx: Db,
  orgId: number,
  date: string | undefined,
  now: number,
): Promise<ElecFigure[]> {
  const { zone, signed, expected } = await contextOf(trx, { orgId, dataType: ENERGY.electricity }, now);
  const day = date ?? dateAt(zone, now);
  const ranges = FIGURES.map(([, kind, back]) => periodOf(zone, kind, day, back));
  const sums = await usageOver(trx, signed, ranges);
  return FIGURES.map(([key], i) => {
    const { from, to } = ranges[i] ?? { from: 0, to: 0 };
    return { key, ...spanAmountOf(sums[i] ?? NO_SUM, from, to, expected) };
  });
}

/** The electricity of a node of a day by hour, a month by day, a year by month. @throws Fault 404 */
export async function elecTrend(
  trx: Db,
  orgId: number,
  kind: PeriodKind,
  date: string | undefined,
  now: number,
): Promise<ElecTrend> {
  const { zone, signed, subject } = await contextOf(trx, { orgId, dataType: ENERGY.electricity }, now);
  const { from, to } = periodOf(zone, kind, date ?? dateAt(zone, now));
  const buckets = await usageSum(trx, signed, PARTS[kind], from, Math.min(to, now));
  return {
    unit: subject.unit,
    timeZone: zone.name,
    points: buckets.map(({ ts, energy }) => [ts, energy === null ? null : microToNumber(energy)]),
  };
}
