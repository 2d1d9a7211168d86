import { CAMERA_ACCOUNT, type CameraOptions, type SimulatedCamera, startCamera } from '../camera/camera.ts';
import type { Client } from './client.ts';
import type { Desk } from './desk.ts';

/** Where the simulated cameras are. */
export const CAMERA_HOST = '127.0.0.1';

interface DemoCamera {
  readonly code: string;
  readonly name: string;
  readonly place: string;
  readonly device: CameraOptions;
  /** What it looks at: the end of the object's code, behind that of the site. */
  readonly object?: string;
  /** Fields of its row beside host, ports and account. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The cameras of each plant: one that turns, one that is fixed, one that gives pictures alone. */
const CAMERAS: readonly DemoCamera[] = [
  {
    code: 'C-1',
    name: '配电室摄像机',
    place: '总配电室',
    object: '-P',
    device: { ptz: false, iris: false, pan: 40 },
    fields: { cameraType: '1', cameraKind: 'onvif' },
  },
  {
    code: 'C-2',
    name: '大门摄像机',
    place: '厂区大门',
    device: { pan: -20 },
    fields: { cameraType: '2', cameraKind: 'onvif' },
  },
  {
    code: 'C-3',
    name: '空压站摄像机',
    place: '空压站',
    device: { onvif: false, rtspPort: null, pan: 120 },
    fields: { cameraType: '1', cameraKind: 'snapshot', snapshotPath: '/snapshot.jpg' },
  },
];

/** Ports of a camera, 0 = none. */
export interface CameraPorts {
  readonly http: number;
  readonly rtsp: number;
}

/** Starts the cameras, at the ports of before where they are free. @returns their ports in order */
export async function openCameras(before: readonly CameraPorts[]): Promise<readonly CameraPorts[]> {
  const open = (options: CameraOptions, ports: CameraPorts | undefined): Promise<SimulatedCamera> => {
    const rtspPort = options.rtspPort === null ? null : (ports?.rtsp ?? 0);
    return startCamera({ ...options, httpPort: ports?.http ?? 0, rtspPort });
  };
  const cameras = await Promise.all(
    CAMERAS.map(({ device }, i) => open(device, before[i]).catch(() => open(device, undefined))),
  );
  return cameras.map(({ httpPort, rtspPort }) => ({ http: httpPort, rtsp: rtspPort }));
}

/** Enters the cameras of a plant with how they are reached. @returns their ids by number */
export async function enterCameras(
  client: Client,
  desk: Desk,
  {
    consumerId,
    siteId,
    site,
    ports,
  }: { consumerId: number; siteId: number; site: string; ports: readonly CameraPorts[] },
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const [i, { code, name, place, object, fields }] of CAMERAS.entries()) {
    const orgCode = `${site}${object}`;
    const looksAt =
      object === undefined ? undefined : await desk.find('archive/monitorObject', { consumerId, orgCode });
    const id = await desk.ensure(
      'archive/iVideoControl',
      { consumerId, cameraCode: code },
      {
        cameraName: name,
        siteId,
        ...(looksAt ? { objectId: looksAt.id } : {}),
        place,
        channel: 1,
        host: CAMERA_HOST,
        httpPort: ports[i]?.http,
        ...(ports[i]?.rtsp ? { rtspPort: ports[i].rtsp } : {}),
        cameraUser: CAMERA_ACCOUNT.user,
        ...fields,
      },
    );
    await client.post('/api/archive/iVideoControl/setSecret', { id, secret: CAMERA_ACCOUNT.password });
    ids.set(code, id);
  }
  return ids;
}

/** Urgent and important alarms are recorded at the gate. */
export async function enterRecording(
  desk: Desk,
  { consumerId, cameraItemId }: { consumerId: number; cameraItemId: number },
): Promise<void> {
  await desk.ensure(
    'alarm/linkageConfig',
    { consumerId, linkageName: '告警录像' },
    {
      eventType: '0',
      levels: ['1', '2'],
      linkageType: '3',
      cameraItemId,
      leadTime: 10,
      duration: 20,
      enable: '1',
    },
  );
}
