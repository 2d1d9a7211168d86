import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

/** Who is told next of an alarm where nobody confirms it. */
export interface Escalation {
  /** ms */
  readonly at: number;
  readonly groupName: string;
  /** The members of the group, as far as the caller may see them. */
  readonly people: readonly string[];
  /** How many more there are. */
  readonly more: number;
}

const NAMED = 5;

/** The next group that is told of a record while nobody confirms it; null = none. */
export async function nextEscalation(trx: Db, recordId: number): Promise<Escalation | null> {
  const { rows } = await sql<{ at: number; groupName: string; people: readonly string[] | null }>`
    select (extract(epoch from r.due_at) * 1000)::float8 as at,
      coalesce(shown_name(g.group_name, g.group_name_en), r.linkage_name) as "groupName",
      (select array_agg(shown_name(e.name, e.name_en) order by m.id) from alert_member m join org_employee e on e.id = m.employee_id
        where m.alert_group_id = g.id and m.state = '1') as people
    from linkage_record r left join alert_group g on g.id = r.linkage_id
    where r.alarm_record_id = ${recordId} and r.run_state = 'waiting' and r.linkage_type = '7'
    order by r.due_at, r.id limit 1`.execute(trx);
  const [next] = rows;
  if (!next) return null;
  const people = [...new Set(next.people ?? [])];
  return { ...next, people: people.slice(0, NAMED), more: Math.max(0, people.length - NAMED) };
}
