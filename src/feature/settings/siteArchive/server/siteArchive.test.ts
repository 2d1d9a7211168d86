import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, unique } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise } from '#test/build/whole.ts';

let product: Product;
let operator: Client;
let mine: WholeEnterprise;
let other: WholeEnterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildWholeEnterprise(product);
  other = await buildWholeEnterprise(product);
});
afterAll(() => product.close());

const get = <T>(path: string, params: Record<string, unknown> = {}) =>
  mine.client.get<T>(`/api/archive/${path}`, params);

describe('enterprises and sites', () => {
  it('are told in every way asked for, one’s own only', async () => {
    const { consumerId, siteId } = mine;
    for (const path of ['consumer/getAllEffective', 'consumer/getAllIdRefNames'])
      expect(ok(await get<{ id: number }[]>(path)).map((one) => one.id)).toEqual([consumerId]);
    expect(ok(await get('consumer/getCount'))).toMatchObject({ count: 1, effective: 1 });
    expect(ok(await get('consumer/getConsumerByArea'))).toMatchObject([{ count: 1 }]);
    const info = ok(await get<{ orgName: string }>('consumer/getConsumerBasicInfo', { consumerId }));
    expect(info).toMatchObject({ siteCount: 1, deviceCount: 1 });
    expect(await get('consumer/getConsumerBasicInfo', { consumerId: other.consumerId })).toMatchObject({
      code: 404,
    });
    const named = ok(
      await get<{ id: number }[]>('consumer/getAssociationByName', { inputName: info.orgName }),
    );
    expect(named).toMatchObject([{ id: consumerId, groups: [] }]);
    for (const [path, params] of [
      ['monitorSite/getByConsumerId', { consumerId }],
      ['monitorSite/getSiteListByEnterpriseId', { enterpriseId: consumerId }],
    ] as const)
      expect(ok(await get(path, params))).toMatchObject([{ siteId, siteName: 'Main site' }]);
    await add(operator, 'monitorSiteContact', {
      contactName: 'Wang',
      phone: '13800000000',
      siteId,
      consumerId,
    });
    expect(ok(await get('monitorSite/getMonitorSiteDetails', { siteId }))).toMatchObject({
      contacts: [{ contactName: 'Wang', onDuty: true }],
      diagrams: [],
    });
    expect((await get('monitorSite/getMonitorSiteDetails', { siteId: other.siteId })).code).toBe(404);
    expect(ok(await get('ammeter/getList', { siteId }))).not.toHaveLength(0);
    expect(
      ok(await get('ammeter/getPageByConsumerAndDataType', { consumerId, dataType: '2' })),
    ).toMatchObject({ pagination: { total: 0 } });
  });
});

describe('types', () => {
  it('get and lose data items, are edited by field, and are told with their symbols', async () => {
    const monitorObjectTypeId = mine.archive['monitorObjectType'];
    const id = await add(operator, 'monitorTypeData', { dataName: unique('Load '), monitorObjectTypeId });
    const post = (path: string, params: Record<string, unknown>) =>
      operator.post<{ dataItemIdList: number[] }>(`/api/archive/${path}`, params);
    ok(await post('monitorTypeData/addDataItem', { id, listStr: '1,2' }));
    expect(ok(await post('monitorTypeData/addDataItem', { id, listStr: '2,3' })).dataItemIdList).toEqual([
      1, 2, 3,
    ]);
    const removed = { monitorTypeDataId: id, dataItemId: 2 };
    expect(ok(await post('monitorTypeData/removeDataItem', removed)).dataItemIdList).toEqual([1, 3]);
    expect((await post('monitorTypeData/removeDataItem', removed)).code).toBe(404);
    ok(await post('monitorTypeData/editField', { id, type: 'info', info: 'all of it' }));
    expect(ok(await operator.get('/api/archive/monitorTypeData/get', { id }))).toMatchObject({ info: 'all of it' }); // prettier-ignore
    expect(await post('monitorTypeData/editField', { id, type: 'nothing', info: 'x' })).toMatchObject({
      code: 400,
      field: 'type',
    });
    expect(
      await mine.client.post('/api/archive/monitorTypeData/editField', { id, type: 'info' }),
    ).toMatchObject({
      code: 403,
    });
    const used = await post('dataItem/del', { id: 3 });
    expect(used).toMatchObject({ code: 409, message: expect.stringContaining('Data of object types') });
    const reported = ok(await get('monitorTypeExtend/getGraphEntityExtendInfo', { monitorObjectTypeId }));
    expect(reported).toMatchObject({ fields: [{ extendName: 'Force' }], graphEntities: [{ params: [] }] });
    expect(ok(await get<unknown[]>('monitorObjectType/getAll', { objectCategory: '0' }))).not.toHaveLength(0);
    const categories = ok(await get<{ count: number }[]>('dataItem/getItemCategorys'));
    // The three data items above stand in them.
    expect(categories.reduce((sum, one) => sum + one.count, 0)).toBeGreaterThanOrEqual(3);
  });

  it('carry an icon that everybody sees, and refuse what is none', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const fields = { unitTypeName: 'Kiln', unitTypeCode: unique() };
    const row = ok(
      await operator.upload<{ id: number; fileIdList: number[] }>('/api/archive/unitType/add', fields, {
        name: 'kiln.png',
        content: png,
      }),
    );
    expect(row.fileIdList).toHaveLength(1);
    const form = new FormData();
    form.append('id', String(row.id));
    form.append('icon', new Blob([png]), 'icon.png');
    const cookie = await operatorCookie();
    const headers = { 'x-meterhouse': '1', cookie };
    const edited = await product.app.inject({
      method: 'POST',
      url: '/api/archive/unitType/edit',
      headers,
      payload: form,
    });
    expect(edited.json()).toMatchObject({ code: 200, data: { iconId: expect.any(Number) } });
    const icon = await mine.client.download('/api/archive/unitType/icon', { id: row.id });
    expect(icon).toMatchObject({ type: 'image/png', body: png });
  });
});

async function operatorCookie(): Promise<string> {
  const reply = await product.app.inject({
    method: 'POST',
    url: '/api/sys/login',
    headers: { 'x-meterhouse': '1' },
    payload: { userName: 'operator', password: 'an operator of tests' },
  });
  const [cookie] = reply.cookies;
  return `${cookie?.name}=${cookie?.value}`;
}

describe('devices', () => {
  it('have files, uploaded and given back', async () => {
    const file = { name: 'manual.txt', content: Buffer.from('turn it on') };
    const deviceId = mine.archive['device'];
    const row = ok(
      await mine.client.upload<{ id: number }>(
        '/api/archive/deviceFile/add',
        { deviceId, type: 'manual' },
        file,
      ),
    );
    expect(row).toMatchObject({ fileName: 'manual.txt', fileType: 'manual', consumerId: mine.consumerId });
    const got = await mine.client.download('/api/archive/deviceFile/download', { id: row.id });
    expect(got.body.toString()).toBe('turn it on');
    const stolen = await other.client.get('/api/archive/deviceFile/download', { id: row.id });
    expect(stolen.code).toBe(404);
    expect(
      await other.client.upload('/api/archive/deviceFile/add', { deviceId, type: 'manual' }, file),
    ).toMatchObject({ code: 400, field: 'deviceId' });
    const used = await mine.client.post('/api/archive/device/del', { id: deviceId });
    expect(used).toMatchObject({ code: 409, message: expect.stringContaining('manual.txt') });
    const orgId = mine.siteId;
    const plan = await mine.client.upload('/api/archive/orgFile/add', { orgId, type: 'layout' }, file);
    expect(ok(plan)).toMatchObject({ orgId, fileType: 'layout' });
  });

  it('and contacts come from a file and go into one', async () => {
    const sheet = Buffer.from('Device,Device number,Site\nPump 9,P-009,Main site\n');
    const counts = ok(
      await mine.client.upload(
        '/api/archive/device/importDevice',
        { params: '{"dryRun":"0"}' },
        { name: 'd.csv', content: sheet },
      ),
    );
    expect(counts).toMatchObject({ counts: { new: 1, faulty: 0 } });
    const out = await mine.client.download('/api/archive/device/exportDevice', {
      siteId: mine.siteId,
      format: 'csv',
    });
    expect(out.body.toString()).toContain('Pump 9');
    for (const path of ['device/downloadTemplate', 'monitorSiteContact/getSiteContactTemplate'])
      expect((await mine.client.download(`/api/archive/${path}`)).body.subarray(0, 2).toString()).toBe('PK');
    const people = Buffer.from('Contact,Site,Telephone\nLi,Main site,13900000000\nNobody,Main site,\n');
    expect(
      ok(
        await mine.client.upload(
          '/api/archive/monitorSiteContact/importSiteContact',
          {},
          { name: 'c.csv', content: people },
        ),
      ),
    ).toMatchObject({ counts: { new: 1, faulty: 1 } });
    const listed = await mine.client.download('/api/archive/monitorSiteContact/exportSiteContact', {
      format: 'csv',
    });
    expect(listed.body.toString()).toContain('Li');
  });
});

describe('relations of meters', () => {
  const AT = '/api/archive/ammeterRelation';
  interface Relation {
    readonly id: number;
    readonly ammeterId: number;
    readonly relatedAmmeterId: number;
    readonly relationType: string;
  }
  const meterOf = ({ consumerId, siteId }: WholeEnterprise): Promise<number> =>
    add(operator, 'ammeter', { ammeterName: 'Check', ammeterCode: unique(), consumerId, siteId });
  const relations = async (ammeterId: number): Promise<readonly Relation[]> =>
    ok(await mine.client.get<Relation[]>(`${AT}/searchall`, { ammeterId }));

  it('are added one by one or as a list, which takes over what stands beside it', async () => {
    const [ammeterId, second, third] = [await meterOf(mine), await meterOf(mine), await meterOf(mine)];
    const one = { ammeterId, relatedAmmeterId: second, relationType: '2' };
    expect(ok(await mine.client.post(`${AT}/add`, one))).toMatchObject(one);
    const list = [
      { relatedAmmeterId: third },
      { ammeterId: second, relatedAmmeterId: third, relationType: '4' },
    ];
    const wanted = [{ ammeterId, relatedAmmeterId: third, relationType: '3' }, list[1]];
    const params = { ammeterId, relationType: '3', ammeterRelations: list };
    expect(ok(await mine.client.post(`${AT}/add`, params))).toMatchObject({ ammeterRelations: wanted });
    expect(await relations(second)).toMatchObject([wanted[1]]);
  });

  it('of a list are refused together, with the number of the one at fault', async () => {
    const [ammeterId, related, foreign] = [await meterOf(mine), await meterOf(mine), await meterOf(other)];
    const refused = async (last: object) => {
      const ammeterRelations = JSON.stringify([{ relatedAmmeterId: related }, last]);
      const reply = await mine.client.post(`${AT}/add`, { ammeterId, ammeterRelations });
      expect(await relations(ammeterId)).toEqual([]);
      return reply;
    };
    expect(await refused({ relatedAmmeterId: related, relationType: '9' })).toMatchObject({
      code: 400,
      field: 'ammeterRelations.1.relationType',
      message: expect.stringContaining('Relation 2: Relation: '),
    });
    expect(await refused({ relatedAmmeterId: foreign })).toMatchObject({
      code: 400,
      field: 'ammeterRelations.1.relatedAmmeterId',
    });
    expect(await refused({ relatedAmmeterId: related })).toMatchObject({ code: 409 });
    expect(await mine.client.post(`${AT}/add`, { ammeterId, ammeterRelations: [] })).toMatchObject({
      code: 400,
      field: 'ammeterRelations',
    });
  });
});

describe('small rules', () => {
  it('shifts do not overlap, limits rise, times of day come without a date, addresses are addresses', async () => {
    const { consumerId } = mine;
    const shifts = JSON.stringify({
      shifts: [
        { name: 'A', begin: '08:00', end: '16:15' },
        { name: 'B', begin: '16:00', end: '08:00' },
      ],
    });
    const post = (path: string, params: Record<string, unknown>) => mine.client.post(`/api/${path}`, params);
    expect(
      await post('archive/classConfig/add', { className: 'X', consumerId, validFrom: '2026-01-01', shifts }),
    ).toMatchObject({ code: 400, field: 'shifts', message: 'Plan: A and B overlap' });
    const limit = { limitName: 'X', consumerId, dataItemId: 1, upperAlarm: 1, upperWarning: 2 };
    expect(await post('event/limitSet/add', limit)).toMatchObject({ code: 400, field: 'upperAlarm' });
    ok(await post('event/limitSet/add', { ...limit, upperAlarm: 3 }));
    expect(
      ok(await mine.client.get('/api/event/limitSet/getListByDataItem', { dataItemId: 1 })),
    ).toHaveLength(1);
    const segments = (begin: string) =>
      JSON.stringify({ segments: [{ begin, end: '2000-01-01 09:30:00', minutes: 5 }] });
    const plan = {
      schemeName: 'X',
      consumerId,
      cameraId: mine.archive['iVideoControl'],
      validFrom: '2026-01-01',
    };
    expect(
      ok(await post('archive/shootingScheme/add', { ...plan, segments: segments('2000-01-01 08:00:00') })),
    ).toMatchObject({ segments: { segments: [{ begin: '08:00', end: '09:30', minutes: 5 }] } });
    expect(
      await post('archive/shootingScheme/add', { ...plan, schemeName: 'Y', segments: segments('10:00') }),
    ).toMatchObject({ code: 400, field: 'segments' });
    const board = (url: string) =>
      operator.post('/api/archive/grafanaAccount/editUrl', { enterpriseId: consumerId, url });
    ok(await board('https://board.example.com/a'));
    expect(ok(await board('https://board.example.com/b'))).toMatchObject({
      url: 'https://board.example.com/b',
    });
    expect(await board('javascript:alert(1)')).toMatchObject({ code: 400, field: 'url' });
  });
});
