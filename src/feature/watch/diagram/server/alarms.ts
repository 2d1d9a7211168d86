import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

/**
 * The level of the most urgent alarm of each meter that stood at an instant (ms): 1 = urgent. Meters without one are
 * absent. What was withdrawn never stood.
 */
export async function alarmLevels(
  trx: Db,
  meterIds: readonly number[],
  at: number,
  now: number,
): Promise<ReadonlyMap<number, number>> {
  const stood =
    at >= now
      ? sql`r.alarm_status = '1'`
      : sql`r.raised_at <= ${new Date(at)} and (r.cleared_at is null or r.cleared_at > ${new Date(at)})`;
  const { rows } = await sql<{ id: number; level: number }>`
    select r.ammeter_id as id, min(r.alarm_level::integer) as level from alarm_record r
    where r.ammeter_id = any (${meterIds}::integer[]) and ${stood} and r.alarm_level ~ '^[1-4]$'
      and r.revision is distinct from 'withdrawn'
    group by r.ammeter_id`.execute(trx);
  return new Map(rows.map(({ id, level }) => [id, level]));
}
