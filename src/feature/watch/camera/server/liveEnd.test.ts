import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '#test/broker.ts';
import { add, buildEnterprise, type Enterprise, PASSWORD, unique } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { CAMERA_ACCOUNT, type SimulatedCamera, startCamera } from '../../../../../simulator/camera/camera.ts';
import type { VideoToken } from '../contract.ts';

const AT = '/api/archive/iVideoControl';
/** Whether somebody still may watch is asked so often, ms. */
const LOOK_MS = 10_000;

let product: Product;
let works: Enterprise;
let device: SimulatedCamera;
let port = 0;
let cameraId = 0;
beforeAll(async () => {
  product = await startProduct({ COLLECTOR_ALLOW: '127.0.0.1' });
  works = await buildEnterprise(product);
  device = await startCamera();
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  const [address] = product.app.addresses();
  port = typeof address === 'object' ? address.port : 0;
  const operator = await product.operator();
  cameraId = await add(operator, 'iVideoControl', {
    cameraName: 'Gate',
    cameraCode: unique(),
    consumerId: works.consumerId,
    siteId: works.siteId,
    cameraKind: 'onvif',
    host: '127.0.0.1',
    httpPort: device.httpPort,
    cameraUser: CAMERA_ACCOUNT.user,
  });
  ok(await operator.post(`${AT}/setSecret`, { id: cameraId, secret: CAMERA_ACCOUNT.password }));
});
afterAll(async () => {
  await product.close();
  await device.close();
});

const ask = (path: string, cookie: string, body: object = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'x-meterhouse': '1', 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });

/** Somebody who has signed in and watches the camera. */
async function watcher() {
  const login = await ask('/api/sys/login', '', { userName: works.userName, password: PASSWORD });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const permit = await ask(`${AT}/getVideoToken`, cookie, { cameraId });
  const { path } = ((await permit.json()) as { data: VideoToken }).data;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { cookie } });
  const seen: { pictures: number; code: number | undefined } = { pictures: 0, code: undefined };
  socket.on('message', (_message, binary) => void (seen.pictures += binary ? 1 : 0));
  socket.on('close', (code) => (seen.code = code));
  socket.on('error', () => (seen.code ??= -1));
  return { cookie, seen, close: () => socket.close() };
}

it('a live picture ends with the next look once its session was left or locked; others go on', async () => {
  // The looks of this process alone, so that nobody waits for ten seconds.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const [left, locked, stays] = await Promise.all([watcher(), watcher(), watcher()]);
    const all = [left, locked, stays];
    await eventually('all play', () => all.every(({ seen }) => seen.pictures > 0));
    const codes = (): (number | undefined)[] => all.map(({ seen }) => seen.code);
    vi.advanceTimersByTime(LOOK_MS);
    const before = stays.seen.pictures;
    await eventually('they go on', () => stays.seen.pictures > before + 3);
    expect(codes()).toEqual([undefined, undefined, undefined]);
    expect((await ask('/api/sys/logout', left.cookie)).status).toBe(200);
    expect((await ask('/api/sys/lock', locked.cookie)).status).toBe(200);
    vi.advanceTimersByTime(LOOK_MS);
    await eventually('two are closed', () => left.seen.code !== undefined && locked.seen.code !== undefined);
    const then = stays.seen.pictures;
    await eventually('one goes on', () => stays.seen.pictures > then + 3);
    expect(codes()).toEqual([4403, 4403, undefined]);
    stays.close();
  } finally {
    vi.useRealTimers();
  }
}, 30_000);
