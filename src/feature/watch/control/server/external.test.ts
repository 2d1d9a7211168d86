import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewaySender } from '#test/build/gatewaySender.ts';
import { addTestGateway, eventually, type TestBroker } from '#test/broker.ts';
import { type ExternalWorks, externalWorks } from '#test/external.ts';
import { MOSQUITTO, type Mosquitto, startMosquitto } from '#test/mosquitto.ts';
import { MqttRelay, type RelayFault } from '../../../../../simulator/device/mqttRelay.ts';
import { giveOrder } from './public.ts';

const FAULTS: readonly (readonly [RelayFault | 'ok', string, string | null])[] = [
  ['ok', 'verified', null],
  ['twice', 'verified', null],
  ['silent', 'unknown', 'noAnswer'],
  ['moves', 'unknown', 'noAnswer'],
  ['acknowledges', 'unknown', 'notRead'],
  ['bounces', 'mismatch', 'notMoved'],
];
/** Outputs of a gateway that leaves, and of one that never spoke. */
const [AWAY, MUTE] = ['away', 'mute'];

const deviceOf = (fault: string): string => `box ${fault}`;

// Without the Debian package mosquitto there is no external broker to test with: skipped.
describe.skipIf(MOSQUITTO === undefined)('a command to an output over an external broker', () => {
  let mosquitto: Mosquitto;
  let works: ExternalWorks;
  let takers: TestBroker[];
  let relay: MqttRelay;
  let sender: ReturnType<typeof gatewaySender>;
  const outputs = new Map<string, number>();

  /** An output of a device behind a gateway, with its position signal. */
  async function addOutput(name: string, gatewayId: number, siteId: number): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      with p as (insert into signal_point (point_name, point_code, consumer_id, site_id, kind, states_zh, states_en, inverted, state)
        values (${name}, ${name}, ${works.consumerId}, ${siteId}, '2', '0=分,1=合', '0=Off,1=On', false, '1') returning id),
      g as (insert into gateway_mapping (gateway_id, consumer_id, device_name, data_key, signal_point_id, multiplier, ignored)
        select ${gatewayId}, ${works.consumerId}, ${deviceOf(name)}, 'DO1', id, 1, false from p)
      insert into i_remote_control (control_name, control_code, consumer_id, site_id, control_type, operate_type, relay_number,
        way, gateway_id, iot_id, identifier, signal_point_id, verify_seconds, two_persons, direct, state)
      select ${name}, ${name}, ${works.consumerId}, ${siteId}, '1', '1', 1, '2', ${gatewayId}, ${deviceOf(name)}, 'setRelay', id, 2,
        false, false, '1' from p returning id`.execute(works.database.db);
    outputs.set(name, rows[0]?.id ?? 0);
  }

  beforeAll(async () => {
    mosquitto = await startMosquitto();
    works = await externalWorks(mosquitto);
    const { db, pool } = works.database;
    const { gateway } = works;
    const site = await sql<{ id: number }>`select id from monitor_site`.execute(db);
    const siteId = site.rows[0]?.id ?? 0;
    const mute = await addTestGateway(db, works.consumerId, 'mute');
    for (const name of [...FAULTS.map(([fault]) => fault), AWAY]) await addOutput(name, gateway.id, siteId);
    await addOutput(MUTE, mute.id, siteId);
    // A process sends, others have the sessions at the broker.
    takers = [await works.process(), await works.process()];
    relay = await MqttRelay.connect({
      url: `mqtt://127.0.0.1:${mosquitto.port}`,
      token: gateway.token,
      external: true,
      outputs: Object.fromEntries([...outputs.keys()].map((name) => [deviceOf(name), 1])),
      bounceMs: 150,
    });
    for (const [fault] of FAULTS) if (fault !== 'ok') relay.faults.set(deviceOf(fault), fault);
    const told = async (): Promise<number> =>
      (await sql<{ n: number }>`select count(*)::integer as n from signal_state where value = 0`.execute(db))
        .rows[0]?.n ?? 0;
    await eventually('every position is told', async () => {
      for (const name of outputs.keys()) if (name !== MUTE) await relay.move(deviceOf(name), 1, false);
      await sleep(100);
      return (await told()) === outputs.size - 1;
    });
    await eventually('the gateway is known', () =>
      takers.some(({ messaging }) => messaging.external?.reachable(gateway.id)),
    );
    sender = gatewaySender({ db, pool }, true);
  }, 60_000);
  afterAll(async () => {
    await sender.stop();
    await relay.leave();
    await works.close();
    await mosquitto.close();
  });

  /** Orders an output on, as an alarm does; how it ended. */
  async function ordered(name: string): Promise<{ state: string; reason: string | null }> {
    const { db } = works.database;
    const order = {
      source: 'linkage',
      key: name,
      target: 1,
      byName: 'Alarm',
      byId: null,
      remark: name,
    } as const;
    const command = await db.transaction().execute((trx) => giveOrder(trx, outputs.get(name) ?? 0, order));
    const look = async () =>
      (
        await sql<{ state: string; reason: string | null; over: boolean }>`
          select state, reason, ended_at is not null as over from control_command where id = ${command?.id ?? 0}`.execute(
          db,
        )
      ).rows[0];
    await eventually(`${name} ends`, async () => (await look())?.over === true);
    const end = await look();
    return { state: end?.state ?? '', reason: end?.reason ?? null };
  }
  const writesOf = (name: string): number =>
    relay.writes.filter(({ device }) => device === deviceOf(name)).length;

  it('ends as it must for each fault, and arrives exactly once', async () => {
    // Nothing tells whether a gateway is connected there.
    const { rows } = await sql`select from gateway_state where connected_at is not null`.execute(
      works.database.db,
    );
    expect(rows).toEqual([]);
    await Promise.all(
      FAULTS.map(async ([fault, state, reason]) =>
        expect([fault, await ordered(fault)]).toEqual([fault, { state, reason }]),
      ),
    );
    expect(FAULTS.map(([fault]) => [fault, writesOf(fault)])).toEqual(FAULTS.map(([fault]) => [fault, 1]));
  }, 30_000);

  it('is refused where the gateway never spoke', async () => {
    expect(await ordered(MUTE)).toEqual({ state: 'refused', reason: 'positionUnknown' });
    expect(writesOf(MUTE)).toBe(0);
  }, 20_000);

  it('is unknown where the gateway has left, and arrives never when it is back', async () => {
    await relay.leave();
    expect(await ordered(AWAY)).toEqual({ state: 'unknown', reason: 'noAnswer' });
    await relay.comeBack();
    await sleep(1000);
    expect([writesOf(AWAY), relay.position(deviceOf(AWAY), 1)]).toEqual([0, false]);
  }, 30_000);
});
