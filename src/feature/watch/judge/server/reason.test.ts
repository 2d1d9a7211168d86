import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldDirty } from '#feature/meters/reading/server/public.ts';
import type { AlarmBuckets, AlarmReason } from '#feature/watch/alarm/contract.ts';
import { add, unique } from '#test/build.ts';
import { judgeScene } from '#test/build/judgeScene.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { lookAtFigures } from './figure.ts';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
let product: Product;
let operator: Client;
let sites: TwoSites;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  sites = await buildTwoSites(product);
});
afterAll(() => product.close());
const { look, store } = judgeScene(() => ({ product, consumerId: sites.first.consumerId }));

/** A rule that is put to the meters of both sites. */
async function ruleOnBoth(fields: object): Promise<void> {
  const { consumerId } = sites.first;
  const alarmId = await add(operator, 'alarm', {
    alarmName: unique('Rule '), consumerId, triggerInterval: 0, recoverInterval: 0, ...fields,
  }); // prettier-ignore
  for (const { ammeterId } of [sites.first, sites.second])
    await add(operator, 'objectAlarm', { alarmId, consumerId, ammeterId });
}
const recordOf = async (ammeterId: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from alarm_record where ammeter_id = ${ammeterId}`.execute(product.database.db);
  return rows[0]?.id ?? 0;
};

test('who sees one site is told why an alarm there was raised, and nothing of the other', async () => {
  await ruleOnBoth({ triggerMethod: 'expression', expression: 'PZ > 100 and UA < 230' });
  await look();
  const at = Date.now() - MINUTE;
  for (const { ammeterId } of [sites.first, sites.second])
    await store(ammeterId, [[at, { PZ: 120, UA: 220 }]]);
  await look();
  const [foreign, own] = [await recordOf(sites.first.ammeterId), await recordOf(sites.second.ammeterId)];
  const ask = (client: Client, alarmRecordId: number) => client.get<AlarmReason>('/api/alarm/record/getReason', { alarmRecordId }); // prettier-ignore
  for (const client of [sites.limited, sites.limitedItself]) {
    expect(ok(await ask(client, own)).values.map(({ code, value }) => [code, value])).toEqual([
      ['PZ', 120],
      ['UA', 220],
    ]);
    expect((await ask(client, foreign)).code).toBe(404);
  }
  expect(ok(await ask(operator, foreign)).values).toHaveLength(2);
});

test('an alarm on a figure shows the hours that were judged, what is not known as nothing; to who sees the site alone', async () => {
  const H = Math.floor(Date.now() / HOUR) * HOUR;
  await ruleOnBoth({
    triggerMethod: 'figure',
    figure: 'hourEnergy',
    figureSide: 'above',
    minCoverage: 95,
    limitValue: 100,
  });
  await look(H + MINUTE);
  for (const { ammeterId } of [sites.first, sites.second])
    await store(
      ammeterId,
      // The hour before the last one is known in half.
      Array.from({ length: 7 }, (_, i) => [H - (6 - i) * QUARTER, { PP: 1000 + i * 30 }] as const),
    );
  while ((await foldDirty(product.database.db)) > 0);
  const now = H + 2 * MINUTE;
  const ways = { outbox: product.services.config.outbox, outwardAllow: new Set<string>() };
  while ((await lookAtFigures(product.database.db, { ways, now })).ids.length > 0);
  const [foreign, own] = [await recordOf(sites.first.ammeterId), await recordOf(sites.second.ammeterId)];
  const ask = (client: Client, alarmRecordId: number) => client.get<AlarmBuckets>('/api/alarm/record/getBuckets', { alarmRecordId }); // prettier-ignore
  const { level, buckets } = ok(await ask(sites.limited, own));
  expect(level).toBe('hour');
  const [half, last] = buckets.filter(({ end }) => end <= H).slice(-2);
  expect(half).toMatchObject({ start: H - 2 * HOUR, value: null, covered: 0.5 });
  expect(last).toMatchObject({ start: H - HOUR, end: H, value: 120, covered: 1 });
  expect((await ask(sites.limited, foreign)).code).toBe(404);
  expect((await ask(sites.limitedItself, foreign)).code).toBe(404);
  // A record of something else has no buckets.
  const { rows } = await sql<{ id: number }>`
    select min(id) as id from alarm_record where ammeter_id = ${sites.second.ammeterId}`.execute(
    product.database.db,
  );
  expect((await ask(sites.limited, rows[0]?.id ?? 0)).code).toBe(404);
});
