import { sql } from 'kysely';
import { QUARTER_MS } from '#domain/time/bucket.ts';
import { flagNames } from '#contract/usageFlag.ts';
import { WINDOW_MS } from '#domain/demand/window.ts';
import { type SettlementMonth, type SettlementRule, settlementMonths } from '#domain/demand/settlement.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Asked } from '#feature/overview/server/public.ts';
import {
  demandKnown,
  demandOver,
  type HighestDemand,
  NO_SUM,
  peaksOf,
  type StretchDemand,
  type StretchSum,
  usageOver,
} from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { DemandMonth, DemandWire, SettlementDemand } from '../contract.ts';

export interface Paging {
  readonly current: number;
  readonly pageSize: number;
}

/** The maximum demand of the settlement months that touch a range, the newest first. */
export async function settlementDemand(
  trx: Db,
  asked: Asked,
  range: Range,
  { current, pageSize }: Paging,
): Promise<SettlementDemand> {
  const { subject, zone, signed, expected } = asked;
  const [only, ...more] = signed;
  const alone = only && more.length === 0 && only.sign === 1 ? only.meterId : null;
  const rule = await ruleOf(trx, asked, alone);
  const months = settlementMonths(zone, rule, range).toReversed();
  const page = months.slice((current - 1) * pageSize, current * pageSize);
  const sums = await usageOver(trx, signed, page);
  const known = await demandKnown(trx, signed.map((one) => one.meterId), page); // prettier-ignore
  const found = alone === null ? await ofSum(trx, asked, page) : await demandOver(trx, alone, page);
  const method = rule.slip === null || rule.slip * 60_000 >= WINDOW_MS ? 'block' : 'sliding';
  return {
    orgId: subject.orgId,
    dataAmmeterId: subject.dataAmmeterId,
    name: subject.name,
    dataType: subject.dataType,
    unit: subject.unit === 'kWh' ? 'kW' : `${subject.unit}/h`,
    timeZone: subject.timeZone,
    settlementDay: rule.day,
    settlementHour: rule.hour,
    slip: rule.slip,
    meters: signed.length,
    now: expected.now,
    list: page.map((month, i) => monthOf(month, found[i], known[i] ?? 0, sums[i] ?? NO_SUM, method, asked)),
    pagination: { total: months.length, current, pageSize },
  };
}

/** The settlement of the site of a meter, or of a site, where it has one of its own; else of the enterprise. */
async function ruleOf(
  trx: Db,
  { subject, organisation }: Asked,
  alone: number | null,
): Promise<SettlementRule & { readonly slip: number | null }> {
  const meterId = subject.dataAmmeterId ?? alone;
  const site = subject.kind === 'site' ? subject.orgId : (organisation.meters.find((one) => one.id === subject.dataAmmeterId)?.siteId ?? null); // prettier-ignore
  const { rows } = await sql<{ day: number; hour: number; slip: string | null }>`
    select coalesce(s.settlement_day, c.settlement_day) as day, coalesce(s.settlement_hour, c.settlement_hour) as hour,
      (select demand_slip from ammeter where id = ${alone === null ? null : meterId}) as slip
    from consumer c left join monitor_site s on s.id = ${site} where c.id = ${subject.consumerId}`.execute(
    trx,
  );
  const row = rows[0];
  const slides = row?.slip != null && subject.dataType === '1';
  return { day: row?.day ?? 1, hour: row?.hour ?? 0, slip: slides ? Number(row.slip) : null };
}

/** Of several meters: the maximum of the summed curve, never the sum of the maxima. */
async function ofSum(trx: Db, { signed }: Asked, months: readonly Range[]): Promise<StretchDemand[]> {
  return (await peaksOf(trx, signed, months)).map((peak) => {
    const block = peak && { value: peak.demand, at: peak.to };
    return { block, sliding: block };
  });
}

const wire = (demand: HighestDemand | null | undefined): DemandWire | null =>
  demand ? { value: microToNumber(demand.value), from: demand.at - WINDOW_MS, to: demand.at } : null;

function monthOf(
  month: SettlementMonth,
  demand: StretchDemand | undefined,
  known: number,
  sum: StretchSum,
  method: DemandMonth['method'],
  { signed, expected }: Asked,
): DemandMonth {
  // What is still on its way is not missing.
  const until = Math.min(month.to, expected.now - Math.max(expected.stepMs, QUARTER_MS));
  const quarters = Math.floor((until - month.from) / QUARTER_MS);
  const coverage = quarters > 0 ? Math.min(100, Math.floor((100 * known) / quarters)) : null;
  return {
    ...month,
    unfinished: month.to > expected.now,
    maximum: wire(method === 'sliding' ? demand?.sliding : demand?.block),
    block: wire(demand?.block),
    method,
    coverage,
    partial: (coverage ?? 100) < 100 || sum.known < signed.length,
    flags: flagNames(sum.flags),
  };
}
