import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amountsOf, type Billed, buildBilled } from '#test/build/billed.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

const PRICES = { price1: 1, price2: 0.9, price3: 0.6, price4: 0.3 };
/** 31 days of 96 quarters of 10 kWh. */
const JANUARY = 31 * 960;
const APRIL = 30 * 960;

let product: Product;
let operator: Client;
let plant: Billed;
let planId = 0;

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  plant = await buildBilled(product, operator, { name: 'blank', from: '2024-01-01', days: 121 });
  planId = await plant.add('priceScheme', {
    ...PRICES,
    schemeName: 'two-part',
    fundPrice: 0.02,
    reversePrice: 0.4,
    capacityPrice: 23,
    demandPrice: 32,
    basicCharge: '1',
  });
  await plant.add('priceAgreement', { measureAccount: 'A', orgId: plant.consumerId, planId, beginDt: '2024-01-01', capacity: 400 }); // prettier-ignore
});
afterAll(() => product.close());

const fen = (yuan: number): number => Math.round(yuan * 100) / 100;
const version = (validFrom: string, row: Record<string, unknown>): Promise<number> =>
  plant.add('priceVersion', { versionName: validFrom, planId, validFrom, ...row });

test('8.1 a blank in a version that is added means as before, never 0', async () => {
  await version('2024-02-01', { ...PRICES, price3: 0.7 });
  expect(amountsOf(await plant.bill('2024-01'))).toEqual([
    ['energy0', fen(JANUARY * 0.6)],
    ['capacity', 9200],
    ['funds', fen(JANUARY * 0.02)],
  ]);
  expect(amountsOf(await plant.bill('2024-02'))).toEqual([
    ['energy0', fen(29 * 960 * 0.7)],
    ['capacity', 9200],
    ['funds', fen(29 * 960 * 0.02)],
  ]);
});

test('8.1 a version that follows one with blanks finds what was stated before it', async () => {
  await version('2024-03-01', { ...PRICES, capacityPrice: 25 });
  await version('2024-04-01', { ...PRICES, fundPrice: 0 });
  expect(amountsOf(await plant.bill('2024-04'))).toEqual([
    ['energy0', fen(APRIL * 0.6)],
    ['capacity', 10_000],
  ]);
});

test('8.1 a cell that is emptied, and a blank cell of a file, mean as before', async () => {
  const id = await version('2024-04-11', { ...PRICES, capacityPrice: 30, fundPrice: 0.05 });
  const cell = (fieldName: string): Promise<unknown> =>
    operator.post('/api/price/priceVersion/editfield', { id, fieldName, fieldValue: '' });
  expect(await cell('capacityPrice')).toMatchObject({ code: 200 });
  expect(await cell('fundPrice')).toMatchObject({ code: 200 });
  // From 11 April on nothing is stated beside the energy prices: they are those of 1 April.
  expect(amountsOf(await plant.bill('2024-04'))).toEqual([
    ['energy0', fen(APRIL * 0.6)],
    ['capacity', 10_000],
  ]);
  const content = Buffer.from(
    `Version,Enterprise,Scheme,From,Sharp price,Peak price,Flat price,Valley price,Government funds,Capacity price,Demand price\n` +
      `of a file,blank,two-part,2024-04-21,1,0.9,0.6,0.3,,,\n`,
  );
  const reported = ok(
    await operator.upload<{ counts: Record<string, number> }>(
      '/api/price/priceVersion/importFile',
      { dryRun: 0 },
      { name: 'versions.csv', content },
    ),
  );
  expect(reported.counts).toMatchObject({ new: 1, faulty: 0 });
  const { rows } = await sql<{ funds: string | null }>`
    select fund_price as funds from price_version where plan_id = ${planId} and valid_from = '2024-04-21'`.execute(
    product.database.db,
  );
  expect(rows).toEqual([{ funds: null }]);
  expect(amountsOf(await plant.bill('2024-04'))).toEqual([
    ['energy0', fen(APRIL * 0.6)],
    ['capacity', 10_000],
  ]);
});

test('8.1 a version states what it changes alone: energy prices too stay as before, in the bill and in the cost', async () => {
  const other = await plant.add('priceScheme', { ...PRICES, schemeName: 'plain' });
  await plant.add('priceAgreement', { measureAccount: 'plain', orgId: plant.siteId, planId: other, beginDt: '2024-01-01' }); // prettier-ignore
  const id = await plant.add('priceVersion', { versionName: 'funds alone', planId: other, validFrom: '2024-02-01', fundPrice: 0.03 }); // prettier-ignore
  await plant.add('priceVersion', {
    versionName: 'flat',
    planId: other,
    validFrom: '2024-03-01',
    price3: 0.5,
  });
  const [february, march] = [await plant.bill('2024-02', 'plain'), await plant.bill('2024-03', 'plain')];
  expect(amountsOf(february)).toEqual([
    ['energy0', fen(29 * 960 * 0.6)],
    ['funds', fen(29 * 960 * 0.03)],
  ]);
  expect(amountsOf(march)).toEqual([
    ['energy0', fen(JANUARY * 0.5)],
    ['funds', fen(JANUARY * 0.03)],
  ]);
  await plant.fold();
  const { rows } = await sql<{ cz: string }>`select cz::float8::text as cz from usage
    where meter_id = ${plant.meterIds[0]} and level = 4 and ts between '2024-01-31' and '2024-03-01' order by ts`.execute(
    product.database.db,
  );
  expect(rows.map(({ cz }) => Number(cz))).toEqual([fen(29 * 960 * 0.6), fen(JANUARY * 0.5)]);
  // 0 is said as 0.
  ok(
    await operator.post('/api/price/priceVersion/editfield', { id, fieldName: 'fundPrice', fieldValue: '0' }),
  );
  expect(amountsOf(await plant.bill('2024-03', 'plain'))).toHaveLength(1);
});

test('8.1 a price that the basic charge needs cannot be emptied in a cell of the scheme', async () => {
  const emptied = await operator.post('/api/price/priceScheme/editfield', { id: planId, fieldName: 'capacityPrice', fieldValue: '' }); // prettier-ignore
  expect(emptied).toMatchObject({ code: 400, field: 'capacityPrice' });
});
