import { sql } from 'kysely';
import { contextOf, type QueryContext } from '#feature/meters/subject/server/public.ts';
import { settlementRuleOf } from '#feature/money/demand/server/public.ts';
import { ENERGY } from '#contract/energyType.ts';
import { priceRows, queryableOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { BillAccount } from '../contract.ts';
import type { SpanTerms } from '../domain/measured.ts';
import type { Dated, Span } from '../domain/span.ts';
import type { Book, FeeRow, SchemeTerms, StopRow } from '../domain/terms.ts';

/** An agreement in force as it was entered; decimals as texts. */
export interface Agreement {
  readonly id: number;
  readonly consumerId: number;
  readonly measureAccount: string;
  readonly orgId: number;
  readonly orgName: string;
  readonly planId: number;
  readonly begin: string;
  readonly end: string | null;
  readonly capacity: string | null;
  readonly contractDemand: string | null;
  /** Standard of the power factor, percent; null = as the scheme says. */
  readonly factorStandard: string | null;
  /** Demand costs nine tenths where the capacity is used well. */
  readonly demandDiscount: boolean;
}

/** The accounts of an enterprise, each with its newest agreement. */
export async function accountsOf(trx: Db, consumerId: number): Promise<BillAccount[]> {
  const { rows } = await sql<BillAccount>`
    select distinct on (a.measure_account) a.measure_account as "measureAccount", a.org_id as "orgId", shown_name(o.name, o.name_en) as "orgName",
      shown_name(s.scheme_name, s.scheme_name_en) as "schemeName", a.begin_dt::text as begin, a.end_dt::text as end
    from price_agreement a join org o on o.id = a.org_id join price_scheme s on s.id = a.plan_id
    where a.consumer_id = ${consumerId} and a.approve_state = '3'
    order by a.measure_account, a.begin_dt desc`.execute(trx);
  return rows;
}

/** An agreement with its object, and when that is settled. */
export interface Party extends Agreement, Dated {
  readonly context: QueryContext;
}

/** Days of an account under one agreement, and what they are billed under. */
export type BilledSpan = Span<Party> & SpanTerms;

/** The agreements in force of an object, or of an account of an enterprise, from the first to the last. */
export async function agreementsOf(
  trx: Db,
  who: { readonly orgId: number } | { readonly consumerId: number; readonly measureAccount: string },
): Promise<Agreement[]> {
  const whose =
    'orgId' in who
      ? sql`a.org_id = ${who.orgId}`
      : sql`a.consumer_id = ${who.consumerId} and a.measure_account = ${who.measureAccount}`;
  const { rows } = await sql<Agreement>`
    select a.id, a.consumer_id as "consumerId", a.measure_account as "measureAccount", a.org_id as "orgId",
      shown_name(o.name, o.name_en) as "orgName", a.plan_id as "planId", a.begin_dt::text as begin, a.end_dt::text as end, a.capacity::text,
      a.contract_demand::text as "contractDemand", a.factor_standard as "factorStandard",
      a.demand_discount as "demandDiscount"
    from price_agreement a join org o on o.id = a.org_id
    where ${whose} and a.approve_state = '3'
    order by a.measure_account, a.begin_dt`.execute(trx);
  return rows;
}

/** The same with their objects. @param near what is asked about already */
export async function partiesOf(
  trx: Db,
  agreements: readonly Agreement[],
  now: number,
  near?: QueryContext,
): Promise<Party[]> {
  const found = new Map<number, { context: QueryContext; rule: Dated['rule'] }>();
  let organisation = near?.organisation;
  for (const { orgId } of agreements) {
    if (found.has(orgId)) continue;
    const context =
      near?.subject.orgId === orgId
        ? near
        : await contextOf(trx, { orgId, dataType: ENERGY.electricity }, now, organisation);
    organisation ??= context.organisation;
    found.set(orgId, { context, rule: await settlementRuleOf(trx, context) });
  }
  return agreements.flatMap((agreed) => {
    const own = found.get(agreed.orgId);
    return own ? [{ ...agreed, context: own.context, zone: own.context.zone, rule: own.rule }] : [];
  });
}

/** The spans of a month with what they are billed under; without those of a scheme that is gone. */
export const billedSpans = (
  spans: readonly Span<Party>[],
  { schemes }: Pick<Book, 'schemes'>,
): BilledSpan[] =>
  spans.flatMap((span) => {
    const scheme = schemes.get(span.agreed.planId);
    const { capacity, contractDemand } = span.agreed;
    return scheme ? [{ ...span, scheme, basicCharge: scheme.basicCharge, capacity, contractDemand }] : [];
  });

/** The schemes, fees and stops of an enterprise. */
export async function bookOf(trx: Db, consumerId: number): Promise<Book> {
  const { rows: schemes } = await sql<SchemeTerms>`
    select s.id, shown_name(s.scheme_name, s.scheme_name_en) as "schemeName", s.scheme_name as "writtenName", s.basic_charge as "basicCharge", s.factor_standard as "factorStandard",
      s.reactive, s.fund_price::text as "fundPrice", s.capacity_price::text as "capacityPrice",
      s.demand_price::text as "demandPrice",
      coalesce((select json_agg(json_build_object('planId', v.plan_id, 'validFrom', v.valid_from::text,
        'fundPrice', v.fund_price::text, 'capacityPrice', v.capacity_price::text, 'demandPrice', v.demand_price::text)
        order by v.valid_from) from price_version v where v.plan_id = s.id), '[]') as versions
    from price_scheme s where s.consumer_id = ${consumerId} order by s.id`.execute(trx);
  const { rows: fees } = await sql<FeeRow>`
    select id, shown_name(fee_name, fee_name_en) as name, fee_name as "writtenName", fee_kind as kind, fee_price::text as price, in_factor_base as "inBase",
      plan_id as "planId", valid_from::text as from, valid_to::text as to
    from price_parameter where consumer_id = ${consumerId} order by id`.execute(trx);
  const { rows: stops } = await sql<StopRow>`
    select id, measure_account as "measureAccount", stopped_capacity::text as kva, begin_dt::text as from,
      end_dt::text as to
    from price_stop where consumer_id = ${consumerId} order by begin_dt, id`.execute(trx);
  return {
    schemes: new Map(schemes.map((row) => [row.id, row])),
    rows: await priceRows(queryableOf(trx), consumerId),
    fees,
    stops,
  };
}
