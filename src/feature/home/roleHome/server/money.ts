import { ENERGY } from '#contract/energyType.ts';
import type { Range } from '#domain/fold/reach.ts';
import { dayCostsOf, statisticsOf } from '#feature/money/charge/server/public.ts';
import { settlementDemand } from '#feature/money/demand/server/public.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import {
  contextOf,
  type DayContext,
  type Organisation,
  type QueryContext,
} from '#feature/meters/subject/server/public.ts';
import { visibleMeters } from '#feature/meters/reading/server/public.ts';
import { unitMonthsOf } from '#feature/statistics/energyStatistics/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { DayCost, DeviceCost, Money, MonthDemand } from '../contract.ts';
import { limitOf } from './limit.ts';

/** Points of a spark line. */
const TREND = 12;

/** Whether a subject has costs: electricity that some meter measures. */
export const isPriceable = ({ subject, signed }: DayContext): boolean =>
  subject.dataType === ENERGY.electricity && signed.length > 0;

/** The money of a day: its cost, the demand of its settlement month, what its month used for each product. */
export async function moneyOf(trx: Db, context: DayContext, products: boolean): Promise<Money> {
  const { question, zone, subject } = context;
  const electric = isPriceable(context);
  const month = (back: number): Range => periodOf(zone, 'month', question.date, back);
  return {
    ...question,
    day: electric ? await dayCostOf(trx, context) : null,
    demand: electric ? await monthDemandOf(trx, context) : null,
    products: products && subject.orgId !== null ? await unitMonthsOf(trx, context, month(0), month(1)) : [],
  };
}

async function dayCostOf(trx: Db, context: DayContext): Promise<DayCost> {
  const { question, zone } = context;
  const reported = await statisticsOf(trx, context, question.date, question.date);
  const days = Array.from({ length: TREND }, (_, i) => periodOf(zone, 'day', question.date, TREND - 1 - i));
  const trend = await dayCostsOf(trx, context, days);
  const { before, priceBefore, unpriced, coverage, flags } = reported;
  return {
    cost: {
      value: reported.amounts.CZ,
      before: before.CZ,
      change: before.change,
      why: before.why,
      trend: trend.map(({ cost }) => cost),
    },
    price: {
      value: reported.averagePrice,
      before: priceBefore.price,
      change: priceBefore.change,
      why: priceBefore.why,
      trend: trend.map(({ price }) => price),
    },
    unpriced,
    coverage,
    flags,
  };
}

/** What each of some meters used on a date costs, as their charge analysis tells it; meters out of sight are left out. */
export async function deviceCostsOf(
  trx: Db,
  ammeterIds: readonly number[],
  date: string,
  now: number,
): Promise<DeviceCost[]> {
  const shown = await visibleMeters(trx, ammeterIds);
  const costs: DeviceCost[] = [];
  let near: Organisation | undefined;
  for (const { id } of shown) {
    const context: QueryContext = await contextOf(trx, { dataAmmeterId: id }, now, near);
    near = context.organisation;
    const [reported] = await dayCostsOf(trx, context, [periodOf(context.zone, 'day', date)]);
    costs.push({ dataAmmeterId: id, cost: reported?.cost ?? null });
  }
  return costs;
}

/** The running settlement month at the end of the day, or now, with what it is held against. */
export async function monthDemandOf(trx: Db, context: DayContext): Promise<MonthDemand> {
  const { day, expected, zone } = context;
  const at = Math.min(day.to, expected.now) - 1;
  const { list, unit } = await settlementDemand(trx, context, { from: at, to: at + 1 }, { current: 1, pageSize: 1 }); // prettier-ignore
  const month = list[0] ?? null;
  const limit = await limitOf(trx, context, dateAt(zone, at));
  const value = month?.maximum?.value ?? null;
  const share = value !== null && value >= 0 && limit && limit.value > 0 ? value / limit.value : null;
  return { month, unit, limit, share };
}
