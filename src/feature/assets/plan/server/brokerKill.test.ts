import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { silent } from '#server/database/log.ts';
import { eventually } from '#test/broker.ts';
import { addPlan, addStation } from '#test/build/storage.ts';
import { externalWorks, senderAt } from '#test/external.ts';
import { MOSQUITTO, startMosquitto } from '#test/mosquitto.ts';
import { EmsStation } from '../../../../../simulator/device/emsStation.ts';
import { startIssuing } from './public.ts';

const PLANS = 8;
/** Between loading and answering. */
const SLOW_MS = 400;
const TIMEOUT_MS = 3000;
/** Each kill falls so long after a plan was loaded, ms: before any answer, and while the answers wait for a line. */
const KILLED_AFTER_MS = [0, 100];

// Without the Debian package mosquitto there is no external broker to kill: skipped.
it.skipIf(MOSQUITTO === undefined)(
  'an external broker that is killed while plans are issued: each is loaded once, and accepted once',
  async () => {
    const mosquitto = await startMosquitto();
    const works = await externalWorks(mosquitto, { meters: PLANS });
    const { consumerId, siteId, meterIds, gateway } = works;
    const { db, pool } = works.database;
    const broker = await works.process();
    const device = await senderAt(mosquitto);
    const ems = await EmsStation.connect({
      url: `mqtt://127.0.0.1:${mosquitto.port}`,
      token: gateway.token,
      external: true,
      slowMs: SLOW_MS,
      reconnectMs: 100,
      faultOf: () => 'slow',
    });
    const hello = setInterval(() => {
      if (device.connected)
        device.publish(`gateway/${gateway.token}/v1/gateway/attributes`, '{}', { qos: 1 });
    }, 200);
    const issuing = startIssuing({ db, pool, log: silent, external: true, timeoutMs: TIMEOUT_MS });
    try {
      await eventually(
        'the gateway is known',
        () => broker.messaging.external?.reachable(gateway.id) === true,
      );
      for (const [i, stationMeterId] of meterIds.entries()) {
        const station = { consumerId, siteId, stationMeterId, gatewayId: gateway.id, deviceName: `ems ${i}` };
        await addPlan(db, { stationId: await addStation(db, station), consumerId });
      }
      await sql`update plan_curve set plan_state = 'issued', issued_at = now(), attempts = 0, _next_at = null`.execute(db); // prettier-ignore
      await sql`select pg_notify('plan_issue', '')`.execute(db);
      const states = async (): Promise<string[]> =>
        (await sql<{ s: string }>`select distinct plan_state as s from plan_curve`.execute(db)).rows.map(
          ({ s }) => s,
        );
      for (const after of KILLED_AFTER_MS) {
        await eventually('a plan is loaded', () => ems.loads.length > 0);
        await sleep(after);
        expect(await states()).toContain('issued');
        await mosquitto.kill();
        await sleep(300);
        await mosquitto.start();
      }
      await eventually('every plan has ended', async () => !(await states()).includes('issued'), 60_000);
      expect(await states()).toEqual(['accepted']);
      expect(ems.loads.map((load) => load.device).toSorted()).toEqual(meterIds.map((_, i) => `ems ${i}`));
      const replies = async (kind: string) =>
        (await sql`select from plan_reply where reply_kind = ${kind}`.execute(db)).rows.length;
      expect(await replies('accepted')).toBe(PLANS);
    } finally {
      clearInterval(hello);
      await issuing.stop();
      await ems.leave();
      device.end(true);
      await works.close();
      await mosquitto.close();
    }
  },
  120_000,
);
