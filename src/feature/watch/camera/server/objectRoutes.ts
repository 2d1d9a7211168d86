import { sql } from 'kysely';
import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import type { Db } from '#server/database/db.ts';
import { rightOf } from '#feature/watch/control/server/public.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { type CameraWire, VIDEO_PATH } from '../contract.ts';
import { camerasPage } from './list.ts';
import { atObject } from './nearObject.ts';
import { WATCH } from './permission.ts';

/** Where the pictures of an object come from. */
interface VideoServer {
  /** Address of the video platform; null = none is set up, the product shows pictures itself. */
  readonly url: string | null;
  /** Path of the product's own pictures. */
  readonly path: string;
  /** How many cameras the object, or all that the caller sees, has. */
  readonly cameras: number;
}

const of = { consumerId: id().optional(), siteId: id().optional(), objectId: id().optional() };

const getVideoServer = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorObject/getVideoServer',
  summary: { zh: '监测对象：视频服务', en: 'Monitored objects: where their pictures come from' },
  permission: WATCH,
  params: z.object(of),
  example: {},
  handler: async (call): Promise<VideoServer> => {
    const { pagination } = await camerasPage(call, { ...call.params, limit: 1, offset: 0 });
    return { url: call.services.config.camera.serverUrl, path: VIDEO_PATH, cameras: pagination.total };
  },
});

const getCameraItem = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorItem/getCameraItem',
  summary: { zh: '监测项：摄像机', en: 'Monitored values: the cameras of an object or site' },
  permission: WATCH,
  params: z.object({ ...paging, ...of }),
  example: { pageSize: 10 },
  handler: (call): Promise<Page<CameraWire>> => {
    const { current, pageSize } = pageOf(call.params);
    return camerasPage(call, { ...call.params, limit: pageSize, offset: (current - 1) * pageSize });
  },
});

/** An output that can be switched, by its name. */
interface ControlItem {
  readonly controlItemId: number;
  readonly controlName: string;
  readonly controlCode: string;
  readonly siteId: number;
  /** 1 = relay, 2 = property of an IoT device. */
  readonly controlType: string;
}

interface CameraAndControl {
  readonly cameras: readonly CameraWire[];
  readonly controls: readonly ControlItem[];
}

/** As many of each as a dialog offers. */
const MOST = 500;

async function controlsOf(
  trx: Db,
  {
    consumerId = null,
    siteId = null,
    objectId = null,
  }: {
    consumerId?: number | null | undefined;
    siteId?: number | null | undefined;
    objectId?: number | null | undefined;
  },
): Promise<readonly ControlItem[]> {
  const { rows } = await sql<ControlItem>`
    select c.id as "controlItemId", shown_name(c.control_name, c.control_name_en) as "controlName",
      c.control_code as "controlCode", c.site_id as "siteId", c.control_type as "controlType"
    from i_remote_control c where c.state = '1'
      and (${consumerId}::integer is null or c.consumer_id = ${consumerId})
      and (${siteId}::integer is null or c.site_id = ${siteId})
      and ${atObject('i_remote_control', 'c', objectId)}
    order by c.control_code, c.id limit ${MOST}`.execute(trx);
  return rows;
}

const getCameraAndControlItems = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorItem/getCameraAndControlItems',
  summary: {
    zh: '监测项：摄像机与遥控点',
    en: 'Monitored values: cameras and remote outputs to choose from',
  },
  permission: null,
  why: 'scope',
  params: z.object(of),
  example: {},
  handler: async (call): Promise<CameraAndControl> => {
    const { funCodes } = call.caller;
    const { list } = await camerasPage(call, { ...call.params, limit: MOST, offset: 0 });
    return {
      cameras: funCodes.has(WATCH) ? list : list.map(named),
      controls: funCodes.has(rightOf('view')) ? await controlsOf(call.trx, call.params) : [],
    };
  },
});

/** A camera for who may not watch it: by its name, without where it plays, who moves it and what alarms there are. */
const named = (camera: CameraWire): CameraWire => ({
  ...camera,
  url: null,
  mover: null,
  alarmLevel: null,
  alarmName: null,
});

export const objectRoutes: readonly Route[] = [getVideoServer, getCameraItem, getCameraAndControlItems];
