import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserToken, GatewayCommand, MessagingConfig } from '../contract.ts';
import { addTestGateway, connectClient, eventually, openTestBroker, type TestBroker } from '#test/broker.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { withScope } from '#server/database/scope.ts';
import { silent } from '#server/database/log.ts';
import { foldDirty } from '#feature/meters/reading/server/public.ts';
import { addBrowserToken } from './browserToken.ts';
import { tellFoldsOf } from './folded.ts';

let product: Product;
let broker: TestBroker;
let operator: Client;
let steel: { consumerId: number; meterId: number; client: Client; token: string; gatewayId: number };
let campus: typeof steel;
const clients: MqttClient[] = [];
beforeAll(async () => {
  product = await startProduct();
  broker = await openTestBroker(product.database);
  operator = await product.operator();
  steel = await enterprise('steel');
  campus = await enterprise('campus');
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  await broker.close();
  await product.close();
});

async function enterprise(name: string): Promise<typeof steel> {
  const add = async (path: string, row: object) =>
    ok(await operator.post<{ id: number }>(`/api/archive/${path}/add`, { ...row })).id;
  const consumerId = await add('consumer', { orgName: name, orgCode: name });
  const siteId = await add('monitorSite', {
    orgName: name,
    orgCode: `${name} site`,
    consumerId,
    timeZone: 'Asia/Shanghai',
  });
  const meterId = await add('ammeter', {
    ammeterCode: 'M1',
    ammeterName: 'M1',
    consumerId,
    siteId,
    deviceType: '4',
    dataType: '1',
  });
  const gateway = await addTestGateway(product.database.db, consumerId, name);
  // An account of the enterprise with every function of enterprises.
  const { rows } = await sql<{
    id: number;
  }>`insert into org_employee (user_name, name, account_type, state, consumer_id, role_id_list)
    select ${`${name}-user`}, ${name}, '0', '1', ${consumerId}, array_agg(id) from org_role
    where role_code = 'enterprise' returning id`.execute(product.database.db);
  await sql`insert into employee_secret (employee_id, password_hash)
    select ${rows[0]?.id}, password_hash from employee_secret order by employee_id limit 1`.execute(
    product.database.db,
  );
  const client = await product.login(`${name}-user`, 'an operator of tests');
  return { consumerId, meterId, client, token: gateway.token, gatewayId: gateway.id };
}

async function connect({ token, accessKey }: BrowserToken): Promise<MqttClient> {
  const client = await connectClient(`ws://127.0.0.1:${broker.wsPort}/mqtt`, {
    username: accessKey,
    password: token,
  });
  clients.push(client);
  return client;
}

const tokenOf = async (client: Client, topics = ''): Promise<BrowserToken> =>
  ok(await client.post<BrowserToken>('/api/sys/mqtt/getToken', { topics }));

const send = async (token: string, values: object, ts = Date.now()): Promise<void> => {
  const client = await connectClient(`mqtt://127.0.0.1:${broker.mqttPort}`, { username: token });
  await client.publishAsync('v1/gateway/telemetry', JSON.stringify({ M1: [{ ts, values }] }), { qos: 1 });
  await client.endAsync();
};

it('tells a browser where the broker is', async () => {
  const config = ok(await steel.client.post<MessagingConfig>('/api/sys/mqtt/getConfig'));
  expect(config).toMatchObject({
    host: 'localhost',
    topic: 'live',
    accessKey: 'meterhouse-browser',
    tls: false,
  });
  expect(config.port).toBe(product.services.config.mqttWsPort);
  const key = ok(await steel.client.post('/api/sys/mqtt/getAccessKey'));
  expect(key).toEqual({ accessKey: config.accessKey, instanceId: config.instanceId });
  expect((await product.anonymous.post('/api/sys/mqtt/getToken')).code).toBe(901);
});

describe('live values', () => {
  it('reach the browsers of their enterprise after the commit, and no other', async () => {
    const mine = await tokenOf(steel.client);
    expect(mine.topics).toEqual([
      `live/${steel.consumerId}/+`,
      `signal/${steel.consumerId}/+`,
      `alarm/${steel.consumerId}/+`,
      `folded/${steel.consumerId}`,
    ]);
    const heard: [string, unknown][] = [];
    const listen = async (token: BrowserToken, into: [string, unknown][]) => {
      const client = await connect(token);
      client.on('message', (topic, payload) => into.push([topic, JSON.parse(payload.toString())]));
      await client.subscribeAsync([...token.topics], { qos: 0 });
    };
    await listen(mine, heard);
    const all: [string, unknown][] = [];
    await listen(await tokenOf(operator, 'live/+/+'), all);
    const ts = Date.now();
    await send(campus.token, { PZ: 7 }, ts);
    await send(steel.token, { PZ: 5, PP: 100 }, ts);
    await eventually('both are heard', () => heard.length > 0 && all.length > 1);
    expect(heard).toEqual([
      [
        `live/${steel.consumerId}/${steel.meterId}`,
        { meterId: steel.meterId, ts, values: { PZ: 5, PP: 100 } },
      ],
    ]);
    expect(all.map(([topic]) => topic).toSorted()).toEqual(
      [`live/${steel.consumerId}/${steel.meterId}`, `live/${campus.consumerId}/${campus.meterId}`].toSorted(),
    );
  });

  it('are followed by a notice when the present was folded; history is not told', async () => {
    tellFoldsOf(product.database, silent);
    const token = await tokenOf(steel.client, `folded/${steel.consumerId}`);
    const client = await connect(token);
    const heard: { meterIds: number[] }[] = [];
    client.on('message', (_topic, payload) => heard.push(JSON.parse(payload.toString())));
    await client.subscribeAsync([...token.topics]);
    await send(steel.token, { PP: 1 }, Date.UTC(2025, 0, 1));
    await foldDirty(product.database.db);
    await send(steel.token, { PP: 101 });
    await foldDirty(product.database.db);
    await eventually('the notice', () => heard.some(({ meterIds }) => meterIds.includes(steel.meterId)));
  });
});

describe('a token of a browser', () => {
  it.each(['live/+/+', 'folded/+', '#', 'v1/gateway/rpc', '$SYS/#', 'live', 'live/1/#/x'])(
    'is not given for %s',
    async (topic) => {
      const reply = await steel.client.post('/api/sys/mqtt/getToken', { topics: topic });
      expect([400, 403]).toContain(reply.code);
      expect(reply.field).toBe('topics');
    },
  );

  it('is not given for another enterprise', async () => {
    const reply = await steel.client.post('/api/sys/mqtt/getToken', {
      topics: `live/${campus.consumerId}/+`,
    });
    expect(reply.code).toBe(403);
  });

  it('subscribes to what it names or narrower, and publishes nothing', async () => {
    const token = await tokenOf(steel.client, `live/${steel.consumerId}/+`);
    const client = await connect(token);
    const grant = async (topic: string): Promise<number> =>
      (await client.subscribeAsync(topic).catch(() => [{ qos: 128 }]))[0]?.qos ?? 128;
    expect(await grant(`live/${steel.consumerId}/${steel.meterId}`)).toBe(0);
    for (const topic of [
      `live/${steel.consumerId}/#`,
      `live/${campus.consumerId}/+`,
      'live/+/+',
      '#',
      `folded/${steel.consumerId}`,
    ])
      expect(await grant(topic)).toBe(128);
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    client.publish(`live/${steel.consumerId}/${steel.meterId}`, '{}');
    await closed;
  });

  it('is cut when it is revoked, when its session ends, and revoked by its owner alone', async () => {
    const token = await tokenOf(steel.client);
    const client = await connect(token);
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    expect(ok(await campus.client.post('/api/sys/mqtt/revokeToken', { token: token.token }))).toEqual({
      revoked: false,
    });
    expect(client.connected).toBe(true);
    ok(await steel.client.post('/api/sys/mqtt/revokeToken', { token: token.token }));
    await closed;
    await expect(connect(token)).rejects.toThrow();

    const session = await product.login('campus-user', 'an operator of tests');
    const other = await connect(await tokenOf(session));
    const ended = new Promise<void>((resolve) => other.once('close', () => resolve()));
    ok(await session.post('/api/sys/logout'));
    await ended;
    // A call that was under way when the session ended: it is told so, as the next call would be.
    const late = addBrowserToken(product.database.db, {
      session: 'over',
      employeeId: 1,
      topics: [],
      meters: null,
    });
    await expect(late).rejects.toMatchObject({ code: 901 });
  });
});

describe('sending data', () => {
  it('reaches browsers that may hear it, and is written down', async () => {
    const topic = `data/${steel.consumerId}/board`;
    const client = await connect(await tokenOf(steel.client, topic));
    await client.subscribeAsync(topic);
    const heard = new Promise<string>((resolve) =>
      client.once('message', (_topic, payload) => resolve(payload.toString())),
    );
    ok(await operator.post('/api/sys/mqtt/sendData', { topic, data: { text: '停机' } }));
    expect(JSON.parse(await heard)).toEqual({ text: '停机' });
    const { rows } = await sql<{
      after: { topic: string };
    }>`select after from oper_log where action = 'send'`.execute(product.database.db);
    expect(rows.at(-1)?.after.topic).toBe(topic);
    for (const [bad, code] of [
      ['data/+/x', 400],
      ['live/1001/1', 400],
      [`data/${campus.consumerId}/x`, 403],
      ['', 400],
    ] as const) {
      const reply = await steel.client.post('/api/sys/mqtt/sendData', { topic: bad, data: 1 });
      expect([code, 403]).toContain(reply.code);
    }
  });

  it('takes a command to a connected gateway, and says when it is not', async () => {
    const ping = { gatewayId: steel.gatewayId, method: 'ping' };
    // The connection that delivered in an earlier test may still be closing.
    await expect
      .poll(async () => {
        await broker.ingest.recorder.flush();
        return operator.post('/api/sys/mqtt/sendGatewayData', ping);
      })
      .toMatchObject({ code: 409, field: 'gatewayId' });
    const client = await connectClient(`mqtt://127.0.0.1:${broker.mqttPort}`, { username: steel.token });
    clients.push(client);
    await client.subscribeAsync(['v1/devices/me/rpc/request/+', 'v1/gateway/rpc']);
    await broker.ingest.recorder.flush();
    const heard: [string, unknown][] = [];
    client.on('message', (topic, payload) => heard.push([topic, JSON.parse(payload.toString())]));
    const sent = ok(
      await operator.post<{ requestId: number }>('/api/sys/mqtt/sendGatewayData', {
        gatewayId: steel.gatewayId,
        method: 'ping',
        params: { a: 1 },
      }),
    );
    ok(
      await operator.post('/api/sys/mqtt/sendGatewayData', {
        gatewayId: steel.gatewayId,
        deviceName: 'M1',
        method: 'open',
      }),
    );
    await eventually('both came', () => heard.length === 2);
    expect(heard[0]).toEqual([
      `v1/devices/me/rpc/request/${sent.requestId}`,
      { method: 'ping', params: { a: 1 } },
    ]);
    expect(heard[1]).toMatchObject(['v1/gateway/rpc', { device: 'M1', data: { method: 'open' } }]);
    await client.publishAsync(`v1/devices/me/rpc/response/${sent.requestId}`, '{"pong":1}', { qos: 1 });
    const { requestId } = sent;
    expect(
      ok(await operator.get<GatewayCommand>('/api/sys/mqtt/getGatewayCommand', { requestId })),
    ).toMatchObject({ state: 'answered', answer: { pong: 1 } });
    const seenBy = (consumerId: number) =>
      withScope(product.database.app, [consumerId], async (trx) => {
        const { rows } = await sql`select from gateway_command where id = ${requestId}`.execute(trx);
        return rows.length;
      });
    expect(await seenBy(steel.consumerId)).toBe(1);
    expect(await seenBy(campus.consumerId)).toBe(0);
  });
});

it('an address that comes with wrong tokens of browsers waits, at the doors of gateways too; right ones are let in from there, and no other address waits', async () => {
  const own = await openTestBroker(product.database);
  const url = `ws://127.0.0.1:${own.wsPort}/mqtt`;
  const guesser = '198.51.100.7';
  const { accessKey, token } = await tokenOf(steel.client);
  /** The return code (MQTT 3.1.1 section 3.2.2.3) of a log-in that comes from an address, as the proxy here tells. */
  const from = (address: string, who: { username: string; password?: string }): Promise<unknown> =>
    connectClient(url, { ...who, wsOptions: { headers: { 'x-forwarded-for': address } } }).then(
      (client) => {
        client.end(true);
        return 0;
      },
      (error: { code?: unknown }) => error.code,
    );
  const browser = (password: string) => ({ username: accessKey, password });
  try {
    const codes: unknown[] = [];
    for (let i = 0; i < 60; i++) codes.push(await from(guesser, browser(`a guess ${i}`)));
    const told = (code: number): number => codes.filter((one) => one === code).length;
    expect(told(4)).toBeGreaterThanOrEqual(20);
    expect(told(3)).toBeGreaterThan(20);
    expect(told(4) + told(3)).toBe(60);
    expect(own.messaging.broker?.figures.refused['tooMany']).toBe(told(3));
    // Whether it calls itself a browser or a gateway, it is one who guesses; a wait that is just over begins anew.
    const gateway = { username: 'a guess at a gateway' };
    expect([await from(guesser, gateway), await from(guesser, gateway)]).toContain(3);
    // Neither token was heard by this process before.
    expect(await from(guesser, browser(token))).toBe(0);
    expect(await from(guesser, { username: steel.token })).toBe(0);
    expect(await from('198.51.100.8', browser('a first slip'))).toBe(4);
  } finally {
    await own.close();
  }
});
