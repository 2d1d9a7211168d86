import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import { AGREEMENT } from '#feature/settings/workflow/contract.ts';
import { applyRequest, type Ending, onEnding } from '#feature/settings/workflow/server/public.ts';
import type { JsonRow, SlotCall, Values } from '#server/resource/slot.ts';
import { followPrice } from './change.ts';

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

/** Files the request for an agreement that has come to await approval. */
export async function askApproval(
  { trx, caller, services }: SlotCall,
  row: JsonRow,
  before: JsonRow | null,
): Promise<void> {
  if (row['approveState'] !== '1' || before?.['approveState'] === '1') return;
  const { rows } = await sql<{ scheme: string; object: string }>`
    select s.scheme_name as scheme, o.name as object from price_scheme s, org o
    where s.id = ${row['planId']} and o.id = ${row['orgId']}`.execute(trx);
  const { scheme = '', object = '' } = rows[0] ?? {};
  const account = String(row['measureAccount']);
  await applyRequest(services.system, {
    workflowCode: AGREEMENT,
    title: `${account} ${scheme}`,
    params: {
      agreementId: String(row.id),
      account,
      object,
      scheme,
      beginDt: String(row['beginDt']),
      endDt: row['endDt'] == null ? '' : String(row['endDt']),
      capacity: row['capacity'] == null ? '' : `${String(row['capacity'])} kVA`,
      contractDemand: row['contractDemand'] == null ? '' : `${String(row['contractDemand'])} kW`,
    },
    applicant: { employeeId: caller.employeeId, name: caller.name },
    consumerId: Number(row['consumerId']),
  });
}

/** Puts an agreement into force, or says that it was refused, with all that follows of its prices. */
async function decide({ call, params }: Ending, approveState: '2' | '3'): Promise<void> {
  const { rows } = await sql<JsonRow>`
    update price_agreement set approve_state = ${approveState} where id = ${Number(params['agreementId'])} and approve_state <> '3'
    returning id, measure_account as "measureAccount", consumer_id as "consumerId", org_id as "orgId", plan_id as "planId",
      begin_dt::text as "beginDt", end_dt::text as "endDt", approve_state as "approveState"`.execute(
    call.trx,
  );
  const row = rows[0];
  if (row && approveState === '3') await followPrice(call, 'priceAgreement', null, row);
}

onEnding(AGREEMENT, {
  onAgreed: (ending) => decide(ending, '3'),
  onRefused: (ending) => decide(ending, '2'),
});
