import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { foldDirty, settle, storeReadings, takeAway } from '#feature/meters/reading/server/public.ts';
import { factsOf, monthsBefore, readMonth } from '#series/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { buildEnterprise } from '#test/build.ts';
import { midnight } from '#test/build/billed.ts';
import { buildMeters } from '#test/build/meter.ts';
import { addRegistration } from '#test/build/uploadScene.ts';
import { pdfText } from '#test/pdf.ts';
import { type Document, judgeOf } from '#test/openApi.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { BillPaper } from '../contract.ts';

const DAYS = 29;

let product: Product;
let operator: Client;
let consumerId = 0;
let meterIds: number[] = [];

/** Registers of quarters of an hour: each step is 1, so that a factor of 80 makes 80 kWh of it. */
async function send(meterId: number, first: number, last: number, at: (k: number) => number): Promise<void> {
  const builder = new BatchBuilder();
  for (let k = first; k <= last; k++) {
    builder.row(meterId, midnight('2024-02-01') + k * Q);
    builder.set(codeIndex('PP'), at(k));
  }
  await storeReadings(product.database.db, builder.batch(), { source: 0 });
  await foldDirty(product.database.db);
}

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const { db } = product.database;
  ({ consumerId, meterIds } = await buildMeters(db, { name: 'paper', meters: 2 }));
  await sql`update consumer set address = '1 Steel Road', phone = '0730-8866' where id = ${consumerId}`.execute(
    db,
  );
  const [a = 0, b = 0] = meterIds;
  ok(await operator.post('/api/archive/ledger/add', { ammeterId: a, from: '2024-01-01T00:00:00Z', ct: 80, serial: 'S-1' })); // prettier-ignore
  await send(a, 0, DAYS * 96, (k) => 1000 + k);
  // The other speaks from the tenth on: nothing is read near the begin of the month.
  await send(b, 9 * 96, DAYS * 96, (k) => k);
  const add = async (resource: string, row: Record<string, unknown>): Promise<number> =>
    ok(await operator.post<{ id: number }>(`/api/price/${resource}/add`, { consumerId, ...row })).id;
  const planId = await add('priceScheme', { schemeName: 'plain', price1: 1, price2: 1, price3: 0.5, price4: 1, demandPrice: 30, capacityPrice: 20, basicCharge: '1' }); // prettier-ignore
  await add('priceAgreement', { measureAccount: 'A', orgId: consumerId, planId, beginDt: '2024-01-01', capacity: 400, contractDemand: 300 }); // prettier-ignore
});
afterAll(() => product.close());

const key = { measureAccount: 'A', month: '2024-02' };
const paper = async (): Promise<BillPaper> =>
  ok(await operator.get<BillPaper>('/api/price/bill/getPaper', { consumerId, ...key }));

test('a paper has the letterhead, the bill as the screen tells it, and where its energy comes from', async () => {
  const reported = await paper();
  expect(reported.letterhead).toEqual({
    orgName: 'paper',
    orgCode: 'paper',
    address: '1 Steel Road',
    zipCode: null,
    phone: '0730-8866',
    email: null,
  });
  expect(reported.bill).toEqual(ok(await operator.get('/api/price/bill/get', { consumerId, ...key })));
  expect(reported).toMatchObject({ capacity: 400, contractDemand: 300, more: 0, printedBy: 'operator' });
  const [first, second] = reported.meters;
  const [from, to] = [midnight('2024-02-01'), midnight('2024-03-01')];
  expect(first).toMatchObject({
    ammeterCode: 'M1',
    sign: 1,
    from,
    to,
    energy: DAYS * 96 * 80,
    coverage: 100,
    begin: { at: from, value: 1000 },
    end: { at: to, value: 1000 + DAYS * 96 },
    life: [{ serial: 'S-1', multiplier: '80' }],
  });
  // What the paper says can be recomputed on it: register × factor.
  expect(((first?.end?.value ?? 0) - (first?.begin?.value ?? 0)) * 80).toBe(first?.energy);
  expect(second).toMatchObject({ energy: (DAYS - 9) * 96, begin: null, end: { at: to, value: DAYS * 96 } });
  expect(reported.meters.reduce((sum, { energy }) => sum + (energy ?? 0), 0)).toBe(reported.bill.energy);
});

test('bill and paper are what the description of the calls says', async () => {
  const document = (await product.app.inject({ url: '/openapi.json' })).json<Document>();
  const judge = judgeOf(document);
  for (const path of ['/api/price/bill/get', '/api/price/bill/getPaper'])
    expect(judge('get', path, await operator.get(path, { consumerId, ...key }))).toEqual([]);
});

test('two papers with the same checksum say the same; a corrected reading gives another', async () => {
  const [before, again] = [await paper(), await paper()];
  expect(before.checksum).toMatch(/^[0-9a-f]{64}$/);
  expect(again.checksum).toBe(before.checksum);
  const [a = 0] = meterIds;
  await send(a, DAYS * 96, DAYS * 96, () => 1001 + DAYS * 96);
  const after = await paper();
  expect(after.checksum).not.toBe(before.checksum);
  expect(after.bill.total).not.toBe(before.bill.total);
});

test.each([1, 20])('a paper tells the same registers when what was read is in files, settled on day %i', async (day) => {
  const { db, pool } = product.database;
  const own = await buildMeters(db, { name: `filed ${day}` });
  const [meterId = 0] = own.meterIds;
  await sql`update consumer set settlement_day = ${day} where id = ${own.consumerId}`.execute(db);
  const builder = new BatchBuilder();
  // A clock that is four minutes late, so that the nearest reading is not that of the grid.
  for (let k = 0; k < 100 * 96; k++) {
    builder.row(meterId, midnight('2024-01-20') + k * Q + 240_000);
    builder.set(codeIndex('PP'), 1000 + k);
  }
  await storeReadings(db, builder.batch(), { source: 0 });
  await settle(db, meterId);
  const add = async (resource: string, row: Record<string, unknown>): Promise<number> =>
    ok(await operator.post<{ id: number }>(`/api/price/${resource}/add`, { consumerId: own.consumerId, ...row })).id;
  const planId = await add('priceScheme', { schemeName: 'plain', price1: 1, price2: 1, price3: 1, price4: 1 });
  await add('priceAgreement', { measureAccount: 'F', orgId: own.consumerId, planId, beginDt: '2024-01-25' });
  await settle(db, meterId);
  const told = async () => {
    const { printedAt: _, ...rest } = ok(await operator.get<BillPaper>('/api/price/bill/getPaper', { consumerId: own.consumerId, measureAccount: 'F', month: '2024-03' }));
    return rest;
  };
  const before = await told();
  const [from, to] = day === 1 ? ['2024-03-01', '2024-04-01'] : ['2024-02-20', '2024-03-20'];
  expect(before.meters).toMatchObject([{ begin: { at: midnight(from) + 240_000 }, end: { at: midnight(to) + 240_000 } }]);
  const months = await Promise.all((await monthsBefore(pool, [meterId], '2024-04-01')).map((one) => readMonth(pool, one)));
  const taking = {
    meterId,
    months: months.map((one) => ({ month: one.month, ...factsOf(one) })),
    unfiled: () => Promise.resolve(false),
    goneBefore: Date.UTC(2024, 3, 1),
    closedBefore: Date.UTC(2024, 4, 1),
  };
  expect(await takeAway(pool, taking, () => Promise.resolve())).toMatchObject({ bytes: expect.any(Number) as number });
  const left = await pool.query('select from reading where meter_id = $1 and ts < $2', [meterId, new Date(taking.goneBefore)]);
  expect(left.rowCount).toBeLessThan(20);
  expect(await told()).toEqual(before);
}); // prettier-ignore

test('post code and mail are those of the registration; a code of another address says nothing', async () => {
  const { db } = product.database;
  await addRegistration(operator, consumerId, { address: '1 Steel Road', zipCode: '414000', email: 'energy@example.com' }); // prettier-ignore
  expect((await paper()).letterhead).toMatchObject({ zipCode: '414000', email: 'energy@example.com' });
  await sql`update enterprise_info set address = '2 Post Lane' where consumer_id = ${consumerId}`.execute(db);
  expect((await paper()).letterhead).toMatchObject({ address: '1 Steel Road', zipCode: null });
  await sql`update consumer set address = null where id = ${consumerId}`.execute(db);
  expect((await paper()).letterhead).toMatchObject({ address: '2 Post Lane', zipCode: '414000' });
});

test.each([
  ['zh', '2024 年 2 月 电费核算单', '期初示数'],
  ['en', 'Electricity bill, February 2024', 'Register at begin'],
] as const)(
  'the paper as a file, in %s: the sum and the lines of the call',
  async (language, title, stand) => {
    const client = operator.in(language);
    const { bill, checksum } = ok(await client.get<BillPaper>('/api/price/bill/getPaper', { consumerId, ...key })); // prettier-ignore
    const { type, body } = await client.download('/api/price/bill/paperPdf', { consumerId, ...key });
    expect(type).toBe('application/pdf');
    const text = pdfText(body).join('\n');
    for (const part of [title, stand, 'A-2024-02', checksum, formatNumber(bill.total, 2), 'S-1 × 80'])
      expect(text).toContain(part);
    for (const { amount } of bill.rows) expect(text).toContain(formatNumber(amount, 2));
  },
);

test('another enterprise sees none, and a month without an agreement is refused', async () => {
  const { client } = await buildEnterprise(product);
  for (const call of ['getPaper', 'paperPdf'])
    expect(await client.get(`/api/price/bill/${call}`, { consumerId, ...key })).toMatchObject({ code: 400 });
  expect(
    await operator.get('/api/price/bill/getPaper', { consumerId, ...key, month: '2023-11' }),
  ).toMatchObject({
    code: 400,
    field: 'measureAccount',
  });
});
