import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { storeStates } from '#feature/meters/signalStore/server/public.ts';
import { add, unique } from '#test/build.ts';
import { liveScene, MONITOR, OBJECT } from '#test/build/liveScene.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { ItemWire, ObjectDetails, RealParam } from '../contract.ts';

let product: Product;
let sites: TwoSites;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  sites = await buildTwoSites(product);
  operator = await product.operator();
});
afterAll(() => product.close());
const { tell, meterAt, stationOf, itemOf, dataItems, realDatas } = liveScene(() => ({
  product,
  sites,
  operator,
}));

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
      recordName: 'whole',
      consumerId,
      ammeterId: meter,
      alarmLevel: '3',
      raisedAt: new Date(Date.now() - 1000).toISOString(),
    });
    expect(await levels()).toEqual(['2', '3']);
  });

  it('are told in the unit that the product keeps their code in, whatever a data item says; a further code has that of its item', async () => {
    const { siteId } = sites.second;
    const { consumerId } = sites.first;
    const meter = await meterAt(siteId);
    const item = await itemOf(meter, siteId, 'IA');
    const dataItem = '/api/archive/dataItem/edit';
    ok(await operator.post(dataItem, { id: dataItems.get('IA'), unit: 'mA' }));
    const dataItemId = await add(operator, 'dataItem', { dataItemName: unique('D'), dataCode: unique('X'), itemCategory: 'gauge', unit: 'ppm' }); // prettier-ignore
    const further = await add(operator, 'monitorItem', { itemName: unique('Item '), consumerId, siteId, ammeterId: meter, dataItemId }); // prettier-ignore
    const orgCode = unique();
    const objectId = await add(operator, 'monitorObject', {
      orgName: 'Object',
      orgCode,
      consumerId,
      siteId,
      objectCategory: '2',
      parentId: await stationOf(siteId),
    });
    await add(operator, 'monitorObjectItem', { monitorObjectId: objectId, monitorItemId: item, consumerId });
    await tell(meter, [[Date.now() - 1000, { IA: 8 }]]);
    const datas = await realDatas(operator, [{ monitorItemId: item }, { monitorItemId: further }]);
    expect(datas.map(({ value, unit }) => [value, unit])).toEqual([
      [8, 'A'],
      [null, 'ppm'],
    ]);
    const listed = await operator.get<ItemWire[]>('/api/hxyUser/userMonitorItem/getListMonitorItems', { ammeterId: meter }); // prettier-ignore
    expect(ok(listed).map(({ unit }) => unit)).toEqual(['A', 'ppm']);
    const params = await operator.get<RealParam[]>(`${OBJECT}/getRealDataParams`, {
      siteId,
      objCodes: orgCode,
    });
    expect(ok(params).map(({ unit }) => unit)).toEqual(['A']);
    ok(await operator.post(dataItem, { id: dataItems.get('IA'), unit: 'A' }));
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
      orgName: 'Object',
      orgCode,
      consumerId,
      siteId,
      monitorObjectTypeId: typeId,
      ammeterIdList: [meter],
      objectCategory: '2',
      parentId: await stationOf(siteId),
    });
    await add(operator, 'monitorObjectItem', { monitorObjectId: objectId, monitorItemId: own, consumerId });
    const point = await add(operator, 'signalPoint', {
      pointName: 'Door',
      pointCode: unique(),
      consumerId,
      siteId,
      objectId,
    });
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
