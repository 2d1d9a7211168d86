import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

/** The alarm that asks for work, as its linkage saw it. */
interface Opening {
  readonly recordId: number;
  readonly alarmName: string;
  readonly consumerId: number;
  readonly siteId: number | null;
  readonly note: string;
}

/** Opens a work order for an alarm; urgency and meter are those of its record. @returns its id */
export async function openWorkOrder(trx: Db, alarm: Opening): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with opened as (
      insert into work_order (order_name, order_name_en, consumer_id, site_id, demand, urgency, order_state, alarm_record_id, ammeter_id,
        created_at, changed_at)
      values (${alarm.alarmName.slice(0, 200)}, (select left(record_name_en, 200) from alarm_record where id = ${alarm.recordId}),
        ${alarm.consumerId}, ${alarm.siteId}, 'repair',
        coalesce((select alarm_level from alarm_record where id = ${alarm.recordId}), '3'), 'new', ${alarm.recordId},
        (select ammeter_id from alarm_record where id = ${alarm.recordId}), now(), now())
      returning id),
    step as (insert into work_order_step (work_order_id, consumer_id, to_state, note)
      select id, ${alarm.consumerId}, 'new', ${alarm.note} from opened)
    select id from opened`.execute(trx);
  const [opened] = rows;
  if (!opened) throw new Error('the work order was not written');
  return opened.id;
}

/** Notes in a work order that its alarm, or another of the same flood, was raised meanwhile. */
export async function noteInOrder(trx: Db, id: number, note: string): Promise<void> {
  await sql`insert into work_order_step (work_order_id, consumer_id, from_state, to_state, note, is_comment)
    select id, consumer_id, order_state, order_state, ${note}, true from work_order where id = ${id}`.execute(
    trx,
  );
}
