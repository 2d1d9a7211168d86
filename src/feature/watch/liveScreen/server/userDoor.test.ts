import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import { add, unique } from '#test/build.ts';
import { liveScene, MONITOR } from '#test/build/liveScene.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { SeriesWire, SiteCard, SiteEnergy, SiteNow } from '../contract.ts';
import type { TransformerCount } from './siteRoutes.ts';

const AT = '/api/hxyUser/userMonitorSite';
const YESTERDAY = dateAt(HOME_ZONE, Date.now() - 24 * HOUR_MS);

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

const GAUGES = { PZ: 40, QZ: 9, FZ: 0.95, IA: 81, IB: 82, IC: 83, UA: 221, UB: 222, UC: 223 } as const;

/** A meter of the second site that told an hour of yesterday, 60 kWh, and its values a moment ago. */
async function toldMeter(): Promise<number> {
  const meter = await meterAt(sites.second.siteId);
  const from = startOfDate(HOME_ZONE, YESTERDAY);
  await tell(meter, [
    [from, { PP: 100, ...GAUGES }],
    [from + HOUR_MS / 2, { PP: 130, ...GAUGES }],
    [from + HOUR_MS, { PP: 160, ...GAUGES }],
    [Date.now() - 5000, { PP: 170, PZ: 40 }],
  ]);
  return meter;
}

it('the keys of a meter’s charts are PP, PZ, QZ, E, V and FZ, at both doors, and no other', async () => {
  const dataAmmeterId = await toldMeter();
  const span = { interval: '201', startTime: YESTERDAY, endTime: `${YESTERDAY} 01:00` };
  const doors = [
    (key: string) =>
      operator.get<SeriesWire[]>(`${MONITOR}/getAmmeterHistory`, { dataAmmeterId, key, ...span }),
    (key: string) => sites.first.client.get<SeriesWire[]>('/api/hxyUser/userAmmeter/ammeterHistorDatas', { dataAmmeterId, onePreps: key, ...span }), // prettier-ignore
  ];
  for (const ask of doors) {
    const charts: Record<string, object> = {};
    for (const key of ['PP', 'PZ', 'QZ', 'E', 'V', 'FZ'])
      charts[key] = ok(await ask(key)).map(({ dataCode, points }) => [dataCode, points[0]?.[1]]);
    expect(charts).toEqual({
      PP: [['PP', 60]],
      PZ: [['PZ', 40]],
      QZ: [['QZ', 9]],
      E: [['IA', 81], ['IB', 82], ['IC', 83]],
      V: [['UA', 221], ['UB', 222], ['UC', 223]],
      FZ: [['FZ', 0.95]],
    }); // prettier-ignore
    expect((await ask('IA')).code).toBe(400);
  }
});

it('the sites of the customer area are told by statistics, distribution, details, electricity and transformers', async () => {
  const { first, second, limited } = sites;
  const { siteId } = second;
  const meter = await toldMeter();
  const { rows } = await product.database.pool.query<{ id: number }>(
    `select id from monitor_object_type where type_code = 'transformer'`,
  );
  const transformer = await add(operator, 'monitorObject', {
    orgName: 'T1',
    orgCode: unique(),
    consumerId: first.consumerId,
    siteId,
    monitorObjectTypeId: rows[0]?.id,
    ammeterIdList: [meter],
    objectCategory: '2',
    parentId: await stationOf(siteId),
  });
  // Who is limited to the second site asks, and is told of nothing else.
  const get = async <T>(name: string, params: object): Promise<T> =>
    ok(await limited.get<T>(`${AT}/${name}`, params as Record<string, string>));
  for (const name of ['getSiteStatistics', 'getSiteDetails'])
    expect(await get<SiteNow>(name, { siteId })).toMatchObject({
      siteId,
      transformers: [{ objectId: transformer, objectName: 'T1' }],
    });
  const cards = await get<SiteCard[]>('getSiteDistribution', { consumerId: first.consumerId });
  expect(cards).toMatchObject([{ siteId, consumerId: first.consumerId }]);
  const energies = await get<SiteEnergy[]>('getElectricityAmount', { siteId });
  expect(energies).toMatchObject([{ dataType: '1', unit: 'kWh' }]);
  expect(energies[0]?.today.value).toBeGreaterThan(0);
  const count = await get<TransformerCount>('getTransformerCount', { consumerId: first.consumerId });
  expect(count).toMatchObject({ count: 1, capacity: null, list: [{ objectId: transformer, power: 40 }] });
  for (const name of ['getSiteStatistics', 'getSiteDetails', 'getElectricityAmount'])
    expect((await limited.get(`${AT}/${name}`, { siteId: first.siteId })).code, name).toBe(404);
});
