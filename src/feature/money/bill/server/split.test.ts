import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amountsOf, type Billed, buildBilled } from '#test/build/billed.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import type { BillView, Replay } from '../contract.ts';

const PRICES = { price1: 1, price2: 1, price3: 0.6, price4: 1 };
/** kWh of a day; one quarter of 40 on 20 March. */
const DAY = 960;
const PEAK = 79 * 96 + 40;

let product: Product;
let operator: Client;
let plant: Billed;
let cheap = 0;
let dear = 0;

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  plant = await buildBilled(product, operator, {
    name: 'split',
    from: '2024-01-01',
    days: 152,
    meters: 2,
    energyAt: (q, meter) => (meter === 1 ? 0 : q === PEAK ? 40 : 10),
  });
  cheap = await plant.add('priceScheme', { ...PRICES, schemeName: 'cheap', demandPrice: 32, capacityPrice: 23, basicCharge: '1', fundPrice: 0.02 }); // prettier-ignore
  dear = await plant.add('priceScheme', { ...PRICES, price3: 0.8, schemeName: 'dear', demandPrice: 32, capacityPrice: 23, basicCharge: '1', fundPrice: 0.02 }); // prettier-ignore
});
afterAll(() => product.close());

const fen = (yuan: number): number => Math.round(yuan * 100) / 100;
const agree = (measureAccount: string, planId: number, row: Record<string, unknown>): Promise<number> =>
  plant.add('priceAgreement', { measureAccount, orgId: plant.consumerId, planId, ...row });

test('8.2 an agreement that follows in mid-month splits the bill: energy by its hour, capacity by days', async () => {
  await agree('A', cheap, { beginDt: '2024-01-01', endDt: '2024-03-15', capacity: 400 });
  await agree('A', dear, { beginDt: '2024-03-16', capacity: 500 });
  const march = await plant.bill('2024-03');
  expect(amountsOf(march)).toEqual([
    ['energy02024-03-01', fen(15 * DAY * 0.6)],
    ['energy02024-03-16', fen((16 * DAY + 30) * 0.8)],
    ['capacity2024-03-01', fen((400 * 23 * 15) / 31)],
    ['capacity2024-03-16', fen((500 * 23 * 16) / 31)],
    // Funds did not change: one line of the whole month.
    ['funds', fen((31 * DAY + 30) * 0.02)],
  ]);
  const [first, second] = march.rows;
  expect(first?.days).toEqual({ since: '2024-03-01', until: '2024-03-15', days: 15, of: 31 });
  expect(second?.item).toEqual({
    zh: '未分时电量（按平段）（2024-03-16 至 2024-03-31，16/31 天）',
    en: 'Energy in no period (flat price), 2024-03-16 to 2024-03-31 (16 of 31 days)',
  });
  expect(march.schemeName).toBe('cheap / dear');
  expect(march.parts).toEqual([
    { since: '2024-03-01', until: '2024-03-15', days: 15, of: 31, schemeName: 'cheap', orgName: 'split', capacity: 400, contractDemand: null }, // prettier-ignore
    { since: '2024-03-16', until: '2024-03-31', days: 16, of: 31, schemeName: 'dear', orgName: 'split', capacity: 500, contractDemand: null }, // prettier-ignore
  ]);
  expect(march.energy).toBe(31 * DAY + 30);
  // The months beside it are whole.
  expect(amountsOf(await plant.bill('2024-02')).map(([key]) => key)).toEqual([
    'energy0',
    'capacity',
    'funds',
  ]);
  expect((await plant.bill('2024-04')).parts).toEqual([]);
});

test('8.2 the same agreed twice, side by side in mid-month, is the bill of one agreement', async () => {
  await agree('whole', cheap, { beginDt: '2024-01-01', capacity: 400 });
  await agree('halves', cheap, { beginDt: '2024-01-01', endDt: '2024-03-11', capacity: 400 });
  await agree('halves', cheap, { beginDt: '2024-03-12', capacity: 400 });
  const [whole, halves] = [await plant.bill('2024-03', 'whole'), await plant.bill('2024-03', 'halves')];
  expect(amountsOf(halves)).toEqual(amountsOf(whole));
  expect(halves.total).toBe(whole.total);
});

test('8.3 the first part of a month is billed, and the last: by the days in which an agreement holds', async () => {
  await agree('new', cheap, { beginDt: '2024-03-22', endDt: '2024-04-06', capacity: 310 });
  const march = await plant.bill('2024-03', 'new');
  expect(amountsOf(march)).toEqual([
    ['energy02024-03-22', fen(10 * DAY * 0.6)],
    ['capacity2024-03-22', fen((310 * 23 * 10) / 31)],
    ['funds2024-03-22', fen(10 * DAY * 0.02)],
  ]);
  expect(march.parts).toHaveLength(1);
  expect(march.coverage).toBe(100);
  const april = await plant.bill('2024-04', 'new');
  expect(amountsOf(april)[1]).toEqual(['capacity2024-04-01', fen((310 * 23 * 6) / 30)]);
  const none = await operator.get('/api/price/bill/get', { consumerId: plant.consumerId, measureAccount: 'new', month: '2024-02' }); // prettier-ignore
  expect(none).toMatchObject({ code: 400, field: 'measureAccount' });
});

test('8.2 days between two agreements are billed under none, and the bill says so', async () => {
  await agree('gap', cheap, { beginDt: '2024-01-01', endDt: '2024-03-10', capacity: 310 });
  await agree('gap', cheap, { beginDt: '2024-03-21', capacity: 310 });
  const march = await plant.bill('2024-03', 'gap');
  expect(amountsOf(march).filter(([key]) => key.startsWith('capacity'))).toEqual([
    ['capacity2024-03-01', fen((310 * 23 * 10) / 31)],
    ['capacity2024-03-21', fen((310 * 23 * 11) / 31)],
  ]);
  expect(march.doubtfulLines.map((doubt) => doubt.text.en)).toEqual([
    'Agreement: No agreement holds from 2024-03-11 to 2024-03-20: these days are not billed',
  ]);
});

test('8.2 a maximum demand is read once a month, and paid by days where its terms change', async () => {
  const byDemand = await plant.add('priceScheme', { ...PRICES, schemeName: 'demand', demandPrice: 32, basicCharge: '2' }); // prettier-ignore
  const dearer = await plant.add('priceScheme', { ...PRICES, schemeName: 'demand dearer', demandPrice: 40, basicCharge: '2' }); // prettier-ignore
  await agree('D', byDemand, { beginDt: '2024-01-01', endDt: '2024-03-15' });
  await agree('D', dearer, { beginDt: '2024-03-16' });
  // 160 kW, reached on 20 March.
  expect(amountsOf(await plant.bill('2024-03', 'D'))).toEqual([
    ['energy0', fen((31 * DAY + 30) * 0.6)],
    ['actual2024-03-01', fen((160 * 32 * 15) / 31)],
    ['actual2024-03-16', fen((160 * 40 * 16) / 31)],
  ]);
});

test('8.2 fees that begin or end in mid-month: energy of their days, months and capacity by days', async () => {
  const feed = await plant.add('priceScheme', { ...PRICES, schemeName: 'fees', basicCharge: '0' });
  await agree('F', feed, { beginDt: '2024-01-01', capacity: 400 });
  const fee = (feeName: string, feeKind: string, feePrice: number, row: Record<string, unknown>) =>
    plant.add('priceParameter', { planId: feed, feeName, feeKind, feePrice, ...row });
  const energy = await fee('energy', '1', 0.01, { validFrom: '2024-03-11', validTo: '2024-03-20' });
  const month = await fee('month', '2', 310, { validFrom: '2024-03-22' });
  const capacity = await fee('capacity', '3', 3.1, { validFrom: '2020-01-01', validTo: '2024-03-03' });
  const march = await plant.bill('2024-03', 'F');
  expect(amountsOf(march)).toEqual([
    ['energy0', fen((31 * DAY + 30) * 0.6)],
    [`fee${energy}2024-03-11`, fen((10 * DAY + 30) * 0.01)],
    [`fee${month}2024-03-22`, 100],
    [`fee${capacity}2024-03-01`, 120],
  ]);
  expect(march.rows.at(-1)?.item.en).toBe('capacity, 2024-03-01 to 2024-03-03 (3 of 31 days)');
  // A month in which a fee holds as a whole has it as a whole.
  expect(amountsOf(await plant.bill('2024-04', 'F')).slice(1)).toEqual([[`fee${month}`, 310]]);
});

test('8.2 a price of capacity that a version changes in mid-month is paid by days', async () => {
  const planId = await plant.add('priceScheme', { ...PRICES, schemeName: 'versions', capacityPrice: 20, basicCharge: '1' }); // prettier-ignore
  await agree('V', planId, { beginDt: '2024-01-01', capacity: 310 });
  await plant.add('priceVersion', { versionName: 'v', planId, validFrom: '2024-03-11', capacityPrice: 30 });
  expect(amountsOf(await plant.bill('2024-03', 'V'))).toEqual([
    ['energy0', fen((31 * DAY + 30) * 0.6)],
    ['capacity2024-03-01', 2000],
    ['capacity2024-03-11', 6300],
  ]);
});

test('8.2 an account that moves to another object is billed for each, with the demand of each', async () => {
  const planId = await plant.add('priceScheme', { ...PRICES, schemeName: 'moves', demandPrice: 31, basicCharge: '2' }); // prettier-ignore
  await agree('M', planId, { beginDt: '2024-01-01', endDt: '2024-03-10' });
  const siteId = ok(
    await operator.post<{ id: number }>('/api/archive/monitorSite/add', {
      consumerId: plant.consumerId,
      orgName: 'empty',
      orgCode: 'empty',
      timeZone: 'Asia/Shanghai',
    }),
  ).id;
  await plant.add('priceAgreement', { measureAccount: 'M', orgId: siteId, planId, beginDt: '2024-03-11' });
  const march = await plant.bill('2024-03', 'M');
  expect(amountsOf(march)).toEqual([
    ['energy02024-03-01', fen(10 * DAY * 0.6)],
    ['actual2024-03-01', fen((40 * 31 * 10) / 31)],
  ]);
  expect(march.demandMissing).toBe(true);
});

test('8.2 the analysis of bills and the year billed another way tell the same months', async () => {
  const analysis = ok(
    await operator.get<AnalysisAnswer>('/api/analysis/bill/getData', {
      orgId: plant.consumerId,
      interval: '501',
      begin: '2024-03-20',
      end: '2024-03-20',
    }),
  );
  const totals = analysis.rows.flatMap(({ key, cells }) =>
    key === 'A 2024-03 total' ? [cells['amount']] : [],
  );
  expect(totals).toEqual([(await plant.bill('2024-03')).total]);
  const replay = ok(
    await operator.get<Replay>('/api/price/bill/replay', { consumerId: plant.consumerId, measureAccount: 'A', year: 2024 }), // prettier-ignore
  );
  const months: Promise<BillView>[] = replay.counted.map((month) => plant.bill(month));
  const own = (await Promise.all(months)).map((view) => view.total);
  expect(replay.rows[0]?.months.map((one) => one.total)).toEqual(own);
  expect(replay.counted).toContain('2024-03');
});

test('8.2 an issued bill that was split says what changes when an agreement does', async () => {
  const key = { consumerId: plant.consumerId, measureAccount: 'halves', month: '2024-03' };
  ok(await operator.post('/api/price/bill/issue', key));
  const row = { measureAccount: 'halves', orgId: plant.consumerId, planId: cheap, beginDt: '2024-03-12' };
  const all = ok(await operator.get<{ list: { id: number; beginDt: string; measureAccount: string }[] }>('/api/price/priceAgreement/getpage', { pageSize: 100 })); // prettier-ignore
  const id = all.list.find((one) => one.measureAccount === 'halves' && one.beginDt === row.beginDt)?.id;
  ok(await operator.post('/api/price/priceAgreement/edit', { id, ...row, consumerId: plant.consumerId, capacity: 500 })); // prettier-ignore
  const { issued } = await plant.bill('2024-03', 'halves');
  expect(issued?.causes.map((cause) => cause.en)).toContain('Capacity changed from 400 to 400 → 500');
  expect(issued?.differences.map((one) => one.item.en)).toEqual([
    'Basic charge, capacity',
    'Basic charge, capacity, 2024-03-01 to 2024-03-11 (11 of 31 days)',
    'Basic charge, capacity, 2024-03-12 to 2024-03-31 (20 of 31 days)',
  ]);
});

test('8.3 the first part of a settlement month that begins on the fifteenth is billed by its own days', async () => {
  const { db } = product.database;
  const settle = (day: number) => sql`update consumer set settlement_day = ${day} where id = ${plant.consumerId}`.execute(db); // prettier-ignore
  await settle(15);
  await agree('fifteenth', cheap, { beginDt: '2024-03-20', capacity: 310 });
  // From 15 March to 14 April: 26 of 31 days, the first of which has the quarter of 40 kWh.
  const { rows, parts } = await plant.bill('2024-03', 'fifteenth');
  expect(rows.map(({ key, amount }) => [key, amount])).toEqual([
    ['energy02024-03-20', fen((26 * DAY + 30) * 0.6)],
    ['capacity2024-03-20', fen((310 * 23 * 26) / 31)],
    ['funds2024-03-20', fen((26 * DAY + 30) * 0.02)],
  ]);
  expect(parts).toMatchObject([{ since: '2024-03-20', until: '2024-04-14', days: 26, of: 31 }]);
  expect(amountsOf(await plant.bill('2024-04', 'fifteenth'))[1]).toEqual(['capacity', 310 * 23]);
  await settle(1);
});

test('8.4 the analysis of bills adds the settlement months that have the names of the months asked about', async () => {
  const { db } = product.database;
  const settle = (day: number) => sql`update consumer set settlement_day = ${day} where id = ${plant.consumerId}`.execute(db); // prettier-ignore
  await settle(26);
  // It ends within the month that is named March.
  await agree('named', cheap, { orgId: plant.siteId, beginDt: '2024-01-01', endDt: '2024-02-28', capacity: 400 }); // prettier-ignore
  const asked = async (begin: string, end: string) => {
    const { rows, figures } = ok(
      await operator.get<AnalysisAnswer>('/api/analysis/bill/getData', { orgId: plant.siteId, interval: '501', begin, end }), // prettier-ignore
    );
    const months = [...new Set(rows.map(({ cells }) => cells['time']))];
    return { months, total: figures.find((one) => one.key === 'total')?.value };
  };
  const totals = new Map<string, number>();
  for (const month of ['2024-01', '2024-02', '2024-03']) {
    const total = (await plant.bill(month, 'named')).total ?? 0;
    totals.set(month, total);
    expect(await asked(`${month}-01`, `${month}-02`)).toEqual({ months: [month], total });
  }
  const whole = await asked('2024-01-01', '2024-03-31');
  expect(whole.months).toEqual([...totals.keys()]);
  expect(whole.total).toBeCloseTo(
    [...totals.values()].reduce((a, b) => a + b),
    2,
  );
  await settle(1);
});
