import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silent } from '#server/database/log.ts';
import { eventually } from '#test/broker.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { CAMERA_ACCOUNT, type SimulatedCamera, startCamera } from '../../../../../simulator/camera/camera.ts';
import type { CameraWire } from '../contract.ts';
import { cameraOf } from './camera.ts';
import { Cameras, motionBook, readerOf } from './cameras.ts';
import { keepMotion } from './motionKeeper.ts';

const AT = '/api/archive/iVideoControl';

let product: Product;
let works: Enterprise;
let operator: Client;
let device: SimulatedCamera;
let cameraId = 0;
beforeAll(async () => {
  product = await startProduct({ COLLECTOR_ALLOW: '127.0.0.1' });
  works = await buildEnterprise(product);
  operator = await product.operator();
  device = await startCamera();
  device.faults.deafToTimeout = true;
  cameraId = await add(operator, 'iVideoControl', {
    cameraName: 'Gate',
    cameraCode: unique(),
    consumerId: works.consumerId,
    siteId: works.siteId,
    cameraKind: 'onvif',
    host: '127.0.0.1',
    httpPort: device.httpPort,
    cameraUser: CAMERA_ACCOUNT.user,
    cameraType: '2',
  });
  ok(await operator.post(`${AT}/setSecret`, { id: cameraId, secret: CAMERA_ACCOUNT.password }));
});
afterAll(async () => {
  await product.close();
  await device.close();
});
beforeEach(async () => {
  await sql`delete from camera_lease`.execute(product.database.db);
  await sql`update i_video_control set move_ms = null`.execute(product.database.db);
});

const call = (verb: string, params: object = {}) => operator.post(`${AT}/${verb}`, { cameraId, ...params });
const hold = (press: string) => call('hold', { motion: 'turnRight', press });
const listed = async (): Promise<CameraWire | undefined> =>
  ok(await operator.get<{ list: readonly CameraWire[] }>(`${AT}/getCameras`, { cameraId })).list[0];
const written = async (): Promise<number> =>
  (await sql`select from camera_motion`.execute(product.database.db)).rows.length;

describe('a press that was let go', () => {
  it('begins nothing with what of it comes behind its stop; the next press does', async () => {
    ok(await call('turnRight', { press: 'page-a.1' }));
    ok(await call('turnRight', { press: 'page-a.2' }));
    ok(await call('stop', { press: 'page-a.2' }));
    for (const late of ['page-a.2', 'page-a.1']) {
      ok(await hold(late));
      expect([late, device.moving(), await written()]).toEqual([late, false, 0]);
    }
    ok(await hold('page-a.3'));
    expect(device.moving()).toBe(true);
    ok(await call('stop', { press: 'page-a.3' }));
    // Another page has numbers of its own.
    ok(await hold('page-b.1'));
    expect(device.moving()).toBe(true);
    ok(await call('stop', { press: 'page-b.1' }));
    expect(device.moving()).toBe(false);
  });

  it('does not take the camera back from whoever it was let go to', async () => {
    ok(await call('turnRight', { press: 'page-a.1' }));
    ok(await call('stop', { press: 'page-a.1' }));
    ok(await call('stop', { release: 1 }));
    ok(await hold('page-a.1'));
    expect((await listed())?.mover).toBeNull();
    ok(await works.client.post(`${AT}/turnLeft`, { cameraId, press: 'page-c.1' }));
    // Silently, as it moves nothing: whoever moves it now is told of by the list.
    ok(await hold('page-a.1'));
    expect((await listed())?.mover).toMatchObject({ own: false });
    ok(await works.client.post(`${AT}/stop`, { cameraId, press: 'page-c.1' }));
    expect(device.moving()).toBe(false);
  });
});

describe('a camera that another process turns', () => {
  let other: Cameras;
  /** It begins, as at that process. */
  const begin = async (): Promise<void> => {
    const { db } = product.database;
    const camera = await cameraOf(db, readerOf(product.services), cameraId);
    other = new Cameras(silent, motionBook(db));
    await other.mover(camera).move('turnRight', 1, async (part) => {
      const mark = randomUUID();
      return (await keepMotion(db, { cameraId, part, mark, moveMs: camera.moveMs })) ? mark : null;
    });
    expect(device.moving()).toBe(true);
  };

  it('stands once it is stopped here', async () => {
    await sql`update i_video_control set move_ms = 1000`.execute(product.database.db);
    await begin();
    ok(await call('stop'));
    expect([device.moving(), await written()]).toEqual([false, 0]);
    other.close();
  });

  it('goes on with what was begun here meanwhile', async () => {
    await sql`update i_video_control set move_ms = 1000`.execute(product.database.db);
    await begin();
    await sleep(600);
    const stops = device.heard.get('Stop') ?? 0;
    ok(await call('turnRight'));
    // The time of the other is over, ours is not.
    await sleep(700);
    expect([device.moving(), device.heard.get('Stop') ?? 0]).toEqual([true, stops]);
    await eventually('it stands', () => !device.moving(), 1000);
    await eventually('nothing is left to stop', async () => (await written()) === 0);
    other.close();
  });
});

it('a clock that was set back keeps nobody out', async () => {
  const { db } = product.database;
  ok(await works.client.post(`${AT}/turnLeft`, { cameraId }));
  ok(await works.client.post(`${AT}/stop`, { cameraId }));
  expect((await call('turnRight')).code).toBe(409);
  await sql`update camera_lease set until = until + interval '1 hour'`.execute(db);
  expect((await listed())?.mover).toBeNull();
  ok(await call('turnRight'));
  ok(await call('stop'));
  expect((await listed())?.mover).toMatchObject({ own: true });
});

it('a camera moves for a second at most, whatever stood there before, and says for how long', async () => {
  expect((await listed())?.moveMs).toBe(600);
  const edited = await operator.post(`${AT}/edit`, { id: cameraId, moveMs: 2000 });
  expect([edited.code, edited.field]).toEqual([400, 'moveMs']);
  await sql`update i_video_control set move_ms = 3000`.execute(product.database.db);
  expect((await listed())?.moveMs).toBe(1000);
  const moved = ok(await operator.post<{ stopsWithinMs: number }>(`${AT}/turnLeft`, { cameraId }));
  expect(moved.stopsWithinMs).toBe(1000);
  const begun = Date.now();
  await eventually('it stands', () => !device.moving());
  expect(Date.now() - begun).toBeLessThan(1500);
});
