import { sql } from 'kysely';
import { standardOf } from '#feature/energy/analysisStandard/server/public.ts';
import { guardsOf } from '#feature/money/demand/server/public.ts';
import { type QueryContext, type SignedMeter, standFor } from '#feature/meters/subject/server/public.ts';
import { organisationAbout } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { DemandLimit } from '../contract.ts';

interface Agreed {
  readonly account: string;
  readonly orgId: number;
  readonly contractDemand: number | null;
  readonly capacity: number | null;
  readonly basicCharge: string;
}

const key = (signed: readonly SignedMeter[]): string =>
  signed.map(({ meterId, sign }) => meterId * sign).toSorted((a, b) => a - b).join(' '); // prettier-ignore

/** Those that are about the subject: its own, else those of objects that the same meters stand for. */
async function about<T extends { readonly orgId: number }>(
  trx: Db,
  { subject, organisation, signed }: QueryContext,
  all: readonly T[],
): Promise<T[]> {
  const own = all.filter(({ orgId }) => orgId === subject.orgId);
  if (own.length > 0) return own;
  const known = await organisationAbout(trx, organisation, all.map(({ orgId }) => orgId)); // prettier-ignore
  return all.filter(({ orgId }) => key(standFor(known, orgId, '1').meters) === key(signed));
}

/**
 * What the demand of a subject is held against on a date: the contract demand where it is charged by, else the lowest
 * limit that the enterprise set itself, else the standard line of its demand page, else a contract demand that is stated, else the capacity. Where several accounts
 * hold at once neither of theirs is the limit.
 */
export async function limitOf(trx: Db, context: QueryContext, date: string): Promise<DemandLimit | null> {
  const { consumerId } = context.subject;
  const { rows } = await sql<Agreed>`
    select a.measure_account as account, a.org_id as "orgId", a.contract_demand::float8 as "contractDemand",
      a.capacity::float8 as capacity, s.basic_charge as "basicCharge"
    from price_agreement a join price_scheme s on s.id = a.plan_id
    where a.consumer_id = ${consumerId} and a.approve_state = '3' and a.begin_dt <= ${date}::date
      and (a.end_dt is null or a.end_dt >= ${date}::date) order by a.measure_account`.execute(trx);
  const [agreed, ...more] = await about(trx, context, rows);
  const only = more.length > 0 ? undefined : agreed;
  const limits = await about(trx, context, await guardsOf(trx, consumerId));
  const own = limits.toSorted((a, b) => Number(a.limitPower) - Number(b.limitPower))[0];
  const contract: DemandLimit | null = only?.contractDemand
    ? { kind: 'contract', value: only.contractDemand, unit: 'kW', name: only.account }
    : null;
  if (contract && only?.basicCharge === '3') return contract;
  if (own) return { kind: 'own', value: Number(own.limitPower), unit: 'kW', name: own.guardName };
  const { demandStandard } = await standardOf(trx, context.subject);
  if (demandStandard) return { kind: 'line', value: demandStandard, unit: 'kW', name: context.subject.name };
  if (contract) return contract;
  return only?.capacity ? { kind: 'capacity', value: only.capacity, unit: 'kVA', name: only.account } : null;
}
