import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { Told } from '../domain/digest.ts';
import { type Run, type RunEnd, zoneOf } from './run.ts';

/** What a run tells a person, on the clock of its site. */
export const toldOf = ({
  alarmName,
  content,
  raisedAt,
  zone,
}: Run & { readonly zone: string | null }): Told => ({
  name: alarmName,
  level: content.level,
  text: content.text,
  at: zoneOf(zone).local(Date.parse(raisedAt)),
});

export const TOLD_BEFORE: RunEnd = { state: 'skipped', reason: 'toldBefore' };

/** Whether the person whom a message is for was told of the same raise by another one while it was held back. */
export async function isToldBefore(
  trx: Db,
  { id, recordId, count, linkageType, recipient }: Run,
): Promise<boolean> {
  const { rows } =
    await sql`select from linkage_record where alarm_record_id = ${recordId} and raise_count = ${count}
    and record_source = 'machine' and linkage_type = ${linkageType} and recipient = ${recipient} and run_state = 'done'
    and id <> ${id} limit 1`.execute(trx);
  return rows.length > 0;
}
