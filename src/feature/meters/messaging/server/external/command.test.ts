import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { revokeTokens } from '#feature/meters/ingest/server/public.ts';
import type { CommandState, GatewayCommand } from '#feature/meters/messaging/contract.ts';
import { addTestGateway, connectClient, eventually, openTestBroker, type TestBroker } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { senderAt } from '#test/external.ts';
import { MOSQUITTO, type Mosquitto, startMosquitto } from '#test/mosquitto.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

// Without the Debian package mosquitto there is no external broker to test with: skipped.
describe.skipIf(MOSQUITTO === undefined)('commands over an external broker', () => {
  let mosquitto: Mosquitto;
  let product: Product;
  let operator: Client;
  let consumerId: number;
  let gateway: { id: number; token: string };
  /** Two processes; the calls are answered by a third, which has no broker at all. */
  let takers: TestBroker[];
  let device: MqttClient;
  let heard: [string, string][];
  beforeAll(async () => {
    mosquitto = await startMosquitto();
    const env = { MQTT_URL: `mqtt://127.0.0.1:${mosquitto.port}`, MQTT_SESSIONS: '4' };
    product = await startProduct(env);
    operator = await product.operator();
    ({ consumerId } = await buildMeters(product.database.db, { meters: 1 }));
    takers = await Promise.all(
      [1, 2].map(() => openTestBroker(product.database, { env, leaseTimes: { beat: 100 } })),
    );
    await eventually('both listen', () =>
      takers.every(({ messaging }) => messaging.external?.figures.connected === 2),
    );
    device = await senderAt(mosquitto);
    device.on('message', (topic, payload) => heard.push([topic, payload.toString().trim()]));
  });
  beforeEach(async () => {
    heard = [];
    gateway = await addTestGateway(product.database.db, consumerId, `g${Math.random()}`);
    await device.subscribeAsync([own('v1/devices/me/rpc/request/+'), own('v1/gateway/rpc')], { qos: 1 });
  });
  afterAll(async () => {
    device.end(true);
    for (const taker of takers) await taker.close();
    await product.close();
    await mosquitto.close();
  });
  const own = (topic: string): string => `gateway/${gateway.token}/${topic}`;
  const publish = (topic: string, payload: string): Promise<unknown> =>
    device.publishAsync(own(topic), payload, { qos: 1 });
  /** Lets every process hear the gateway. */
  const speak = async (): Promise<void> => {
    const known = () => takers.every(({ messaging }) => messaging.external?.reachable(gateway.id));
    await eventually('it is known', async () => {
      await publish('v1/gateway/attributes', '{}');
      return known();
    });
  };
  const ask = async (params: object = {}): Promise<{ requestId: number; topic: string }> =>
    ok(
      await operator.post<{ requestId: number; topic: string }>('/api/sys/mqtt/sendGatewayData', {
        gatewayId: gateway.id,
        method: 'ping',
        ...params,
      }),
    );
  const read = async (requestId: number): Promise<GatewayCommand> =>
    ok(await operator.get<GatewayCommand>('/api/sys/mqtt/getGatewayCommand', { requestId }));
  const comes = (requestId: number, state: CommandState): Promise<void> =>
    eventually(state, async () => (await read(requestId)).state === state);

  it('reach the gateway once, whichever process asks, and its answer comes back', async () => {
    await speak();
    const sent = await ask({ params: { a: 1 } });
    await eventually('it came', () => heard.length > 0);
    expect(heard).toEqual([[own(sent.topic), '{"method":"ping","params":{"a":1}}']]);
    await comes(sent.requestId, 'sent');
    await publish(`v1/devices/me/rpc/response/${sent.requestId}`, '{"pong":true}');
    await comes(sent.requestId, 'answered');
    const first = await read(sent.requestId);
    expect(first).toMatchObject({
      gatewayId: gateway.id,
      deviceName: null,
      method: 'ping',
      answer: { pong: true },
    });
    // The first answer counts.
    await publish(`v1/devices/me/rpc/response/${sent.requestId}`, '{"pong":false}');
    await sleep(300);
    expect(await read(sent.requestId)).toEqual(first);
    expect(heard).toHaveLength(1);
  });

  it('reach a device behind it; an answer need not be JSON, nor come in time', async () => {
    await speak();
    const sent = await ask({ deviceName: 'M1', method: 'open', seconds: 1 });
    await eventually('it came', () => heard.length > 0);
    expect(heard[0]?.[0]).toBe(own('v1/gateway/rpc'));
    expect(JSON.parse(heard[0]?.[1] ?? '')).toEqual({
      device: 'M1',
      data: { id: sent.requestId, method: 'open', params: {} },
    });
    await comes(sent.requestId, 'notAnswered');
    // Of another device, of the gateway itself: no answers to this.
    await publish('v1/gateway/rpc', JSON.stringify({ device: 'M2', id: sent.requestId, data: 1 }));
    await publish(`v1/devices/me/rpc/response/${sent.requestId}`, '2');
    await publish('v1/gateway/rpc', JSON.stringify({ device: 'M1', id: sent.requestId, data: 'open \0' }));
    await comes(sent.requestId, 'answered');
    expect((await read(sent.requestId)).answer).toBe('open \0');

    const second = await ask();
    await eventually('it came too', () => heard.some(([topic]) => topic.endsWith(second.topic)));
    await publish(`v1/devices/me/rpc/response/${second.requestId}`, 'done\0');
    await comes(second.requestId, 'answered');
    expect((await read(second.requestId)).answer).toBe('done\uFFFD');
  });

  it('wait for a gateway that has not spoken yet, for their time and no longer', async () => {
    const late = await ask({ seconds: 1 });
    const patient = await ask({ seconds: 60, method: 'patient' });
    await comes(late.requestId, 'notSent');
    expect(await read(patient.requestId)).toMatchObject({ state: 'waiting', sentAt: null });
    await speak();
    await eventually('one came', () => heard.length > 0);
    await sleep(300);
    expect(heard).toEqual([[own(patient.topic), '{"method":"patient","params":{}}']]);
    expect((await read(late.requestId)).state).toBe('notSent');
  });

  it('are not sent under a token that is over, nor kept for a gateway that is away', async () => {
    await speak();
    await revokeTokens(product.database.db, gateway.id);
    await eventually(
      'the token is over',
      async () => (await takers[0]?.ingest.gateways.find(gateway.token)) === undefined,
    );
    const sent = await ask({ seconds: 1 });
    await comes(sent.requestId, 'notSent');
    expect(heard).toEqual([]);

    gateway = await addTestGateway(product.database.db, consumerId, 'sleeper');
    const options = { clientId: 'sleeper', clean: false };
    const sleeper = await connectClient(`mqtt://127.0.0.1:${mosquitto.port}`, options);
    await sleeper.subscribeAsync(own('v1/devices/me/rpc/request/+'), { qos: 1 });
    await sleeper.endAsync();
    await speak();
    const missed = await ask({ seconds: 3 });
    await comes(missed.requestId, 'notAnswered');
    const awake = await connectClient(`mqtt://127.0.0.1:${mosquitto.port}`, options);
    awake.on('message', (topic, payload) => heard.push([topic, payload.toString().trim()]));
    await sleep(500);
    expect(heard).toEqual([]);
    await awake.endAsync();
  });

  it('and their answers belong to one gateway and one enterprise', async () => {
    await speak();
    const sent = await ask();
    await comes(sent.requestId, 'sent');
    const stranger = await addTestGateway(product.database.db, consumerId, 'stranger');
    for (const token of [stranger.token, 'nobody'])
      await device.publishAsync(`gateway/${token}/v1/devices/me/rpc/response/${sent.requestId}`, '"forged"', {
        qos: 1,
      });
    await sleep(300);
    expect((await read(sent.requestId)).answer).toBeNull();
    expect((await product.anonymous.get('/api/sys/mqtt/getGatewayCommand', sent)).code).toBe(901);
    expect((await operator.get('/api/sys/mqtt/getGatewayCommand', { requestId: 2 ** 31 - 1 })).code).toBe(
      404,
    );
  });

  it('that come back to the product are not words of the gateway', async () => {
    await speak();
    for (const { ingest } of takers) await ingest.recorder.flush();
    const { rows } = await sql<{ at: Date }>`select last_seen_at as at from gateway_state
      where gateway_id = ${gateway.id}`.execute(product.database.db);
    await sleep(20);
    await ask();
    await ask({ deviceName: 'M1' });
    await eventually('both came', () => heard.length === 2);
    await sleep(300);
    for (const { ingest } of takers) await ingest.recorder.flush();
    const after = await sql<{ at: Date }>`select last_seen_at as at from gateway_state
      where gateway_id = ${gateway.id}`.execute(product.database.db);
    expect(after.rows).toEqual(rows);
  });
});
