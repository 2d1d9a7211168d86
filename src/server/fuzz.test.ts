import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENDS_ITSELF, type Route, routesOf, shotOf } from '#test/attack/calls.ts';
import { chanceOf } from '#test/attack/chance.ts';
import { bytesOf, loginOf } from '#test/attack/packets.ts';
import { addTestGateway, eventually, openTestBroker, RawClient, type TestBroker } from '#test/broker.ts';
import { buildEnterprise, PASSWORD } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { OPERATOR_PASSWORD } from '#test/config.ts';
import { startProduct } from '#test/product.ts';
import type { Product } from '#test/product.ts';

// A few of what test/attack/fuzz.ts does to a running product, always the same.

let product: Product;
let mine: Enterprise;
let broker: TestBroker;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  broker = await openTestBroker(product.database);
});
afterAll(async () => {
  await broker.close();
  await product.close();
});

async function cookieOf(app: FastifyInstance, userName: string, password: string): Promise<string> {
  const headers = { 'x-meterhouse': '1' };
  const reply = await app.inject({
    method: 'POST',
    url: '/api/sys/login',
    headers,
    payload: { userName, password },
  });
  const [cookie] = reply.cookies;
  return cookie ? `${cookie.name}=${cookie.value}` : '';
}

it('a thousand calls that nobody means, over every route and as three people, break nothing and come back soon', async () => {
  const { app } = product;
  const chance = chanceOf(16);
  const document = (await app.inject({ url: '/openapi.json' })).json<Parameters<typeof routesOf>[0]>();
  const routes = routesOf(document);
  const people = async () => [
    await cookieOf(app, 'operator', OPERATOR_PASSWORD),
    await cookieOf(app, mine.userName, PASSWORD),
    '',
  ];
  let cookies = await people();
  const broken: string[] = [];
  for (let i = 0; i < 1000; i++) {
    // Every route in turn, by a step that meets them all.
    const { headers, method, path, body, route } = shotOf(chance, routes[(i * 997) % routes.length] as Route);
    const who = ENDS_ITSELF.test(route.path) ? 2 : i % 3;
    const sent: InjectOptions = {
      method: method as 'GET' | 'POST',
      url: path,
      headers: { 'x-meterhouse': '1', cookie: cookies[who] ?? '', ...headers },
      ...(body ? { payload: body } : {}),
    };
    const begun = performance.now();
    const reply = await app.inject(sent);
    const took = performance.now() - begun;
    const code = Number(/^\{"code":(\d+)/.exec(reply.body.slice(0, 20))?.[1] ?? 0);
    if (reply.statusCode >= 500 || (code >= 500 && code < 600)) broken.push(`${route.path} ${code}`);
    if (took > 5000) broken.push(`${route.path} took ${Math.round(took)} ms`);
    if (code === 901 && who < 2) cookies = await people();
  }
  expect(broken).toEqual([]);
}, 60_000);

it('five hundred packets that nobody means break nothing, and a good gateway is served beside them', async () => {
  const { token } = await addTestGateway(product.database.db, mine.consumerId);
  const chance = chanceOf(16);
  const known = { token, meters: ['M1'] };
  for (let sent = 0; sent < 500;) {
    const client = new RawClient(broker.mqttPort);
    if (chance.percent(95)) client.send(loginOf(chance, known));
    for (let i = 0; i < 12 && !client.closed; i++, sent++) {
      client.send(bytesOf(chance, known));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    client.socket.destroy();
  }
  const good = new RawClient(broker.mqttPort);
  expect(await good.login(token)).toBe(0);
  good.send({
    cmd: 'publish',
    topic: 'v1/gateway/telemetry',
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
    payload: '{}',
  });
  expect(await good.next('puback')).toMatchObject({ messageId: 1 });
  good.socket.destroy();
  await eventually('nothing is under way', () => broker.messaging.broker?.inFlight.messages === 0);
});
