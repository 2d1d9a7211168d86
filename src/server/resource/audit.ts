import { sql } from 'kysely';
import type { Resource } from '#contract/define.ts';
import type { JsonRow, SlotCall } from './slot.ts';

/** Writes down who changed which row, from what to what, in the transaction of the change. */
export async function recordChange(
  call: SlotCall,
  resource: Pick<Resource, 'name' | 'scope'>,
  action: 'add' | 'edit' | 'del',
  before: JsonRow | null,
  after: JsonRow | null,
  remarks?: string,
): Promise<void> {
  const row = after ?? before;
  const consumer = resource.scope === null ? null : row?.[resource.scope];
  await sql`insert into oper_log (employee_id, user_name, consumer_id, resource, row_id, action, before, after, remarks, ip)
    values (${call.caller.employeeId}, ${call.caller.userName}, ${consumer ?? null}, ${resource.name}, ${row?.id ?? null},
      ${action}, ${before ? JSON.stringify(before) : null}, ${after ? JSON.stringify(after) : null}, ${remarks ?? null}, ${call.caller.ip ?? null})`.execute(
    call.trx,
  );
}
