import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '#test/broker.ts';
import { add, buildEnterprise, unique } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { CAMERA_ACCOUNT, type SimulatedCamera, startCamera } from '../../../../../simulator/camera/camera.ts';
import { cameraOf } from './camera.ts';
import { readerOf } from './cameras.ts';
import { Eye } from './eye.ts';
import { keepMotion, startMotionKeeper } from './motionKeeper.ts';

let product: Product;
let device: SimulatedCamera;
let keeper: ReturnType<typeof startMotionKeeper>;
let id = 0;
const warned: string[] = [];

beforeAll(async () => {
  product = await startProduct({ COLLECTOR_ALLOW: '127.0.0.1' });
  device = await startCamera();
  device.faults.deafToTimeout = true;
  const { consumerId, siteId } = await buildEnterprise(product);
  const operator = await product.operator();
  id = await add(operator, 'iVideoControl', {
    cameraName: 'Gate',
    cameraCode: unique(),
    consumerId,
    siteId,
    cameraKind: 'onvif',
    host: '127.0.0.1',
    httpPort: device.httpPort,
    cameraUser: CAMERA_ACCOUNT.user,
    cameraType: '2',
  });
  ok(await operator.post('/api/archive/iVideoControl/setSecret', { id, secret: CAMERA_ACCOUNT.password }));
  const { db, pool } = product.database;
  const log = { warn: (text: string) => void warned.push(text), info: () => {}, error: () => {} };
  keeper = startMotionKeeper({ db, pool, reader: readerOf(product.services), log });
}, 60_000);
afterAll(async () => {
  await keeper.stop();
  await product.close();
  await device.close();
});

const left = async (): Promise<number> =>
  (await sql`select from camera_motion`.execute(product.database.db)).rows.length;

/** Turns the camera as a process does that dies then: what it wrote down stays, nobody stops anything. */
async function orphaned(part: 'head' | 'focus', moveMs: number): Promise<void> {
  const { db } = product.database;
  const eye = new Eye(await cameraOf(db, readerOf(product.services), id));
  const { ptzUrl, imagingUrl, source, profile } = await eye.device();
  await keepMotion(db, { cameraId: id, part, mark: randomUUID(), moveMs });
  if (!ptzUrl || !imagingUrl) throw new Error('it has no head');
  if (part === 'head') await eye.onvif.move(ptzUrl, profile, { pan: 1, tilt: 0, zoom: 0 }, 500);
  else await eye.onvif.focus(imagingUrl, source ?? '', 1);
}

it.each(['head', 'focus'] as const)(
  'stops a %s that nobody stops, within a second of its time',
  async (part) => {
    await orphaned(part, 400);
    const begun = Date.now();
    expect(device.moving()).toBe(true);
    await eventually('it stands', () => !device.moving(), 5000);
    expect(Date.now() - begun).toBeLessThan(1400);
    await eventually('nothing is left', async () => (await left()) === 0);
    expect(warned).toEqual([]);
  },
);

it('stops at once what was written down before the clock was set back', async () => {
  const { db } = product.database;
  await orphaned('head', 1000);
  await sql`update camera_motion set stop_at = stop_at + interval '1 hour', taken_until = now() + interval '1 hour'`.execute(
    db,
  );
  await eventually('it stands', () => !device.moving(), 2000);
  await eventually('nothing is left', async () => (await left()) === 0);
});

it('leaves alone what its own process stops, and tries again where the camera cannot be reached', async () => {
  const operator = await product.operator();
  ok(await operator.post('/api/archive/iVideoControl/turnLeft', { cameraId: id }));
  expect(await left()).toBe(1);
  ok(await operator.post('/api/archive/iVideoControl/stop', { cameraId: id }));
  expect([device.moving(), await left()]).toEqual([false, 0]);
  await orphaned('head', 100);
  device.faults.silent = true;
  await eventually('it could not', () => warned.length > 0, 20_000);
  device.faults.silent = false;
  await eventually('it stands at last', () => !device.moving(), 10_000);
}, 60_000);
