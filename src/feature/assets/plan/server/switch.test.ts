import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { silent } from '#server/database/log.ts';
import { eventually, openTestBroker, type TestBroker } from '#test/broker.ts';
import { addPlan, addStation } from '#test/build/storage.ts';
import { type ExternalWorks, externalWorks, senderAt } from '#test/external.ts';
import { MOSQUITTO, type Mosquitto, startMosquitto } from '#test/mosquitto.ts';
import { EmsStation } from '../../../../../simulator/device/emsStation.ts';
import { startIssuing } from './public.ts';

type Side = 'embedded' | 'external';

/** The product and the device at one of the brokers. */
interface Met {
  readonly ems: EmsStation;
  readonly issuing: { stop(): Promise<void> };
  leave(): Promise<void>;
}

/** Brings product and device together at a broker. @param before what the device had loaded, as it keeps that itself */
async function meet(
  side: Side,
  { works, mosquitto, timeoutMs }: { works: ExternalWorks; mosquitto: Mosquitto; timeoutMs: number },
  before: EmsStation | undefined,
): Promise<Met> {
  const { database, gateway } = works;
  const external = side === 'external';
  const broker: TestBroker = external ? await works.process() : await openTestBroker(database);
  const port = external ? mosquitto.port : broker.mqttPort;
  const ems = await EmsStation.connect({
    url: `mqtt://127.0.0.1:${port}`,
    token: gateway.token,
    ...(external ? { external: true } : {}),
    ...(before ? { loaded: { ems: before.plansOf('ems') } } : {}),
  });
  if (external) {
    const device = await senderAt(mosquitto);
    await eventually('the gateway is known', async () => {
      await device.publishAsync(`gateway/${gateway.token}/v1/gateway/attributes`, '{}', { qos: 1 });
      return broker.messaging.external?.reachable(gateway.id) === true;
    });
    device.end(true);
  }
  const { db, pool } = database;
  const issuing = startIssuing({ db, pool, log: silent, external, timeoutMs });
  return {
    ems,
    issuing,
    leave: async () => {
      await issuing.stop();
      await ems.leave();
      await broker.close();
    },
  };
}

// Without the Debian package mosquitto there is no external broker to switch to: skipped.
describe.skipIf(MOSQUITTO === undefined)('a plan whose broker changes while it is on its way', () => {
  it.each([
    ['embedded', 'external', 1500],
    ['external', 'embedded', 1500],
    // The sender goes before its attempt is over: nobody wrote down what became of it.
    ['embedded', 'external', 60_000],
  ] as const)(
    'from the %s to the %s one (attempts of %d ms) is loaded once and accepted once',
    async (from, to, timeoutMs) => {
      const mosquitto = await startMosquitto();
      const works = await externalWorks(mosquitto);
      const { db } = works.database;
      try {
        const { consumerId, siteId, meterIds, gateway } = works;
        const place = { consumerId, siteId, stationMeterId: meterIds[0] ?? 0 };
        const stationId = await addStation(db, { ...place, gatewayId: gateway.id, deviceName: 'ems' });
        const id = await addPlan(db, { stationId, consumerId });
        const first = await meet(from, { works, mosquitto, timeoutMs }, undefined);
        // It loads the plan, and its answer is lost with the old broker.
        first.ems.faults.set('ems', 'mute');
        await sql`update plan_curve set plan_state = 'issued', issued_at = now() where id = ${id}`.execute(
          db,
        );
        await eventually('the device has loaded it', () => first.ems.loads.length === 1);
        await first.leave();
        const state = async () =>
          (await sql<{ s: string }>`select plan_state as s from plan_curve`.execute(db)).rows[0]?.s;
        expect(await state()).toBe('issued');

        const second = await meet(to, { works, mosquitto, timeoutMs: 1500 }, first.ems);
        await eventually('it is accepted', async () => (await state()) === 'accepted', 40_000);
        // A look later nothing more is sent.
        const { arrived } = second.ems;
        await new Promise((resolve) => setTimeout(resolve, 2500));
        expect(second.ems.arrived).toBe(arrived);
        expect([first.ems.loads.length, second.ems.loads.length]).toEqual([1, 0]);
        const replies = await sql<{
          kind: string;
        }>`select reply_kind as kind from plan_reply order by id`.execute(db);
        expect(replies.rows.map(({ kind }) => kind).filter((kind) => kind === 'accepted')).toHaveLength(1);
        expect(replies.rows.at(-1)?.kind).toBe('accepted');
        await second.leave();
      } finally {
        await works.close();
        await mosquitto.close();
      }
    },
    120_000,
  );
});
