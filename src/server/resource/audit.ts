import { sql } from 'kysely';
import type { Resource } from '#contract/define.ts';
import type { JsonRow, SlotCall } from './slot.ts';

type Action = 'add' | 'edit' | 'del';
type Logged = Pick<Resource, 'name' | 'scope'>;

/** A row before and after a change; null where there was or is none. */
export interface Change {
  readonly before: JsonRow | null;
  readonly after: JsonRow | null;
}

/** Writes down who changed which row, from what to what, in the transaction of the change. */
export const recordChange = (
  call: SlotCall,
  resource: Logged,
  action: Action,
  before: JsonRow | null,
  after: JsonRow | null,
  remarks?: string,
): Promise<void> => recordChanges(call, resource, action, [{ before, after }], remarks);

/** The same for many rows at once, in their order. */
export async function recordChanges(
  { trx, caller, importId }: SlotCall,
  { name, scope }: Logged,
  action: Action,
  changes: readonly Change[],
  remarks?: string,
): Promise<void> {
  const rows = changes.map(({ before, after }) => {
    const row = after ?? before;
    const consumer = scope === null ? null : (row?.[scope] ?? null);
    return { consumer_id: consumer, row_id: row?.id ?? null, before, after };
  });
  await sql`insert into oper_log
      (employee_id, user_name, consumer_id, resource, row_id, action, before, after, remarks, ip, import_id)
    select ${caller.employeeId}::integer, ${caller.userName}, v.consumer_id, ${name}, v.row_id, ${action},
      nullif(v.before, 'null'), nullif(v.after, 'null'), ${remarks ?? null}, ${caller.ip ?? null},
      ${importId ?? null}::integer
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as (consumer_id integer, row_id integer, before jsonb, after jsonb)) with ordinality
      as v(consumer_id, row_id, before, after, n) order by v.n`.execute(trx);
}
