import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { foldDirty } from '#feature/meters/reading/server/public.ts';
import { add, unique } from '#test/build.ts';
import { liveScene, MONITOR } from '#test/build/liveScene.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { EnergyNow, SiteNow } from '../contract.ts';

let product: Product;
let sites: TwoSites;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  sites = await buildTwoSites(product);
  operator = await product.operator();
});
afterAll(() => product.close());
const { tell, meterAt } = liveScene(() => ({ product, sites, operator }));

const siteNow = async (siteId: number): Promise<SiteNow> =>
  ok(await operator.get<SiteNow>(`${MONITOR}/getSiteDetails`, { siteId }));
const energyNow = async (orgId: number): Promise<EnergyNow> =>
  ok(await operator.get<EnergyNow>(`${MONITOR}/getEnergyNow`, { orgId, dataType: '1' }));
const newSite = (): Promise<number> =>
  add(operator, 'monitorSite', {
    orgName: unique('Site '),
    orgCode: unique(),
    consumerId: sites.first.consumerId,
    timeZone: HOME_ZONE,
  });

it('a virtual meter that stands for a site has the power of its parts', async () => {
  const siteId = await newSite();
  const { consumerId } = sites.first;
  const [supply, tenant] = [await meterAt(siteId), await meterAt(siteId)];
  const own = await meterAt(siteId, { deviceType: '11' });
  const items = [{ ammeterId: supply, sign: 1 }, { ammeterId: tenant, sign: -1 }]; // prettier-ignore
  ok(await operator.post('/api/archive/ammeterSum/editSum', { ammeterId: own, items, confirmed: 1 }));
  await add(operator, 'orgAmmeter', { orgId: siteId, consumerId, ammeterId: own, sign: '1', confirmed: 1 });
  const now = Date.now();
  await tell(supply, [[now - 20_000, { PP: 10, PZ: 30 }]]);
  expect(await siteNow(siteId)).toMatchObject({ power: 30, powerOf: 1 });
  await tell(tenant, [[now - 10_000, { PP: 10, PZ: 12 }]]);
  expect(await siteNow(siteId)).toMatchObject({ power: 18, powerOf: 2, powerKnown: 2 });
  const { nodes } = await energyNow(siteId);
  expect(nodes.find(({ ammeterId }) => ammeterId === own)).toMatchObject({
    counts: true,
    power: 18,
    powerAt: now - 20_000,
    parts: [
      { meterId: supply, times: 1, value: 30 },
      { meterId: tenant, times: -1, value: 12 },
    ],
  });
});

it('a meter that was put out of use leaves the power of its site known', async () => {
  const siteId = await newSite();
  const [stays, goes] = [await meterAt(siteId), await meterAt(siteId)];
  const now = Date.now();
  await tell(goes, [[now - 2 * DAY_MS, { PP: 10, PZ: 30 }]]);
  await tell(stays, [[now - 10_000, { PP: 10, PZ: 12 }]]);
  expect(await siteNow(siteId)).toMatchObject({ power: null, powerOf: 2, powerKnown: 1 });
  ok(await operator.post('/api/archive/ammeter/edit', { id: goes, state: '0' }));
  await foldDirty(product.database.db);
  expect(await siteNow(siteId)).toMatchObject({ power: 12, powerOf: 1 });
  const { nodes } = await energyNow(siteId);
  const told = nodes.map(({ ammeterId, counts, power }) => ({ ammeterId, counts, power }));
  expect(told).toContainEqual({ ammeterId: goes, counts: false, power: null });
  expect(told).toContainEqual({ ammeterId: stays, counts: true, power: 12 });
});
