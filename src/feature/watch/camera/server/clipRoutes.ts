import { join } from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { noSuchRow } from '#contract/error.ts';
import { id, pageOf, paging, yesNo } from '#contract/param.ts';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import { recordChange } from '#server/resource/audit.ts';
import { type Call, defineRoute, type Download, Later, type Route, type Services } from '#server/route.ts';
import type { ClipStore, ClipWire } from '../contract.ts';
import { openClips, removeContent } from './clipStore.ts';
import { atObject } from './nearObject.ts';
import { KEEP, WATCH } from './permission.ts';

const clipsOf = ({ config }: Services) => openClips(join(config.dataDir, 'files'));

/** A recording in the record of changes. */
const CLIP = { name: 'cameraClip', scope: 'consumerId' } as const;

const query = z.object({
  ...paging,
  consumerId: id().optional(),
  siteId: id().optional(),
  objectId: id().optional(),
  cameraId: id().optional(),
  alarmRecordId: id().optional(),
  startTime: z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
  endTime: z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
});

const text = (column: string) => sql.raw(`to_json(${column}) #>> '{}'`);

const isDay = (time: string): boolean => !time.includes('T');

/** An instant, or where a day begins at the site `s`, days later. */
const beginOf = (time: string, daysLater = 0) =>
  isDay(time)
    ? sql`((${time}::date + ${daysLater}::integer)::timestamp at time zone coalesce(s.time_zone, ${homeZone}))`
    : sql`${time}::timestamptz`;

/** Recordings and pictures, the newest first. */
async function clipsPage(trx: Db, params: z.output<typeof query>): Promise<Page<ClipWire>> {
  const { current, pageSize } = pageOf(params);
  const { consumerId = null, siteId = null, objectId = null, cameraId = null, alarmRecordId = null } = params;
  const { rows } = await sql<ClipWire & { readonly total: number }>`
    select c.id as "clipId", c.camera_id as "cameraId", shown_name(v.camera_name, v.camera_name_en) as "cameraName",
      c.kind, coalesce(s.time_zone, ${homeZone}) as "timeZone", ${text('c.begin_at')} as "beginAt", ${text('c.end_at')} as "endAt",
      round(extract(epoch from c.end_at - c.begin_at), 1)::float8 as seconds, c.bytes,
      c.alarm_record_id as "alarmRecordId", coalesce(shown_name(r.record_name, r.record_name_en), c.alarm_name) as "alarmName",
      r.alarm_level as "alarmLevel", ${text('r.raised_at')} as "raisedAt", c.kept,
      count(*) over ()::integer as total
    from camera_clip c join i_video_control v on v.id = c.camera_id join monitor_site s on s.id = c.site_id
    left join alarm_record r on r.id = c.alarm_record_id
    where (${consumerId}::integer is null or c.consumer_id = ${consumerId})
      and (${siteId}::integer is null or c.site_id = ${siteId})
      and ${atObject('i_video_control', 'v', objectId)}
      and (${cameraId}::integer is null or c.camera_id = ${cameraId})
      and (${alarmRecordId}::integer is null or c.alarm_record_id = ${alarmRecordId})
      and ${params.startTime === undefined ? sql`true` : sql`c.end_at >= ${beginOf(params.startTime)}`}
      and ${params.endTime === undefined ? sql`true` : isDay(params.endTime) ? sql`c.begin_at < ${beginOf(params.endTime, 1)}` : sql`c.begin_at <= ${beginOf(params.endTime)}`}
    order by c.begin_at desc, c.id desc limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(trx);
  return {
    list: rows.map(({ total: _total, ...row }) => row),
    pagination: { total: rows[0]?.total ?? 0, current, pageSize },
  };
}

const videoHistoryDatas = (path: string): Route =>
  defineRoute({
    method: 'GET',
    path,
    summary: { zh: '录像与抓拍历史，带其告警', en: 'Recordings and pictures with their alarms' },
    permission: WATCH,
    params: query,
    example: { pageSize: 10 },
    handler: ({ trx, params }): Promise<Page<ClipWire>> => clipsPage(trx, params),
  });

interface Kept {
  readonly id: number;
  readonly consumerId: number;
  readonly cameraId: number;
  readonly name: string;
  readonly kind: 'clip' | 'snapshot';
  readonly sha256: string;
  readonly kept: boolean;
  readonly beginAt: string;
}

/** A recording that the caller sees. @throws Fault 404 */
async function clipOf(trx: Db, clipId: number): Promise<Kept> {
  const { rows } = await sql<Kept>`
    select c.id, c.consumer_id as "consumerId", c.camera_id as "cameraId", c.kind, c.sha256, c.kept,
      shown_name(v.camera_name, v.camera_name_en) as name, ${text('c.begin_at')} as "beginAt"
    from camera_clip c join i_video_control v on v.id = c.camera_id where c.id = ${clipId}`.execute(trx);
  if (!rows[0]) throw noSuchRow();
  return rows[0];
}

const getClip = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/archive/cameraClip/download',
  summary: { zh: '录像：下载 MP4 或图片', en: 'Recordings: the MP4 or the picture' },
  permission: WATCH,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params, services }): Promise<Download> => {
    const { name, kind, sha256, beginAt } = await clipOf(trx, params.id);
    const stamp = beginAt.slice(0, 19).replaceAll(':', '-');
    return {
      fileName: `${name} ${stamp}.${kind === 'clip' ? 'mp4' : 'jpg'}`,
      mimeType: kind === 'clip' ? 'video/mp4' : 'image/jpeg',
      body: clipsOf(services).open(sha256),
    };
  },
});

const shown = ({ id: clipId, consumerId, cameraId, kind, beginAt, kept }: Kept) => ({
  id: clipId,
  consumerId,
  cameraId,
  kind,
  beginAt,
  kept,
});

const keep = defineRoute({
  method: 'POST',
  path: '/api/archive/cameraClip/keep',
  summary: { zh: '录像：保留（不按期限删除）', en: 'Recordings: keep, or let go again' },
  permission: KEEP,
  params: z.object({ id: id(), kept: yesNo() }),
  example: { id: 1, kept: true },
  handler: async (call) => {
    const { trx, params } = call;
    const clip = await clipOf(trx, params.id);
    await sql`update camera_clip set kept = ${params.kept} where id = ${clip.id}`.execute(trx);
    await recordChange(call, CLIP, 'edit', shown(clip), { ...shown(clip), kept: params.kept });
    return { id: clip.id, kept: params.kept };
  },
});

/** Removes the content of a recording that is deleted. */
async function removed(services: Services, { id: clipId, sha256 }: Kept): Promise<{ readonly id: number }> {
  await removeContent(services.system, clipsOf(services), [sha256]);
  return { id: clipId };
}

const del = defineRoute({
  method: 'POST',
  path: '/api/archive/cameraClip/del',
  summary: { zh: '录像：删除', en: 'Recordings: delete' },
  permission: KEEP,
  params: z.object({ id: id() }),
  toldBy: removed,
  example: { id: 1 },
  handler: async (call) => {
    const { trx, params, services } = call;
    const clip = await clipOf(trx, params.id);
    await sql`delete from camera_clip where id = ${clip.id}`.execute(trx);
    await recordChange(call, CLIP, 'del', shown(clip), null);
    return new Later(() => removed(services, clip));
  },
});

/** How much an enterprise's recordings take. */
async function storeOf({ trx, services }: Call<unknown>, consumerId: number): Promise<ClipStore> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from camera_clip where consumer_id = ${consumerId}`.execute(
    trx,
  );
  const { clipDays, clipQuotaBytes } = services.config.camera;
  return { bytes: rows[0]?.bytes ?? 0, quotaBytes: clipQuotaBytes, days: clipDays };
}

const getStore = defineRoute({
  method: 'GET',
  path: '/api/archive/cameraClip/getStore',
  summary: { zh: '录像：已用空间与期限', en: 'Recordings: space used, quota and days' },
  permission: WATCH,
  params: z.object({ consumerId: id() }),
  example: { consumerId: 1001 },
  handler: (call) => storeOf(call, call.params.consumerId),
});

export const clipRoutes: readonly Route[] = [
  videoHistoryDatas('/api/archive/monitorItem/videoHistoryDatas'),
  videoHistoryDatas('/api/hxyUser/userMonitorItem/videoHistoryDatas'),
  getClip,
  keep,
  del,
  getStore,
];
