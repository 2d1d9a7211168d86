import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUANGDONG } from '#domain/calendar/preset.ts';
import { DAY_MS, QUARTER_MS as Q } from '#domain/time/duration.ts';
import { applyChange } from '#feature/money/calendar/server/change.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { BillView, Replay } from '../contract.ts';

const at = (date: string): number => Date.parse(`${date}T00:00:00+08:00`);
const FROM = at('2024-01-01');
const DAYS = 121;
const PRICES = { price1: 1.38125, price2: 1.105, price3: 0.65, price4: 0.247 };
const SCHEME = { ...PRICES, fundPrice: 0.02, demandPrice: 32, capacityPrice: 23, basicCharge: '2', factorStandard: '90', reactive: '1' }; // prettier-ignore

let product: Product;
let operator: Client;
let consumerId = 0;
let planId = 0;
let meterId = 0;

const add = async (resource: string, row: Record<string, unknown>): Promise<number> =>
  ok(await operator.post<{ id: number }>(`/api/price/${resource}/add`, { consumerId, ...row })).id;

/** kWh of a quarter: 10, and 40 in one quarter of each month. */
const energyAt = (q: number): number => (q % (31 * 96) === 40 ? 40 : 10);

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'billed' });
  consumerId = built.consumerId;
  meterId = built.meterIds[0] ?? 0;
  const quarters = Array.from({ length: DAYS * 96 }, (_, q) => ({ meterId, start: FROM + q * Q, end: FROM + (q + 1) * Q })); // prettier-ignore
  await storeIntervals(db, [
    ...quarters.map((one, q) => ({ ...one, code: 'PP', value: String(energyAt(q)) })),
    ...quarters.map((one) => ({ ...one, code: 'QI', value: '3' })),
  ]);
  await db.transaction().execute(async (trx) => {
    const row = { timezoneName: 'g', siteIdList: null, validFrom: '2020-01-01', rules: GUANGDONG };
    const { rows } = await sql<{
      id: number;
    }>`insert into timezone (timezone_name, consumer_id, valid_from, rules)
      values ('g', ${consumerId}, '2020-01-01', ${JSON.stringify(GUANGDONG)}) returning id`.execute(trx);
    const after = { ...row, id: rows[0]?.id ?? 0 };
    await applyChange(trx, consumerId, { resource: 'timezone', before: null, after });
  });
  await foldDirty(db);
  planId = await add('priceScheme', { ...SCHEME, schemeName: 'large' });
  await add('priceAgreement', { measureAccount: 'A', orgId: consumerId, planId, beginDt: '2024-01-01', capacity: 400, contractDemand: 150 }); // prettier-ignore
  await foldDirty(db);
});
afterAll(() => product.close());

const bill = (month: string) =>
  operator.get<BillView>('/api/price/bill/get', { consumerId, measureAccount: 'A', month });
const amounts = (view: BillView): [string, number][] => view.rows.map((row) => [row.key, row.amount]);

test('a month, line by line; a price that changes within it cuts it', async () => {
  // February 2024: 29 days of 8 peak, 8 flat, 8 valley hours … by the Guangdong day: 7 peak, 9 flat, 8 valley.
  const view = ok(await bill('2024-02'));
  const hours = 29 * 4 * 10;
  // The quarter of 40 kWh of the second month lies on 1 February, 10:00.
  expect(amounts(view)).toEqual([
    ['energy2', Math.round((hours * 7 + 30) * 1.105 * 100) / 100],
    ['energy3', Math.round(hours * 9 * 0.65 * 100) / 100],
    ['energy4', Math.round(hours * 8 * 0.247 * 100) / 100],
    ['actual', 5120],
    ['powerFactor', expect.any(Number)],
    ['funds', Math.round((hours * 24 + 30) * 0.02 * 100) / 100],
  ]);
  expect(view.rows.find((row) => row.key === 'actual')).toMatchObject({ quantity: 160, opens: { level: 1 } });
  expect(view.doubtful).toEqual([]);
  expect(view.total).toBeCloseTo(
    view.rows.reduce((sum, row) => sum + row.amount, 0),
    6,
  );
  const versionId = await add('priceVersion', { ...PRICES, price4: 0.3, demandPrice: 32, fundPrice: 0.02, versionName: 'v', planId, validFrom: '2024-03-11' }); // prettier-ignore
  const march = ok(await bill('2024-03'));
  expect(
    march.rows.filter((row) => row.key.startsWith('energy4')).map((row) => [row.key, row.amount]),
  ).toEqual([
    ['energy42024-03-01', Math.round(10 * 8 * 40 * 0.247 * 100) / 100],
    ['energy42024-03-11', Math.round(21 * 8 * 40 * 0.3 * 100) / 100],
  ]);
  ok(await operator.post('/api/price/priceVersion/del', { id: versionId }));
  await foldDirty(product.database.db);
});

test('the cost of the month is the energy of its bill before it is rounded', async () => {
  const view = ok(await bill('2024-02'));
  const { rows } = await sql<{ cz: string }>`
    select cz from usage where meter_id = ${meterId} and level = 4 and ts = ${new Date(at('2024-02-01'))}`.execute(
    product.database.db,
  );
  const energy = view.rows
    .filter((row) => row.key.startsWith('energy'))
    .reduce((sum, row) => sum + row.amount, 0);
  expect(Number(rows[0]?.cz)).toBeCloseTo(energy, 1);
});

test('compared by data code: the energies of the periods, reactive energy and what they cost', async () => {
  const compared = async (dataCode: string) => {
    const { table } = ok(
      await operator.get<{ table: { sum: number; unit: string }[] }>('/api/analysis/compare/getAnalysis', {
        orgId: consumerId,
        interval: '501',
        begin: '2024-02-01',
        end: '2024-02-29',
        objects: `o${consumerId}`,
        dataCode,
      }),
    );
    return [table[0]?.sum, table[0]?.unit];
  };
  const hours = 29 * 4 * 10;
  expect(await compared('PP2')).toEqual([hours * 7 + 30, 'kWh']);
  expect(await compared('PP4')).toEqual([hours * 8, 'kWh']);
  expect(await compared('QI')).toEqual([29 * 96 * 3, 'kvarh']);
  expect(await compared('CZ4')).toEqual([hours * 8 * 0.247, 'CNY']);
  expect(
    await operator.get('/api/analysis/compare/getAnalysis', {
      orgId: consumerId,
      objects: 'o1',
      dataCode: 'XX',
    }),
  ).toMatchObject({ code: 400, field: 'dataCode' });
});

test('an issued bill stays; what changes later is told with its cause', async () => {
  const { total } = ok(await bill('2024-01'));
  const key = { consumerId, measureAccount: 'A', month: '2024-01' };
  expect(ok(await operator.post<BillView>('/api/price/bill/issue', key)).issued).toMatchObject({
    total,
    differences: [],
  });
  expect(await operator.post('/api/price/bill/issue', key)).toMatchObject({ code: 409 });
  ok(
    await operator.post('/api/price/priceScheme/editfield', {
      id: planId,
      fieldName: 'price4',
      fieldValue: '0.347',
    }),
  );
  const dearer = ok(await bill('2024-01'));
  expect(dearer.issued?.total).toBe(total);
  expect(dearer.issued?.differences[0]).toMatchObject({ item: { en: 'Valley energy' }, difference: 992 });
  expect(dearer.issued?.causes[0]?.en).toMatch(/^Prices changed from .*0\.247.* to .*0\.347/);
  ok(
    await operator.post('/api/price/priceScheme/editfield', {
      id: planId,
      fieldName: 'price4',
      fieldValue: '0.247',
    }),
  );
  // Another value for one quarter of 5 January, by a person.
  const { db } = product.database;
  const { rows } = await sql<{ id: number }>`insert into data_source (kind, rank, name, status, consumer_id)
    values ('person', 3, 'Corrected by hand', 1, ${consumerId}) returning id`.execute(db);
  const start = FROM + 4 * DAY_MS;
  await storeIntervals(db, [{ meterId, start, end: start + Q, code: 'PP', value: '15' }], { source: rows[0]?.id ?? 0 }); // prettier-ignore
  await foldDirty(db);
  const corrected = ok(await bill('2024-01'));
  expect(corrected.issued?.days).toEqual([{ date: '2024-01-05', at: start, issued: 960, now: 965 }]);
  expect(corrected.issued?.causes.map((cause) => cause.en)).toEqual(
    expect.arrayContaining([
      'The energy of 1 days has changed',
      expect.stringContaining('Corrected by hand'),
    ]),
  );
  expect(ok(await operator.post('/api/price/bill/revoke', key))).toEqual({ revoked: true });
  expect(ok(await bill('2024-01')).issued).toBeNull();
});

test('an invoice beside the bill: each difference from quantity or price', async () => {
  const own = ok(await bill('2024-02'));
  const valley = own.rows.find((row) => row.key === 'energy4');
  const enter = (item: string, row: Record<string, unknown>) =>
    add('priceInvoice', { measureAccount: 'A', month: '2024-02-01', item, invoiceNo: 'N-1', ...row });
  await enter('energy4', { quantity: (valley?.quantity ?? 0) + 100, unitPrice: 0.247, amount: 2316.86 });
  await enter('funds', { quantity: own.energy, unitPrice: 0.03, amount: Math.round(own.energy * 3) / 100 });
  await enter('fee', { amount: 12 });
  await enter('total', { amount: own.total });
  const { invoice } = ok(await bill('2024-02'));
  expect(invoice?.number).toBe('N-1');
  const { type, body } = await operator.download('/api/price/bill/export', {
    consumerId,
    measureAccount: 'A',
    month: '2024-02',
  });
  expect(type).toContain('spreadsheetml');
  expect(body.subarray(0, 2).toString()).toBe('PK');
  const [quantity, price, fee, total] = invoice?.rows ?? [];
  expect(quantity).toMatchObject({ difference: 24.7 });
  expect(quantity?.why[0]?.en).toBe('The quantity differs by +100 (24.7 yuan at the computed price): check registers and ratio'); // prettier-ignore
  expect(price?.why[0]?.en).toMatch(/^The price differs by \+0\.01 yuan/);
  expect(fee).toMatchObject({ own: null, difference: null });
  expect(total).toMatchObject({ difference: 0, why: [] });
});

test('a year under other schemes and declared demands: sums of their months, the cheapest advised', async () => {
  const cheap = await add('priceScheme', { ...SCHEME, schemeName: 'cheap', price3: 0.6 });
  const found = ok(await operator.get<Replay>('/api/price/bill/replay', { consumerId, measureAccount: 'A', year: 2024, declared: 200 })); // prettier-ignore
  expect(found.counted).toEqual(['2024-01', '2024-02', '2024-03', '2024-04']);
  const [present, best] = found.rows;
  const months = [];
  for (const month of found.counted) months.push(ok(await bill(month)).total);
  expect(present?.months.map((one) => one.total)).toEqual(months);
  expect(present?.total).toBeCloseTo(
    months.reduce((sum, one) => sum + one, 0),
    6,
  );
  // All months peak at 160 kW but one that has 40 kWh on no quarter: 152.38 declared are enough, 160 of 400 kVA the least.
  expect(best).toMatchObject({ planId: cheap, basicCharge: '2' });
  const contract = found.rows.filter((row) => row.planId === cheap && row.basicCharge === '3');
  expect(contract.map((row) => row.declared).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([160, 200]);
  expect(found.advice?.en).toContain('cheap');
  expect(found.rows.map((row) => row.total)).toEqual([
    present?.total,
    ...found.rows.slice(1).map((row) => row.total).toSorted((a, b) => a - b),
  ]); // prettier-ignore
});

test('another enterprise has no such account', async () => {
  const other = await buildMeters(product.database.db, { name: 'stranger' });
  expect(
    await operator.get('/api/price/bill/get', {
      consumerId: other.consumerId,
      measureAccount: 'A',
      month: '2024-01',
    }),
  ).toMatchObject({ code: 400, field: 'measureAccount' });
});
