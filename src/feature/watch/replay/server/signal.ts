import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import type { Value } from '#domain/alarm/replay.ts';
import type { ObjectRule } from '#domain/alarm/settings.ts';
import { SIGNAL_CODE, signalReadings } from '#domain/alarm/signal.ts';
import { type CoursePoint, pointCourse } from '#feature/watch/judge/server/public.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { Db } from '#server/database/db.ts';
import type { MeterRow } from './run.ts';

/** A signal point that the executor sees. @throws Fault 404 */
async function pointOf(db: Db, id: number): Promise<CoursePoint> {
  const { rows } = await sql<CoursePoint>`
    select p.id, nullif(p.expected_seconds, 0) as "expectedSeconds", coalesce(s.time_zone, ${homeZone}) as "timeZone"
    from signal_point p left join monitor_site s on s.id = p.site_id where p.id = ${id}`.execute(db);
  const [point] = rows;
  if (!point) throw noSuchRow();
  return point;
}

/** What the positions of a point say to a rule in [from, to), ms: 1 = in an alarm state, 0 = not, or the operations of the day; null = not known. */
export async function signalValues(
  db: Db,
  pointId: number,
  rule: ObjectRule,
  from: number,
  to: number,
): Promise<Value[]> {
  const course = await pointCourse(db, await pointOf(db, pointId), { from, to: to - 1 });
  return signalReadings([{ versionId: 0, validFrom: 0, rule }], course, pointId).map(({ at, values }) => {
    const value = values[SIGNAL_CODE] ?? NaN;
    return { at, value: Number.isFinite(value) ? value : null };
  });
}

/** A point that a rule is put to, as it is replayed. */
type FoundPoint = MeterRow & { readonly consumerId: number; readonly timeZone: string };

/** The points of the caller's scope that a rule is put to, at most so many. */
export async function pointsOfRule(trx: Db, alarmId: number, most: number): Promise<FoundPoint[]> {
  const { rows } = await sql<FoundPoint>`
    select p.id as "ammeterId", shown_name(p.point_name, p.point_name_en) as "ammeterName", p.site_id as "siteId",
      shown_name(s.org_name, s.org_name_en) as "siteName", coalesce(nullif(p.expected_seconds, 0), 60) * 1000 as "stepMs",
      p.consumer_id as "consumerId", coalesce(s.time_zone, ${homeZone}) as "timeZone"
    from signal_alarm sa join signal_point p on p.id = sa.signal_point_id left join monitor_site s on s.id = p.site_id
    where sa.alarm_id = ${alarmId} and sa.enable order by p.id limit ${most}`.execute(trx);
  return rows;
}
