import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import type { Sealer } from '#server/secret.ts';
import { type CameraKind, MOVE_MS } from '#contract/camera.ts';
import type { Lack } from '../contract.ts';
import type { Door } from './door.ts';

/** A camera with how it is reached. */
export interface Camera {
  readonly id: number;
  readonly name: string;
  readonly consumerId: number;
  readonly siteId: number;
  readonly kind: CameraKind | null;
  /** What can be said without asking it; null = nothing is in its way. */
  readonly lack: Lack | null;
  readonly fixed: boolean;
  readonly door: Door;
  readonly onvifPath: string | null;
  readonly profile: string | null;
  readonly streamPath: string | null;
  readonly snapshotPath: string | null;
  readonly moveMs: number;
  /** Changes with the settings of its connection. */
  readonly version: string;
}

/** What cameras are read with. */
export interface CameraReader {
  /** Sees the sealed passwords. */
  readonly system: Db;
  readonly sealer: Sealer;
  readonly allowed: ReadonlySet<string>;
  /** A video platform is set up. */
  readonly platform: boolean;
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly consumerId: number;
  readonly siteId: number;
  readonly inUse: boolean;
  readonly cameraType: string;
  readonly kind: CameraKind | null;
  readonly host: string | null;
  readonly httpPort: number | null;
  readonly rtspPort: number | null;
  readonly user: string | null;
  readonly onvifPath: string | null;
  readonly profile: string | null;
  readonly streamPath: string | null;
  readonly snapshotPath: string | null;
  readonly moveMs: number | null;
}

/** What the password of a camera is sealed about. */
export const sealedFor = (cameraId: number): string => `camera:${cameraId}`;

/** What stands in a camera's way whatever it answers. */
export function lackOf(
  row: Pick<Row, 'inUse' | 'kind' | 'host' | 'streamPath' | 'snapshotPath'>,
  platform: boolean,
): Lack | null {
  if (!row.inUse) return 'outOfUse';
  if (row.kind === null) return 'notConnected';
  if (row.kind === 'external') return platform ? null : 'notSetUp';
  if (row.host === null) return 'notConnected';
  if (row.kind === 'rtsp' && row.streamPath === null) return 'notConnected';
  return row.kind === 'snapshot' && row.snapshotPath === null ? 'notConnected' : null;
}

/** A camera that the executor shows. @throws Fault 404 */
export async function cameraOf(trx: Db, reader: CameraReader, id: number): Promise<Camera> {
  const { rows } = await sql<Row>`
    select id, shown_name(camera_name, camera_name_en) as name, consumer_id as "consumerId", site_id as "siteId",
      state = '1' as "inUse", camera_type as "cameraType", camera_kind as kind, host, http_port as "httpPort",
      rtsp_port as "rtspPort", camera_user as "user", onvif_path as "onvifPath", profile, stream_path as "streamPath",
      snapshot_path as "snapshotPath", move_ms as "moveMs"
    from i_video_control where id = ${id}`.execute(trx);
  const row = rows[0];
  if (!row) throw noSuchRow();
  const secret = await sql<{ sealed: string }>`
    select sealed from camera_secret where camera_id = ${id}`.execute(reader.system);
  const sealed = secret.rows[0]?.sealed;
  const password = sealed === undefined ? null : await reader.sealer.open(sealed, sealedFor(id));
  // A name, which is told in the caller's language, is no part of the connection.
  const { name: _name, ...connection } = row;
  return {
    ...row,
    lack: lackOf(row, reader.platform),
    fixed: row.cameraType === '1',
    door: {
      host: row.host ?? '',
      httpPort: row.httpPort ?? 80,
      rtspPort: row.rtspPort ?? 554,
      user: row.user,
      password: row.user === null ? null : (password ?? ''),
      allowed: reader.allowed,
    },
    moveMs: Math.min(MOVE_MS.to, row.moveMs ?? MOVE_MS.initial),
    version: createHash('sha256')
      .update(JSON.stringify([connection, sealed ?? null]))
      .digest('base64url'),
  };
}
