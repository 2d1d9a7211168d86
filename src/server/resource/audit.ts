import { type RawBuilder, sql } from 'kysely';
import { fieldsOf, type Resource } from '#contract/define.ts';
import { kindServers } from './kinds.ts';
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
  await sql`${intoLog}
    select ${byWhom(caller)}, v.consumer_id, ${name}, v.row_id, ${action},
      nullif(v.before, 'null'), nullif(v.after, 'null'), ${remarks ?? null}, ${importId ?? null}::integer
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as (consumer_id integer, row_id integer, before jsonb, after jsonb)) with ordinality
      as v(consumer_id, row_id, before, after, n) order by v.n`.execute(trx);
}

/**
 * The statement that writes down new rows inside the one that adds them: they come from `added`, in the words of
 * `selectList`.
 */
export function logOfAdded({ caller, importId }: SlotCall, resource: Resource): RawBuilder<unknown> {
  const { name, scope, idName } = resource;
  const fields = fieldsOf(resource).flatMap(([key, { kind, alias }]) => {
    const column = sql.ref(`a.${key}`);
    const json = kindServers[kind].toJson?.(column) ?? column;
    return [key, ...(alias === undefined ? [] : [alias])].map((name) => sql`${json} as ${sql.ref(name)}`);
  });
  const ids = idName === 'id' || idName in resource.fields ? [] : [sql`a.id as ${sql.ref(idName)}`];
  return sql`${intoLog}
    select ${byWhom(caller)}, ${scope === null ? sql`null::integer` : sql.ref(`a.${scope}`)}, ${name}, a.id, 'add',
      null::jsonb, to_jsonb(j), null::text, ${importId ?? null}::integer
    from added a cross join lateral (select ${sql.join([sql`a.id`, ...ids, ...fields])}) j order by a.id`;
}

const intoLog = sql`insert into oper_log
  (employee_id, user_name, ip, consumer_id, resource, row_id, action, before, after, remarks, import_id)`;

const byWhom = ({ employeeId, userName, ip }: SlotCall['caller']) =>
  sql`${employeeId}::integer, ${userName}::text, ${ip ?? null}::text`;
