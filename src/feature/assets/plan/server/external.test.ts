import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silent } from '#server/database/log.ts';
import { eventually, type TestBroker } from '#test/broker.ts';
import { addPlan, addStation } from '#test/build/storage.ts';
import { type ExternalWorks, externalWorks, senderAt } from '#test/external.ts';
import { MOSQUITTO, type Mosquitto, startMosquitto } from '#test/mosquitto.ts';
import { EmsStation } from '../../../../../simulator/device/emsStation.ts';
import { startIssuing } from './public.ts';

// Without the Debian package mosquitto there is no external broker to test with: skipped.
describe.skipIf(MOSQUITTO === undefined)('a plan over an external broker', () => {
  let mosquitto: Mosquitto;
  let works: ExternalWorks;
  let takers: TestBroker[];
  let ems: EmsStation;
  let device: MqttClient;
  let issuing: { stop(): Promise<void> };
  beforeAll(async () => {
    mosquitto = await startMosquitto();
    works = await externalWorks(mosquitto);
    const { db, pool } = works.database;
    const { gateway } = works;
    takers = [await works.process(), await works.process()];
    const url = `mqtt://127.0.0.1:${mosquitto.port}`;
    ems = await EmsStation.connect({ url, token: gateway.token, external: true });
    device = await senderAt(mosquitto);
    issuing = startIssuing({ db, pool, log: silent, external: true, timeoutMs: 1500 });
    // A gateway can be commanded when it has spoken.
    await eventually('the gateway is known', async () => {
      await device.publishAsync(`gateway/${gateway.token}/v1/gateway/attributes`, '{}', { qos: 1 });
      return takers.some(({ messaging }) => messaging.external?.reachable(gateway.id));
    });
  }, 60_000);
  afterAll(async () => {
    await issuing.stop();
    await ems.leave();
    device.end(true);
    await works.close();
    await mosquitto.close();
  });

  it('is accepted, and loaded once', async () => {
    const { db } = works.database;
    const { consumerId, siteId, meterIds, gateway } = works;
    const stationId = await addStation(db, {
      consumerId,
      siteId,
      stationMeterId: meterIds[0] ?? 0,
      gatewayId: gateway.id,
      deviceName: 'ems',
    });
    const id = await addPlan(db, { stationId, consumerId });
    await sql`update plan_curve set plan_state = 'issued', issued_at = now() where id = ${id}`.execute(db);
    const state = async () =>
      (await sql<{ s: string }>`select plan_state as s from plan_curve`.execute(db)).rows[0]?.s;
    await eventually('it is accepted', async () => (await state()) === 'accepted');
    expect(ems.loads).toMatchObject([{ device: 'ems', version: 1 }]);
  }, 30_000);
});
