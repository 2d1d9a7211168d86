import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { keepEnd, type RunEnd } from './run.ts';

/** A run that asks a camera for a picture and a recording. */
export interface CameraRun {
  readonly id: number;
  readonly cameraId: number;
  readonly recordId: number;
  readonly alarmName: string;
  /** ms */
  readonly raisedAt: number;
  /** s before the alarm, and behind it. */
  readonly leadSeconds: number;
  readonly seconds: number;
  /** Which try it is. */
  readonly tries: number;
}

/** Longest recording before an alarm and behind it, s. */
const LONGEST = { lead: 30, behind: 300 } as const;
const SECONDS = { lead: 10, behind: 20 } as const;
const TRIES = 3;
const WAIT_S = 20;
/** A process that died is replaced so long after the recording should be there, s. */
const LEASE_S = 60;
const BATCH = 16;

/** Takes the runs about cameras that are due, each for one process. */
export async function takeCameraRuns(db: Db): Promise<readonly CameraRun[]> {
  const { rows } = await sql<CameraRun>`
    update linkage_record r set tries = r.tries + 1,
      due_at = now() + make_interval(secs => ${LEASE_S} + least(${LONGEST.behind}, coalesce(c.duration, ${SECONDS.behind})))
    from linkage_config c
    where c.id = r.linkage_id and r.id in (
      select one.id from linkage_record one join linkage_config k on k.id = one.linkage_id and k.enable = '1'
      where one.record_source = 'machine' and one.run_state = 'waiting' and one.linkage_type = '3'
        and one._source = 'config' and one.due_at <= now() and k.camera_item_id is not null
      order by one.due_at, one.id limit ${BATCH} for update of one skip locked)
    returning r.id, c.camera_item_id as "cameraId", r.alarm_record_id as "recordId", r.alarm_name as "alarmName",
      (extract(epoch from r.raised_at) * 1000)::float8 as "raisedAt", r.tries,
      least(${LONGEST.lead}, coalesce(c.lead_time, ${SECONDS.lead}))::integer as "leadSeconds",
      least(${LONGEST.behind}, coalesce(c.duration, ${SECONDS.behind}))::integer as seconds`.execute(db);
  return rows;
}

/** Writes down how a run about a camera ended; one that failed is tried again, three times within a minute. */
export async function endCameraRun(db: Db, { id, tries }: CameraRun, end: RunEnd): Promise<void> {
  if (end.state !== 'failed' || tries >= TRIES) return keepEnd(db, id, end);
  await sql`update linkage_record set due_at = now() + make_interval(secs => ${WAIT_S}), detail = ${end.detail?.slice(0, 255) ?? null}
    where id = ${id} and run_state = 'waiting'`.execute(db);
}

/** The cameras that linkages ask for, with the longest time before an alarm, s. */
export async function camerasToRecord(
  db: Db,
): Promise<readonly { readonly cameraId: number; readonly leadSeconds: number }[]> {
  const { rows } = await sql<{ cameraId: number; leadSeconds: number }>`
    select camera_item_id as "cameraId", max(least(${LONGEST.lead}, coalesce(lead_time, ${SECONDS.lead})))::integer as "leadSeconds"
    from linkage_config where enable = '1' and linkage_type = '3' and camera_item_id is not null
    group by 1 having max(coalesce(lead_time, ${SECONDS.lead})) > 0 order by 1`.execute(db);
  return rows;
}
