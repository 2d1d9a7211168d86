import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import {
  askApproval,
  checkApproval,
  checkDeletion,
  followPrice,
  refuseOverlap,
} from '#feature/money/price/server/public.ts';
import { LEAST_DECLARED_PERCENT } from '#domain/tariff/basicCharge.ts';
import type { Db } from '#server/database/db.ts';
import type { SlotCall, Slots } from '#server/resource/slot.ts';

interface Agreed {
  readonly consumerId: number;
  readonly measureAccount: string;
  readonly orgId: number;
  readonly planId: number;
  readonly beginDt: string;
  readonly endDt: string | null;
  readonly capacity: number | null;
  readonly contractDemand: number | null;
  readonly demandDiscount: boolean;
}

/** At least this part of the capacity is declared (domain notes 4.2). */
const LEAST_DECLARED = Number(LEAST_DECLARED_PERCENT) / 100;

/** What charges of its scheme ask of an agreement. @throws Fault 400 */
async function checkTerms({ trx }: SlotCall, basic: string, row: Agreed): Promise<void> {
  const capacity = row.capacity ?? null;
  const contractDemand = row.contractDemand ?? null;
  if (basic === '1' && capacity === null)
    throw badInput(
      { zh: '该方案按容量计收，请填写变压器容量', en: 'The scheme charges by capacity: enter it' },
      'capacity',
    );
  if (basic === '3' && contractDemand === null)
    throw badInput(
      { zh: '该方案按合同需量计收，请填写合同需量', en: 'The scheme charges by contract demand: enter it' },
      'contractDemand',
    );
  if (basic === '3' && capacity !== null && Number(contractDemand) < LEAST_DECLARED * Number(capacity))
    throw badInput(
      {
        zh: `合同需量不能低于变压器容量的 40%（${LEAST_DECLARED * Number(capacity)} kW）`,
        en: `The contract demand is at least 40 % of the capacity (${LEAST_DECLARED * Number(capacity)} kW)`,
      },
      'contractDemand',
    );
  if (capacity !== null) return;
  if (row.demandDiscount)
    throw badInput(
      {
        zh: '需量电价 9 折按每千伏安用电量判断，请填写变压器容量',
        en: 'Whether demand costs nine tenths is a matter of kWh per kVA: enter the capacity',
      },
      'capacity',
    );
  const { rows: fees } = await sql<{ name: string }>`
    select fee_name as name from price_parameter where consumer_id = ${row.consumerId} and fee_kind = '3'
      and (plan_id is null or plan_id = ${row.planId}) and valid_from <= coalesce(${row.endDt ?? null}::date, 'infinity')
      and coalesce(valid_to, 'infinity') >= ${row.beginDt}::date limit 1`.execute(trx);
  if (fees[0])
    throw badInput(
      {
        zh: `费用“${fees[0].name}”按变压器容量计收，请填写变压器容量`,
        en: `The fee “${fees[0].name}” is charged by capacity: enter it`,
      },
      'capacity',
    );
}

/** An account has at least the capacity that is stopped on each of its days. @throws Fault 400 */
async function refuseStopped(trx: Db, row: Agreed): Promise<void> {
  if (row.capacity === null) return;
  // The most is stopped on a day on which a stop or the agreement begins.
  const { rows } = await sql<{ day: string; kva: string }>`
    with stop as (
      select stopped_capacity as kva, greatest(begin_dt, ${row.beginDt}::date) as begin_dt, coalesce(end_dt, 'infinity') as end_dt
      from price_stop where consumer_id = ${row.consumerId} and measure_account = ${row.measureAccount}
        and begin_dt <= coalesce(${row.endDt ?? null}::date, 'infinity') and coalesce(end_dt, 'infinity') >= ${row.beginDt}::date
    )
    select d.begin_dt::text as day, sum(s.kva)::text as kva
    from (select distinct begin_dt from stop) d join stop s on d.begin_dt between s.begin_dt and s.end_dt
    group by d.begin_dt order by sum(s.kva) desc, d.begin_dt limit 1`.execute(trx);
  const most = rows[0];
  if (!most || Number(most.kva) <= Number(row.capacity)) return;
  const kva = Number(most.kva);
  throw badInput(
    {
      zh: `变压器容量：该户号 ${most.day} 已暂停 ${kva} kVA，容量不能更小；请先修改容量暂停`,
      en: `Capacity: of the account ${kva} kVA are stopped on ${most.day}, it cannot be less; change what is stopped first`,
    },
    'capacity',
  );
}

/** What decides how much of an agreement can be stopped. */
const OF_STOPS: readonly (keyof Agreed)[] = ['measureAccount', 'consumerId', 'beginDt', 'endDt', 'capacity'];

export const priceAgreementSlots: Slots = {
  /** An account has one scheme at a time, of its own enterprise, with what the scheme's basic charge needs. */
  async beforeSave(call, values, before) {
    const { trx } = call;
    checkApproval(call, values, before);
    const row = { ...before, ...values } as unknown as Agreed;
    if (row.endDt && row.endDt < row.beginDt)
      throw badInput({ zh: '结束日期不能早于开始日期', en: 'The end may not precede the begin' }, 'endDt');
    const { rows: schemes } = await sql<{ basic: string; type: string; consumerId: number }>`
      select basic_charge as basic, scheme_type as type, consumer_id as "consumerId" from price_scheme where id = ${row.planId}`.execute(
      trx,
    );
    const scheme = schemes[0];
    if (!scheme || scheme.consumerId !== row.consumerId)
      throw badInput({ zh: '电价方案不属于该企业', en: 'The scheme is not of this enterprise' }, 'planId');
    if (scheme.type !== before?.['planType']) values['planType'] = scheme.type;
    const { rows: orgs } = await sql`
      select from org where id = ${row.orgId} and consumer_id = ${row.consumerId}`.execute(trx);
    if (orgs.length === 0)
      throw badInput({ zh: '计费对象不属于该企业', en: 'The object is not of this enterprise' }, 'orgId');
    await checkTerms(call, scheme.basic, row);
    if (OF_STOPS.some((key) => String(row[key] ?? '') !== String(before?.[key] ?? '')))
      await refuseStopped(trx, row);
    await refuseOverlap(trx, { ...row, id: before?.id ?? null });
  },
  async afterSave(call, row, before) {
    await followPrice(call, 'priceAgreement', before, row);
    await askApproval(call, row, before);
  },
  async beforeDelete(call, row) {
    checkDeletion(call, row);
    await followPrice(call, 'priceAgreement', row, null);
  },
};
