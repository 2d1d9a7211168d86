import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENDS_ITSELF, type Route, routesOf, shotOf } from '#test/attack/calls.ts';
import { chanceOf } from '#test/attack/chance.ts';
import { fuzzCharger } from '#test/attack/fuzzCharger.ts';
import { fuzzDoors } from '#test/attack/fuzzDoors.ts';
import { hurl } from '#test/attack/fuzzPackets.ts';
import { nameOf, SPEECHES } from '#test/attack/packets.ts';
import { addTestGateway, eventually, openTestBroker, RawClient, type TestBroker } from '#test/broker.ts';
import { add, buildEnterprise, PASSWORD, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { OPERATOR_PASSWORD } from '#test/config.ts';
import { ok } from '#test/product.ts';
import type { Product } from '#test/product.ts';
import { openSignOn, type SignOn } from '#test/signOn.ts';
import { SimulatedCharger } from '../../simulator/charger/charger.ts';

// A few of what test/attack/fuzz.ts does to a running product, always the same.

let on: SignOn;
let product: Product;
let port: number;
let mine: Enterprise;
let broker: TestBroker;
/** Of a gateway; those who guess are let wait, and what was issued is known by then. */
let token: string;
beforeAll(async () => {
  // With an identity provider: its log-out is a door too.
  on = await openSignOn();
  product = on.product;
  mine = await buildEnterprise(product);
  broker = await openTestBroker(product.database);
  ({ token } = await addTestGateway(product.database.db, mine.consumerId));
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  const [address] = product.app.addresses();
  port = typeof address === 'object' ? address.port : 0;
});
afterAll(async () => {
  await broker.close();
  await on.close();
});

/** How many packets of each way to speak; what takes the longest path most. */
const PACKETS = new Map(SPEECHES.map((speech) => [speech, speech.version === 4 && !speech.ws ? 500 : 120]));

it.each(SPEECHES.map((speech) => [nameOf(speech), speech] as const))(
  'hundreds of packets of %s that nobody means break nothing, and a good gateway is served beside them',
  async (_name, speech) => {
    const port = speech.ws ? broker.wsPort : broker.mqttPort;
    const chance = chanceOf(16);
    const known = { token, meters: ['M1'] };
    let sent = 0;
    while (sent < (PACKETS.get(speech) ?? 0))
      await hurl(chance, port, speech, known, async () => void sent++);
    const good = new RawClient(port, speech);
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
  },
);

it('three hundred messages of a charger that nobody means are its own fault, and another charger is served beside them', async () => {
  const url = `ws://127.0.0.1:${port}/ocpp`;
  const { consumerId, siteId, ammeterId, gatewayId } = mine;
  const operator = await product.operator();
  const charger = async (fields: object): Promise<SimulatedCharger> => {
    const identity = unique('CP-');
    const id = await add(operator, 'chargePile', {
      pileName: unique('Charger '),
      pileCode: unique(),
      consumerId,
      siteId,
      ratedPower: 7,
      ocppIdentity: identity,
      ...fields,
    });
    const { key } = ok(await operator.post<{ key: string }>('/api/archive/chargePile/issueKey', { id }));
    return new SimulatedCharger({ url, identity, key });
  };
  const { options } = await charger({ ammeterId, gatewayId });
  const outcome = await fuzzCharger(chanceOf(16), options, await charger({}), 300);
  expect(outcome.faults).toEqual([]);
  expect(outcome.sent).toBeGreaterThanOrEqual(300);
});

it('three hundred requests that nobody means at the doors beside the calls open nothing and break nothing', async () => {
  const outcome = await fuzzDoors(chanceOf(16), `http://127.0.0.1:${port}`, 300, 5000);
  expect(outcome.faults).toEqual([]);
  expect([...outcome.sent.values()]).toEqual([100, 100, 100]);
  // Refusals of the doors themselves, not of the parser of HTTP alone.
  expect(outcome.statuses.get(400)).toBeGreaterThan(0);
  expect(outcome.statuses.get(401)).toBeGreaterThan(0);
  expect(outcome.statuses.get(403)).toBeGreaterThan(0);
}, 60_000);

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

// The last: what they change is spoilt.
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
