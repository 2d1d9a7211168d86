import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueToken } from '#feature/meters/ingest/server/public.ts';
import { giveOrder } from '#feature/watch/control/server/public.ts';
import { gatewaySender } from '#test/build/gatewaySender.ts';
import { eventually, openTestBroker, type TestBroker } from '#test/broker.ts';
import { OPERATOR_PASSWORD } from '#test/config.ts';
import { type Product, startProduct } from '#test/product.ts';
import type { MqttRelay } from '../device/mqttRelay.ts';
import { FaultBoard } from '../plant/liveFault.ts';
import { steel } from '../plant/steel.ts';
import { Client } from './client.ts';
import { Desk } from './desk.ts';
import { boxesAt, enterMqttOutput, openMqttBox } from './mqttBox.ts';
import { RELAY_BOXES } from './relayFaults.ts';

const board = new FaultBoard();
const [, BOX] = RELAY_BOXES;
const [site] = steel.sites;
const GATEWAY = 'steel/HL-01';

let product: Product;
let broker: TestBroker;
let box: MqttRelay | undefined;
let sender: ReturnType<typeof gatewaySender>;
let controlId = 0;
beforeAll(async () => {
  product = await startProduct();
  const { db, pool } = product.database;
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  const [address] = product.app.addresses();
  const client = new Client(`http://127.0.0.1:${typeof address === 'object' ? address.port : 0}`, 'zh');
  await client.login('operator', OPERATOR_PASSWORD);
  const desk = new Desk(client);
  const consumerId = await desk.ensure('archive/consumer', { orgCode: steel.code }, { orgName: steel.name });
  const place = { orgName: site?.name, timeZone: 'Asia/Shanghai' };
  const siteId = await desk.ensure('archive/monitorSite', { consumerId, orgCode: site?.code }, place);
  const name = { consumerId, gatewayName: `${site?.name} 采集网关` };
  const id = await desk.ensure('archive/gateway', name, { siteId });
  const find: Desk['find'] = (resource, key) => desk.find(resource, { consumerId, ...key });
  await enterMqttOutput(desk, { consumerId, siteId, find });
  // Once more, as after an interrupted start.
  await enterMqttOutput(new Desk(client), { consumerId, siteId, find });
  controlId = await new Desk(client).known('archive/iRemoteControl', { consumerId, controlCode: 'R-4' });
  broker = await openTestBroker(product.database);
  const devices = boxesAt(site?.code ?? '');
  const gateway = {
    id,
    name: GATEWAY,
    plant: steel.code,
    meters: [],
    devices,
    token: await issueToken(db, id),
  };
  box = await openMqttBox(`mqtt://127.0.0.1:${broker.mqttPort}`, [gateway], board);
  sender = gatewaySender({ db, pool });
  await eventually('it is known to be there', async () => {
    const { rows } =
      await sql`select from gateway_state where connected_at is not null and disconnected_at is null`.execute(
        db,
      );
    return rows.length === 1;
  });
  await eventually('its position is told', async () => {
    const { rows } = await sql`select from signal_state where value = 0`.execute(db);
    return rows.length === 1;
  });
}, 60_000);
afterAll(async () => {
  await sender.stop();
  await box?.leave();
  await broker.close();
  await product.close();
});

/** Orders the output; how it ended. */
async function ordered(target: 0 | 1): Promise<{ state: string; reason: string | null }> {
  const { db } = product.database;
  await sql`update control_command set operated_at = operated_at - interval '2 hours' where operated_at is not null`.execute(
    db,
  );
  const key = `${target} ${Math.random()}`;
  const order = { source: 'linkage', key, target, byName: 'Alarm', byId: null, remark: '' } as const;
  const command = await db.transaction().execute((trx) => giveOrder(trx, controlId, order));
  const look = async () =>
    (
      await sql<{ state: string; reason: string | null; over: boolean }>`
        select state, reason, ended_at is not null as over from control_command where id = ${command?.id ?? 0}`.execute(
        db,
      )
    ).rows[0];
  await eventually('it ends', async () => (await look())?.over === true);
  const end = await look();
  return { state: end?.state ?? '', reason: end?.reason ?? null };
}

it('the output of the demonstration is switched at the broker, by the faults of the console', async () => {
  const verified = { state: 'verified', reason: null };
  expect(await ordered(1)).toEqual(verified);
  expect(box?.position('RELAY-01', 1)).toBe(true);
  board.switchOn('relayStuck', BOX.name, Date.now());
  expect((await ordered(0)).state).not.toBe('verified');
  expect(box?.position('RELAY-01', 1)).toBe(true);
  board.clear();
  expect(await ordered(0)).toEqual(verified);
  expect(box?.position('RELAY-01', 1)).toBe(false);
  // Behind a gateway without power nothing answers.
  board.switchOn('dead', GATEWAY, Date.now());
  expect(await ordered(1)).toEqual({ state: 'unknown', reason: 'noAnswer' });
  expect(box?.position('RELAY-01', 1)).toBe(false);
  board.clear();
}, 60_000);

it('without its gateway there is no box', async () => {
  expect(await openMqttBox('mqtt://127.0.0.1:1', [], board)).toBeUndefined();
});
