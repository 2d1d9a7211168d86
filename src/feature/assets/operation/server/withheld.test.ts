import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { COST_BENEFIT_CODE } from '#feature/assets/settlement/contract.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { add, buildEnterprise, type Enterprise, PASSWORD, unique } from '#test/build.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { AssetOverview, OperationData, PvDevice } from '../contract.ts';
import { pvWithheld } from './withheld.ts';

const DATE = '2024-03-01';
const FROM = Date.parse(`${DATE}T00:00:00+08:00`);
const [OVERVIEW, STORAGE] = ['SDNGuangchuchong.Overview', 'SDNGuangchuchong.ChunengOverview'];
const PV = 'SDNGuangchuchong.PVOverview';

let product: Product;
let operator: Client;
let mine: Enterprise;

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildEnterprise(product);
  const { consumerId, siteId, ammeterId: grid } = mine;
  const own = { consumerId, siteId };
  const station = await add(operator, 'ammeter', { ...own, ammeterName: 'Battery', ammeterCode: unique() });
  const prices = { price1: 1.38125, price2: 1.105, price3: 0.65, price4: 0.247 };
  const planId = await add(operator, 'priceScheme', { schemeName: unique('S'), consumerId, schemeType: '1', ...prices }); // prettier-ignore
  await add(operator, 'priceAgreement', { measureAccount: unique('A'), consumerId, orgId: consumerId, planId, beginDt: '2020-01-01' }); // prettier-ignore
  const rules = { rules: [{ segments: [{ begin: '00:00', end: '24:00', period: 3 }] }] };
  await add(operator, 'timezone', { timezoneName: unique('C'), consumerId, validFrom: '2020-01-01', rules });
  const told = (meterId: number, code: 'PP' | 'RP', value: (hour: number) => number) =>
    Array.from({ length: 96 }, (_, q) => ({ meterId, code, start: FROM + q * Q, end: FROM + (q + 1) * Q, value: String(value(Math.floor(q / 4))) })); // prettier-ignore
  await storeIntervals(product.database.db, [
    ...told(station, 'PP', (hour) => (hour < 4 ? 10 : 0)),
    ...told(station, 'RP', (hour) => (hour === 10 ? 30 : 0)),
    ...told(grid, 'PP', () => 50),
  ]);
  while (await foldDirty(product.database.db));
  await add(operator, 'storageStation', {
    ...own,
    stationName: 'Battery',
    stationMeterId: station,
    gridMeterId: grid,
    ratedEnergy: 200,
    ratedPower: 100,
    investment: 300_000,
    customerShare: 20,
  });
}, 60_000);
afterAll(() => product.close());

/** The account of the enterprise with a role that may do this alone. */
async function allowed(...funCodes: readonly string[]): Promise<Client> {
  const ids: number[] = [];
  for (const funCode of funCodes)
    for (const { id } of ok(await operator.get<{ id: number }[]>('/api/sys/fun/searchall', { funCode })))
      ids.push(id);
  const role = { roleName: unique('Role '), roleCode: unique(), orgFunList: ids };
  const roleIdList = String(await add(operator, 'orgRole', role));
  ok(await operator.post('/api/sys/orgEmployee/edit', { id: mine.userId, roleIdList }));
  return product.login(mine.userName, PASSWORD);
}

const PATH = '/api/sdata/operationAnalysis';
const overview = async (client: Client): Promise<AssetOverview> =>
  ok(await client.get<AssetOverview>(`${PATH}/getOverview`, { siteId: mine.siteId, date: DATE }));
const cycles = async (client: Client): Promise<OperationData['charge']> =>
  ok(await client.get<OperationData>(`${PATH}/getData`, { kind: 'charge', siteId: mine.siteId, beginDate: DATE, endDate: DATE })).charge; // prettier-ignore

test('amounts, prices, shares and the investment are told to who may see costs and benefits', async () => {
  const client = await allowed(OVERVIEW, STORAGE, COST_BENEFIT_CODE);
  const { today, price } = await overview(client);
  expect(price).toBe(0.65);
  // 120 kWh discharged less 160 charged, at 0.65.
  expect(today).toMatchObject({ income: 78, cost: 104, net: -26 });
  expect(today.assets).toMatchObject([{ investment: 300_000, customerShare: 20, net: -26 }]);
  expect((await cycles(client)).map(({ amount }) => amount)).toEqual([-104, 78]);
});

test('whoever may see the overview alone is told the energies without any money', async () => {
  const { today, energies, price } = await overview(await allowed(OVERVIEW));
  expect(price).toBeNull();
  expect(energies).toMatchObject({ charged: 160, discharged: 120 });
  expect(today).toMatchObject({ income: null, cost: null, net: null });
  const [asset] = today.assets;
  expect(asset).toMatchObject({ charged: 160, discharged: 120, income: null, cost: null, net: null, gross: null, customer: null, owner: null, customerShare: null, demands: [], investment: null }); // prettier-ignore
  expect(asset?.rows.length).toBeGreaterThan(0);
  expect(asset?.rows.every(({ price, amount }) => price === null && amount === null)).toBe(true);
});

test('whoever may see the batteries alone is told what they did without any amount', async () => {
  const told = await cycles(await allowed(STORAGE));
  expect(told.map(({ energy, amount }) => [energy, amount])).toEqual([
    [160, null],
    [120, null],
  ]);
});

test('whoever has one page of the assets alone is told of these, and nothing of the supply, the load or the others', async () => {
  const { stations, curve, energies, today, ...rest } = await overview(
    await allowed(STORAGE, COST_BENEFIT_CODE),
  );
  expect(stations).toHaveLength(1);
  expect(curve.battery).toHaveLength(96);
  expect([curve.grid, curve.load, curve.pv]).toEqual([[], [], []]);
  expect(energies).toEqual({ charged: 160, discharged: 120, pv: null, selfUsed: null, fedIn: null, bought: null, load: null }); // prettier-ignore
  expect(rest).toMatchObject({ plants: [], piles: null, load: null, flow: null, peak: null, grid: { value: null }, alarms: { rows: [] } }); // prettier-ignore
  // All assets together are not told; the battery's own are.
  expect(today).toMatchObject({ income: null, net: null });
  expect(today.assets).toMatchObject([{ asset: 'storage', net: -26 }]);

  const roof = await overview(await allowed(PV));
  expect(roof).toMatchObject({ stations: [], energies: { charged: null }, today: { assets: [] } });
  expect(roof.curve).toMatchObject({ battery: [], soc: [] });

  const neither = await allowed(COST_BENEFIT_CODE);
  expect((await neither.get(`${PATH}/getOverview`, { siteId: mine.siteId })).code).toBe(403);
});

test('what became of the energy of a plant tells of the load, and what it brought is money', () => {
  const told = { selfUsed: 150, fedIn: 50, income: 97.5 };
  const plant = { name: 'Roof', ...told } as unknown as PvDevice;
  const seen = (flow: boolean, money: boolean) => pvWithheld([plant], { flow, money })[0];
  expect(seen(true, true)).toEqual(plant);
  expect(seen(true, false)).toEqual({ ...plant, income: null });
  expect(seen(false, true)).toEqual({ ...plant, selfUsed: null, fedIn: null });
});
