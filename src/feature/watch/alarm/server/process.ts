import { tellRecords } from './tell.ts';
import { sql } from 'kysely';
import { conflict, Fault, badInput, noSuchRow } from '#contract/error.ts';
import { PROCESS, type Process, type ProcessRefusal, processRefusal } from '#domain/alarm/process.ts';
import { skipRuns } from '#feature/watch/linkage/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Caller } from '#server/route.ts';

interface Standing {
  readonly id: number;
  readonly consumerId: number;
  readonly process: string;
  readonly active: boolean;
  readonly byId: number | null;
  readonly byName: string | null;
}

/** A change of process that a person asks for; `field` is the parameter that holds the text. */
export interface Wish {
  readonly to: Process;
  readonly text: string;
  readonly field: 'confirmInfo' | 'procInfo';
}

const NAMES = { confirmInfo: ['确认说明', 'Confirmation'], procInfo: ['处理说明', 'What was done'] } as const;

/** Why a change is refused, with the field at fault. */
function faultOf(refusal: Exclude<ProcessRefusal, 'already'>, field: Wish['field']): Fault {
  const [zh, en] = NAMES[field];
  if (refusal === 'text') return badInput({ zh: `${zh}：必须填写`, en: `${en}: is required` }, field);
  if (refusal === 'textTooLong')
    return badInput({ zh: `${zh}：最多 300 个字符`, en: `${en}: at most 300 characters` }, field);
  if (refusal === 'stillActive')
    return conflict({ zh: '状态：告警尚未恢复，不能关闭', en: 'State: the alarm is still active and cannot be closed' }, 'state'); // prettier-ignore
  return conflict({ zh: '状态：当前状态不能改为该状态', en: 'State: the record cannot go there from its present state' }, 'state'); // prettier-ignore
}

const already = ({ byName }: Standing, to: Process): Fault =>
  to === PROCESS.confirmed
    ? conflict({ zh: `已由 ${byName ?? '--'} 确认`, en: `Already confirmed by ${byName ?? '--'}` }, 'alarmRecordId')
    : conflict({ zh: `已由 ${byName ?? '--'} 设为该状态`, en: `${byName ?? '--'} has set this state already` }, 'ids'); // prettier-ignore

/**
 * Moves a record from one state of process to another and notes who did; the row is held until the end of the transaction, so that of two who
 * confirm at once one is told of the other. The same again by the same person changes nothing (domain notes 9.2).
 * @throws Fault 404 for a record out of scope, 409 for a state that may not follow or that another has set, 400 for the text.
 */
export async function changeProcess(trx: Db, caller: Caller, id: number, wish: Wish): Promise<void> {
  const { rows } = await sql<Standing>`
    select r.id, r.consumer_id as "consumerId", r.process, r.alarm_status = '1' as active, a.by_id as "byId", a.by_name as "byName"
    from alarm_record r left join lateral (select by_id, by_name from alarm_act
      where record_id = r.id and to_process = r.process order by id desc limit 1) a on true
    where r.id = ${id} for update of r`.execute(trx);
  const record = rows[0];
  if (!record) throw noSuchRow();
  const text = wish.text.trim();
  const from = Number(record.process) as Process;
  const refusal = processRefusal(from, wish.to, { text, active: record.active });
  if (refusal === 'already') {
    if (record.byId === caller.employeeId) return;
    throw already(record, wish.to);
  }
  if (refusal) throw faultOf(refusal, wish.field);
  await write(trx, caller, record, { ...wish, text });
}

async function write(
  trx: Db,
  caller: Caller,
  { id, consumerId, process }: Standing,
  { to, text }: Wish,
): Promise<void> {
  const { employeeId, name } = caller;
  if (to === PROCESS.confirmed)
    await sql`update alarm_record set process = ${String(to)}, confirm_info = ${text}, confirmed_at = now(),
      confirmed_by_id = ${employeeId}, confirmed_by = ${name} where id = ${id}`.execute(trx);
  else
    await sql`update alarm_record set process = ${String(to)}, proc_info = coalesce(${text || null}, proc_info)
      where id = ${id}`.execute(trx);
  await sql`insert into alarm_act (record_id, consumer_id, kind, by_id, by_name, from_process, to_process, info)
    values (${id}, ${consumerId}, ${to === PROCESS.confirmed ? 'confirm' : 'state'}, ${employeeId}, ${name},
      ${process}, ${String(to)}, ${text || null})`.execute(trx);
  await tellRecords(trx, [id]);
  // Somebody takes care of it: nothing escalates any more.
  if (process === String(PROCESS.untreated)) await skipRuns(trx, [id], 'confirmed');
}
