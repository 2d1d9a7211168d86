import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import type { EnergyTree } from '#feature/meters/subject/contract.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import type { BillView } from '#feature/money/bill/contract.ts';
import { foldDirty, followStructures } from '#feature/meters/reading/server/public.ts';
import type { DeviceRank, Figures } from '#feature/home/overview/contract.ts';
import type { State } from '#feature/meters/dataState/contract.ts';
import { wantedSumsOf } from '#feature/meters/subject/server/public.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

// Two meters of 960 kWh a day each and their virtual sum: 1,920 kWh flowed, and everything says so.

const DAY = '2024-02-01';
const FROM = Date.parse(`${DAY}T00:00:00+08:00`);
const DAYS = 2;

let product: Product;
let operator: Client;
let consumerId = 0;
let siteId = 0;
let unitId = 0;
const meterIds: Record<string, number> = {};

const add = async (path: string, row: Record<string, unknown>): Promise<number> =>
  ok(await operator.post<{ id: number }>(`/api/${path}/add`, { consumerId, ...row })).id;
const define = (sum: string, parts: Readonly<Record<string, 1 | -1>>, more: object = {}) =>
  operator.post('/api/archive/ammeterSum/editSum', {
    ammeterId: meterIds[sum],
    items: JSON.stringify(Object.entries(parts).map(([code, sign]) => ({ ammeterId: meterIds[code], sign }))),
    ...more,
  });
const analysis = async (name: string, params: Record<string, unknown> = {}): Promise<AnalysisAnswer> =>
  ok(
    await operator.get<AnalysisAnswer>(`/api/analysis/${name}/getData`, {
      orgId: consumerId, interval: '301', begin: DAY, end: DAY, ...params,
    }),
  ); // prettier-ignore
const figure = ({ figures }: AnalysisAnswer, key: string) => figures.find((one) => one.key === key)?.value;
const dayOf = async (params: Record<string, unknown>): Promise<number | null> =>
  ok(await operator.get<Figures>('/api/monitoring/overview/getFigures', { consumerId, date: DAY, ...params }))
    .day.value;

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  consumerId = ok(await operator.post<{ id: number }>('/api/archive/consumer/add', { orgCode: 'ONCE', orgName: 'Once' })).id; // prettier-ignore
  siteId = await add('archive/monitorSite', {
    orgCode: 'ONCE-1',
    orgName: 'Site',
    timeZone: 'Asia/Shanghai',
  });
  unitId = await add('sys/orgUnit', { orgCode: 'ONCE-H', orgName: 'Hall' });
  for (const code of ['A', 'B', 'SUM'])
    meterIds[code] = await add('archive/ammeter', {
      siteId, ammeterCode: code, ammeterName: code, deviceType: code === 'SUM' ? '11' : '4',
    }); // prettier-ignore
  ok(await define('SUM', { A: 1, B: 1 }));
  const planId = await add('price/priceScheme', { schemeName: 'flat', price1: 1, price2: 1, price3: 1, price4: 1, basicCharge: '2', demandPrice: 30 }); // prettier-ignore
  await add('price/priceAgreement', { measureAccount: 'A', orgId: consumerId, planId, beginDt: '2024-01-01', contractDemand: 10 }); // prettier-ignore
  const gateway = await operator.post<{ id: number }>('/api/archive/gateway/add', {
    consumerId,
    siteId,
    gatewayName: 'G',
  });
  const { token } = ok(
    await operator.post<{ token: string }>('/api/archive/gateway/rotateToken', { id: ok(gateway).id }),
  );
  const registers = Array.from({ length: DAYS * 96 + 1 }, (_, k) => ({
    ts: FROM + k * Q,
    values: { PP: k * 10 },
  }));
  const reply = await product.app.inject({
    method: 'POST',
    url: '/api/ingest/telemetry',
    headers: { authorization: `Bearer ${token}` },
    payload: { A: registers, B: registers },
  });
  expect(reply.json()).toMatchObject({ code: 200, data: { rejectedCount: 0 } });
  await foldDirty(product.database.db);
});
afterAll(() => product.close());

it('the enterprise and its site are 1,920; the sum by itself too', async () => {
  expect(await dayOf({})).toBe(1920);
  expect(await dayOf({ orgId: siteId })).toBe(1920);
  expect(await dayOf({ dataAmmeterId: meterIds['SUM'] })).toBe(1920);
});

it('freshness and oddities are those of real meters', async () => {
  const stateOf = async (params: Record<string, unknown>): Promise<State> =>
    ok(await operator.get<State>('/api/monitoring/overview/getState', { date: DAY, ...params }));
  for (const params of [{ consumerId }, { orgId: siteId }, { dataAmmeterId: meterIds['SUM'] }]) {
    const state = await stateOf(params);
    expect([state.freshness.meters, state.notices]).toEqual([2, []]);
  }
});

it('its bill charges what flowed', async () => {
  const bill = ok(
    await operator.get<BillView>('/api/price/bill/get', {
      consumerId,
      measureAccount: 'A',
      month: '2024-02',
    }),
  );
  const energy = bill.rows.filter((row) => row.key.startsWith('energy'));
  expect(energy.reduce((all, row) => all + row.amount, 0)).toBe(1920 * DAYS);
  expect(bill.rows.find((row) => row.key === 'actual')).toMatchObject({ quantity: 80 });
});

it('rankings, class, flow and tree share out 1,920', async () => {
  const ranking = await analysis('part', { classify: 'meter' });
  expect(figure(ranking, 'total')).toBe(1920);
  expect(ranking.rows.map((row) => [row.cells['name'], row.cells['energy'], row.cells['share']])).toEqual([
    ['A', 960, 0.5],
    ['B', 960, 0.5],
  ]);
  const tree = ok(
    await operator.get<EnergyTree>('/api/monitoring/overview/getEnergyTreeByDate', { consumerId, begin: DAY, end: DAY }), // prettier-ignore
  );
  expect([tree.tree?.pP, ...(tree.tree?.children ?? []).map((one) => one.pP)]).toEqual([1920, 960, 960]);
  const top = ok(
    await operator.get<DeviceRank[]>('/api/monitoring/overview/getEnergyDeviceTop', { consumerId, begin: DAY, end: DAY }), // prettier-ignore
  );
  expect(top.map((one) => [one.deviceName, one.pP])).toEqual([['A', 960], ['B', 960]]); // prettier-ignore
});

it('statistics, coal and carbon are those of 1,920', async () => {
  const overview = await analysis('statisticsOverview', { interval: '501', end: '2024-02-02' });
  expect(overview.rows[0]?.cells['e1']).toBe(1920 * DAYS);
  expect(figure(overview, 'coal')).toBeCloseTo(1920 * DAYS * 0.1229, 6);
  expect(figure(overview, 'carbon')).toBeCloseTo(1920 * DAYS * 0.5306, 4);
});

it('a list that names the sum counts it, a unit above it and a part once', async () => {
  const path = '/api/archive/orgAmmeter/add';
  const list = (orgId: number, code: string, more: object = {}) =>
    operator.post(path, { consumerId, orgId, dataType: '1', ammeterId: meterIds[code], ...more });
  const [first, second] = [
    await add('sys/orgUnit', { orgCode: 'ONCE-H1', orgName: 'First', parentId: unitId }),
    await add('sys/orgUnit', { orgCode: 'ONCE-H2', orgName: 'Second', parentId: unitId }),
  ];
  ok(await list(first, 'SUM'));
  expect(await dayOf({ orgId: first })).toBe(1920);
  ok(await list(second, 'A', { confirmed: 1 }));
  expect(await dayOf({ orgId: second })).toBe(960);
  expect(await dayOf({ orgId: unitId })).toBe(1920);
  expect(await dayOf({})).toBe(1920);
});

it('a sum that was kept of other meters is kept anew of those that count', async () => {
  const { db } = product.database;
  for (const code of ['C', 'D'])
    meterIds[code] = await add('archive/ammeter', { siteId, ammeterCode: code, ammeterName: code, deviceType: '4' }); // prettier-ignore
  const keptOf = async (): Promise<number[][]> =>
    (
      await sql<{ ids: number[] }>`
        select array_agg(m.child_id order by m.child_id) as ids from kept_sum s join kept_sum_meter m on m.sum_id = s.id
        where s.consumer_id = ${consumerId} and not starts_with(s.key, 'dropped ') group by s.id`.execute(db)
    ).rows.map((row) => row.ids);
  const real = ['A', 'B', 'C', 'D'].map((code) => meterIds[code]);
  // As the version before kept it.
  await sql`update ammeter set device_type = '4' where id = ${meterIds['SUM']}`.execute(db);
  await followStructures(db, wantedSumsOf, new Map());
  expect(await keptOf()).toEqual([[...real, meterIds['SUM'] ?? 0].toSorted((a = 0, b = 0) => a - b)]);
  await sql`update ammeter set device_type = '11' where id = ${meterIds['SUM']}`.execute(db);
  const seen = new Map<number, bigint>();
  await followStructures(db, wantedSumsOf, seen);
  expect(await keptOf()).toEqual([real]);
  // A definition alone makes it another structure.
  ok(await define('SUM', {}));
  await followStructures(db, wantedSumsOf, seen);
  expect((await keptOf())[0]).toContain(meterIds['SUM']);
});
