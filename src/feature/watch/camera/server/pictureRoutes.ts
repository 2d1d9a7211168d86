import * as z from 'zod';
import { noSuchRow, sessionExpired } from '#contract/error.ts';
import { id, pageOf, paging, yesNo } from '#contract/param.ts';
import { tokenOf } from '#feature/house/session/server/public.ts';
import { type Download, defineRoute, type Route } from '#server/route.ts';
import { type CameraAbilities, VIDEO_PATH, type VideoToken } from '../contract.ts';
import { cameraOf } from './camera.ts';
import { camerasOf, readerOf } from './cameras.ts';
import type { Eye } from './eye.ts';
import { camerasPage } from './list.ts';
import { WATCH } from './permission.ts';
import { givePermit } from './permit.ts';
import { outside } from './told.ts';

const one = z.object({ cameraId: id() });
const example = { cameraId: 1 };

const getCameras = (path: string): Route =>
  defineRoute({
    method: 'GET',
    path,
    summary: { zh: '摄像机：画面列表', en: 'Cameras: what the screens show of each' },
    permission: WATCH,
    params: z.object({
      ...paging,
      consumerId: id().optional(),
      siteId: id().optional(),
      objectId: id().optional(),
      cameraId: id().optional(),
      search: z.string().max(100).optional(),
      alarmed: yesNo().optional(),
    }),
    example: { current: 1, pageSize: 9 },
    handler: (call) => {
      const { current, pageSize } = pageOf(call.params);
      return camerasPage(call, { ...call.params, limit: pageSize, offset: (current - 1) * pageSize });
    },
  });

/** What a camera can do, asked of itself. */
const abilities = (eye: Eye): Promise<CameraAbilities> => eye.abilities();

const getAbilities = (path: string): Route =>
  defineRoute({
    method: 'GET',
    path,
    summary: { zh: '摄像机：可用功能与原因', en: 'Cameras: what one can do, and why not' },
    permission: WATCH,
    params: one,
    example,
    toldBy: abilities,
    handler: async ({ trx, services, params }) => {
      const camera = await cameraOf(trx, readerOf(services), params.cameraId);
      return outside(() => abilities(camerasOf(services).eye(camera)));
    },
  });

const ENDINGS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

const snapshot = (path: string): Route =>
  defineRoute({
    method: 'DOWNLOAD',
    path,
    summary: { zh: '摄像机：当前快照', en: 'Cameras: the picture now' },
    permission: WATCH,
    params: one,
    unrecorded: true,
    example,
    handler: async ({ trx, services, params }) => {
      const camera = await cameraOf(trx, readerOf(services), params.cameraId);
      return outside(async (): Promise<Download> => {
        const { type, body } = await camerasOf(services).eye(camera).snapshot();
        const fileName = `${camera.name} ${new Date().toISOString()}.${ENDINGS[type] ?? 'jpg'}`;
        return { fileName, mimeType: type, body, inline: true };
      });
    },
  });

const getVideoToken = (path: string): Route =>
  defineRoute({
    method: 'POST',
    path,
    summary: {
      zh: '摄像机：一次性播放许可，60 秒内有效',
      en: 'Cameras: a permit to watch once, within 60 s',
    },
    permission: WATCH,
    params: one,
    unrecorded: true,
    example,
    handler: async ({ trx, services, caller, params, request }): Promise<VideoToken> => {
      const session = tokenOf(request);
      if (!session) throw sessionExpired();
      await cameraOf(trx, readerOf(services), params.cameraId);
      const { employeeId } = caller;
      const token = await givePermit(services.system, session, { employeeId, cameraId: params.cameraId });
      return { token, path: `${VIDEO_PATH}?token=${token}` };
    },
  });

/** Where a live picture is found. */
interface LiveAddress {
  readonly cameraId: number;
  /** Page of the video platform; null = the product shows it itself. */
  readonly url: string | null;
  /** Path of the product's own WebSocket; a permit of `getVideoToken` goes with it. */
  readonly path: string;
}

const getLiveVideoAddress = defineRoute({
  method: 'GET',
  path: '/api/sys/video/getLiveVideoAddress',
  summary: { zh: '实时视频地址', en: 'Address of a live picture' },
  permission: WATCH,
  params: one,
  example,
  handler: async (call): Promise<LiveAddress> => {
    const { cameraId } = call.params;
    const { list } = await camerasPage(call, { cameraId, limit: 1, offset: 0 });
    if (!list[0]) throw noSuchRow();
    return { cameraId, url: list[0].url, path: VIDEO_PATH };
  },
});

export const pictureRoutes: readonly Route[] = [
  ...['/api/archive/iVideoControl', '/api/hxyUser/userIVideo'].flatMap((base) => [
    getCameras(`${base}/getCameras`),
    getAbilities(`${base}/getAbilities`),
    snapshot(`${base}/snapshot`),
    getVideoToken(`${base}/getVideoToken`),
  ]),
  getLiveVideoAddress,
];
