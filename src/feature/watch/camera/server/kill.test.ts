import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eventually } from '#test/broker.ts';
import { createTestDatabase } from '#test/database.ts';
import { operatorOf, prepareWorks, runningProduct } from '#test/running.ts';
import { CAMERA_ACCOUNT, startCamera } from '../../../../../simulator/camera/camera.ts';

/** By when a camera stands still after the time that its motion was given, ms. */
const WITHIN_MS = 1000;

it('the process that turns a camera is killed: another stops it within a second of its time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-turning-'));
  const [database, device] = [await createTestDatabase('product'), await startCamera()];
  // It obeys no time-out of its own: nothing but the product stops it.
  device.faults.deafToTimeout = true;
  const settings = {
    DATABASE_URL: database.connectionString,
    SECRET_KEY: randomBytes(32).toString('base64'),
    COLLECTOR_ALLOW: `127.0.0.1:${device.httpPort}`,
  };
  const door = await runningProduct(join(folder, 'files'), { ...settings, ROLES: 'api' });
  const worker = await runningProduct(join(folder, 'files'), { ...settings, ROLES: 'worker' });
  try {
    await door.start();
    const { consumerId } = await prepareWorks(door.baseUrl, 1);
    await worker.start();
    const post = await operatorOf(door.baseUrl);
    const { rows } = await sql<{ id: number }>`select min(id) as id from monitor_site`.execute(database.db);
    const { id } = await post<{ id: number }>('archive/iVideoControl/add', {
      cameraName: 'Gate',
      cameraCode: 'G1',
      consumerId,
      siteId: rows[0]?.id,
      cameraKind: 'onvif',
      host: '127.0.0.1',
      httpPort: device.httpPort,
      cameraUser: CAMERA_ACCOUNT.user,
      cameraType: '2',
      moveMs: 1000,
    });
    await post('archive/iVideoControl/setSecret', { id, secret: CAMERA_ACCOUNT.password });
    const listens = async (): Promise<boolean> =>
      (await sql`select from pg_stat_activity where query = 'listen camera_motion'`.execute(database.db)).rows
        .length > 0;
    await eventually('the worker looks after cameras', listens, 120_000);
    // A head that obeys no time-out, and a lens, which has none.
    for (const motion of ['turnLeft', 'focusAdd']) {
      if (door.pid === undefined) await door.start();
      const begun = Date.now();
      await post(`archive/iVideoControl/${motion}`, { cameraId: id });
      const told = Date.now();
      expect(device.moving(), motion).toBe(true);
      await door.kill();
      await eventually(`${motion} stops`, () => !device.moving(), 10_000);
      expect(Date.now() - told, motion).toBeLessThan(1000 + WITHIN_MS);
      expect(Date.now() - begun, motion).toBeGreaterThan(900);
      const left = async (): Promise<number> =>
        (await sql`select from camera_motion`.execute(database.db)).rows.length;
      await eventually('nothing is left to stop', async () => (await left()) === 0);
    }
  } finally {
    await door.kill();
    await worker.stop();
    await device.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 400_000);
