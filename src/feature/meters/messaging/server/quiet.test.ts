import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTestGateway, openTestBroker, RawClient, type TestBroker } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { sendRpc } from './public.ts';

let database: TestDatabase;
let broker: TestBroker;
let gateway: { readonly id: number; readonly token: string };
beforeAll(async () => {
  database = await createTestDatabase();
  broker = await openTestBroker(database, { limits: { quietMs: 300 } });
  const { consumerId } = await buildMeters(database.db, { meters: 1 });
  gateway = await addTestGateway(database.db, consumerId);
});
afterAll(async () => {
  await broker.close();
  await database.close();
});

/** A gateway that listens to commands, and how its connection was broken off. */
async function listener(): Promise<{ readonly client: RawClient; readonly broken: string[] }> {
  const client = new RawClient(broker.mqttPort);
  const broken: string[] = [];
  client.socket.on('error', (error: NodeJS.ErrnoException) => broken.push(error.code ?? ''));
  expect(await client.login(gateway.token)).toBe(0);
  client.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'v1/gateway/rpc', qos: 0 }] });
  await client.next('suback');
  return { client, broken };
}

const send = () =>
  sendRpc(database.db, {
    gatewayId: gateway.id,
    deviceName: 'R1',
    method: 'setRelay',
    params: { relay: 1, on: true },
    timeoutMs: 300,
  });

it('who says nothing after a command is cut off: what waits for it is never delivered', async () => {
  const { client, broken } = await listener();
  expect((await send()).state).toBe('silent');
  expect(client.closed).toBe(false);
  await client.closing();
  expect(broken).toEqual(['ECONNRESET']);
});

it('who is heard stays, though the command is not answered', async () => {
  const { client } = await listener();
  const told = send();
  await client.next('publish');
  client.send({ cmd: 'pingreq' });
  expect((await told).state).toBe('silent');
  await sleep(800);
  expect(client.closed).toBe(false);
  client.socket.destroy();
});
