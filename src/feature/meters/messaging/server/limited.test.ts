import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectClient, eventually, openTestBroker, type TestBroker } from '#test/broker.ts';
import { add, PASSWORD, unique } from '#test/build.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import {
  type BrowserToken,
  type Folded,
  alarmTopic,
  foldedTopic,
  liveTopic,
  signalTopic,
  TOPICS,
} from '../contract.ts';
import { tellAll } from './live.ts';

let product: Product;
let broker: TestBroker;
let sites: TwoSites;
const clients: MqttClient[] = [];
let ownPoint = 0;
let foreignPoint = 0;
beforeAll(async () => {
  product = await startProduct();
  broker = await openTestBroker(product.database);
  sites = await buildTwoSites(product);
  const operator = await product.operator();
  const pointAt = ({ consumerId, siteId }: { consumerId: number; siteId: number }) =>
    add(operator, 'signalPoint', { pointName: 'Q1', pointCode: unique(), consumerId, siteId });
  ownPoint = await pointAt(sites.second);
  foreignPoint = await pointAt(sites.first);
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  await broker.close();
  await product.close();
});

const tokenOf = (client: Client, topics = '') =>
  client.post<BrowserToken>('/api/sys/mqtt/getToken', { topics });

async function connect({ token, accessKey }: BrowserToken): Promise<MqttClient> {
  const client = await connectClient(`ws://127.0.0.1:${broker.wsPort}/mqtt`, {
    username: accessKey,
    password: token,
  });
  clients.push(client);
  return client;
}

const tell = (topic: string, payload: object) =>
  tellAll(product.database.pool, [{ topic, payload: JSON.stringify(payload) }]);

/** What an account that is limited to the second site may have of each kind of topic; a new kind fails without. */
const OF_TOPIC: Readonly<
  Record<keyof typeof TOPICS, { asked: () => string; granted: () => string[] | 403 }>
> = {
  live: {
    asked: () => `${TOPICS.live}/${sites.first.consumerId}/+`,
    granted: () => [liveTopic(sites.second.consumerId, sites.second.ammeterId)],
  },
  signal: {
    asked: () => `${TOPICS.signal}/${sites.first.consumerId}/+`,
    granted: () => [signalTopic(sites.second.consumerId, ownPoint)],
  },
  alarm: {
    asked: () => `${TOPICS.alarm}/${sites.first.consumerId}/+`,
    granted: () => [alarmTopic(sites.second.consumerId, sites.second.siteId)],
  },
  folded: {
    asked: () => foldedTopic(sites.first.consumerId),
    granted: () => [foldedTopic(sites.first.consumerId)],
  },
  data: { asked: () => `${TOPICS.data}/${sites.first.consumerId}/any`, granted: () => 403 },
};

describe('an account limited to a site', () => {
  it.each(Object.entries(OF_TOPIC))(
    'is granted of %s no more than its own',
    async (_kind, { asked: query, granted }) => {
      const reply = await tokenOf(sites.limited, query());
      if (granted() === 403) expect(reply.code).toBe(403);
      else expect(ok(reply).topics).toEqual(granted());
    },
  );

  it('is not granted the meter of the other site, and cannot subscribe to it with another token', async () => {
    const foreign = liveTopic(sites.first.consumerId, sites.first.ammeterId);
    expect((await tokenOf(sites.limited, foreign)).code).toBe(403);
    const client = await connect(ok(await tokenOf(sites.limited)));
    const point = signalTopic(sites.first.consumerId, foreignPoint);
    expect((await tokenOf(sites.limited, point)).code).toBe(403);
    for (const topic of [foreign, point, `${TOPICS.live}/${sites.first.consumerId}/+`, '#'])
      await expect(client.subscribeAsync(topic)).rejects.toThrow();
  });

  it('is told of new figures of its own meters alone', async () => {
    const { first, second } = sites;
    const topic = foldedTopic(first.consumerId);
    const listen = async (of: Client): Promise<number[][]> => {
      const heard: number[][] = [];
      const client = await connect(ok(await tokenOf(of, topic)));
      client.on('message', (_topic, payload) =>
        heard.push([...(JSON.parse(payload.toString()) as Folded).meterIds]),
      );
      await client.subscribeAsync(topic);
      return heard;
    };
    const own = await listen(sites.limited);
    const all = await listen(await product.operator());
    await tell(topic, { meterIds: [first.ammeterId], at: 1 });
    await tell(topic, { meterIds: [first.ammeterId, second.ammeterId], at: 2 });
    // So many that none is named.
    await tell(topic, { meterIds: [], at: 3 });
    await eventually('all are heard', () => all.length === 3 && own.length >= 2);
    expect(all).toEqual([[first.ammeterId], [first.ammeterId, second.ammeterId], []]);
    expect(own).toEqual([[second.ammeterId], []]);
  });
});

describe('an account limited to a part of a site', () => {
  it('hears of alarms of its own meters, and of the rest not even the level', async () => {
    const { limited, first, second } = sites;
    const topic = alarmTopic(second.consumerId, second.siteId);
    // The topic is that of a site that the account sees, the meter one that it does not.
    const hidden = first.ammeterId;
    const listen = async (of: Client): Promise<object[]> => {
      const heard: object[] = [];
      const client = await connect(ok(await tokenOf(of, topic)));
      client.on('message', (_topic, payload) => heard.push(JSON.parse(payload.toString()) as object));
      await client.subscribeAsync(topic);
      return heard;
    };
    const own = await listen(limited);
    const all = await listen(await product.operator());
    const alarm = (recordId: number, meterId: number | null) => ({
      recordId,
      meterId,
      alarmLevel: '1',
      alarmStatus: '1',
    });
    const told = [alarm(1, hidden), alarm(2, null), alarm(3, second.ammeterId)];
    for (const one of told) await tell(topic, one);
    await eventually('all are heard', () => all.length === 3 && own.length >= 2);
    expect(all).toEqual(told);
    expect(own).toEqual([{}, told[2]]);
  });
});

describe('an account that sees more meters and signal points than a token has topics', () => {
  const MANY = 1003;
  it('is fed by the first of them, with the topics of its enterprise, and told how many are left out', async () => {
    const { consumerId, siteId } = sites.second;
    await sql`insert into signal_point (point_name, point_code, consumer_id, site_id, kind, states_zh, states_en, inverted, state)
      select 'P' || n, 'MANY' || n, ${consumerId}, ${siteId}, '1', '0=分,1=合', '0=Open,1=Closed', false, '1'
      from generate_series(1, ${MANY}) n`.execute(product.database.db);
    const folded = foldedTopic(consumerId);
    const live = `${TOPICS.live}/${consumerId}/+`;
    const asked = [live, `${TOPICS.signal}/${consumerId}/+`, folded].join(',');
    const token = ok(await tokenOf(sites.limited, asked));
    expect(token.topics).toHaveLength(1000);
    // A meter, a point from before, the many; one topic is that of the figures.
    expect(token.leftOut).toBe(2 + MANY - 999);
    expect(token.topics).toContain(folded);
    expect(token.topics).toContain(liveTopic(consumerId, sites.second.ammeterId));
    expect(token.topics).not.toContain(signalTopic(consumerId, foreignPoint));
    await (await connect(token)).subscribeAsync([...token.topics]);
    expect(ok(await tokenOf(sites.limited, live)).leftOut).toBe(0);
    await sql`delete from signal_point where point_code like 'MANY%'`.execute(product.database.db);
  });
});

describe('a connection', () => {
  /** A connection of the limited account that was open before something changed. */
  async function open(): Promise<{ closed: () => boolean }> {
    const client = await connect(ok(await tokenOf(await product.login(sites.first.userName, PASSWORD))));
    let closed = false;
    client.on('close', () => (closed = true));
    return { closed: () => closed };
  }

  it.each([
    [
      'a role of its account was taken',
      'update org_employee set role_id_list = role_id_list[2:] where id = $user',
    ],
    ['a role lost its limits', 'update org_role set org_limit_list = org_limit_list[1:1] where id = $role'],
    ['its account is out of use', "update org_employee set state = '0' where id = $user"],
    ['a meter went to another site', 'update ammeter set site_id = $site where id = $meter'],
    ['its screen was locked', 'update session set locked_at = now() where employee_id = $user'],
  ])('is cut as soon as %s', async (_what, statement) => {
    const { first, second, limitedRole } = sites;
    const names = { user: first.userId, role: limitedRole, site: first.siteId, meter: second.ammeterId };
    await sql`update org_employee set state = '1', role_id_list = (select array_agg(id) from org_role
      where role_code = 'operator') || ${limitedRole}::integer where id = ${first.userId}`.execute(
      product.database.db,
    );
    const { closed } = await open();
    const text = Object.entries(names).reduce(
      (all, [name, id]) => all.replaceAll(`$${name}`, String(id)),
      statement,
    );
    await sql.raw(text).execute(product.database.db);
    await eventually('it is cut', closed);
  });
});
