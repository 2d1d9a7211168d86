import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { startOutboxLoop } from '#feature/house/outbox/server/public.ts';
import { watchSilence } from '#feature/meters/communication/server/watch.ts';
import { issueToken } from '#feature/meters/ingest/server/public.ts';
import type { AlarmRow } from '#feature/watch/alarm/contract.ts';
import { openAlarms } from '#feature/watch/alarm/server/public.ts';
import { lookOnce } from '#feature/watch/judge/server/public.ts';
import { silent } from '#server/database/log.ts';
import { connectClient, openTestBroker, type TestBroker } from '#test/broker.ts';
import { add, buildEnterprise, type Enterprise } from '#test/build.ts';
import { alertScene } from '#test/build/alertScene.ts';
import { plantScene } from '#test/build/plantScene.ts';
import { openMailServer } from '#test/mailServer.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { alarmBook } from './book.ts';

const METERS = 40;
const MINUTE = 60_000;
let product: Product;
let works: Enterprise;
let broker: TestBroker;
let mail: Awaited<ReturnType<typeof openMailServer>>;
let outbox: ReturnType<typeof startOutboxLoop>;
const scene = () => ({ product, works });
const { site, group, person, member } = alertScene(scene);
const { gatewayWith, recordsOf } = plantScene(scene);
const db = () => product.database.db;
const ways = () => ({
  outbox: { mail: { url: `smtp://127.0.0.1:${mail.port}`, from: 'house@example.com' }, sms: null },
  outwardAllow: new Set<string>(),
});

beforeAll(async () => {
  product = await startProduct();
  broker = await openTestBroker(product.database);
});
beforeEach(async () => {
  works = await buildEnterprise(product);
  mail = await openMailServer();
  outbox = startOutboxLoop(db(), ways().outbox, product.services.files, silent);
});
afterEach(async () => {
  await outbox.stop();
  await mail.close();
});
afterAll(async () => {
  await broker.close();
  await product.close();
});

const look = (now: number) => watchSilence(db(), { now, book: alarmBook(ways()) });
async function judge(now: number): Promise<void> {
  while ((await lookOnce(db(), { ways: ways(), now })).ids.length > 0);
}

/** A site whose duty has an address, with a gateway and its meters; of half of them a rule judges the silence. */
async function plant() {
  const here = await site();
  const { id, email } = await person();
  await member(await group(here), id);
  const { gatewayId, meterIds } = await gatewayWith(here, METERS);
  const operator = await product.operator();
  const rule = { consumerId: works.consumerId, triggerInterval: 0, recoverInterval: 0 };
  const silence = await add(operator, 'alarm', {
    ...rule,
    alarmName: `Silence ${here}`,
    triggerMethod: 'silent',
    algoUrl: 'builtin:silence',
  });
  for (const ammeterId of meterIds.slice(0, METERS / 2))
    await add(operator, 'objectAlarm', { consumerId: works.consumerId, ammeterId, alarmId: silence });
  const token = await issueToken(db(), gatewayId);
  return { here, email, gatewayId, meterIds, token, rule };
}

const connect = (token: string): Promise<MqttClient> =>
  connectClient(`mqtt://127.0.0.1:${broker.mqttPort}`, { username: token });
async function publish(client: MqttClient, meterIds: readonly number[], values: object, ts = Date.now()) {
  const body = Object.fromEntries(meterIds.map((id) => [`D${id}`, [{ ts, values }]]));
  await client.publishAsync('v1/gateway/telemetry', JSON.stringify(body), { qos: 1 });
}
/** The letters that came for an address; what other tests left may come beside. */
const lettersFor = (email: string): readonly string[] =>
  mail.letters.filter((letter) => letter.includes(`To: ${email}`));
const heardOf = async (gatewayId: number): Promise<number> => {
  const { rows } = await sql<{ at: Date | null }>`
    select last_seen_at as at from gateway_state where gateway_id = ${gatewayId}`.execute(db());
  return rows[0]?.at?.getTime() ?? 0;
};

it.each([
  ['the rules look first', ['judge', 'look']],
  ['the watch looks first', ['look', 'judge']],
] as const)(
  'a gateway with 40 meters is cut: 41 records, one letter, none when all are back (%s)',
  async (_, order) => {
    const { here, email, gatewayId, meterIds, token } = await plant();
    const both = async (now: number): Promise<void> => {
      for (const step of order) await (step === 'judge' ? judge(now) : look(now));
    };
    const begun = Date.now();
    const client = await connect(token);
    await publish(client, meterIds, { PP: 100 });
    await expect.poll(() => heardOf(gatewayId), { timeout: 20_000 }).toBeGreaterThanOrEqual(begun);
    await both(Date.now());
    expect(await recordsOf(here)).toEqual([]);
    await client.endAsync(true);

    const cut = Date.now();
    for (const n of [4, 5, 6]) await both(cut + n * MINUTE);
    const records = await recordsOf(here);
    expect(records).toHaveLength(METERS + 1);
    expect(records.filter(({ told }) => told > 0)).toMatchObject([{ kind: 'gatewaySilent' }]);
    expect(await openAlarms(db(), works.consumerId, here)).toMatchObject({
      open: METERS + 1,
      unconfirmed: 1,
    });
    await expect.poll(() => lettersFor(email).length, { timeout: 20_000 }).toBe(1);

    const again = await connect(token);
    const back = Date.now();
    await publish(again, meterIds, { PP: 101 });
    await expect.poll(() => heardOf(gatewayId), { timeout: 20_000 }).toBeGreaterThanOrEqual(back);
    for (const step of [0, 1, 2]) await both(Date.now() + step * 1000);
    await again.endAsync(true);
    expect((await recordsOf(here)).filter(({ open }) => open)).toEqual([]);
    await sql`select pg_sleep(2)`.execute(db());
    expect(lettersFor(email)).toHaveLength(1);
  },
);

it('a value that flips three times in 50 s is one record with its count, and a proposal to shelve', async () => {
  const { here, meterIds, token, rule } = await plant();
  const [meter = 0] = meterIds;
  const operator = await product.operator();
  const alarmId = await add(operator, 'alarm', {
    ...rule,
    alarmName: `Power ${here}`,
    triggerMethod: 'above',
    triggerFieldName: 'PZ',
    limitValue: 100,
  });
  await add(operator, 'objectAlarm', { consumerId: works.consumerId, ammeterId: meter, alarmId });
  const client = await connect(token);
  const begun = Date.now() - 50_000;
  for (const [i, PZ] of [120, 80, 130, 80, 125, 80].entries())
    await publish(client, [meter], { PZ }, begun + i * 10_000);
  await judge(Date.now());
  await client.endAsync(true);
  const { list } = ok(
    await works.client.get<Page<AlarmRow>>('/api/alarm/record/getDataTablePageAnt', { siteId: here }),
  );
  expect(list).toMatchObject([{ raiseCount: 3, peakValue: 130, chatters: true, alarmId }]);
});
