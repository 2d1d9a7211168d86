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
export async function moneyOf(trx: Db, asked: DayContext, products: boolean): Promise<Money> {
  const { question, zone, subject } = asked;
  const electric = isPriceable(asked);
  const month = (back: number): Range => periodOf(zone, 'month', question.date, back);
  return {
    ...question,
    day: electric ? await dayCostOf(trx, asked) : null,
    demand: electric ? await monthDemandOf(trx, asked) : null,
    products: products && subject.orgId !== null ? await unitMonthsOf(trx, asked, month(0), month(1)) : [],
  };
}

async function dayCostOf(trx: Db, asked: DayContext): Promise<DayCost> {
  const { question, zone } = asked;
  const told = await statisticsOf(trx, asked, question.date, question.date);
  const days = Array.from({ length: TREND }, (_, i) => periodOf(zone, 'day', question.date, TREND - 1 - i));
  const trend = await dayCostsOf(trx, asked, days);
  const { before, priceBefore, unpriced, coverage, flags } = told;
  return {
    cost: {
      value: told.amounts.CZ,
      before: before.CZ,
      change: before.change,
      why: before.why,
      trend: trend.map(({ cost }) => cost),
    },
    price: {
      value: told.averagePrice,
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
    const asked: QueryContext = await contextOf(trx, { dataAmmeterId: id }, now, near);
    near = asked.organisation;
    const [told] = await dayCostsOf(trx, asked, [periodOf(asked.zone, 'day', date)]);
    costs.push({ dataAmmeterId: id, cost: told?.cost ?? null });
  }
  return costs;
}

/** The running settlement month at the end of the day, or now, with what it is held against. */
export async function monthDemandOf(trx: Db, asked: DayContext): Promise<MonthDemand> {
  const { day, expected, zone } = asked;
  const at = Math.min(day.to, expected.now) - 1;
  const { list, unit } = await settlementDemand(trx, asked, { from: at, to: at + 1 }, { current: 1, pageSize: 1 }); // prettier-ignore
  const month = list[0] ?? null;
  const limit = await limitOf(trx, asked, dateAt(zone, at));
  const value = month?.maximum?.value ?? null;
  const share = value !== null && value >= 0 && limit && limit.value > 0 ? value / limit.value : null;
  return { month, unit, limit, share };
}
