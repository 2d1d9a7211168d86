import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addTestGateway, connectClient, eventually, openTestBroker, type TestBroker } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { MOSQUITTO, type Mosquitto, startMosquitto } from '#test/mosquitto.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { GatewayAttributes } from '../contract.ts';
import { ATTRIBUTE_LIMITS } from '../domain/attribute.ts';
import { isSealed } from '../domain/seal.ts';

/** The topics to which the public SDK of ThingsBoard subscribes, as a gateway. */
const SUBSCRIBED = [
  'v1/devices/me/attributes',
  'v1/devices/me/attributes/response/+',
  'v1/devices/me/rpc/request/+',
  'v1/devices/me/rpc/response/+',
  'v1/gateway/attributes',
  'v1/gateway/attributes/response',
  'v1/gateway/rpc',
];
const WAYS = [
  ['the embedded broker', false],
  ['an external broker', true],
] as const;

describe.each(WAYS.filter(([, external]) => !external || MOSQUITTO !== undefined))(
  'the device API over %s',
  (_name, external) => {
    let product: Product;
    let operator: Client;
    let mosquitto: Mosquitto | undefined;
    let broker: TestBroker;
    let consumerId: number;
    let gateway: { id: number; token: string };
    let client: MqttClient;
    let heard: [string, unknown][];
    beforeAll(async () => {
      mosquitto = external ? await startMosquitto() : undefined;
      const env: Record<string, string> = mosquitto ? { MQTT_URL: `mqtt://127.0.0.1:${mosquitto.port}` } : {};
      product = await startProduct(env);
      operator = await product.operator();
      ({ consumerId } = await buildMeters(product.database.db, { meters: 1 }));
      broker = await openTestBroker(product.database, { env, leaseTimes: { beat: 100 } });
      if (external) await eventually('it listens', () => broker.messaging.external?.figures.connected === 1);
    });
    const connect = async (token: string): Promise<MqttClient> => {
      const port = mosquitto?.port ?? broker.mqttPort;
      const one = await connectClient(`mqtt://127.0.0.1:${port}`, { username: token });
      const prefix = external ? `gateway/${token}/` : '';
      one.on('message', (topic, payload) => {
        // At an external broker a device hears its own words too.
        if (external && !isSealed(payload)) return;
        heard.push([topic.slice(prefix.length), JSON.parse(payload.toString())]);
      });
      await one.subscribeAsync(
        SUBSCRIBED.map((topic) => prefix + topic),
        { qos: 1 },
      );
      return one;
    };
    beforeEach(async () => {
      heard = [];
      gateway = await addTestGateway(product.database.db, consumerId, `g${Math.random()}`);
      client = await connect(gateway.token);
    });
    afterEach(() => client.endAsync());
    afterAll(async () => {
      await broker.close();
      await product.close();
      await mosquitto?.close();
    });

    const publish = (topic: string, body: unknown): Promise<unknown> =>
      client.publishAsync(
        external ? `gateway/${gateway.token}/${topic}` : topic,
        typeof body === 'string' ? body : JSON.stringify(body),
        { qos: 1 },
      );
    /** What comes on a topic. */
    const comes = async (topic: string): Promise<unknown> => {
      await eventually(`${topic} came`, () => heard.some(([on]) => on === topic));
      return heard.find(([on]) => on === topic)?.[1];
    };
    /** Everything that was published before is taken: an external broker acknowledges sooner. */
    const settled = async (): Promise<void> => {
      await publish('v1/devices/me/rpc/request/77', { method: 'getTime' });
      await comes('v1/devices/me/rpc/response/77');
    };
    const kept = (more: object = {}): Promise<GatewayAttributes> =>
      operator
        .get<GatewayAttributes>('/api/sys/mqtt/getGatewayAttributes', { gatewayId: gateway.id, ...more })
        .then(ok);
    const set = (attributeName: string, value: string, deviceName?: string) =>
      operator.post('/api/sys/mqtt/setGatewayAttribute', {
        gatewayId: gateway.id,
        attributeName,
        value,
        ...(deviceName ? { deviceName } : {}),
      });
    const reasons = async (): Promise<[string, string, string][]> => {
      await broker.ingest.recorder.flush();
      const { rows } = await sql<{ d: string; k: string; r: string }>`
        select device_name as d, data_key as k, reason as r from gateway_rejection
        where gateway_id = ${gateway.id} order by 1, 2, 3`.execute(product.database.db);
      return rows.map(({ d, k, r }) => [d, k, r]);
    };

    it('keeps what a device tells of itself, and gives it back', async () => {
      await publish('v1/devices/me/attributes', {
        firmware: '1.2',
        size: 3,
        ok: true,
        at: null,
        set: { a: [1] },
      });
      await publish('v1/devices/me/attributes', [{ size: 4 }, { size: 5, more: 'x' }]);
      await publish('v1/devices/me/attributes/request/1', {
        clientKeys: 'firmware,size,none',
        sharedKeys: 'limit',
      });
      expect(await comes('v1/devices/me/attributes/response/1')).toEqual({
        client: { firmware: '1.2', size: 5 },
        shared: {},
      });
      const { list } = await kept();
      expect(list.map(({ attributeName, value, deviceName }) => [deviceName, attributeName, value])).toEqual([
        [null, 'at', 'null'],
        [null, 'firmware', '"1.2"'],
        [null, 'more', '"x"'],
        [null, 'ok', 'true'],
        [null, 'set', '{"a":[1]}'],
        [null, 'size', '5'],
      ]);
      expect(Date.now() - (list[0]?.updatedAt ?? 0)).toBeLessThan(60_000);
    });

    it('answers everything where no names are asked for, and the shared alone where those are', async () => {
      await publish('v1/devices/me/attributes', { a: 1 });
      ok(await set('limit', '7'));
      await publish('v1/devices/me/attributes/request/2', '');
      expect(await comes('v1/devices/me/attributes/response/2')).toEqual({
        client: { a: 1 },
        shared: { limit: 7 },
      });
      await publish('v1/devices/me/attributes/request/3', { sharedKeys: ['limit'] });
      expect(await comes('v1/devices/me/attributes/response/3')).toEqual({ shared: { limit: 7 } });
    });

    it('does the same for devices behind a gateway', async () => {
      await publish('v1/gateway/connect', { device: 'M1', type: 'default' });
      await publish('v1/gateway/attributes', { M1: { serial: 'A-1', x: 2 }, M2: { serial: 'A-2' } });
      ok(await set('limit', '"low"', 'M1'));
      const topic = 'v1/gateway/attributes/response';
      await publish('v1/gateway/attributes/request', {
        id: 4,
        device: 'M1',
        client: true,
        keys: ['serial', 'x', 'y'],
      });
      expect(await comes(topic)).toEqual({ id: 4, device: 'M1', values: { serial: 'A-1', x: 2 } });
      heard = [];
      await publish('v1/gateway/attributes/request', { id: 5, device: 'M1', client: false, key: 'limit' });
      expect(await comes(topic)).toEqual({ id: 5, device: 'M1', value: 'low' });
      heard = [];
      await publish('v1/gateway/attributes/request', {
        id: 6,
        device: 'nobody',
        client: true,
        key: 'serial',
      });
      expect(await comes(topic)).toEqual({ id: 6, device: 'nobody', value: null });
      expect((await kept({ search: 'm2' })).list).toMatchObject([
        { deviceName: 'M2', attributeName: 'serial' },
      ]);
      expect((await kept()).devices).toEqual(['M1', 'M2']);
    });

    it('pushes shared attributes to whoever listens, and tells what was removed', async () => {
      if (external) await publish('v1/gateway/attributes', {});
      if (external)
        await eventually('it is known', () => broker.messaging.external?.reachable(gateway.id) === true);
      ok(await set('limit', '{"kW":12.5}'));
      expect(await comes('v1/devices/me/attributes')).toEqual({ limit: { kW: 12.5 } });
      ok(await set('state', 'true', 'M1'));
      expect(await comes('v1/gateway/attributes')).toEqual({ device: 'M1', data: { state: true } });
      heard = [];
      ok(
        await operator.post('/api/sys/mqtt/deleteGatewayAttribute', {
          gatewayId: gateway.id,
          attributeName: 'limit',
        }),
      );
      expect(await comes('v1/devices/me/attributes')).toEqual({ deleted: ['limit'] });
      // What we said and what the device told are apart, also where our words come back.
      await sleep(100);
      expect((await kept()).list).toEqual([]);
      expect((await kept({ shared: 1 })).list).toMatchObject([
        { deviceName: 'M1', attributeName: 'state', value: 'true' },
      ]);
    });

    it('answers calls of a device: the time, the limits, and that there is no such method', async () => {
      await publish('v1/devices/me/rpc/request/1', { method: 'getTime', params: {} });
      const told = (await comes('v1/devices/me/rpc/response/1')) as { time: number; utc: string };
      expect(Math.abs(told.time - Date.now())).toBeLessThan(10_000);
      expect(Date.parse(told.utc)).toBe(told.time);
      await publish('v1/devices/me/rpc/request/2', { method: 'getSessionLimits', params: { timeout: 5000 } });
      expect(await comes('v1/devices/me/rpc/response/2')).toMatchObject({
        maxPayloadSize: 2 ** 20,
        rateLimit: {},
      });
      await publish('v1/devices/me/rpc/request/3', { method: 'reboot"', params: {} });
      const error = (await comes('v1/devices/me/rpc/response/3')) as { error: string };
      expect(error.error).toContain('getTime');
      // An answer of ours that comes back is no answer of the device to a command.
      await sleep(100);
      expect(await reasons()).toEqual([]);
    });

    it('keeps no more than its bounds, and says what it left out', async () => {
      const many = Object.fromEntries(
        Array.from({ length: ATTRIBUTE_LIMITS.device + 1 }, (_, i) => [`k${i + 100}`, i]),
      );
      await publish('v1/gateway/attributes', { M1: many, M2: { a: 1 } });
      await publish('v1/devices/me/attributes', {
        big: 'x'.repeat(5000),
        ['n'.repeat(300)]: 1,
        'nul\0': 1,
        '': 1,
        fine: 1,
      });
      await publish('v1/gateway/attributes', { M1: { k100: 'changed', new: 1 } });
      await settled();
      expect((await kept({ search: 'M1' })).pagination.total).toBe(ATTRIBUTE_LIMITS.device);
      expect((await kept({ search: 'k100' })).list).toMatchObject([{ value: '"changed"' }]);
      expect((await kept({ search: 'fine' })).list).toHaveLength(1);
      expect((await reasons()).map(([device, key, reason]) => [device, key.slice(0, 4), reason])).toEqual([
        ['', '', 'attributeName'],
        ['', 'big', 'attributeTooLarge'],
        ['', 'nnnn', 'attributeName'],
        ['', 'nul\uFFFD', 'attributeName'],
        ['M1', 'k300', 'tooManyAttributes'],
        ['M1', 'new', 'tooManyAttributes'],
      ]);
    });

    it.each([
      ['v1/devices/me/attributes', '{'],
      ['v1/devices/me/attributes', '7'],
      ['v1/gateway/attributes', '{"M1":7}'],
      ['v1/gateway/attributes', '[1]'],
      ['v1/devices/me/attributes/request/9', '{"clientKeys":7}'],
      ['v1/devices/me/attributes/request/9', '[]'],
      ['v1/gateway/attributes/request', '{"device":"M1","keys":["a"]}'],
      ['v1/gateway/attributes/request', '{"id":1,"device":7,"keys":["a"]}'],
      ['v1/gateway/attributes/request', '{"id":1,"device":"M1"}'],
      ['v1/devices/me/rpc/request/9', '{"params":{}}'],
      ['v1/devices/me/attributes', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ])('records what it cannot read: %s %.40s', async (topic, payload) => {
      await publish(topic, payload);
      await eventually('it is recorded', async () => (await reasons()).length === 1);
      expect(await reasons()).toEqual([['', '', 'notReadable']]);
      expect((await kept()).list).toEqual([]);
      // The connection lives on.
      await publish('v1/devices/me/rpc/request/10', { method: 'getTime' });
      await comes('v1/devices/me/rpc/response/10');
    });

    it('gives no gateway the attributes of another, nor tells it of them', async () => {
      ok(await set('limit', '1', 'M1'));
      const other = await addTestGateway(product.database.db, consumerId, `o${Math.random()}`);
      await client.endAsync();
      heard = [];
      const own = gateway;
      gateway = other;
      client = await connect(other.token);
      await publish('v1/gateway/attributes/request', { id: 1, device: 'M1', client: false, key: 'limit' });
      expect(await comes('v1/gateway/attributes/response')).toMatchObject({ value: null });
      gateway = own;
      heard = [];
      ok(await set('limit', '2', 'M1'));
      await sleep(200);
      expect(heard).toEqual([]);
    });

    it.skipIf(external)('takes what is JSON and named, and no more of it than fits', async () => {
      for (const [name, value, field] of [
        ['a', 'low', 'value'],
        ['a', `"${'x'.repeat(4095)}"`, 'value'],
        ['a,b', '1', 'attributeName'],
        ['', '1', 'attributeName'],
      ] as const)
        expect(await set(name, value)).toMatchObject({ code: 400, message: expect.stringContaining(field) });
      await sql`insert into gateway_attribute (gateway_id, consumer_id, device_name, shared, attribute_name, value)
        select ${gateway.id}, ${consumerId}, 'M9', true, 'k' || i, '1'
        from generate_series(1, ${ATTRIBUTE_LIMITS.device}) i`.execute(product.database.db);
      expect((await set('k1', '2', 'M9')).code).toBe(200);
      expect((await set('one more', '2', 'M9')).code).toBe(409);
      const unknown = { gatewayId: 2 ** 31 - 1, attributeName: 'a' };
      expect(
        (await operator.post('/api/sys/mqtt/setGatewayAttribute', { ...unknown, value: '1' })).code,
      ).toBe(404);
      expect((await operator.get('/api/sys/mqtt/getGatewayAttributes', unknown)).code).toBe(404);
      expect(
        (await operator.post('/api/sys/mqtt/deleteGatewayAttribute', { ...unknown, gatewayId: gateway.id }))
          .code,
      ).toBe(404);
    });
  },
);
