import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise } from '#test/build/whole.ts';

let product: Product;
let operator: Client;
let own: WholeEnterprise;

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  own = await buildWholeEnterprise(product);
});
afterAll(() => product.close());

const costOf = async (): Promise<number> => {
  await foldDirty(product.database.db);
  const { rows } = await sql<{ cz: string | null }>`
    select cz from usage where meter_id = ${own.ammeterId} and level = 3`.execute(product.database.db);
  return Number(rows[0]?.cz ?? 0);
};

test('what an enterprise enters changes nothing until the platform agrees', async () => {
  const builder = new BatchBuilder();
  for (const [i, value] of [0, 100].entries()) {
    builder.row(own.ammeterId, Date.parse(`2024-03-05T0${i}:00:00+08:00`));
    builder.set(codeIndex('PP'), value);
  }
  await storeReadings(product.database.db, builder.batch(), { source: 0 });
  const client = own.client.in('en');
  const row = { measureAccount: 'A-1', consumerId: own.consumerId, orgId: own.consumerId, planId: own.planId, beginDt: '2024-01-01' }; // prettier-ignore
  const added = ok(
    await client.post<{ id: number; approveState: string }>('/api/price/priceAgreement/add', row),
  );
  expect(added.approveState).toBe('1');
  expect(await costOf()).toBe(0);
  expect(await client.post('/api/price/priceAgreement/editfield', { id: added.id, fieldName: 'beginDt', fieldValue: '2024-02-01' })).toMatchObject({ code: 409 }); // prettier-ignore
  const at = '/api/sys/workflowRequest';
  const { rows } = await sql<{ id: number }>`
    select r.id from workflow_request r join workflow w on w.id = r.workflow_id where w.workflow_code = 'priceAgreement'`.execute(
    product.database.db,
  );
  const id = rows[0]?.id;
  ok(await operator.post(`${at}/disagree`, { id, note: 'Wrong scheme' }));
  expect(ok(await client.get<{ approveState: string }>('/api/price/priceAgreement/get', { id: added.id })).approveState).toBe('2'); // prettier-ignore
  // Another try awaits again.
  ok(await client.post('/api/price/priceAgreement/editfield', { id: added.id, fieldName: 'beginDt', fieldValue: '2024-02-01' })); // prettier-ignore
  const again = await sql<{ id: number }>`select max(id) as id from workflow_request`.execute(
    product.database.db,
  );
  expect(again.rows[0]?.id).toBeGreaterThan(id ?? 0);
  ok(await operator.post(`${at}/agree`, { id: again.rows[0]?.id }));
  expect(ok(await client.get<{ approveState: string }>('/api/price/priceAgreement/get', { id: added.id })).approveState).toBe('3'); // prettier-ignore
  expect(await costOf()).toBe(100);
  expect(await client.post('/api/price/priceAgreement/editfield', { id: added.id, fieldName: 'endDt', fieldValue: '2024-03-01' })).toMatchObject({ code: 409, field: 'endDt' }); // prettier-ignore
  expect(await client.post('/api/price/priceAgreement/del', { id: added.id })).toMatchObject({ code: 409 });
});
