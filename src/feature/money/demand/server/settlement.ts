import { flagNames } from '#contract/usageFlag.ts';
import { type SettlementMonth, settlementMonths } from '#domain/demand/settlement.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { dueIn } from '#domain/fold/due.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { QueryContext } from '#feature/meters/subject/server/public.ts';
import { maximaUnder, type RuledMaximum } from './demandRule.ts';
import { settlementRuleOf } from './settlementRule.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import {
  demandKnown,
  type MaximumDemand,
  NO_SUM,
  type IntervalSum,
  usageOver,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { DemandMonth, DemandWire, SettlementDemand } from '../contract.ts';

export interface Paging {
  readonly current: number;
  readonly pageSize: number;
}

/** The maximum demand of the settlement months that touch a range, the newest first. */
export async function settlementDemand(
  trx: Db,
  context: QueryContext,
  range: Range,
  { current, pageSize }: Paging,
): Promise<SettlementDemand> {
  const { subject, zone, signed, expected } = context;
  const rule = await settlementRuleOf(trx, context);
  const months = settlementMonths(zone, rule, range).toReversed();
  const page = months.slice((current - 1) * pageSize, current * pageSize);
  const sums = await usageOver(trx, signed, page);
  const known = await demandKnown(trx, signed.map((one) => one.meterId), page); // prettier-ignore
  const found = await maximaUnder(trx, context, page);
  return {
    orgId: subject.orgId,
    dataAmmeterId: subject.dataAmmeterId,
    name: subject.name,
    dataType: subject.dataType,
    unit: subject.unit === 'kWh' ? 'kW' : `${subject.unit}/h`,
    timeZone: subject.timeZone,
    settlementDay: rule.day,
    settlementHour: rule.hour,
    slip: found[0]?.rule.slip ?? null,
    meters: signed.length,
    now: expected.now,
    list: page.map((month, i) => monthOf(month, found[i], known[i] ?? 0, sums[i] ?? NO_SUM, context)),
    pagination: { total: months.length, current, pageSize },
  };
}

/** A maximum as it travels. */
const wire = (found: MaximumDemand | null | undefined): DemandWire | null =>
  found ? { value: microToNumber(found.demand), from: found.from, to: found.to, proven: found.proven } : null;

function monthOf(
  month: SettlementMonth,
  found: RuledMaximum | undefined,
  known: number,
  sum: IntervalSum,
  { expected }: QueryContext,
): DemandMonth {
  // What is still on its way is not missing.
  const until = Math.min(month.to, expected.now - Math.max(expected.stepMs, QUARTER_MS));
  const quarters = Math.floor((until - month.from) / QUARTER_MS);
  const coverage = quarters > 0 ? Math.min(100, Math.floor((100 * known) / quarters)) : null;
  return {
    ...month,
    unfinished: month.to > expected.now,
    maximum: wire(found?.reported.maximum),
    measured: wire(found?.reported.measured),
    block: wire(found?.reported.block),
    atLeast: (found?.reported.hiding.length ?? 0) > 0,
    method: found?.rule.method ?? 'block',
    slip: found?.rule.slip ?? null,
    account: found?.rule.account ?? null,
    coverage,
    partial: (coverage ?? 100) < 100 || sum.known < dueIn(expected.counting, month.from, month.to),
    flags: flagNames(sum.flags),
  };
}
