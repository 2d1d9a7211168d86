import { sql } from 'kysely';
import {
  type Organisation,
  type QueryContext,
  type SignedMeter,
  standFor,
} from '#feature/meters/subject/server/public.ts';
import { ENERGY } from '#contract/energyType.ts';
import { organisationAbout } from '#feature/meters/subject/server/public.ts';
import {
  type DemandMethod,
  maximaOver,
  type IntervalMaximum,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Range } from '#domain/fold/reach.ts';
import { expectedUntil } from '#domain/figure/amount.ts';
import { dateAt } from '#domain/time/text.ts';

/** How the maximum demand of something is measured at a time, and who says so. */
export interface DemandRule {
  readonly method: DemandMethod;
  /** By how many minutes windows move; null = whole quarters of an hour of the summed curve of several meters. */
  readonly slip: number | null;
  /** The account whose agreement says so; null where none does. */
  readonly account: string | null;
  /** What is agreed, minutes, where the meter measures otherwise: its windows are the only ones that are kept. */
  readonly agreed: number | null;
}

interface AgreedWindow {
  readonly account: string;
  readonly orgId: number;
  readonly begin: string;
  readonly end: string | null;
  readonly slip: string;
}

/** What a rule is asked about. */
export interface Ruled extends Pick<QueryContext, 'organisation' | 'signed' | 'zone'> {
  readonly subject: Pick<QueryContext['subject'], 'orgId' | 'consumerId' | 'dataType'>;
}

const BLOCK = 15;

/**
 * The rule of maximum demand at each instant: what the agreement of the account says that day, else what the one meter
 * slides by. Several meters are measured in blocks (decision 44).
 */
export async function demandRules(
  trx: Db,
  { subject, organisation, signed, zone }: Ruled,
  instants: readonly number[],
): Promise<DemandRule[]> {
  const [only, ...more] = signed;
  if (only?.sign !== 1 || more.length > 0 || subject.dataType !== ENERGY.electricity) {
    const slip = more.length > 0 ? null : BLOCK;
    return instants.map(() => ({ method: 'block', slip, account: null, agreed: null }));
  }
  const [{ rows }, { rows: agreed }] = await Promise.all([
    sql<{ slip: string }>`select demand_slip as slip from ammeter where id = ${only.meterId}`.execute(trx),
    sql<AgreedWindow>`
      select measure_account as account, org_id as "orgId", begin_dt::text as begin, end_dt::text as end, demand_slip as slip
      from price_agreement where consumer_id = ${subject.consumerId} and demand_slip is not null and approve_state = '3'
      order by begin_dt desc, measure_account`.execute(trx),
  ]);
  const own = Number(rows[0]?.slip ?? BLOCK);
  const others = agreed.flatMap(({ orgId }) => (orgId === subject.orgId ? [] : [orgId]));
  const known = await organisationAbout(trx, organisation, others);
  const about = agreed.filter((one) => one.orgId === subject.orgId || isOf(known, one.orgId, only));
  return instants.map((at) => {
    const day = dateAt(zone, at);
    const found = about.find(({ begin, end }) => begin <= day && (end === null || end >= day));
    const wanted = found ? Number(found.slip) : own;
    const slip = wanted === BLOCK ? BLOCK : own;
    return {
      method: slip === BLOCK ? 'block' : 'sliding',
      slip,
      account: found?.account ?? null,
      agreed: wanted === slip ? null : wanted,
    };
  });
}

/** The maximum demand of intervals, each under the rule of its begin: what every screen and bill tells. */
export async function maximaUnder(
  trx: Db,
  query: Pick<QueryContext, 'subject' | 'organisation' | 'signed' | 'zone' | 'expected'>,
  intervals: readonly Range[],
): Promise<{ readonly told: IntervalMaximum; readonly rule: DemandRule }[]> {
  const rules = await demandRules(trx, query, intervals.map(({ from }) => from)); // prettier-ignore
  const until = expectedUntil(query.expected);
  const reported = new Map<number, IntervalMaximum>();
  for (const method of ['block', 'sliding'] as const) {
    const keys = rules.flatMap((rule, key) => (rule.method === method ? [key] : []));
    const found = await maximaOver(trx, query.signed, keys.map((key) => intervals[key] as Range), method, until); // prettier-ignore
    keys.forEach((key, i) => reported.set(key, found[i] as IntervalMaximum));
  }
  return rules.map((rule, key) => ({ rule, told: reported.get(key) as IntervalMaximum }));
}

/** Whether one meter stands for a billed object. */
function isOf(organisation: Organisation, orgId: number, only: SignedMeter | undefined): boolean {
  const [first, ...more] = standFor(organisation, orgId, '1').meters;
  return first !== undefined && more.length === 0 && first.sign === 1 && first.meterId === only?.meterId;
}
