import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { add, unique } from '#test/build.ts';
import { liveScene, MONITOR, OBJECT } from '#test/build/liveScene.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type {
  AreaShare,
  ConsumerNow,
  ElecFigure,
  EnergyNow,
  PhaseValues,
  RealData,
  RealParam,
  SeriesWire,
  SiteCard,
  SiteNow,
} from '../contract.ts';

let product: Product;
let sites: TwoSites;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  sites = await buildTwoSites(product);
  operator = await product.operator();
});
afterAll(() => product.close());
const { tell, meterAt, stationOf, itemOf, dataItems } = liveScene(() => ({ product, sites, operator }));

describe('curves', () => {
  it('tell gauges by mean, highest, lowest and as received, registers as energy, gaps as null', async () => {
    const { siteId } = sites.second;
    const meter = await meterAt(siteId);
    const day = dateAt(HOME_ZONE, Date.now() - 3 * DAY_MS);
    const from = startOfDate(HOME_ZONE, day);
    await tell(
      meter,
      // Every minute of hours 0 and 2: hour 1 is a gap.
      [0, 2].flatMap((hour) =>
        Array.from({ length: 61 }, (_, i) => {
          const at = from + hour * HOUR_MS + i * MINUTE_MS;
          return [at, { PP: (at - from) / MINUTE_MS, UA: 220 + (i % 2) }] as const;
        }),
      ),
    );
    const item = await itemOf(meter, siteId, 'UA');
    const ask = async (more: object) =>
      ok(
        await operator.get<SeriesWire>('/api/archive/monitorItem/getHistoryDatas', {
          monitorItemId: item, interval: 201, startTime: day, endTime: `${day} 04:00`, ...more,
        }), // prettier-ignore
      );
    const hour0 = (await ask({})).points[0]?.[1] ?? 0;
    expect(hour0).toBeCloseTo(220.5, 1);
    const highest = (await ask({ dataType: 'max' })).points.map(([, value]) => value);
    expect(highest).toEqual([221, 220, 221, 220]);
    expect((await ask({ dataType: '3' })).points.map(([, value]) => value)).toEqual([220, 220, 220, 220]);
    const raw = await ask({ interval: 100, endTime: `${day} 00:05` });
    expect(raw.points.map(([, value]) => value)).toEqual([220, 221, 220, 221, 220]);
    const many = ok(
      await operator.get<SeriesWire[]>(`${MONITOR}/getHistoryDatas`, {
        items: `${meter}.PP,${meter}.UA,${meter}.FR`, interval: '201', startTime: day, endTime: `${day} 05:00`,
      }), // prettier-ignore
    );
    expect(many.map((one) => one.dataCode)).toEqual(['PP', 'UA', 'FR']);
    expect(many[0]?.points[0]?.[1]).toBe(60);
    expect(many[0]?.points[4]?.[1]).toBeNull();
    expect(many[2]?.points.every(([, value]) => value === null)).toBe(true);
    const sheet = await operator.download(`${MONITOR}/exportHistory`, {
      items: `${meter}.PP`,
      interval: '201',
      startTime: day,
      endTime: `${day} 02:00`,
      format: 'csv',
    });
    expect(sheet.body.toString()).toContain(`${day} 00:00:00,60`);
  });

  it('are held to the caps of their intervals, and name the field that is wrong', async () => {
    const meter = await meterAt(sites.second.siteId);
    const today = dateAt(HOME_ZONE, Date.now());
    const back = (days: number): string => dateAt(HOME_ZONE, Date.now() - days * DAY_MS);
    const ask = (more: object) =>
      operator.get(`${MONITOR}/getHistoryDatas`, { items: `${meter}.PZ`, ...more });
    for (const [interval, days] of [
      [100, 3],
      [115, 15],
    ] as const) {
      expect((await ask({ interval, startTime: back(days - 1), endTime: today })).code).toBe(200);
      const refused = await ask({ interval, startTime: back(days), endTime: today });
      expect(refused).toMatchObject({
        code: 400,
        field: 'endTime',
        message: `end time cannot exceed ${back(1)}`,
      });
    }
    expect(await ask({ startTime: today, endTime: back(1) })).toMatchObject({ code: 400, field: 'endTime' });
    expect(await ask({ startTime: '2999-01-01', endTime: '2999-01-01' })).toMatchObject({
      field: 'startTime',
    });
    expect(await ask({ interval: 202 })).toMatchObject({ code: 400, field: 'interval' });
    const thirteen = Array.from({ length: 13 }, (_, i) => `${i + 1}.PZ`).join(',');
    expect(await ask({ items: thirteen })).toMatchObject({ code: 400, field: 'items' });
    expect(await ask({ items: 'PZ' })).toMatchObject({ code: 400, field: 'items' });
    expect(await ask({ items: `${meter}.XX` })).toMatchObject({ code: 400, field: 'dataCode' });
  });

  it('have the nearest limits, and the alarms of their code as bands', async () => {
    const { siteId } = sites.second;
    const { consumerId } = sites.first;
    const meter = await meterAt(siteId);
    const item = await itemOf(meter, siteId, 'UB');
    const limit = (more: object) =>
      add(operator, 'limitSet', {
        limitName: unique('L'),
        consumerId,
        dataItemId: dataItems.get('UB'),
        ...more,
      });
    const upper = async (): Promise<number | null> =>
      ok(await operator.get<SeriesWire>('/api/archive/monitorItem/getHistoryDatas', { monitorItemId: item }))
        .limits.upperAlarm;
    expect(await upper()).toBeNull();
    await limit({ upperAlarm: 240 });
    await limit({ siteId: sites.first.siteId, upperAlarm: 1 });
    expect(await upper()).toBe(240);
    await limit({ siteId, upperAlarm: 238 });
    expect(await upper()).toBe(238);
    await limit({ ammeterId: meter, upperAlarm: 236 });
    expect(await upper()).toBe(236);
    await add(operator, 'itemLimit', { monitorItemId: item, consumerId, upperAlarm: 235 });
    expect(await upper()).toBe(235);
  });
});

describe('a site', () => {
  it('tells its power, energies, alarms, transformers; a part never looks like the whole', async () => {
    const { consumerId } = sites.first;
    const siteId = await add(operator, 'monitorSite', {
      orgName: unique('Site '),
      orgCode: unique(),
      consumerId,
      timeZone: HOME_ZONE,
      longitude: 114.5,
      latitude: 38.04,
    });
    const [a, b] = [await meterAt(siteId), await meterAt(siteId)];
    const now = Date.now();
    await tell(a, [[now - 20_000, { PP: 1, PZ: 30, QZ: 40 }]]);
    await tell(b, [[now - HOUR_MS, { PP: 1, PZ: 5 }]]);
    const ask = async () => ok(await operator.get<SiteNow>(`${MONITOR}/getSiteDetails`, { siteId }));
    expect(await ask()).toMatchObject({
      power: null,
      powerOf: 2,
      powerKnown: 1,
      state: 'offline',
      longitude: 114.5,
    });
    await tell(b, [[now - 10_000, { PP: 2, PZ: 12 }]]);
    expect(await ask()).toMatchObject({ power: 42, powerKnown: 2, state: 'normal', meters: { online: 2 } });
    const { rows } = await product.database.pool.query<{ id: number }>(
      `select id from monitor_object_type where type_code = 'transformer'`,
    );
    const transformer = await add(operator, 'monitorObject', {
      orgName: 'T1',
      orgCode: unique(),
      consumerId,
      siteId,
      monitorObjectTypeId: rows[0]?.id,
      ammeterIdList: [a],
      objectCategory: '2',
      parentId: await stationOf(siteId),
    });
    const { transformers } = await ask();
    expect(transformers).toEqual([
      {
        objectId: transformer,
        objectName: 'T1',
        capacity: null,
        power: 30,
        apparent: 50,
        load: null,
        meters: 1,
      },
    ]);
    ok(await operator.post('/api/archive/monitorObject/editExtend', { orgId: transformer, values: { ratedCapacity: 100 } })); // prettier-ignore
    expect((await ask()).transformers[0]).toMatchObject({ capacity: 100, load: 0.5 });
    await add(operator, 'alarmRecord', {
      recordName: 'x',
      consumerId,
      siteId,
      ammeterId: a,
      alarmLevel: '1',
      raisedAt: new Date(now - 1000).toISOString(),
    });
    expect(await ask()).toMatchObject({
      state: 'alarm',
      open: 1,
      levels: [{ level: '1', open: 1, unconfirmed: 1 }],
    });
    const phases = ok(await operator.get<PhaseValues[]>(`${OBJECT}/queryUaIa`, { orgId: transformer }));
    expect(phases).toMatchObject([{ ammeterId: a, values: { PZ: 30, UA: null } }]);
    expect(ok(await operator.get<PhaseValues[]>(`${OBJECT}/queryUaIa`))).toEqual([]);
    const energy = ok(
      await operator.get<EnergyNow>(`${MONITOR}/getEnergyNow`, { orgId: siteId, dataType: '1' }),
    );
    expect(energy.nodes.map((node) => node.power)).toEqual([null, 30, 12]);
    // A meter that tells its power alone, and no register yet, counts as soon as it speaks.
    const c = await meterAt(siteId);
    expect(await ask()).toMatchObject({ power: 42, powerOf: 2 });
    await tell(c, [[now - 5000, { PZ: 8 }]]);
    expect(await ask()).toMatchObject({ power: 50, powerOf: 3, powerKnown: 3 });
    const figures = ok(
      await operator.get<ElecFigure[]>('/api/hxyUser/userCompreMonitor/getElecStatistics', { siteId }),
    );
    expect(figures.map((one) => one.key)).toEqual([
      'today',
      'yesterday',
      'month',
      'lastMonth',
      'year',
      'lastYear',
    ]);
    const one = ok(
      await operator.get<ConsumerNow>('/api/archive/consumer/oneConsumerStatis', { consumerId }),
    );
    expect(one).toMatchObject({ consumerId, siteCount: 3 });
    const areas = ok(
      await operator.get<AreaShare[]>('/api/archive/consumer/getConsumerDistribution', { consumerId }),
    );
    expect(areas).toMatchObject([
      { areaCode: null, count: 1, siteCount: 3, consumers: [{ orgId: consumerId }] },
    ]);
  });
});

describe('who is limited to one site', () => {
  it('gets nothing of another by any of the calls', async () => {
    const { first, second, limited, limitedItself } = sites;
    const { siteId } = first;
    const { consumerId } = first;
    const now = Date.now();
    const meter = await meterAt(first.siteId);
    await tell(meter, [[now - 1000, { PP: 5, PZ: 7, UA: 220 }]]);
    const item = await itemOf(meter, first.siteId, 'PZ');
    const orgCode = unique('HIDDEN');
    const objectId = await add(operator, 'monitorObject', {
      orgName: 'Hidden object',
      orgCode,
      consumerId,
      siteId: first.siteId,
      ammeterIdList: [meter],
      objectCategory: '2',
      parentId: await stationOf(siteId),
    });
    await add(operator, 'device', {
      deviceName: 'Hidden device',
      deviceCode: unique(),
      consumerId,
      siteId: first.siteId,
    });
    for (const client of [limited, limitedItself]) {
      const wanted = [{ monitorItemId: item }, { ammeterId: meter, dataCode: 'PZ' }];
      for (const at of [OBJECT, '/api/hxyUser/userMonitorObject']) {
        const datas = ok(
          await client.post<RealData[]>(`${at}/getRealDatas`, { dataParamsJsonStr: JSON.stringify(wanted) }),
        );
        expect(datas.map((one) => [one.value, one.ts, one.quality])).toEqual([
          [null, null, 'none'],
          [null, null, 'none'],
        ]);
        const params = await client.get<RealParam[]>(`${at}/getRealDataParams`, { siteId: first.siteId });
        expect(ok(params)).toEqual([]);
      }
      expect(
        ok(await client.get<SeriesWire[]>(`${MONITOR}/getHistoryDatas`, { items: `${meter}.PZ` })),
      ).toEqual([]);
      const gone: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
        [`${MONITOR}/getSiteDetails`, { siteId: first.siteId }],
        [`${MONITOR}/getObjectDetails`, { orgId: objectId }],
        [`${MONITOR}/getTreeNodeBaseInfo`, { orgId: objectId }],
        ['/api/archive/monitorItem/getHistoryDatas', { monitorItemId: item }],
        ['/api/hxyUser/userMonitorItem/getHistoryDatas', { monitorItemId: item }],
        ['/api/hxyUser/userMonitorSite/getSiteStatistics', { siteId: first.siteId }],
        ['/api/hxyUser/userCompreMonitor/getRealData', { siteId: first.siteId }],
      ];
      for (const [path, params] of gone) expect((await client.get(path, params)).code, path).toBe(404);
      const empty: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
        [`${OBJECT}/queryUaIa`, { ammeterId: meter }],
        [`${MONITOR}/getDataItemsByObject`, { orgId: objectId, ammeterIds: meter }],
        ['/api/hxyUser/userMonitorObject/getBySiteId', { siteId: first.siteId }],
        ['/api/hxyUser/userMonitorDiagram/getBySiteId', { siteId: first.siteId }],
        ['/api/hxyUser/userMonitorItem/getListMonitorItems', { siteId: first.siteId }],
        ['/api/hxyUser/userAmmeter/ammeterHistorDatas', { dataAmmeterId: meter }],
        ['/api/hxyUser/userCompreMonitor/getElectric', { siteId: first.siteId }],
      ];
      for (const [path, params] of empty)
        expect(ok(await client.get<unknown[]>(path, params)), path).toEqual([]);
      const cards = ok(
        await client.get<SiteCard[]>('/api/archive/monitorSite/getSiteDistribution', { consumerId }),
      );
      expect(cards.map((card) => card.siteId)).toEqual([second.siteId]);
      const sheet = await client.download(`${MONITOR}/exportDevice`, { consumerId, format: 'csv' });
      expect(sheet.body.toString()).not.toContain('Hidden device');
      const table = await client.post('/api/hxyUser/userMonitorObject/getdatatable', {
        siteId: first.siteId,
      });
      expect(JSON.stringify(table)).not.toContain('Hidden object');
    }
  });
});
