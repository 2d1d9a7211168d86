import { sql } from 'kysely';
import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { logOfAdded } from './audit.ts';
import { hasInitials, INITIALS, initialsOf } from './initials.ts';
import { selectList, toJson } from './row.ts';
import type { JsonRow, SlotCall, Values } from './slot.ts';
import { tableOf } from './table.ts';

/** The columns of written values, with the initials of a title among them. */
export function columnsOf(resource: Resource, values: Values): Values {
  const columns: Values = {};
  for (const key in values) columns[snake(key)] = values[key];
  const title = values[resource.title];
  if (hasInitials(resource) && typeof title === 'string') columns[INITIALS] = initialsOf(title);
  return columns;
}

/** Writes new rows and, in the same statement, down who added them. @returns them in their order, where `answered` */
export async function insertRows(
  call: SlotCall,
  resource: Resource,
  rows: readonly Values[],
  answered: boolean,
): Promise<JsonRow[]> {
  const table = sql.table(tableOf(resource));
  const written = rows.map((values) => columnsOf(resource, values));
  const columns = sql.join([...new Set(written.flatMap((one) => Object.keys(one)))].map((c) => sql.ref(c)));
  const { rows: added } = await sql<Values>`
    with added as (
      insert into ${table} (${columns})
      select ${columns} from json_populate_recordset(null::${table}, ${JSON.stringify(written)}::json)
      returning ${selectList(resource)}),
    logged as (${logOfAdded(call, resource)})
    select * from added where ${answered} order by id`.execute(call.trx);
  return added.map((row) => toJson(resource, row));
}
