import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { resources } from '#resource/index.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { ok, startProduct, type Client, type Product } from '#test/product.ts';
import { allRoutes } from '../app.ts';

// The generic calls of the specification (1 section 7, 2 section 7): by whatever name of a resource, with these names of parameters.

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

let product: Product;
let operator: Client;
let mine: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildEnterprise(product);
});
afterAll(() => product.close());

const ARCHIVE =
  `consumerUnitType consumer supplier shootingScheme monitorSiteContact ammeterRelation graphEntity
  classConfig orgAmmeter monitorTypeExtend iVideoControl deviceModel monitorDiagram monitorObject template deviceFile
  dataItem grafanaAccount dataClassify monitorObjectType consumerEnergyConfig device orgExtend orgFile deviceModelFile
  group monitorSite consumerUnit iRemoteControl coefficient deviceExtend monitorItem deviceTrace monitorObjectItem
  ammeter monitorTypeData graphEntityParam unitType`.split(/\s+/);
const SYS =
  `obj postReply workflowNode fun workflowNodeField dictionary dictionaryCategory workflow workflowControl
  workflowRequest workflowParam workflowParamData workflowNodeOrg workflowProcInfo holiday holidayEvent orgRelation
  orgConfig orgRestrict operLog accessRecord orgEmployee app adminArea deviceAuthz fileRecord industry personInfo
  orgRole thirdAccount orgUnit post`.split(/\s+/);
/** What the product writes alone refuses a sheet as it refuses a form. */
const KEPT = new Set(resources.filter((one) => one.readOnly).map((one) => `/api/${one.area}/${one.name}`));
/** The way to each verb; what takes files may come as a form of several parts. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  get: ['GET'],
  getall: ['GET'],
  getdatatable: ['GET'],
  getpage: ['GET'],
  searchall: ['GET'],
  searchpage: ['GET'],
  searchdatatable: ['GET'],
  add: ['POST', 'UPLOAD'],
  edit: ['POST', 'UPLOAD'],
  del: ['POST'],
  editfield: ['POST'],
  exportdatatable: ['DOWNLOAD'],
  importFile: ['UPLOAD'],
};

describe('the generic set', () => {
  const answered = new Set(allRoutes.map((route) => `${route.method} ${route.path}`));
  const missing = (address: string): string[] =>
    Object.entries(WAYS)
      .map(([verb, methods]) => [verb, KEPT.has(address) ? [...methods, 'POST'] : methods] as const)
      .filter(([verb, methods]) => !methods.some((method) => answered.has(`${method} ${address}/${verb}`)))
      .map(([verb]) => `${address}/${verb}`);

  it('stands at every resource that the specification names', () => {
    expect(ARCHIVE.flatMap((name) => missing(`/api/archive/${name}`))).toEqual([]);
    expect(SYS.flatMap((name) => missing(`/api/sys/${name}`))).toEqual([]);
  });

  it('stands at every further resource, and every call below /api', () => {
    expect(resources.flatMap(({ area, name }) => missing(`/api/${area}/${name}`))).toEqual([]);
    expect(allRoutes.filter((route) => !route.path.startsWith('/api/')).map((route) => route.path)).toEqual(
      [],
    );
  });

  it('gives tables by POST in the archive of metering, by GET with dataTable elsewhere', async () => {
    const contacterName = unique('Li');
    await add(operator, 'contacter', { consumerId: mine.consumerId, contacterName });
    const dataTable = JSON.stringify({
      current: 1,
      pageSize: 15,
      filters: [{ field: 'contacterName', op: 'eq', value: contacterName }],
    });
    const posted = ok(await operator.post<Page<Row>>('/api/yunshui/contacter/getdatatable', { dataTable }));
    expect(posted.list).toMatchObject([{ contacterName }]);
    expect(posted.pagination).toEqual({ total: 1, current: 1, pageSize: 15 });
    const query = await operator.get<Page<Row>>('/api/archive/ammeter/getdatatable', {
      dataTable: { filters: [{ field: 'id', op: 'eq', value: mine.ammeterId }] },
    });
    expect(ok(query).list.map((row) => row.id)).toEqual([mine.ammeterId]);
  });

  it('refuses an object where a value belongs, in a row, a filter and a condition, naming the field', async () => {
    const odd = { toString: 'x', a: 1 };
    for (const [name, asked] of [
      ['getdatatable', { dataTable: { filters: [{ field: 'ammeterName', op: 'contains', value: [odd] }] } }],
      ['getdatatable', { dataTable: { filters: [{ field: 'deviceType', op: 'eq', value: odd }] } }],
      ['edit', { id: mine.ammeterId, deviceType: odd }],
    ] as const)
      expect(await operator.post(`/api/archive/ammeter/${name}`, asked), name).toMatchObject({ code: 400 });
    const edit = await operator.post('/api/archive/ammeter/edit', { id: mine.ammeterId, ammeterName: odd });
    expect(edit).toMatchObject({ code: 400, field: 'ammeterName' });
  });
});

describe('a page', () => {
  it('is asked for by pageNo or by current', async () => {
    for (const supplierName of ['A', 'B', 'C'])
      await add(operator, 'supplier', {
        consumerId: mine.consumerId,
        supplierName: `${supplierName} ${unique()}`,
        supplierCode: unique(),
      });
    const ask = async (params: Readonly<Record<string, unknown>>) =>
      ok(
        await mine.client.get<Page<Row>>('/api/archive/supplier/getpage', {
          orderBy: 'supplierName',
          pageSize: 2,
          ...params,
        }),
      );
    const second = await ask({ pageNo: 2 });
    expect(second.list).toHaveLength(1);
    expect(second.pagination).toEqual({ total: 3, current: 2, pageSize: 2 });
    expect(await ask({ current: 2 })).toEqual(second);
    expect((await ask({})).list.map((row) => row.id)).not.toContain(second.list[0]?.id);
  });
});

describe('a reference to a row that is called as what it is about', () => {
  it('has the name of that, not its number', async () => {
    const { consumerId, ammeterId } = mine;
    const rule = { alarmName: unique('Rule '), consumerId, triggerFieldName: 'PZ', limitValue: 100 };
    const alarmId = await add(operator, 'alarm', rule);
    const objectAlarmId = await add(operator, 'objectAlarm', { consumerId, ammeterId, alarmId });
    const limit = { paramName: 'Own limit', consumerId, objectAlarmId, paramType: '1', paramCode: 'limit' };
    const id = await add(operator, 'objectAlarmParam', { ...limit, paramValue: 200 });
    const row = ok(await operator.get<Row>('/api/event/objectAlarmParam/get', { id }));
    expect(row).toMatchObject({ objectAlarmId, titles: { objectAlarmId: 'Incomer' } });
  });
});

describe('editing one field', () => {
  it('takes id, fieldName, fieldValue and remarks, which are empty by default', async () => {
    const id = mine.siteId;
    const edit = (params: Readonly<Record<string, unknown>>) =>
      mine.client.post('/api/archive/monitorSite/editfield', { id, fieldName: 'address', ...params });
    ok(await edit({ fieldValue: 'Gate 1' }));
    ok(await edit({ fieldValue: 'Gate 2', remarks: 'they moved' }));
    expect(ok(await mine.client.get<Row>('/api/archive/monitorSite/get', { id }))['address']).toBe('Gate 2');
    const log = ok(
      await mine.client.get<Page<{ remarks: string; after: Row }>>('/api/sys/operLog/getlist', {
        resource: 'monitorSite',
        id,
      }),
    );
    expect(log.list.slice(0, 2).map((one) => one.remarks)).toEqual(['they moved', '']);
    expect(await edit({ fieldName: 'noSuch', fieldValue: 'x' })).toMatchObject({
      code: 400,
      field: 'fieldName',
    });
  });
});

describe('enterprises', () => {
  it('are searched by each of their columns, in any order', async () => {
    const mark = unique('S');
    const row = {
      orgName: `${mark} b`,
      orgCode: `${mark}1`,
      industryId: 'C311',
      areaCode: '440305',
      enteTypeId: '110',
      address: `${mark} road`,
      state: '0',
    };
    const first = await add(operator, 'consumer', row);
    const second = await add(operator, 'consumer', {
      ...row,
      orgName: `${mark} a`,
      orgCode: `${mark}2`,
      industryId: 'C312',
      areaCode: '440300',
      enteTypeId: '120',
      address: 'elsewhere',
      state: '1',
    });
    const search = async (params: Readonly<Record<string, unknown>>) =>
      ok(await operator.get<Row[]>('/api/archive/consumer/searchall', params)).map((one) => one.id);
    for (const [field, value] of Object.entries(row)) {
      const found = await search({ [field]: value });
      expect(found, field).toContain(first);
      expect(found, field).not.toContain(second);
      const page = ok(
        await operator.get<Page<Row>>('/api/archive/consumer/searchpage', { [field]: value, pageSize: 1000 }),
      );
      expect(new Set(page.list.map((one) => one.id))).toEqual(new Set(found));
    }
    expect(await search({ orgName: mark, orderBy: 'orgName' })).toEqual([second, first]);
    expect(await search({ orgName: mark, orderBy: 'orgCode' })).toEqual([first, second]);
    expect(await search({ orgName: mark, orderBy: 'orgCode desc' })).toEqual([second, first]);
  });
});

it('a text that names a row of the enterprise has the English name of that row beside it, as long as the two agree', async () => {
  const own = { consumerId: mine.consumerId };
  const unitName = unique('动力部');
  const unit = { ...own, orgCode: unique('U'), orgName: unitName, orgNameEn: 'Utilities', orgType: '42' };
  const unitId = await add(mine.client, 'orgUnit', unit);
  const person = async (dept: string) =>
    add(mine.client, 'contacter', { ...own, contacterName: unique('P'), dept });
  const [there, nowhere] = [await person(unitName), await person('车间外')];
  const beside = async (language: 'zh' | 'en', id: number) => {
    const page = await mine.client
      .in(language)
      .get<Page<Row>>('/api/yunshui/contacter/getpage', { pageSize: 100 });
    return ok(page).list.find((row) => row.id === id)?.['deptEn'];
  };
  expect([await beside('en', there), await beside('en', nowhere), await beside('zh', there)]).toEqual([
    'Utilities',
    null,
    undefined,
  ]);
  // Another enterprise calls a unit of its own alike.
  const other = await buildEnterprise(product);
  await add(other.client, 'orgUnit', { ...unit, consumerId: other.consumerId, orgNameEn: 'Theirs' });
  expect(await beside('en', there)).toBe('Utilities');
  ok(await mine.client.post('/api/sys/orgUnit/edit', { id: unitId, orgName: unique('别名') }));
  expect(await beside('en', there)).toBeNull();
});
