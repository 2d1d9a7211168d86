import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import { AGREEMENT } from '#feature/settings/workflow/contract.ts';
import { applyRequest, type Ending, onEnding } from '#feature/settings/workflow/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { JsonRow, SlotCall, Values } from '#server/resource/slot.ts';
import { followPrice } from './change.ts';
import { type Held, refuseOverlap } from './overlap.ts';

/** What anybody who may edit agreements may still say of one that is in force. */
const FREE: readonly string[] = ['remark', 'contractCode'];

/**
 * What an enterprise enters awaits the platform's approval, and changes nothing until then; operators approve by
 * entering. An agreement in force is not rewritten by the enterprise: another follows it.
 * @throws Fault 409
 */
export function checkApproval({ caller }: SlotCall, values: Values, before: JsonRow | null): void {
  if (caller.scope === 'all') return;
  if (before === null) {
    values['approveState'] = '1';
    return;
  }
  const changed = Object.keys(values).filter((key) => !FREE.includes(key) && String(values[key] ?? '') !== String(before[key] ?? '')); // prettier-ignore
  if (changed.length === 0) return;
  if (before['approveState'] === '3')
    throw conflict(
      {
        zh: '协议已生效，只能修改合同编号与备注；如有变化请新增协议',
        en: 'The agreement is in force: only contract and remark may change; enter another for what is new',
      },
      changed[0],
    );
  if (before['approveState'] === '1')
    throw conflict(
      { zh: '协议正在审批，不能修改', en: 'The agreement awaits approval and may not change' },
      changed[0],
    );
  values['approveState'] = '1';
}

/** An enterprise does not take away what it is billed by. @throws Fault 409 */
export function checkDeletion({ caller }: SlotCall, row: JsonRow): void {
  if (caller.scope !== 'all' && row['approveState'] === '3')
    throw conflict({ zh: '协议已生效，不能删除', en: 'The agreement is in force and may not be deleted' });
}

/** Files the request for an agreement that has come to await approval; no other request is about it from then on. */
export async function askApproval(
  { trx, caller, services }: SlotCall,
  row: JsonRow,
  before: JsonRow | null,
): Promise<void> {
  if (row['approveState'] !== '1' || before?.['approveState'] === '1') return;
  const { title, params } = await shown(trx, row);
  const requestId = await applyRequest(services.system, {
    workflowCode: AGREEMENT,
    title,
    params,
    applicant: { employeeId: caller.employeeId, name: caller.name },
    consumerId: Number(row['consumerId']),
  });
  await sql`update price_agreement set _request_id = ${requestId} where id = ${row.id}`.execute(trx);
}

/** An agreement as the platform is shown it. */
async function shown(
  trx: Db,
  row: JsonRow,
): Promise<{ readonly title: string; readonly params: Readonly<Record<string, string>> }> {
  const { rows } = await sql<{ scheme: string; object: string }>`
    select s.scheme_name as scheme, o.name as object from price_scheme s, org o
    where s.id = ${row['planId']} and o.id = ${row['orgId']}`.execute(trx);
  const { scheme = '', object = '' } = rows[0] ?? {};
  const account = String(row['measureAccount']);
  const params = {
    agreementId: String(row.id),
    account,
    object,
    scheme,
    beginDt: String(row['beginDt']),
    endDt: row['endDt'] == null ? '' : String(row['endDt']),
    capacity: row['capacity'] == null ? '' : `${String(row['capacity'])} kVA`,
    contractDemand: row['contractDemand'] == null ? '' : `${String(row['contractDemand'])} kW`,
  };
  return { title: `${account} ${scheme}`, params };
}

type Asked = JsonRow & Held;

/** Holds the agreement that a request was filed for, where it is in the state; what the request says of it does not count. */
async function askedBy({ call, requestId, consumerId }: Ending, state: '1' | '2'): Promise<Asked | null> {
  const { rows } = await sql<Asked>`
    select id, measure_account as "measureAccount", consumer_id as "consumerId", org_id as "orgId", plan_id as "planId",
      begin_dt::text as "beginDt", end_dt::text as "endDt", capacity, contract_demand as "contractDemand"
    from price_agreement where _request_id = ${requestId} and consumer_id = ${consumerId} and approve_state = ${state}
    for update`.execute(call.trx);
  return rows[0] ?? null;
}

const putInState = (trx: Db, { id }: Asked, state: '1' | '2' | '3'): Promise<unknown> =>
  sql`update price_agreement set approve_state = ${state} where id = ${id}`.execute(trx);

/** Puts an agreement into force, with all that follows of its prices. @throws Fault 409 */
async function agree(ending: Ending): Promise<void> {
  const { call } = ending;
  const row = await askedBy(ending, '1');
  if (!row)
    throw conflict({
      zh: '该协议已删除或已另行提交，此申请不再有效，请退回',
      en: 'The agreement was deleted or asked for anew: the request is about nothing any more, send it back',
    });
  await refuseOverlap(call.trx, row);
  await putInState(call.trx, row, '3');
  await followPrice(call, 'priceAgreement', null, { ...row, approveState: '3' });
}

/** Refused or taken back: it may be changed, and asks again. */
async function release(ending: Ending): Promise<void> {
  const row = await askedBy(ending, '1');
  if (row) await putInState(ending.call.trx, row, '2');
}

/** Asked for again as it stands: it awaits approval, and the platform is shown what it says. @throws Fault 409 */
async function askAgain(ending: Ending): Promise<Readonly<Record<string, string>>> {
  const { trx } = ending.call;
  const row = await askedBy(ending, '2');
  if (!row)
    throw conflict({
      zh: '该协议已删除或已另行提交，此申请不能重新提交；请在“电价协议”中修改或新增',
      en: 'The agreement was deleted or asked for anew: change or add it among the price agreements instead',
    });
  await refuseOverlap(trx, row);
  await putInState(trx, row, '1');
  return (await shown(trx, row)).params;
}

onEnding(AGREEMENT, {
  onAgreed: agree,
  onRefused: release,
  onWithdrawn: release,
  onReapplied: askAgain,
});
