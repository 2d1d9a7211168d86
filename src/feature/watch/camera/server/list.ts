import { sql } from 'kysely';
import type { Page } from '#contract/envelope.ts';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { Call, Services } from '#server/route.ts';
import { type CameraKind, MOVE_MS } from '#contract/camera.ts';
import type { CameraWire } from '../contract.ts';
import { lackOf } from './camera.ts';
import { holdersOf } from './lease.ts';
import { atObject } from './nearObject.ts';

/** Which cameras are asked for; the executor shows those of the caller's scope. */
export interface CameraQuery {
  readonly consumerId?: number | undefined;
  readonly siteId?: number | undefined;
  /** A monitored object: the cameras that look at it, at what it lies in or at what lies in it; without any those of its site. */
  readonly objectId?: number | undefined;
  readonly cameraId?: number | undefined;
  readonly search?: string | undefined;
  /** Those whose site has an open alarm alone. */
  readonly alarmed?: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
}

type Row = Omit<CameraWire, 'lack' | 'url' | 'mover'> & {
  readonly inUse: boolean;
  readonly host: string | null;
  readonly streamPath: string | null;
  readonly snapshotPath: string | null;
  readonly total: number;
};

/** Cameras in the order of their numbers. */
async function rowsOf(trx: Db, query: CameraQuery): Promise<readonly Row[]> {
  const { consumerId = null, siteId = null, objectId = null, cameraId = null, search = null } = query;
  const { rows } = await sql<Row>`
    select c.id as "cameraId", shown_name(c.camera_name, c.camera_name_en) as "cameraName",
      c.camera_code as "cameraCode", c.consumer_id as "consumerId", c.site_id as "siteId", c.object_id as "objectId",
      shown_name(w.org_name, w.org_name_en) as "objectName",
      shown_name(s.org_name, s.org_name_en) as "siteName",
      coalesce(s.time_zone, ${homeZone}) as "timeZone", c.place, c.camera_kind as "cameraKind",
      c.camera_type = '1' as fixed, least(${MOVE_MS.to}::integer, coalesce(c.move_ms, ${MOVE_MS.initial}::integer)) as "moveMs", c.state = '1' as "inUse", c.host, c.stream_path as "streamPath",
      c.snapshot_path as "snapshotPath", a.level as "alarmLevel", a.name as "alarmName",
      count(*) over ()::integer as total
    from i_video_control c join monitor_site s on s.id = c.site_id
    left join monitor_object w on w.id = c.object_id
    left join lateral (
      select r.alarm_level as level, shown_name(r.record_name, r.record_name_en) as name from alarm_record r
      where r.consumer_id = c.consumer_id and r.site_id = c.site_id and r.alarm_status = '1'
        and r.revision is distinct from 'withdrawn'
      order by r.alarm_level, r.raised_at desc limit 1) a on true
    where (${consumerId}::integer is null or c.consumer_id = ${consumerId})
      and (${siteId}::integer is null or c.site_id = ${siteId})
      and (${cameraId}::integer is null or c.id = ${cameraId})
      and ${atObject('i_video_control', 'c', objectId)}
      and (${search}::text is null or strpos(lower(concat_ws(' ', c.camera_name, c.camera_name_en, c.camera_code,
        c.place, s.org_name, w.org_name, w.org_name_en)), lower(${search})) > 0)
      and (not ${query.alarmed ?? false}::boolean or a.level is not null)
    order by c.state desc, c.camera_code, c.id limit ${query.limit} offset ${query.offset}`.execute(trx);
  return rows;
}

/** The address of a stream at the external platform; null = none is set up. */
function platformUrl(serverUrl: string | null, stream: string): string | null {
  if (serverUrl === null) return null;
  const name = encodeURIComponent(stream);
  return serverUrl.includes('{camera}')
    ? serverUrl.replaceAll('{camera}', name)
    : `${serverUrl.replace(/\/+$/, '')}/${name}`;
}

/** The address of a camera of the platform; null = it is none of its, or none is set up. */
const urlOf = (serverUrl: string | null, kind: CameraKind | null, streamPath: string | null, code: string) =>
  kind === 'external' ? platformUrl(serverUrl, streamPath ?? code) : null;

/** Cameras as the screens show them. */
export async function camerasPage(
  { trx, caller, services }: Pick<Call<unknown>, 'trx' | 'caller'> & { services: Services },
  query: CameraQuery,
): Promise<Page<CameraWire>> {
  const { serverUrl } = services.config.camera;
  const rows = await rowsOf(trx, query);
  const ids = rows.map(({ cameraId }) => cameraId);
  const movers = await holdersOf(services.system, ids, caller.employeeId);
  const list = rows.map(({ inUse, host, streamPath, snapshotPath, total: _total, ...row }) => ({
    ...row,
    lack: lackOf({ inUse, kind: row.cameraKind, host, streamPath, snapshotPath }, serverUrl !== null),
    url: urlOf(serverUrl, row.cameraKind, streamPath, row.cameraCode),
    mover: movers.get(row.cameraId) ?? null,
  }));
  return {
    list,
    pagination: {
      total: rows[0]?.total ?? 0,
      current: Math.floor(query.offset / query.limit) + 1,
      pageSize: query.limit,
    },
  };
}
