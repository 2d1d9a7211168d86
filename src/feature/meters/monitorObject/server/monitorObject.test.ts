import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, unique } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise } from '#test/build/whole.ts';
import type { ExtendValue, ObjectNode } from '../contract.ts';

const AT = '/api/archive/monitorObject';

let product: Product;
let operator: Client;
let mine: WholeEnterprise;
let other: WholeEnterprise;
/** A station of its own for every test. */
let station: number;
let siteId: number;

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildWholeEnterprise(product);
  other = await buildWholeEnterprise(product);
});
afterAll(() => product.close());

const post = <T>(verb: string, params: Record<string, unknown>) =>
  mine.client.post<T>(`${AT}/${verb}`, params);
const made = async (verb: string, params: Record<string, unknown>): Promise<number> =>
  ok(await post<{ id: number }>(verb, params)).id;

async function freshStation(): Promise<void> {
  const fields = { orgName: unique('Site '), orgCode: unique(), timeZone: 'Asia/Shanghai' };
  const row = ok(
    await post<{ id: number; siteId: number }>('addMonitorSite', { consumerId: mine.consumerId, ...fields }),
  );
  station = row.id;
  siteId = row.siteId;
}

/** The tree as an outline of names. */
async function outline(): Promise<string> {
  const tree = ok(await mine.client.get<ObjectNode[]>(`${AT}/getTree`, { siteId }));
  const lines = (nodes: readonly ObjectNode[]): string =>
    nodes
      .map((one) => (one.children.length > 0 ? `${one.name}(${lines(one.children)})` : one.name))
      .join(' ');
  return lines(tree[0]?.children ?? []);
}

describe('the tree of monitored objects', () => {
  it('grows by locations, equipment and groups, and is moved up, down and about', async () => {
    await freshStation();
    const a = await made('addLocationArea', { parentId: station, orgName: 'A' });
    const b = await made('addLocationArea', { parentId: station, orgName: 'B' });
    const device = ok(
      await post<{ id: number; deviceId: number; siteId: number }>('addDevice', {
        parentId: b,
        orgName: 'T1',
        deviceName: 'Transformer 1',
        deviceCode: unique(),
      }),
    );
    expect(device).toMatchObject({ siteId, deviceId: expect.any(Number) });
    const group = await made('addGroupAmmeter', { parentId: b, orgName: 'G', ammeterIds: mine.ammeterId });
    expect(await outline()).toBe('A B(T1 G)');

    ok(await post('degrade', { id: b }));
    expect(await outline()).toBe('A(B(T1 G))');
    ok(await post('upgrade', { id: device.id }));
    expect(await outline()).toBe('A(B(G) T1)');
    ok(await post('editIx', { id: device.id, ix: 0 }));
    expect(await outline()).toBe('A(T1 B(G))');
    ok(await post('editIx', { id: group, parentId: station, ix: 0 }));
    expect(await outline()).toBe('G A(T1 B)');

    expect(await post('editIx', { id: a, parentId: b })).toMatchObject({ code: 409 });
    expect(await post('editIx', { id: a, parentId: 0 })).toMatchObject({
      code: 409,
      message: 'Location cannot stand at the top, only below a station',
    });
    expect(await post('upgrade', { id: station })).toMatchObject({ code: 409 });
    expect(
      await mine.client.post(`${AT}/edit`, { id: a, parentId: device.id }),
      'the generic call keeps the rule too',
    ).toMatchObject({ code: 400, field: 'parentId' });

    const primary = ok(await mine.client.get<ObjectNode[]>(`${AT}/getPrimaryDeviceTree`, { siteId }));
    expect(JSON.stringify(primary)).toContain('T1');
    const secondary = ok(await mine.client.get<ObjectNode[]>(`${AT}/getSecondaryDeviceTree`, { siteId }));
    expect(JSON.stringify(secondary)).not.toContain('T1');
  });

  it('carries the site along when a part moves to another station', async () => {
    await freshStation();
    const a = await made('addLocationArea', { parentId: station, orgName: 'A' });
    const inA = await made('addLocationArea', { parentId: a, orgName: 'A1' });
    await freshStation();
    ok(await post('editIx', { id: a, parentId: station }));
    expect(ok(await mine.client.get(`${AT}/get`, { id: inA }))).toMatchObject({ siteId });
    expect(await outline()).toBe('A(A1)');
  });

  it('refuses to delete what is in use and says by what, or takes all below along', async () => {
    await freshStation();
    const a = await made('addLocationArea', { parentId: station, orgName: 'Room 7' });
    await made('addGroupAmmeter', { parentId: a, orgName: 'Meters of 7', ammeterIds: mine.ammeterId });
    const refused = await post('delSubObject', { id: a });
    expect(refused).toMatchObject({ code: 409, message: expect.stringContaining('Meters of 7') });
    const used = await mine.client.post('/api/archive/monitorSite/del', { id: siteId });
    expect(used).toMatchObject({ code: 409, message: expect.stringContaining('Monitored objects') });
    const meter = await mine.client.post('/api/archive/ammeter/del', { id: mine.ammeterId });
    expect(meter).toMatchObject({ code: 409, message: expect.stringContaining('Monitored objects') });
    ok(await post('delSubObject', { id: a, withSub: 1 }));
    expect(await outline()).toBe('');
  });

  it('ends where objects stand in a ring: they hold each other', async () => {
    await freshStation();
    const a = await made('addLocationArea', { parentId: station, orgName: 'A' });
    const b = await made('addLocationArea', { parentId: a, orgName: 'B' });
    const { pool } = product.database;
    await pool.query('update monitor_object set parent_id = $1 where id = $2', [b, a]);
    expect(await post('delSubObject', { id: a, withSub: 1 })).toMatchObject({ code: 409 });
  });

  it('keeps to its own enterprise', async () => {
    await freshStation();
    const theirs = other.archive['monitorObject'];
    for (const [verb, params] of [
      ['addLocationArea', { parentId: theirs, orgName: 'X' }],
      ['addGroupAmmeter', { parentId: station, orgName: 'X', ammeterIds: other.ammeterId }],
      ['addDevice', { parentId: station, deviceId: other.archive['device'] }],
    ] as const)
      expect((await post(verb, params)).code, verb).toBe(400);
    expect((await post('upgrade', { id: theirs })).code).toBe(404);
    expect(await post('editIx', { id: station, parentId: theirs })).toMatchObject({ code: 409 });
  });
});

describe('units', () => {
  it('are put in order and below each other, never below themselves', async () => {
    const { consumerId } = mine;
    const unit = (orgName: string) => add(operator, 'orgUnit', { orgName, orgCode: unique(), consumerId });
    const [a, b, c] = [await unit('A'), await unit('B'), await unit('C')];
    const put = (params: Record<string, unknown>) => mine.client.post('/api/sys/orgUnit/editIx', params);
    ok(await put({ id: c, ix: 0 }));
    ok(await put({ id: a, parentId: b }));
    const rows = ok(
      await mine.client.get<{ id: number; parentId: number | null; ix: number }[]>('/api/sys/orgUnit/getall'),
    );
    const of = (id: number) => rows.find((row) => row.id === id);
    expect(of(c)).toMatchObject({ ix: 0, parentId: null });
    expect(of(a)).toMatchObject({ ix: 0, parentId: b });
    expect(await put({ id: b, parentId: a })).toMatchObject({ code: 400, field: 'parentId' });
    expect(await put({ id: a, parentId: other.unitId })).toMatchObject({ code: 400, field: 'parentId' });
    expect((await put({ id: other.unitId, ix: 0 })).code).toBe(404);
  });
});

describe('further fields', () => {
  it('come from the type, are checked by their kind, and are edited one by one too', async () => {
    const typeCode = unique();
    const monitorObjectTypeId = await add(operator, 'monitorObjectType', { typeName: 'Boiler', typeCode });
    const field = (extendCode: string, more: Record<string, unknown>) =>
      add(operator, 'monitorTypeExtend', {
        extendName: extendCode,
        extendCode,
        monitorObjectTypeId,
        ...more,
      });
    await field('capacity', { fieldType: 'number', unit: 't/h', required: true });
    await field('fuel', { fieldType: 'choice', options: 'gas, coal' });
    await freshStation();
    const orgId = await made('addLocationArea', { parentId: station, orgName: 'B', monitorObjectTypeId });
    const values = async () =>
      ok(await mine.client.get<ExtendValue[]>(`${AT}/getExtend`, { orgId })).map((one) => one.value);
    expect(await values()).toEqual([null, null]);
    const save = (given: Record<string, unknown>) =>
      post('editExtend', { orgId, values: JSON.stringify(given) });
    ok(await save({ capacity: '20', fuel: 'gas' }));
    expect(await values()).toEqual(['20', 'gas']);
    expect(await save({ capacity: 'much' })).toMatchObject({ code: 400, field: 'capacity' });
    expect(await save({ capacity: '' })).toMatchObject({ code: 400, field: 'capacity' });
    expect(await save({ colour: 'red' })).toMatchObject({ code: 400, field: 'colour' });
    ok(await post('updateBaseInfo', { orgId, fieldName: 'fuel', fieldValue: '' }));
    ok(await post('updateBaseInfo', { orgId, fieldName: 'orgName', fieldValue: 'Boiler 1' }));
    ok(await post('updateBaseInfo', { orgId: siteId, fieldName: 'address', fieldValue: 'Gate 2' }));
    expect(await values()).toEqual(['20', null]);
    const info = ok(await mine.client.get(`${AT}/getBaseInfo`, { orgId }));
    expect(info).toMatchObject({
      orgName: 'Boiler 1',
      path: [{}, { orgName: 'Boiler 1' }],
      extends: [{}, {}],
    });
    const found = ok(
      await mine.client.get<unknown[]>(`${AT}/getByConsumerAndTypeCode`, {
        consumerId: mine.consumerId,
        typeCode,
      }),
    );
    expect(found).toHaveLength(1);
    expect(
      await post('updateBaseInfo', { orgId: other.consumerId, fieldName: 'remark', fieldValue: 'x' }),
    ).toMatchObject({ code: 404 });
  });
});

describe('templates and monitored values', () => {
  it('adds many values of a meter at once, each once', async () => {
    const AT_ITEM = '/api/archive/monitorItem';
    const wanted = { dataItemIds: '3,4,5', ammeterId: mine.ammeterId, siteId: mine.siteId };
    const first = ok(await mine.client.post<{ ids: number[] }>(`${AT_ITEM}/addMonitorItems`, wanted));
    expect(first).toMatchObject({ added: 3, present: 0 });
    expect(ok(await mine.client.post(`${AT_ITEM}/batchAdd`, wanted))).toMatchObject({ added: 0, present: 3 });
    const [id] = first.ids;
    ok(
      await mine.client.post(`${AT_ITEM}/editMonitorItems`, {
        monitorItems: JSON.stringify([{ id, itemName: 'Load' }]),
      }),
    );
    const items = ok(
      await mine.client.get<{ itemName: string }[]>(`${AT_ITEM}/getDeviceItems`, {
        ammeterId: mine.ammeterId,
      }),
    );
    expect(items.map((one) => one.itemName)).toContain('Load');
    for (const [params, field] of [
      [{ ...wanted, dataItemIds: '99999' }, 'dataItemIds'],
      [{ ...wanted, ammeterId: other.ammeterId }, 'ammeterId'],
    ] as const)
      expect(await mine.client.post(`${AT_ITEM}/batchAdd`, params)).toMatchObject({ code: 400, field });
  });

  it('applies a template as often as one likes, and makes one of a site', async () => {
    const objects = (nodes: readonly unknown[]) => JSON.stringify({ nodes });
    const room = { name: 'Switch room', category: '1', typeCode: 'switchRoom', level: 0 };
    const T1 = { name: 'T1', category: '2', typeCode: 'transformer', level: 1 };
    const G = { name: 'G', category: '3', level: 2 };
    const templateId = await add(operator, 'template', {
      templateName: 'Small works',
      templateCode: unique(),
      objects: objects([room, T1, G]),
      dataItemIdList: '2,3',
    });
    await freshStation();
    const meter = { consumerId: mine.consumerId, siteId, ammeterName: 'M', ammeterCode: unique() };
    const ammeterId = await add(operator, 'ammeter', meter);
    const dataItemIds = '3';
    ok(await mine.client.post('/api/archive/monitorItem/addMonitorItems', { ammeterId, dataItemIds }));
    const apply = () => mine.client.post('/api/archive/monitorSite/selectTemplate', { siteId, templateId });
    expect(ok(await apply())).toMatchObject({ objects: 3, items: 1 });
    expect(ok(await apply())).toMatchObject({ objects: 0, items: 0 });
    expect(await outline()).toBe('Switch room(T1(G))');
    const copy = ok(
      await operator.post('/api/archive/template/addFromSite', {
        siteId,
        templateName: 'Copy',
        templateCode: unique(),
      }),
    );
    expect(copy).toMatchObject({ objects: { nodes: [room, T1, G] }, dataItemIdList: [2, 3] });
    const wrong = { templateName: 'X', templateCode: unique() };
    expect(
      await operator.post('/api/archive/template/add', {
        ...wrong,
        objects: objects([{ ...room, level: 1 }]),
      }),
    ).toMatchObject({ code: 400, field: 'objects' });
    expect(
      await operator.post('/api/archive/template/add', {
        ...wrong,
        objects: objects([T1, { ...room, level: 1 }]),
      }),
    ).toMatchObject({ code: 400, field: 'objects' });
  });
});
