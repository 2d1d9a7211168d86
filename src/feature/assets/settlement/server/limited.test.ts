import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { add } from '#test/build.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, type Product, startProduct } from '#test/product.ts';

const FROM = Date.parse('2024-03-01T12:00:00+08:00');
const KEY = { month: '2024-03' };

let product: Product;
let operator: Client;
let two: TwoSites;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  two = await buildTwoSites(product);
  const { db } = product.database;
  const { consumerId, siteId, ammeterId } = two.second;
  const told = (meterId: number, code: 'PP' | 'RP', value: string) => ({ meterId, code, value, start: FROM, end: FROM + Q }); // prettier-ignore
  const grid = two.first.ammeterId;
  await storeIntervals(db, [told(ammeterId, 'PP', '10'), told(grid, 'PP', '0'), told(grid, 'RP', '4')]);
  while (await foldDirty(db));
  await add(operator, 'pvPlant', { consumerId, siteId, plantName: 'Roof', ammeterId, gridMeterId: grid, ratedPower: 150 }); // prettier-ignore
}, 120_000);
afterAll(() => product.close());

const issue = (client: Client) =>
  client.post('/api/sdata/storageStrategy/issueSettlement', { siteId: two.second.siteId, ...KEY });
const kept = async (): Promise<number> =>
  (await sql`select from asset_settlement where site_id = ${two.second.siteId}`.execute(product.database.db))
    .rows.length;

test('who does not see a meter that a settlement is made of does not keep it for everybody', async () => {
  for (const client of [two.limited, two.limitedItself])
    expect(await issue(client)).toMatchObject({
      code: 409,
      message: expect.stringContaining('do not see all') as string,
    });
  expect(await kept()).toBe(0);
  expect(await issue(operator)).toMatchObject({ code: 200 });
  expect(await kept()).toBe(1);
});

test('a limited account that sees all of it keeps it', async () => {
  const { db } = product.database;
  await sql`delete from asset_settlement where site_id = ${two.second.siteId}`.execute(db);
  await sql`update pv_plant set grid_meter_id = null where site_id = ${two.second.siteId}`.execute(db);
  expect(await issue(two.limited)).toMatchObject({ code: 200 });
  expect(await kept()).toBe(1);
});
