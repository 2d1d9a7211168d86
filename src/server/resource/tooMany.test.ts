import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { MAX_EXPORT } from './excel.ts';

const AT = '/api/sys/obj';
let product: Product;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  await sql`insert into obj (obj_name, obj_code, state)
    select 'Object ' || n, 'o' || n, '1' from generate_series(1, ${MAX_EXPORT + 1}::integer) n`.execute(
    product.database.db,
  );
});
afterAll(() => product.close());

it('refuses an export and a list without pages that would not hold all rows', async () => {
  for (const verb of ['exportall', 'exportdatatable']) {
    const { type, body } = await operator.download(`${AT}/${verb}`, { format: 'csv' });
    expect([verb, type]).toEqual([verb, expect.stringContaining('json') as string]);
    expect(JSON.parse(body.toString())).toMatchObject({
      code: 400,
      message: expect.stringContaining('more than 100000 records') as string,
    });
  }
  for (const verb of ['getall', 'searchall'])
    expect(await operator.get(`${AT}/${verb}`)).toMatchObject({ code: 400 });
  expect((await operator.in('zh').get(`${AT}/getall`)).message).toBe('记录超过 100000 条，请先筛选');
});

it('sends what a filter leaves', async () => {
  const filters = [{ field: 'objCode', op: 'eq', value: 'o7' }];
  const { body } = await operator.download(`${AT}/exportdatatable`, {
    dataTable: { filters },
    format: 'csv',
  });
  expect(body.toString()).toContain('Object 7');
  expect(ok(await operator.get<unknown[]>(`${AT}/getall`, { objCode: 'o77777' }))).toHaveLength(1);
});
