import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { unique } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise } from '#test/build/whole.ts';

const AT = '/api/hxyUser/userArchive';
type Row = Readonly<Record<string, unknown>> & { readonly id: number };

let product: Product;
let mine: WholeEnterprise;
let other: WholeEnterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildWholeEnterprise(product);
  other = await buildWholeEnterprise(product);
});
afterAll(() => product.close());

const owned = () => ({ consumerId: mine.consumerId, siteId: mine.siteId });
const device = () => mine.archive['device'];

/** What is kept: the name in the calls, a new row, and a field with what it is changed to. */
const KEPT: readonly (readonly [string, () => object, string, string])[] = [
  ['Device', () => ({ deviceName: 'Fan', deviceCode: unique(), ...owned() }), 'deviceName', 'Fan 2'],
  ['DeviceTrace', () => ({ title: 'Bearing', deviceId: device(), traceType: '5', happenedAt: '2026-03-01T00:00:00Z' }), 'title', 'Bearing changed'],
  ['Supplier', () => ({ supplierName: unique('Grid '), supplierCode: unique(), consumerId: mine.consumerId }), 'contact', 'Wang'],
  ['DeviceExtend', () => ({ extendName: unique('Oil '), extendValue: '32', deviceId: device() }), 'extendValue', '46'],
  ['MonitorObject', () => ({ orgName: 'Hall', orgCode: unique(), objectCategory: '0', ...owned() }), 'orgName', 'Hall 2'],
  ['AlarmRecord', () => ({ recordName: unique('Hot '), raisedAt: '2026-03-01T00:00:00Z', ...owned() }), 'recordName', 'Hot bearing'],
]; // prettier-ignore

it.each(KEPT)(
  'the customer area adds, reads, lists, edits and deletes: %s',
  async (name, row, field, next) => {
    const { client } = mine;
    const given = row() as Row;
    const { id } = ok(await client.post<Row>(`${AT}/add${name}`, given));
    const read = async (): Promise<Row> => ok(await client.get<Row>(`${AT}/get${name}`, { id }));
    const {
      happenedAt: _h,
      raisedAt: _r,
      ...plain
    } = given as Row & { happenedAt?: unknown; raisedAt?: unknown };
    expect(await read()).toMatchObject(plain);
    ok(await client.post(`${AT}/edit${name}`, { id, [field]: next }));
    expect((await read())[field]).toBe(next);
    const page = ok(await client.get<Page<Row>>(`${AT}/getPageOf${name}`, { pageSize: 100 }));
    const table = ok(await client.post<Page<Row>>(`${AT}/getTableOf${name}`, { dataTable: JSON.stringify({ current: 1, pageSize: 100 }) })); // prettier-ignore
    for (const { list } of [page, table]) expect(list.map((one) => one.id)).toContain(id);

    expect((await other.client.get(`${AT}/get${name}`, { id })).code).toBe(404);
    expect((await other.client.post(`${AT}/edit${name}`, { id, [field]: 'stolen' })).code).toBe(404);
    expect((await other.client.post(`${AT}/del${name}`, { id })).code).toBe(404);
    ok(await client.post(`${AT}/del${name}`, { id }));
    expect((await client.get(`${AT}/get${name}`, { id })).code).toBe(404);
  },
);

it('the customer area hangs a file on a device, gives it back and takes it away', async () => {
  const { client } = mine;
  const file = { name: 'manual.txt', content: Buffer.from('turn it on') };
  const added = await client.upload<Row>(`${AT}/addDeviceFile`, { deviceId: device(), type: 'manual' }, file);
  const { id } = ok(added);
  expect(ok(await client.get<Row>(`${AT}/getDeviceFile`, { id }))).toMatchObject({ fileName: 'manual.txt' });
  expect((await client.download(`${AT}/downloadDeviceFile`, { id })).body.toString()).toBe('turn it on');
  ok(await client.post(`${AT}/editDeviceFile`, { id, fileName: 'instruction.txt' }));
  const { list } = ok(await client.get<Page<Row>>(`${AT}/getPageOfDeviceFile`));
  expect(list).toMatchObject([{ id, fileName: 'instruction.txt' }]);
  expect((await other.client.get(`${AT}/downloadDeviceFile`, { id })).code).toBe(404);
  ok(await client.post(`${AT}/delDeviceFile`, { id }));
  expect((await client.get(`${AT}/getDeviceFile`, { id })).code).toBe(404);
});
