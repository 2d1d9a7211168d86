import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceOf } from '#resource/index.ts';
import { add, unique } from '#test/build.ts';
import { ok, startProduct, type Client, type Product } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise, sampleRow } from '#test/build/whole.ts';

// Codes and columns of the monitoring archive (specification 1 section 3, 2 section 3), asked through its calls.

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

let product: Product;
let operator: Client;
let mine: WholeEnterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildWholeEnterprise(product);
});
afterAll(() => product.close());

/** The words of a field of one row, as an export writes them. */
async function wordsOf(resource: string, field: string, id: number): Promise<string | undefined> {
  const { body } = await operator.download(`/api/archive/${resource}/exportdatatable`, {
    dataTable: { filters: [{ field: 'id', op: 'eq', value: id }] },
    fieldName: field,
    format: 'csv',
  });
  return body.toString('utf8').trim().split(/\r?\n/)[1];
}

describe('codes', () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    [
      'monitorItem',
      'monitorType',
      {
        1: 'Remote measurement',
        2: 'Remote signalling',
        3: 'Remote video',
        4: 'Remote adjustment',
        5: 'Remote control',
      },
    ],
    ['monitorObjectType', 'objectCategory', { 0: 'Station', 1: 'Location', 2: 'Equipment', 3: 'Group' }],
    ['dataClassify', 'measureMode', { 1: 'Metered', 2: 'Entered', 3: 'Computed' }],
  ])('of %s, %s are these and no other', async (resource, field, words) => {
    const row = (value: string): Record<string, unknown> => ({
      ...sampleRow(resourceOf(resource), mine),
      ...(resource === 'monitorItem' ? { dataItemId: 7 } : {}),
      [field]: value,
    });
    for (const [value, word] of Object.entries(words)) {
      const id = await add(operator, resource, row(value));
      expect(ok(await operator.get<Row>(`/api/archive/${resource}/get`, { id }))[field]).toBe(value);
      expect(await wordsOf(resource, field, id)).toBe(word);
      ok(await operator.post(`/api/archive/${resource}/del`, { id }));
    }
    for (const other of ['4', '6', '9', 'X'].filter((one) => !(one in words)))
      expect(await operator.post(`/api/archive/${resource}/add`, row(other))).toMatchObject({
        code: 400,
        field,
      });
  });
});

describe('columns', () => {
  it.each([
    ['monitorDiagram', 'siteId monitorSysType panelType'],
    ['coefficient', 'orgId dt type'],
    ['orgFile', 'orgId fileType fileName'],
    ['monitorItem', 'dataItemId ammeterId siteId'],
    ['dataClassify', 'dataType measureMode'],
    ['consumer', 'orgCode orgName industryId areaCode enteTypeId address state'],
    ['monitorSite', 'orgCode orgName address state'],
  ])('of %s are stored and told: %s', async (resource, columns) => {
    const row = sampleRow(resourceOf(resource), mine);
    const id = await add(operator, resource, row);
    const reported = ok(await operator.get<Row>(`/api/archive/${resource}/get`, { id }));
    for (const column of columns.split(' '))
      expect([column, reported[column]]).toEqual([column, row[column] ?? expect.anything()]);
    ok(await operator.post(`/api/archive/${resource}/del`, { id }));
  });

  it('of a dashboard account are one address an enterprise', async () => {
    const edit = (url: string) =>
      operator.post('/api/archive/grafanaAccount/editUrl', { enterpriseId: mine.consumerId, url });
    ok(await edit('https://board.example.com/a'));
    ok(await edit('https://board.example.com/b'));
    const rows = ok(
      await operator.get<Row[]>('/api/archive/grafanaAccount/searchall', { consumerId: mine.consumerId }),
    );
    expect(rows.map((row) => row['url'])).toEqual(['https://board.example.com/b']);
  });
});

describe('types of monitored object', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  type Saved = {
    id: number;
    roleIdList: number[];
    fileIdList: number[];
    showIconId: number;
    listIconId: number;
  };

  /** Sends a form with files under their names, as a browser does. */
  async function send(verb: string, fields: Readonly<Record<string, string>>, files: readonly string[]) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const name of files) form.append(name, new Blob([new Uint8Array(png)]), `${name}.png`);
    const login = await product.app.inject({
      method: 'POST',
      url: '/api/sys/login',
      headers: { 'x-meterhouse': '1' },
      payload: { userName: 'operator', password: 'an operator of tests' },
    });
    const [cookie] = login.cookies;
    const reply = await product.app.inject({
      method: 'POST',
      url: `/api/archive/monitorObjectType/${verb}`,
      headers: { 'x-meterhouse': '1', cookie: `${cookie?.name}=${cookie?.value}` },
      payload: form,
    });
    return ok(reply.json<{ code: number; message: string; data: Saved }>());
  }

  it('are saved with roles as JSON, two icons, and a list of files', async () => {
    const fields = { typeName: unique('Press '), typeCode: unique(), role: '{"roleIdList":[1]}' };
    const added = await send('add', fields, ['showIcon', 'listIcon', 'files']);
    expect(added.roleIdList).toEqual([1]);
    expect(added.fileIdList).toHaveLength(1);
    expect(added.showIconId).toBeGreaterThan(0);
    expect(added.listIconId).not.toBe(added.showIconId);
    for (const kind of ['showIcon', 'listIcon']) {
      const icon = await mine.client.download('/api/archive/monitorObjectType/icon', { id: added.id, kind });
      expect(icon).toMatchObject({ type: 'image/png', body: png });
    }
    const id = String(added.id);
    const [kept = 0] = added.fileIdList;
    const more = await send('edit', { id, role: '[1,2]', fileList: String(kept) }, ['files']);
    expect(more.roleIdList).toEqual([1, 2]);
    expect(more.fileIdList).toHaveLength(2);
    expect(more.fileIdList).toContain(kept);
    // What the list does not name goes.
    const [, second = 0] = more.fileIdList;
    expect((await send('edit', { id, fileList: String(second) }, [])).fileIdList).toEqual([second]);
    ok(await operator.post('/api/archive/monitorObjectType/del', { id: added.id }));
    expect((await operator.get('/api/archive/monitorObjectType/get', { id: added.id })).code).toBe(404);
  });
});
