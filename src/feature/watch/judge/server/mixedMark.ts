import { sql } from 'kysely';
import { isMixed, type Look } from './judgeMeters.ts';
import type { Db } from '#server/database/db.ts';

/**
 * Notes what was touched of meters to which compositions over several sources are put, and follows those that are put to them
 * now. One that was judged otherwise before goes on from before what stands of it.
 * @param fresh meters whose rules were read anew: what judges there no more is forgotten
 * @param now ms
 */
export async function noteMixed(
  trx: Db,
  looks: readonly Look[],
  fresh: readonly number[],
  now: number,
): Promise<void> {
  await noteOthers(trx, looks, now);
  const marks = looks.flatMap(({ touched, assignments }) =>
    assignments
      .filter((on) => on.on && isMixed(on))
      .map(({ alarmId, ammeterId }) => ({ alarmId, ammeterId, from: touched?.from ?? null })),
  );
  if (fresh.length > 0)
    await sql`delete from alarm_mixed x where ammeter_id = any (${fresh}::integer[])
      and not exists (select from unnest(${marks.map(({ alarmId }) => alarmId)}::integer[], ${marks.map(({ ammeterId }) => ammeterId)}::integer[])
        m (alarm_id, ammeter_id) where m.alarm_id = x.alarm_id and m.ammeter_id = x.ammeter_id)`.execute(trx);
  if (marks.length === 0) return;
  const at = new Date(now);
  await sql`
    with marked as (select alarm_id, ammeter_id, to_timestamp(from_ts / 1000) as from_ts
      from unnest(${marks.map(({ alarmId }) => alarmId)}::integer[], ${marks.map(({ ammeterId }) => ammeterId)}::integer[],
        ${marks.map(({ from }) => from)}::float8[]) m (alarm_id, ammeter_id, from_ts)),
    begun as (select m.*, date_trunc('milliseconds', coalesce((select min(r.raised_at) - interval '2 days' from alarm_record r
        where r.alarm_id = m.alarm_id and r.ammeter_id = m.ammeter_id and r.cleared_at is null), ${at}::timestamptz)) as begun_at
      from marked m)
    insert into alarm_mixed as x (alarm_id, ammeter_id, begun_at, judged_to, figured_to, from_ts, due_at)
    select alarm_id, ammeter_id, begun_at, begun_at, begun_at, begun_at, ${at} from begun
    on conflict (alarm_id, ammeter_id) do update set due_at = least(x.due_at, excluded.due_at), from_ts = least(x.from_ts,
      (select m.from_ts from marked m where m.alarm_id = x.alarm_id and m.ammeter_id = x.ammeter_id))`.execute(
    trx,
  );
}

/** Notes what was touched of meters that compositions on other meters look at. */
async function noteOthers(trx: Db, looks: readonly Look[], now: number): Promise<void> {
  const marks = looks.flatMap(({ progress, touched, watched }) =>
    watched && touched ? [{ id: progress.ammeterId, from: touched.from }] : [],
  );
  if (marks.length === 0) return;
  await sql`
    update alarm_mixed x set from_ts = least(x.from_ts, t.from_ts), due_at = least(x.due_at, ${new Date(now)}::timestamptz)
    from (select p.alarm_id, to_timestamp(min(m.from_ts) / 1000) as from_ts
      from unnest(${marks.map(({ id }) => id)}::integer[], ${marks.map(({ from }) => from)}::float8[]) m (id, from_ts)
        join alarm_mixed_meter p on p.ammeter_id = m.id group by 1) t
    where x.alarm_id = t.alarm_id`.execute(trx);
}

/** Takes the marks of figures and positions. @param now ms */
export async function takeMixedMarks(trx: Db, now: number): Promise<void> {
  await sql`
    with taken as (delete from alarm_mixed_dirty returning alarm_id, ammeter_id, from_ts),
    first as (select alarm_id, ammeter_id, min(from_ts) as from_ts from taken group by 1, 2)
    update alarm_mixed x set from_ts = least(x.from_ts, t.from_ts), due_at = least(x.due_at, ${new Date(now)}::timestamptz)
    from first t where x.alarm_id = t.alarm_id and x.ammeter_id = t.ammeter_id`.execute(trx);
}
