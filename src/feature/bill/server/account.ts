import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

/** An agreement in force with what its account is settled by; decimals as texts. */
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
  /** Settlement of the account: the site's, else the enterprise's. */
  readonly day: number;
  readonly hour: number;
}

/** The agreements in force of an object, or of an account of an enterprise, as far as their dates touch a range. */
export async function agreementsOf(
  trx: Db,
  who:
    | { readonly orgId: number }
    | { readonly consumerId: number; readonly measureAccount?: string | undefined },
  range: { readonly begin: string; readonly end: string },
): Promise<Agreement[]> {
  const whose =
    'orgId' in who
      ? sql`a.org_id = ${who.orgId}`
      : sql`a.consumer_id = ${who.consumerId} and (${who.measureAccount ?? null}::text is null or a.measure_account = ${who.measureAccount ?? null})`;
  const { rows } = await sql<Agreement>`
    select a.id, a.consumer_id as "consumerId", a.measure_account as "measureAccount", a.org_id as "orgId",
      o.name as "orgName", a.plan_id as "planId", a.begin_dt::text as begin, a.end_dt::text as end, a.capacity::text,
      a.contract_demand::text as "contractDemand",
      coalesce(m.settlement_day, c.settlement_day) as day, coalesce(m.settlement_hour, c.settlement_hour) as hour
    from price_agreement a join consumer c on c.id = a.consumer_id join org o on o.id = a.org_id
      left join monitor_site m on m.id = a.org_id
    where ${whose} and a.approve_state = '3' and a.begin_dt <= ${range.end}::date
      and coalesce(a.end_dt, 'infinity') >= ${range.begin}::date
    order by a.measure_account, a.begin_dt`.execute(trx);
  return rows;
}

/** What a scheme says beside its prices, with its versions; decimals as texts. */
export interface SchemeTerms {
  readonly id: number;
  readonly schemeName: string;
  readonly basicCharge: string;
  readonly factorStandard: string;
  readonly reactive: string;
  readonly fundPrice: string | null;
  readonly capacityPrice: string | null;
  readonly demandPrice: string | null;
  readonly versions: readonly {
    readonly planId: number;
    readonly validFrom: string;
    readonly fundPrice: string | null;
    readonly capacityPrice: string | null;
    readonly demandPrice: string | null;
  }[];
}

/** The schemes of an enterprise by id. */
export async function schemesOf(trx: Db, consumerId: number): Promise<Map<number, SchemeTerms>> {
  const { rows } = await sql<SchemeTerms>`
    select s.id, s.scheme_name as "schemeName", s.basic_charge as "basicCharge", s.factor_standard as "factorStandard",
      s.reactive, s.fund_price::text as "fundPrice", s.capacity_price::text as "capacityPrice",
      s.demand_price::text as "demandPrice",
      coalesce((select json_agg(json_build_object('planId', v.plan_id, 'validFrom', v.valid_from::text,
        'fundPrice', v.fund_price::text, 'capacityPrice', v.capacity_price::text, 'demandPrice', v.demand_price::text)
        order by v.valid_from) from price_version v where v.plan_id = s.id), '[]') as versions
    from price_scheme s where s.consumer_id = ${consumerId} order by s.id`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

interface FeeRow {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly price: string;
  readonly inBase: boolean;
  readonly planId: number | null;
  readonly from: string;
  readonly to: string | null;
}

/** The fees of an enterprise. */
export async function feesOf(trx: Db, consumerId: number): Promise<FeeRow[]> {
  const { rows } = await sql<FeeRow>`
    select id, fee_name as name, fee_kind as kind, fee_price::text as price, in_factor_base as "inBase",
      plan_id as "planId", valid_from::text as from, valid_to::text as to
    from price_parameter where consumer_id = ${consumerId} order by id`.execute(trx);
  return rows;
}
