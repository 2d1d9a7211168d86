import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { isFigure, type Look } from './judgeMeters.ts';

/**
 * Follows meters that rules on figures are put to, and looks at those again whose rules were changed.
 * @param now ms
 */
export async function noteFigures(trx: Db, looks: readonly Look[], now: number): Promise<void> {
  const marks = looks.flatMap(({ touched, assignments }) =>
    assignments
      .filter((on) => on.on && isFigure(on))
      .map(({ alarmId, ammeterId }) => ({ alarmId, ammeterId, changed: touched === null })),
  );
  if (marks.length === 0) return;
  const at = new Date(now);
  await sql`
    insert into alarm_figure as f (alarm_id, ammeter_id, judged_to, due_at)
    select alarm_id, ammeter_id, ${at}, ${at}
    from unnest(${marks.map(({ alarmId }) => alarmId)}::integer[], ${marks.map(({ ammeterId }) => ammeterId)}::integer[],
      ${marks.map(({ changed }) => changed)}::boolean[]) m (alarm_id, ammeter_id, changed)
    where changed or not exists (select from alarm_figure k where k.alarm_id = m.alarm_id and k.ammeter_id = m.ammeter_id)
    on conflict (alarm_id, ammeter_id) do update set due_at = least(f.due_at, excluded.due_at)`.execute(trx);
}

/**
 * Takes what was folded again of buckets that were judged. A rule that compares meters looks at all of them again: what one
 * of them did is what the others are measured by.
 * @param now ms
 */
export async function takeMarks(trx: Db, now: number): Promise<void> {
  await sql`
    with taken as (delete from alarm_figure_dirty returning alarm_id, ammeter_id, from_ts),
    compared as (select id from alarm where id in (select alarm_id from taken) and figure in ('hourPeer', 'dayPeer')),
    first as (select alarm_id, ammeter_id, min(from_ts) as from_ts from (
        select alarm_id, ammeter_id, from_ts from taken
        union all select k.alarm_id, k.ammeter_id, t.from_ts from compared c join taken t on t.alarm_id = c.id
          join alarm_figure k on k.alarm_id = c.id) m
      group by 1, 2)
    update alarm_figure f set from_ts = least(f.from_ts, t.from_ts), due_at = least(f.due_at, ${new Date(now)}::timestamptz)
    from first t where f.alarm_id = t.alarm_id and f.ammeter_id = t.ammeter_id`.execute(trx);
}
