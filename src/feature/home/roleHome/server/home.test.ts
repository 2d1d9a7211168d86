import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUANGDONG } from '#domain/calendar/preset.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import type { BillView } from '#feature/money/bill/contract.ts';
import { applyChange } from '#feature/money/calendar/server/change.ts';
import type { ChargeStatistics } from '#feature/money/charge/contract.ts';
import type { SettlementDemand } from '#feature/money/demand/contract.ts';
import type { PeriodCourse } from '#feature/home/overview/contract.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { add, PASSWORD, unique } from '#test/build.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { midnight } from '#test/build/billed.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { Attention, AttentionList, DeviceCost, Money } from '../contract.ts';

const DAY = 96;
/** kWh of a day of the first site by the Guangdong day: 7 peak, 9 flat and 8 valley hours of 40 kWh. */
const COST = 7 * 40 * 1.105 + 9 * 40 * 0.65 + 8 * 40 * 0.247;

let product: Product;
let operator: Client;
let sites: TwoSites;
let consumerId = 0;

/** Energy of every quarter of an hour from a date on. */
async function state(meterId: number, from: string, days: number, code: string, kWh: (q: number) => number) {
  const start = midnight(from);
  await storeIntervals(
    product.database.db,
    Array.from({ length: days * DAY }, (_, q) => ({
      meterId,
      start: start + q * Q,
      end: start + (q + 1) * Q,
      code,
      value: String(kWh(q)),
    })),
  );
}

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  sites = await buildTwoSites(product);
  const { first, second } = sites;
  ({ consumerId } = first);
  const { db } = product.database;
  // 10 kWh a quarter; 40 at 10:00 of 3 February.
  await state(first.ammeterId, '2024-01-01', 60, 'PP', (q) => (q === 33 * DAY + 40 ? 40 : 10));
  await state(first.ammeterId, '2024-01-01', 60, 'QI', () => 10);
  // 2 kWh a quarter, and nothing from 16 February, 12:00, until midnight.
  await state(second.ammeterId, '2024-01-01', 46, 'PP', () => 2);
  await storeIntervals(
    db,
    Array.from({ length: 48 }, (_, q) => ({
      meterId: second.ammeterId,
      start: midnight('2024-02-16') + q * Q,
      end: midnight('2024-02-16') + (q + 1) * Q,
      code: 'PP',
      value: '2',
    })),
  );
  await state(second.ammeterId, '2024-02-17', 13, 'PP', () => 2);
  await db.transaction().execute(async (trx) => {
    const row = { timezoneName: 'g', siteIdList: null, validFrom: '2020-01-01', rules: GUANGDONG };
    const { rows } = await sql<{
      id: number;
    }>`insert into timezone (timezone_name, consumer_id, valid_from, rules)
      values ('g', ${consumerId}, '2020-01-01', ${JSON.stringify(GUANGDONG)}) returning id`.execute(trx);
    await applyChange(trx, consumerId, {
      resource: 'timezone',
      before: null,
      after: { ...row, id: rows[0]?.id ?? 0 },
    });
  });
  await foldDirty(db);
  const plan = (row: object) =>
    add(operator, 'priceScheme', {
      consumerId, schemeName: unique('Plan '), price1: 1.38125, price2: 1.105, price3: 0.65, price4: 0.247, ...row,
    }); // prettier-ignore
  const agree = async (measureAccount: string, orgId: number, beginDt: string, terms: object, row = {}) =>
    add(operator, 'priceAgreement', {
      consumerId,
      measureAccount,
      orgId,
      beginDt,
      planId: await plan(terms),
      ...row,
    });
  await agree(
    'A',
    first.siteId,
    '2024-01-10',
    { basicCharge: '3', demandPrice: 32, factorStandard: '90' },
    { capacity: 300, contractDemand: 150 },
  );
  await agree('B', second.siteId, '2024-02-01', { basicCharge: '0', factorStandard: '0' });
  await foldDirty(db);
});
afterAll(() => product.close());

const money = async (orgId: number, date: string, client = operator): Promise<Money> =>
  ok(await client.get<Money>('/api/monitoring/overview/getMoney', { orgId, date }));
const attention = async (orgId: number, date: string, client = operator): Promise<AttentionList> =>
  ok(await client.get<AttentionList>('/api/monitoring/overview/getAttention', { orgId, date }));
const lines = ({ list }: AttentionList, kind: Attention['kind']): readonly Attention[] =>
  list.filter((one) => one.kind === kind);

describe('cost and price of a day', () => {
  test('are those of the charge analysis, and right', async () => {
    const { day } = await money(consumerId, '2024-02-15');
    const charge = ok(
      await operator.get<ChargeStatistics>('/api/sdata/chargeAnalysis/getChargeStatistics', {
        orgId: consumerId, begin: '2024-02-15', end: '2024-02-15',
      }),
    ); // prettier-ignore
    // The second site uses a fifth of the first.
    expect(day?.cost.value).toBeCloseTo(COST * 1.2, 9);
    expect(day?.cost).toMatchObject({
      value: charge.amounts.CZ,
      before: charge.before.CZ,
      change: charge.before.change,
      why: null,
    });
    expect(day?.cost.change).toBe(0);
    expect(day?.price).toMatchObject({
      value: charge.averagePrice,
      before: charge.priceBefore.price,
      change: 0,
    });
    expect(day?.price.value).toBeCloseTo(COST / 960, 5);
    expect(day).toMatchObject({ unpriced: 0, coverage: 100 });
    expect(day?.cost.trend).toHaveLength(12);
    expect(day?.cost.trend.at(-1)).toBe(day?.cost.value);
  });

  test('of a day without a price are unknown, never 0', async () => {
    const { day } = await money(consumerId, '2024-01-05');
    expect(day?.cost).toMatchObject({ value: null, change: null });
    expect(day?.price.value).toBeNull();
    expect(day?.unpriced).toBe(1152);
  });

  test('of a day on which one of two sites has a price are of that one, and say what has none', async () => {
    const { day } = await money(consumerId, '2024-01-15');
    expect(day?.cost.value).toBeCloseTo(COST, 9);
    expect(day?.unpriced).toBe(192);
    expect(day?.price.value).toBeCloseTo(COST / 960, 5);
    const { list } = await attention(consumerId, '2024-01-15');
    expect(list.find(({ kind }) => kind === 'unpriced')).toMatchObject({
      value: 192,
      amount: null,
      why: 'price',
    });
  });

  test('on the day after prices began are not compared with the day before', async () => {
    const { day } = await money(consumerId, '2024-02-01');
    expect(day?.cost).toMatchObject({ change: null, why: 'price' });
    expect(day?.price).toMatchObject({ change: null, why: 'price' });
  });
});

describe('the maximum demand of the settlement month', () => {
  test('is that of the demand page, against the contract demand of the object', async () => {
    const { siteId } = sites.first;
    const { demand } = await money(siteId, '2024-02-15');
    const page = ok(
      await operator.get<SettlementDemand>('/api/demand/settlement/getlist', { orgId: siteId, to: '2024-02-15', pageSize: 1 }), // prettier-ignore
    );
    expect(demand?.month).toEqual(page.list[0]);
    expect(demand?.month?.maximum?.value).toBe(160);
    expect(demand?.limit).toEqual({ kind: 'contract', value: 150, unit: 'kW', name: 'A' });
    expect(demand?.share).toBeCloseTo(160 / 150, 9);
  });

  test('has no limit where none is entered, and none of its sites for the enterprise', async () => {
    expect((await money(sites.second.siteId, '2024-02-15')).demand).toMatchObject({
      limit: null,
      share: null,
    });
    expect((await money(consumerId, '2024-02-15')).demand).toMatchObject({ limit: null, share: null });
  });

  test('is held against the limit that the enterprise set itself, else against its standard line', async () => {
    const guard = { guardName: unique('Own '), consumerId, orgId: consumerId, limitPower: 200 };
    const id = await add(operator, 'demandGuard', guard);
    const { demand } = await money(consumerId, '2024-02-15');
    expect(demand?.limit).toEqual({ kind: 'own', value: 200, unit: 'kW', name: guard.guardName });
    ok(await operator.post('/api/price/demandGuard/del', { id }));
    ok(await operator.post('/api/analysis/demand/setStandard', { orgId: consumerId, standard: 180 }));
    const { limit } = (await money(consumerId, '2024-02-15')).demand ?? {};
    expect(limit).toMatchObject({ kind: 'line', value: 180 });
  });
});

test('energy per product is that of the page of norms, and unknown until output is entered', async () => {
  const unitConfigId = await add(operator, 'unitConfig', {
    unitConfigName: unique('Steel '),
    consumerId,
    orgId: consumerId,
    energyBy: '1',
    productName: 'Billets',
    normLimit: 430,
  });
  await add(operator, 'costBenefit', {
    consumerId, orgId: consumerId, productName: 'Billets', dt: '2024-01-31', outputAmount: 80,
  }); // prettier-ignore
  const page = ok(
    await operator.get<{ figures: readonly { key: string; value: number | null }[] }>(
      '/api/analysis/unitStandard/getData',
      { orgId: consumerId, interval: '501', begin: '2024-01-01', end: '2024-01-31', unitConfigId },
    ),
  );
  const [january] = (await money(consumerId, '2024-01-31')).products;
  expect(january).toMatchObject({
    unitConfigId,
    unit: 'kWh/t',
    norm: 430,
    made: 80,
    enteredTo: '2024-01-31',
  });
  expect(january?.value).toBe(page.figures.find(({ key }) => key === 'unit')?.value);
  // 31 days of 1,152 kWh for 80 t.
  expect(january?.value).toBeCloseTo((31 * 1152) / 80, 9);
  const [february] = (await money(consumerId, '2024-02-15')).products;
  expect(february).toMatchObject({ value: null, made: null, before: january?.value, enteredTo: null });
});

test('the month by tariff period adds up to its days', async () => {
  const { buckets } = ok(
    await operator.get<PeriodCourse>('/api/monitoring/overview/getMonthPeriods', { orgId: consumerId, date: '2024-02-15' }), // prettier-ignore
  );
  expect(buckets).toHaveLength(29);
  // Sharp hours are those of July to September; 7 peak, 9 flat and 8 valley hours of 48 kWh.
  expect(buckets[14]).toMatchObject({ label: '02-15', value: 1152, unfinished: false });
  expect(buckets[14]?.periods.map((one) => one ?? 0)).toEqual([0, 336, 432, 384, 0]);
});

describe('what is worth attention', () => {
  test('is ranked by money: a demand above the contract, a penalty, an invoice, energy that nobody proves', async () => {
    const bill = ok(
      await operator.get<BillView>('/api/price/bill/get', {
        consumerId,
        measureAccount: 'A',
        month: '2024-01',
      }),
    );
    const invoiced = { consumerId, measureAccount: 'A', month: '2024-01-31', item: 'total' };
    await add(operator, 'priceInvoice', {
      ...invoiced,
      amount: Math.round((bill.total + 1234.5) * 100) / 100,
    });
    const running = ok(
      await operator.get<BillView>('/api/price/bill/get', {
        consumerId,
        measureAccount: 'A',
        month: '2024-02',
      }),
    );
    const found = await attention(sites.first.siteId, '2024-02-16');
    expect(found.priced).toBe(true);
    const amountOf = (key: string) => running.rows.find((row) => row.key === key)?.amount;
    // 160 kW are 2.5 above 1.05 × 150, at twice 32 yuan.
    expect(lines(found, 'demand')).toMatchObject([
      { value: 160, amount: 160, of: 'overDemand', month: '2024-02' },
    ]);
    expect(amountOf('over')).toBe(160);
    expect(lines(found, 'powerFactor')).toMatchObject([{ amount: amountOf('powerFactor'), of: 'penalty', account: 'A' }]); // prettier-ignore
    expect(lines(found, 'invoice')).toMatchObject([
      { amount: 1234.5, of: 'over', account: 'A', month: '2024-01' },
    ]);
    const amounts = found.list.map(({ amount }) => amount ?? 0);
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
  });

  test('today begins with the alarms that nobody has confirmed, of the site that is looked at and in sight', async () => {
    const { db } = product.database;
    const { first, second, limited } = sites;
    const raise = (siteId: number, level: string, process: string) =>
      sql`insert into alarm_record (record_name, consumer_id, site_id, alarm_type, alarm_level, alarm_status, process, raised_at,
        raise_count, origin) values ('Alarm', ${consumerId}, ${siteId}, '1', ${level}, '1', ${process}, now(), 1, 'manual')`.execute(
        db,
      );
    await raise(first.siteId, '1', '0');
    await raise(first.siteId, '3', '1');
    await raise(second.siteId, '2', '0');
    const told = async (orgId: number, client = operator) => {
      const { data } = await client.get<AttentionList>('/api/monitoring/overview/getAttention', { orgId });
      return lines(data, 'alarm').map(({ value, detail }) => [value, detail?.en]);
    };
    expect(await told(consumerId)).toEqual([[2, '1 urgent, 3 open in all']]);
    expect(await told(first.siteId)).toEqual([[1, '1 urgent, 2 open in all']]);
    expect(await told(second.siteId, limited)).toEqual([[1, '1 open in all']]);
    expect(await told(consumerId, limited)).toEqual([[1, '1 open in all']]);
    expect((await attention(consumerId, '2024-01-15')).list.filter(({ kind }) => kind === 'alarm')).toEqual(
      [],
    );
    await sql`delete from alarm_record where consumer_id = ${consumerId}`.execute(db);
  });

  test('prices half a day without data by the same hours of the day before', async () => {
    const site = await attention(sites.second.siteId, '2024-02-16');
    const [line] = lines(site, 'lowCoverage');
    const price = (await money(sites.second.siteId, '2024-02-16')).day?.price.value ?? 0;
    // 48 quarters of 2 kWh.
    expect(line).toMatchObject({ dataAmmeterId: sites.second.ammeterId, of: 'unproven', value: 50 });
    expect(line?.amount).toBeCloseTo(96 * price, 1);
  });
});

describe('readers', () => {
  test('that are limited to a site see its money and no other', async () => {
    const { first, second, limited } = sites;
    expect((await money(second.siteId, '2024-02-15', limited)).day).toEqual(
      (await money(second.siteId, '2024-02-15')).day,
    );
    expect((await limited.get('/api/monitoring/overview/getMoney', { orgId: first.siteId })).code).toBe(404);
    const seen = await attention(consumerId, '2024-02-16', limited);
    expect(seen.list.filter(({ account }) => account === 'A')).toEqual([]);
    expect(seen.list.filter(({ dataAmmeterId }) => dataAmmeterId === first.ammeterId)).toEqual([]);
  });

  test('are told what each device cost, those in their sight alone', async () => {
    const { first, second, limited } = sites;
    const ask = async (client: Client) =>
      ok(
        await client.get<DeviceCost[]>('/api/monitoring/overview/getDeviceCosts', {
          ammeterIds: `${first.ammeterId},${second.ammeterId}`, date: '2024-02-15',
        }),
      ); // prettier-ignore
    const own = { dataAmmeterId: second.ammeterId, cost: expect.closeTo(COST * 0.2, 9) };
    expect(await ask(operator)).toEqual([
      { dataAmmeterId: first.ammeterId, cost: expect.closeTo(COST, 9) },
      own,
    ]);
    expect(await ask(limited)).toEqual([own]);
  });

  test('without the right to see prices are refused, and see oddities without money', async () => {
    const funs = ok(
      await operator.get<readonly { id: number }[]>('/api/sys/fun/searchall', {
        funCode: 'SDNMonitoring.Overview',
      }),
    );
    const role = ok(
      await operator.post<{ id: number }>('/api/sys/orgRole/addWithFuns', {
        roleName: unique('Reader '), roleCode: unique(), orgFunList: String(funs[0]?.id),
      }),
    ); // prettier-ignore
    const { userId, userName } = sites.first;
    await sql`update org_employee set role_id_list = ${[role.id]}::integer[] where id = ${userId}`.execute(product.database.db); // prettier-ignore
    const reader = await product.login(userName, PASSWORD);
    expect((await reader.get('/api/monitoring/overview/getMoney', { orgId: consumerId })).code).toBe(403);
    const devices = { ammeterIds: String(sites.first.ammeterId), date: '2024-02-15' };
    expect((await reader.get('/api/monitoring/overview/getDeviceCosts', devices)).code).toBe(403);
    const seen = await attention(consumerId, '2024-02-16', reader);
    expect(seen.priced).toBe(false);
    expect(seen.list).toMatchObject([{ kind: 'lowCoverage', amount: null }]);
  });
});
