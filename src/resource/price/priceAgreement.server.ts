import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import {
  askApproval,
  checkApproval,
  checkDeletion,
  followPrice,
} from '#feature/money/price/server/public.ts';
import { LEAST_DECLARED_PERCENT } from '#domain/tariff/basicCharge.ts';
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
    // Two at once would each see no overlap: the enterprise's agreements are written one after the other.
    await sql`select pg_advisory_xact_lock(hashtext('price_agreement'), ${row.consumerId})`.execute(trx);
    const { rows: others } = await sql<{ beginDt: string }>`
      select begin_dt::text as "beginDt" from price_agreement
      where consumer_id = ${row.consumerId} and measure_account = ${row.measureAccount} and id <> ${before?.id ?? 0} and approve_state <> '2'
        and begin_dt <= coalesce(${row.endDt ?? null}::date, 'infinity') and coalesce(end_dt, 'infinity') >= ${row.beginDt}::date
      limit 1`.execute(trx);
    if (others[0])
      throw conflict(
        {
          zh: `该户号从 ${others[0].beginDt} 起已有协议，日期不能重叠`,
          en: `The account has an agreement from ${others[0].beginDt} already; dates may not overlap`,
        },
        'beginDt',
      );
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
