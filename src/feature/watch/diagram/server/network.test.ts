import { afterAll, beforeAll, expect, it } from 'vitest';
import { shareOf } from '#domain/figure/apparentPower.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import type { SiteNow } from '#feature/watch/liveScreen/contract.ts';
import { add, buildEnterprise, unique } from '#test/build.ts';
import { liveScene, MONITOR } from '#test/build/liveScene.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { DayAnswer, NetworkAnswer, PeakAnswer } from '../contract.ts';

const CALL = '/api/archive/monitorDiagram/';

let product: Product;
let sites: TwoSites;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  sites = await buildTwoSites(product);
  operator = await product.operator();
});
afterAll(() => product.close());
const { tell, meterAt, stationOf } = liveScene(() => ({ product, sites, operator }));

const diagramOf = (consumerId: number, siteId: number): Promise<number> =>
  add(operator, 'monitorDiagram', {
    diagramName: unique('D'),
    consumerId,
    siteId,
    monitorSysType: '1',
    panelType: '1',
  });

it('a meter below one that is out of use hangs on the next above; the strip and the site count as everywhere', async () => {
  const { consumerId, siteId, ammeterId: top } = await buildEnterprise(product);
  const below = (parentId: number): Promise<number> =>
    add(operator, 'ammeter', {
      ammeterName: unique('Feeder '),
      ammeterCode: unique(),
      consumerId,
      siteId,
      parentId,
    });
  const retired = await below(top);
  const last = await below(retired);
  ok(await operator.post('/api/archive/ammeter/edit', { id: retired, state: '0' }));
  const id = await diagramOf(consumerId, siteId);
  const date = dateAt(HOME_ZONE, Date.now() - DAY_MS);
  const from = startOfDate(HOME_ZONE, date) + 9 * HOUR_MS;
  for (const [meter, kW] of [[top, 720], [last, 300]] as const)
    await tell(meter, Array.from({ length: 61 }, (_, i) => [from + i * MINUTE_MS, { PP: 100 + (kW / 60) * i, PZ: kW }] as const)); // prettier-ignore
  const network = async () => ok(await operator.get<NetworkAnswer>(`${CALL}getNetwork`, { id }));
  const power = async () =>
    ok(await operator.get<DayAnswer>(`${CALL}getDay`, { id, date })).power.find(([ts]) => ts === from)?.[1];
  const found = await network();
  expect(new Map(found.meters.map((one) => [one.ammeterId, one.parentId]))).toEqual(new Map([[top, null], [last, top]])); // prettier-ignore
  expect(found).toMatchObject({ leftOut: 0, supply: [{ ammeterId: top, times: 1, due: true }] });
  expect(await power()).toBe(720);
  // The list of the site goes before its uppermost meters, with its signs.
  for (const [ammeterId, sign] of [[top, '1'], [last, '-1']] as const)
    ok(await operator.post('/api/archive/orgAmmeter/add', { orgId: siteId, consumerId, ammeterId, sign, confirmed: 1 })); // prettier-ignore
  expect((await network()).supply.map((one) => [one.ammeterId, one.times])).toEqual([[top, 1], [last, -1]]); // prettier-ignore
  expect(await power()).toBe(420);
});

it('a transformer is loaded as its site says, by apparent power over one capacity', async () => {
  const { consumerId } = sites.first;
  const siteId = await add(operator, 'monitorSite', {
    orgName: unique('Site '),
    orgCode: unique(),
    consumerId,
    timeZone: HOME_ZONE,
  });
  const ammeterId = await meterAt(siteId);
  await tell(ammeterId, [[Date.now() - 20_000, { PP: 1, PZ: 30, QZ: 40 }]]);
  const { rows } = await product.database.pool.query<{ id: number }>(
    `select id from monitor_object_type where type_code = 'transformer'`,
  );
  const deviceId = await add(operator, 'device', {
    deviceName: unique('T '),
    deviceCode: unique(),
    consumerId,
    siteId,
  });
  await add(operator, 'deviceExtend', { deviceId, consumerId, extendName: 'Capacity', extendValue: '200', unit: 'kVA' }); // prettier-ignore
  const transformer = await add(operator, 'monitorObject', {
    orgName: 'T1',
    orgCode: unique(),
    consumerId,
    siteId,
    monitorObjectTypeId: rows[0]?.id,
    ammeterIdList: [ammeterId],
    objectCategory: '2',
    deviceId,
    parentId: await stationOf(siteId),
  });
  const id = await diagramOf(consumerId, siteId);
  const agree = async (capacity: number, load: number): Promise<void> => {
    const { transformers } = ok(await operator.get<SiteNow>(`${MONITOR}/getSiteDetails`, { siteId }));
    expect(transformers).toMatchObject([{ capacity, load }]);
    const [one] = ok(await operator.get<PeakAnswer>(`${CALL}getPeak`, { id })).transformers;
    expect(one).toEqual({ ammeterId, capacity, power: 30, apparent: 50 });
    expect(one && shareOf(30, one)).toBe(load);
    const { meters } = ok(await operator.get<NetworkAnswer>(`${CALL}getNetwork`, { id }));
    expect(meters).toMatchObject([{ ammeterId, transformer: true, capacity }]);
  };
  await agree(200, 0.25);
  ok(await operator.post('/api/archive/monitorObject/editExtend', { orgId: transformer, values: { ratedCapacity: 100 } })); // prettier-ignore
  await agree(100, 0.5);
});
