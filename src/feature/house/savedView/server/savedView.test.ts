import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildEnterprise, type Enterprise } from '#test/build.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { MOST_OWN, type SavedView } from '../contract.ts';

let product: Product;
let mine: Enterprise;
let theirs: Enterprise;
let colleague: Client;

beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  theirs = await buildEnterprise(product);
  colleague = await product.operator();
});
afterAll(() => product.close());

const list = async (client: Client, screen = 'energy'): Promise<SavedView[]> =>
  ok(
    await client.get<SavedView[]>('/api/analysis/savedView/getList', { consumerId: mine.consumerId, screen }),
  );

const save = (client: Client, name: string, more: object = {}) =>
  client.post<{ id: number }>('/api/analysis/savedView/add', {
    consumerId: mine.consumerId,
    screen: 'energy',
    name,
    settings: JSON.stringify({ span: 'lastMonth', meter: 12, items: 'o1,o2' }),
    ...more,
  });

test('a view keeps what the address held, is renamed, overwritten, opened first, deleted', async () => {
  const { id } = ok(await save(mine.client, ' Last month ', { isDefault: '1' }));
  const settings = { span: 'lastMonth', meter: 12, items: 'o1,o2' };
  expect(await list(mine.client)).toEqual([
    expect.objectContaining({ id, name: 'Last month', own: true, shared: false, isDefault: true, settings }),
  ]);
  expect(await list(mine.client, 'load')).toEqual([]);
  ok(
    await mine.client.post('/api/analysis/savedView/edit', {
      id,
      name: 'Month',
      settings: '{"interval":"301"}',
    }),
  );
  ok(await mine.client.post('/api/analysis/savedView/setDefault', { id, isDefault: '0' }));
  expect(await list(mine.client)).toEqual([
    expect.objectContaining({ name: 'Month', isDefault: false, settings: { interval: '301' } }),
  ]);
  ok(await mine.client.post('/api/analysis/savedView/del', { id }));
  expect(await list(mine.client)).toEqual([]);
});

test('others see it once it is shared, and only its owner changes it', async () => {
  const { id } = ok(await save(mine.client, 'Shop 1'));
  expect(await list(colleague)).toEqual([]);
  expect((await colleague.post('/api/analysis/savedView/del', { id })).code).toBe(404);
  ok(await mine.client.post('/api/analysis/savedView/edit', { id, shared: '1' }));
  expect(await list(colleague)).toEqual([expect.objectContaining({ id, own: false, shared: true })]);
  for (const [verb, params] of [
    ['edit', { id, name: 'Taken' }],
    ['del', { id }],
  ] as const)
    expect(await colleague.post(`/api/analysis/savedView/${verb}`, params)).toMatchObject({ code: 403 });
  // Each person says with which view a screen opens; that ends where it is no longer shared.
  ok(await colleague.post('/api/analysis/savedView/setDefault', { id, isDefault: '1' }));
  expect((await list(colleague))[0]?.isDefault).toBe(true);
  expect((await list(mine.client))[0]?.isDefault).toBe(false);
  ok(await mine.client.post('/api/analysis/savedView/edit', { id, shared: '0' }));
  ok(await mine.client.post('/api/analysis/savedView/edit', { id, shared: '1' }));
  expect((await list(colleague))[0]?.isDefault).toBe(false);
  // Another enterprise sees nothing of it.
  expect(await list(theirs.client)).toEqual([]);
  expect((await theirs.client.post('/api/analysis/savedView/setDefault', { id, isDefault: '1' })).code).toBe(
    404,
  );
  expect((await save(theirs.client, 'Intruder')).code).toBe(404);
  ok(await mine.client.post('/api/analysis/savedView/del', { id }));
});

test('what is wrong is refused with its field', async () => {
  const { id } = ok(await save(mine.client, 'One'));
  expect(await save(mine.client, 'One')).toMatchObject({ code: 409, field: 'name' });
  expect(await save(mine.client, ' ')).toMatchObject({ code: 400, field: 'name' });
  expect(await save(mine.client, 'a\nb')).toMatchObject({ code: 400, field: 'name' });
  expect(await save(mine.client, 'x'.repeat(41))).toMatchObject({ code: 400, field: 'name' });
  expect(await save(mine.client, 'Two', { settings: '[1' })).toMatchObject({ code: 400, field: 'settings' });
  expect(await save(mine.client, 'Two', { settings: '[1]' })).toMatchObject({ code: 400, field: 'settings' });
  expect(await save(mine.client, 'Two', { settings: '{"_x":1}' })).toMatchObject({ code: 400 });
  expect(await save(mine.client, 'Two', { settings: '{"a":"\\u0000"}' })).toMatchObject({ code: 400 });
  expect(await save(mine.client, 'Two', { settings: JSON.stringify({ a: 'x'.repeat(5000) }) })).toMatchObject(
    {
      code: 400,
      field: 'settings',
    },
  );
  expect(await save(mine.client, 'Two', { screen: '../x' })).toMatchObject({ code: 400, field: 'screen' });
  ok(await save(mine.client, 'Two'));
  expect(await mine.client.post('/api/analysis/savedView/edit', { id, name: 'Two' })).toMatchObject({
    code: 409,
    field: 'name',
  });
  for (let n = (await list(mine.client)).length; n < MOST_OWN; n += 1)
    ok(await save(mine.client, `View ${n}`));
  expect((await save(mine.client, 'One more')).code).toBe(409);
});

test('a person who is deleted takes the own views along', async () => {
  ok(await save(theirs.client, 'Left behind', { consumerId: theirs.consumerId, isDefault: '1' }));
  const { rows } = await sql<{ id: number }>`
    select id from org_employee where user_name = ${theirs.userName}`.execute(product.database.db);
  ok(await colleague.post('/api/sys/orgEmployee/del', { id: rows[0]?.id }));
  const left = await sql`select from saved_view where consumer_id = ${theirs.consumerId}`.execute(
    product.database.db,
  );
  expect(left.rows).toEqual([]);
});
