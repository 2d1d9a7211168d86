import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

/** How much waits to be judged: marks, and the age of the oldest in seconds (0 = none). */
export async function judgeBacklog(db: Db): Promise<{ marks: number; oldestSeconds: number }> {
  const { rows } = await sql<{ marks: number; oldestSeconds: number }>`
    select coalesce(sum(marks), 0)::integer as marks,
      coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8 as "oldestSeconds"
    from (select count(*) as marks, min(at) as at from alarm_dirty where due_at is null
      union all select sum(cardinality(meters)), min(at) from alarm_touch
      union all select count(*), min(at) from alarm_mixed_dirty
      union all select count(*), null from alarm_mixed where from_ts is not null
      union all select count(*), null from alarm_figure_dirty
      union all select count(*), null from alarm_figure where from_ts is not null
      union all select count(*), null from alarm_signal_dirty
      union all select count(*), null from device_event_dirty where due_at is null) w`.execute(db);
  return rows[0] ?? { marks: 0, oldestSeconds: 0 };
}
