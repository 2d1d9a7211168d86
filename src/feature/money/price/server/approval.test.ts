import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise } from '#test/build/whole.ts';
import type { RequestDetail } from '#feature/settings/workflow/contract.ts';

const at = '/api/sys/workflowRequest';
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

/** An agreement that an enterprise enters for an account, and the request that it files. */
async function ask(
  { client, consumerId, planId }: WholeEnterprise,
  measureAccount: string,
  beginDt: string,
): Promise<{ readonly id: number; readonly requestId: number }> {
  const row = { measureAccount, consumerId, orgId: consumerId, planId, beginDt };
  const { id } = ok(await client.post<{ id: number }>('/api/price/priceAgreement/add', row));
  return { id, requestId: await lastRequest() };
}

const lastRequest = async (): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select max(id) as id from workflow_request`.execute(
    product.database.db,
  );
  return rows[0]?.id ?? 0;
};

const stateOf = async (id: number): Promise<string> =>
  ok(await operator.get<{ approveState: string }>('/api/price/priceAgreement/get', { id })).approveState;

const change = (id: number, fieldName: string, fieldValue: string) =>
  own.client.post('/api/price/priceAgreement/editfield', { id, fieldName, fieldValue });

test('an agreement that another took the place of does not come into force beside it', async () => {
  const first = await ask(own, 'B-1', '2026-01-01');
  ok(await operator.post(`${at}/disagree`, { id: first.requestId, note: 'Wrong date' }));
  const second = await ask(own, 'B-1', '2026-02-01');
  ok(await operator.post(`${at}/agree`, { id: second.requestId }));
  const again = await own.client.in('en').post(`${at}/reapply`, { id: first.requestId });
  expect(again).toMatchObject({ code: 409, field: 'beginDt' });
  expect(await operator.post(`${at}/agree`, { id: first.requestId })).toMatchObject({ code: 409 });
  expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['2', '3']);
});

test('a request puts into force what it was filed for, whatever is written in it', async () => {
  const other = await buildWholeEnterprise(product);
  const theirs = await ask(other, 'C-1', '2026-01-01');
  const mine = await ask(own, 'C-1', '2026-01-01');
  ok(await operator.post(`${at}/disagree`, { id: mine.requestId, note: 'The contract is missing' }));
  const written = {
    agreementId: String(theirs.id),
    account: 'C-1',
    object: 'Other',
    scheme: 'Other',
    beginDt: '2026-06-01',
  };
  ok(await own.client.post(`${at}/reapply`, { id: mine.requestId, params: JSON.stringify(written) }));
  expect(await stateOf(mine.id)).toBe('1');
  const { params } = ok(await operator.get<RequestDetail>(`${at}/getDetail`, { id: mine.requestId }));
  const shown = Object.fromEntries(params.map(({ code, value }) => [code, value]));
  expect(shown).toMatchObject({ agreementId: String(mine.id), beginDt: '2026-01-01' });
  ok(await operator.post(`${at}/agree`, { id: mine.requestId }));
  expect([await stateOf(mine.id), await stateOf(theirs.id)]).toEqual(['3', '1']);
});

test('an agreement that was changed comes into force by its new request alone', async () => {
  const { id, requestId } = await ask(own, 'D-1', '2026-01-01');
  ok(await operator.post(`${at}/disagree`, { id: requestId, note: 'Wrong capacity' }));
  ok(await change(id, 'capacity', '100'));
  const next = await lastRequest();
  expect(next).toBeGreaterThan(requestId);
  expect(await own.client.post(`${at}/reapply`, { id: requestId })).toMatchObject({ code: 409 });
  // Stopping the old one leaves what the new one asks for.
  ok(await own.client.post(`${at}/stop`, { id: requestId }));
  expect(await stateOf(id)).toBe('1');
  ok(await operator.post(`${at}/agree`, { id: next }));
  expect(await stateOf(id)).toBe('3');
});

test('an agreement whose request is taken back may be changed and asks again; one that is deleted is not agreed to', async () => {
  const { id, requestId } = await ask(own, 'E-1', '2026-01-01');
  ok(await own.client.post(`${at}/callback`, { id: requestId }));
  expect(await stateOf(id)).toBe('2');
  ok(await change(id, 'beginDt', '2026-03-01'));
  expect(await stateOf(id)).toBe('1');
  const next = await lastRequest();
  ok(await own.client.post('/api/price/priceAgreement/del', { id }));
  const agreed = await operator.post(`${at}/agree`, { id: next });
  expect(agreed).toMatchObject({ code: 409, message: expect.stringContaining('deleted') });
  ok(await operator.post(`${at}/disagree`, { id: next, note: 'It is gone' }));
});
