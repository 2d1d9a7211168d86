import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { storeStates } from '#feature/meters/signalStore/server/public.ts';
import { add, unique } from '#test/build.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type {
  AreaShare,
  ConsumerNow,
  ElecFigure,
  EnergyNow,
  ItemWire,
  ObjectDetails,
  PhaseValues,
  RealData,
  RealParam,
  SeriesWire,
  SiteCard,
  SiteNow,
} from '../contract.ts';

const OBJECT = '/api/archive/monitorObject';
const MONITOR = '/api/monitoring/monitor';

let product: Product;
let sites: TwoSites;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  sites = await buildTwoSites(product);
  operator = await product.operator();
});
afterAll(() => product.close());

type Told = Readonly<Record<string, number>>;

async function tell(meterId: number, readings: readonly (readonly [number, Told])[]): Promise<void> {
  const batch = new BatchBuilder();
  for (const [at, values] of readings) {
    batch.row(meterId, at);
    for (const [code, value] of Object.entries(values)) batch.set(codeIndex(code), value);
  }
  await storeReadings(product.database.db, batch.batch());
  while (await foldDirty(product.database.db));
}

const meterAt = (siteId: number, more: object = {}): Promise<number> =>
  add(operator, 'ammeter', {
    ammeterName: unique('Meter '),
    ammeterCode: unique(),
    consumerId: sites.first.consumerId,
    siteId,
    intervalSeconds: 60,
    ...more,
  });

const stations = new Map<number, number>();
/** A station, below which equipment may stand. */
async function stationOf(siteId: number): Promise<number> {
  const { consumerId } = sites.first;
  const known = stations.get(siteId);
  if (known !== undefined) return known;
  const row = { orgName: 'Station', orgCode: unique(), consumerId, siteId, objectCategory: '0' };
  const id = await add(operator, 'monitorObject', row);
  stations.set(siteId, id);
  return id;
}

const dataItems = new Map<string, number>();
async function itemOf(ammeterId: number, siteId: number, dataCode: string): Promise<number> {
  if (dataItems.size === 0)
    for (const one of ok(
      await operator.get<{ id: number; dataCode: string }[]>('/api/archive/dataItem/getall'),
    ))
      dataItems.set(one.dataCode, one.id);
  return add(operator, 'monitorItem', {
    itemName: unique('Item '),
    consumerId: sites.first.consumerId,
    siteId,
    ammeterId,
    dataItemId: dataItems.get(dataCode),
  });
}

const realDatas = async (client: Client, wanted: object[]): Promise<RealData[]> =>
  ok(await client.post<RealData[]>(`${OBJECT}/getRealDatas`, { dataParamsJsonStr: JSON.stringify(wanted) }));

describe('values as they stand now', () => {
  it('are the newest that count of each code at its own instant, old ones said to be old, missing ones null', async () => {
    const { siteId } = sites.second;
    const [meter, silent, never] = [await meterAt(siteId), await meterAt(siteId), await meterAt(siteId)];
    const now = Date.now();
    // The register comes every few minutes, the gauges every minute; tomorrow's stamp is not the present.
    await tell(meter, [
      [now - 5 * MINUTE_MS, { PP: 100, PZ: 1, UA: 219 }],
      [now - MINUTE_MS, { PZ: 2.5 }],
      [now + DAY_MS, { PZ: 99 }],
    ]);
    await tell(silent, [[now - 10 * MINUTE_MS, { PZ: 7 }]]);
    const item = await itemOf(meter, siteId, 'UA');
    const datas = await realDatas(operator, [
      { ammeterId: meter, dataCode: 'pz', objCode: 'X', paramName: 'P' },
      { ammeterId: meter, dataCode: 'PP' },
      { monitorItemId: item },
      { ammeterId: silent, dataCode: 'PZ' },
      { ammeterId: never, dataCode: 'PZ' },
      { ammeterId: meter, dataCode: 'FR' },
      { ammeterId: meter, dataCode: 'NOSUCH' },
      { monitorItemId: 2_000_000_000 },
      {},
    ]);
    expect(datas.map(({ value, quality, unit }) => [value, quality, unit])).toEqual([
      [2.5, 'good', 'kW'],
      [100, 'old', 'kWh'],
      [219, 'old', 'V'],
      [7, 'old', 'kW'],
      [null, 'none', 'kW'],
      [null, 'none', 'Hz'],
      [null, 'none', ''],
      [null, 'none', ''],
      [null, 'none', ''],
    ]);
    expect(datas[0]).toMatchObject({ objCode: 'X', paramName: 'P', ts: now - MINUTE_MS, ammeterId: meter });
  });

  it('follow a correction, and a value that a person took out is doubtful', async () => {
    const meter = await meterAt(sites.second.siteId);
    const at = Math.floor((Date.now() - 2 * MINUTE_MS) / 1000) * 1000;
    await tell(meter, [[at, { PZ: 40 }]]);
    const { rows } = await product.database.pool.query<{ id: number }>(
      `insert into data_source (consumer_id, kind, rank, name, status) values ($1, 'import', 2, 'x', 1) returning id`,
      [sites.first.consumerId],
    );
    await product.database.pool.query(
      `insert into reading_void (meter_id, source, code, kind, from_ts, to_ts) values ($1, $2, 'PZ', 'reading', $3, $3)`,
      [meter, rows[0]?.id, new Date(at)],
    );
    expect(await realDatas(operator, [{ ammeterId: meter, dataCode: 'PZ' }])).toMatchObject([
      { value: null, quality: 'doubtful', ts: at },
    ]);
  });

  it('carry the gravest active alarm of their code, and of their meter as a whole', async () => {
    const { siteId } = sites.second;
    const { consumerId } = sites.first;
    const meter = await meterAt(siteId);
    await tell(meter, [[Date.now() - 1000, { PZ: 5, UA: 220 }]]);
    const alarmId = await add(operator, 'alarm', {
      alarmName: unique('R'),
      consumerId,
      triggerFieldName: 'PZ',
      limitValue: 1,
    });
    await product.database.pool.query(
      `insert into alarm_record (record_name, consumer_id, site_id, ammeter_id, alarm_id, alarm_type, alarm_level, alarm_status,
        process, raised_at, raise_count, origin) values ('x', $1, $2, $3, $4, '1', '2', '1', '0', now(), 1, 'live')`,
      [consumerId, siteId, meter, alarmId],
    );
    const levels = async () =>
      (
        await realDatas(operator, [
          { ammeterId: meter, dataCode: 'PZ' },
          { ammeterId: meter, dataCode: 'UA' },
        ])
      ).map((one) => one.alarmLevel);
    expect(await levels()).toEqual(['2', null]);
    await add(operator, 'alarmRecord', {
      recordName: 'whole', consumerId, ammeterId: meter, alarmLevel: '3', raisedAt: new Date(Date.now() - 1000).toISOString(),
    }); // prettier-ignore
    expect(await levels()).toEqual(['2', '3']);
  });

  it('of signals have their words, and are unknown or old where the device says nothing', async () => {
    const { siteId } = sites.second;
    const { consumerId } = sites.first;
    const point = (): Promise<number> =>
      add(operator, 'signalPoint', { pointName: 'Breaker', pointCode: unique(), consumerId, siteId });
    const [closed, old, never] = [await point(), await point(), await point()];
    const now = Date.now();
    await storeStates(product.database.db, [
      { pointId: closed, ts: now - 1000, value: 1 },
      { pointId: old, ts: now - 181_000, value: 0 },
    ]);
    const datas = await realDatas(
      operator,
      [closed, old, never].map((signalPointId) => ({ signalPointId })),
    );
    expect(datas.map(({ value, quality, word }) => [value, quality, word?.en ?? null])).toEqual([
      [1, 'good', 'Closed'],
      [0, 'old', 'Open'],
      [null, 'none', null],
    ]);
  });

  it('are 2,000 at most, asked for by a JSON that is one', async () => {
    const many = (n: number) => JSON.stringify(Array.from({ length: n }, () => ({ monitorItemId: 1 })));
    const ask = (dataParamsJsonStr: string) => operator.post(`${OBJECT}/getRealDatas`, { dataParamsJsonStr });
    expect((await ask(many(2000))).code).toBe(200);
    expect(await ask(many(2001))).toMatchObject({ code: 400, field: 'dataParamsJsonStr' });
    expect(await ask('{"a":')).toMatchObject({ code: 400, field: 'dataParamsJsonStr' });
    expect((await ask('[{"monitorItemId":"1; drop table"}]')).code).toBe(400);
  });
});

describe('the parameters of objects', () => {
  it('bind the symbol of a type to the object’s own value before its meter’s, and tell what is bound to nothing', async () => {
    const { siteId } = sites.second;
    const { consumerId } = sites.first;
    const meter = await meterAt(siteId);
    const [own, ofMeter] = [await itemOf(meter, siteId, 'PZ'), await itemOf(meter, siteId, 'UA')];
    const typeId = await add(operator, 'monitorObjectType', { typeName: unique('T'), typeCode: unique() });
    const entityUrl = `symbols/${unique('s')}.json`;
    const graphEntity = await add(operator, 'graphEntity', {
      entityName: 'S',
      entityUrl,
      monitorObjectTypeId: typeId,
    });
    const param = (paramName: string, code: string, ix: number) =>
      add(operator, 'graphEntityParam', {
        paramName,
        graphEntity,
        dataItemIdList: [dataItems.get(code)],
        ix,
      });
    await param('Power', 'PZ', 0);
    await param('Voltage', 'UA', 1);
    await param('Frequency', 'FR', 2);
    const orgCode = unique();
    const objectId = await add(operator, 'monitorObject', {
      orgName: 'Object', orgCode, consumerId, siteId, monitorObjectTypeId: typeId, ammeterIdList: [meter], objectCategory: '2',
      parentId: await stationOf(siteId),
    }); // prettier-ignore
    await add(operator, 'monitorObjectItem', { monitorObjectId: objectId, monitorItemId: own, consumerId });
    const point = await add(operator, 'signalPoint', {
      pointName: 'Door', pointCode: unique(), consumerId, siteId, objectId,
    }); // prettier-ignore
    const ask = async (more: object) =>
      ok(
        await operator.get<RealParam[]>(`${OBJECT}/getRealDataParams`, {
          siteId,
          objCodes: orgCode,
          ...more,
        }),
      );
    expect(
      (await ask({ entityUrls: entityUrl })).map((one) => [one.paramName, one.monitorItemId, one.dataCode]),
    ).toEqual([
      ['Power', own, 'PZ'],
      ['Voltage', ofMeter, 'UA'],
      ['Frequency', null, 'FR'],
    ]);
    expect(await ask({ entityUrls: 'symbols/other.json' })).toEqual([]);
    const all = await ask({});
    expect(all.at(-1)).toMatchObject({ paramName: 'Door', signalPointId: point, monitorType: '2' });
    expect(all).toHaveLength(4);
    expect(await operator.get(`${OBJECT}/getRealDataParams`)).toMatchObject({ code: 400, field: 'siteId' });
    // The popup tells the same with its values, and what the meter tells beside.
    await tell(meter, [[Date.now() - 1000, { PZ: 3, IA: 8 }]]);
    const details = ok(await operator.get<ObjectDetails>(`${MONITOR}/getObjectDetails`, { orgId: objectId }));
    expect(details.values.map((one, i) => [one.paramName, details.datas[i]?.value ?? null])).toEqual([
      ['Power', 3],
      ['Voltage', null],
      ['Frequency', null],
      ['Door', null],
      ['Current, phase A', 8],
    ]);
    expect(details).toMatchObject({ name: 'Object', siteId, device: null, openAlarms: 0, openOrders: 0 });
    const items = ok(await operator.get<ItemWire[]>(`${MONITOR}/getDataItemsByObject`, { orgId: objectId }));
    expect(items.map((one) => one.dataCode)).toEqual(['PZ', 'IA']);
    // Without an object nothing is looked up.
    expect(ok(await operator.get<ItemWire[]>(`${MONITOR}/getDataItemsByObject`))).toEqual([]);
  });
});

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
      items: `${meter}.PP`, interval: '201', startTime: day, endTime: `${day} 02:00`, format: 'csv',
    }); // prettier-ignore
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
      orgName: unique('Site '), orgCode: unique(), consumerId, timeZone: HOME_ZONE, longitude: 114.5, latitude: 38.04,
    }); // prettier-ignore
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
      orgName: 'T1', orgCode: unique(), consumerId, siteId, monitorObjectTypeId: rows[0]?.id, ammeterIdList: [a], objectCategory: '2',
      parentId: await stationOf(siteId),
    }); // prettier-ignore
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
      recordName: 'x', consumerId, siteId, ammeterId: a, alarmLevel: '1', raisedAt: new Date(now - 1000).toISOString(),
    }); // prettier-ignore
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
      orgName: 'Hidden object', orgCode, consumerId, siteId: first.siteId, ammeterIdList: [meter], objectCategory: '2',
      parentId: await stationOf(siteId),
    }); // prettier-ignore
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
