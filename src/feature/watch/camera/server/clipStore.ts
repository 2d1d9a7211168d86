import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { CameraConfig } from '#server/cameraConfig.ts';
import type { Db } from '#server/database/db.ts';
import { type FileStore, openFileStore } from '#server/files.ts';
import type { CameraRun } from '#feature/watch/linkage/server/public.ts';

/** The store of recordings, beside the files that people bring in. @param filesDir folder of those */
export const openClips = (filesDir: string): FileStore => openFileStore(join(filesDir, 'clip'));

/** A recording or picture that is to be kept. */
export interface NewClip {
  readonly cameraId: number;
  readonly kind: 'clip' | 'snapshot';
  /** ms */
  readonly beginAt: number;
  readonly endAt: number;
  readonly content: Buffer;
  readonly run: CameraRun;
}

/** Keeps a recording with its alarm; a further try of the same run replaces nothing. */
export async function keepClip(db: Db, clips: FileStore, clip: NewClip): Promise<void> {
  const { sha256, size } = await clips.put(clip.content);
  const { run } = clip;
  await sql`insert into camera_clip (consumer_id, site_id, camera_id, kind, begin_at, end_at, sha256, bytes,
      linkage_record_id, alarm_record_id, alarm_name)
    select consumer_id, site_id, id, ${clip.kind}, ${new Date(clip.beginAt)}, ${new Date(clip.endAt)}, ${sha256}, ${size},
      ${run.id}, ${run.recordId}, ${run.alarmName}
    from i_video_control where id = ${clip.cameraId} on conflict do nothing`.execute(db);
}

const DELETED = 500;

/** Deletes what is too old, and the oldest beyond the quota of an enterprise; what a person keeps stays. @returns how many */
export async function clearClips(
  db: Db,
  clips: FileStore,
  { clipDays, clipQuotaBytes }: CameraConfig,
): Promise<number> {
  const { rows } = await sql<{ sha256: string }>`
    with sized as (
      select id, begin_at, kept, sum(bytes) over (partition by consumer_id order by kept desc, begin_at desc, id desc) as upTo
      from camera_clip),
    gone as (select id from sized where not kept
      and (begin_at < now() - make_interval(days => ${clipDays}) or upTo > ${clipQuotaBytes})
      order by begin_at limit ${DELETED})
    delete from camera_clip where id in (select id from gone) returning sha256`.execute(db);
  await removeContent(
    db,
    clips,
    rows.map(({ sha256 }) => sha256),
  );
  return rows.length;
}

/** Removes contents that no recording names any more. */
export async function removeContent(db: Db, clips: FileStore, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  const { rows } = await sql<{ sha256: string }>`
    select distinct sha256 from camera_clip where sha256 = any (${hashes})`.execute(db);
  const named = new Set(rows.map(({ sha256 }) => sha256));
  for (const hash of hashes) if (!named.has(hash)) await rm(clips.pathOf(hash), { force: true });
}
