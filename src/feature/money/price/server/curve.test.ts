import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUANGDONG } from '#domain/calendar/preset.ts';
import { HOUR_MS as HOUR, QUARTER_MS as Q } from '#domain/time/duration.ts';
import type { BillView } from '#feature/money/bill/contract.ts';
import { applyChange } from '#feature/money/calendar/server/change.ts';
import { foldDirty, provenanceOf, rebuild, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

const at = (date: string): number => Date.parse(`${date}T00:00:00+08:00`);
const FROM = at('2024-07-01');
const DAYS = 31;
const FIXED = { price1: 1.2, price2: 1, price3: 0.6, price4: 0.25 };
const SHARE = 0.4;

let product: Product;
let operator: Client;
let consumerId = 0;
let planId = 0;
let meterId = 0;
let before: string[] = [];

const add = async (resource: string, row: Record<string, unknown>): Promise<number> =>
  ok(await operator.post<{ id: number }>(`/api/price/${resource}/add`, { consumerId, ...row })).id;
const energyAt = (q: number): number => 5 + ((q * 7919) % 23);
/** Prices of a day's hours, in thousandths of a yuan so that arithmetic by hand is exact. */
const realTime = (day: number, hour: number): number => ((day * 31 + hour * 17) % 90) * 10 - 100;
const curveOf = (of: (hour: number) => number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: 24 }, (_, hour) => [`h${hour}`, of(hour)]));
/** Sharp 11–12 and 15–17 in July, peak 10–12 and 14–19, valley 0–8 (Guangdong). */
const periodAt = (hour: number): 1 | 2 | 3 | 4 =>
  hour < 8 ? 4 : hour === 11 || hour === 15 || hour === 16 ? 1 : hour === 10 || (hour >= 14 && hour < 19) ? 2 : 3; // prettier-ignore

const usage = () => usageText(product.database.db, meterId);
const costOfMonth = async (): Promise<string | undefined> => {
  const { rows } = await sql<{ cz: string }>`
    select cz from usage where meter_id = ${meterId} and level = 4 and ts = ${new Date(FROM)}`.execute(
    product.database.db,
  );
  return rows[0]?.cz;
};
const bill = async () =>
  ok(await operator.get<BillView>('/api/price/bill/get', { consumerId, measureAccount: 'S', month: '2024-07' })); // prettier-ignore

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'spot' });
  consumerId = built.consumerId;
  meterId = built.meterIds[0] ?? 0;
  await storeIntervals(
    db,
    Array.from({ length: DAYS * 96 }, (_, q) => ({
      meterId,
      start: FROM + q * Q,
      end: FROM + (q + 1) * Q,
      code: 'PP',
      value: String(energyAt(q)),
    })),
  );
  await db.transaction().execute(async (trx) => {
    const row = { timezoneName: 'g', siteIdList: null, validFrom: '2020-01-01', rules: GUANGDONG };
    const { rows } = await sql<{
      id: number;
    }>`insert into timezone (timezone_name, consumer_id, valid_from, rules)
      values ('g', ${consumerId}, '2020-01-01', ${JSON.stringify(GUANGDONG)}) returning id`.execute(trx);
    const after = { ...row, id: rows[0]?.id ?? 0 };
    await applyChange(trx, consumerId, { resource: 'timezone', before: null, after });
  });
  planId = await add('priceScheme', { ...FIXED, schemeName: 'trading', schemeType: '3', linkedShare: SHARE * 100, basicCharge: '0', factorStandard: '0', reactive: '1' }); // prettier-ignore
  await add('priceAgreement', { measureAccount: 'S', orgId: consumerId, planId, beginDt: '2024-01-01' });
  await foldDirty(db);
  before = await usage();
}, 60_000);
afterAll(() => product.close());

test('real-time prices of hours, come after the readings, price the linked share; taken away, all is as before', async () => {
  const ids: number[] = [];
  const days = [10, 11, 20];
  for (const day of days)
    ids.push(await add('priceCurve', { planId, day: `2024-07-${day}`, curve: '2', ...curveOf((hour) => realTime(day, hour) / 1000) })); // prettier-ignore
  await foldDirty(product.database.db);
  // By hand, in millionths of a yuan: each quarter at what its hour costs.
  let expected = 0;
  for (let q = 0; q < DAYS * 96; q++) {
    const [day, hour] = [Math.floor(q / 96) + 1, Math.floor((q % 96) / 4)];
    const fixed = FIXED[`price${periodAt(hour)}`] * 1000;
    const price = days.includes(day) ? (1 - SHARE) * fixed + SHARE * realTime(day, hour) : fixed;
    expected += energyAt(q) * Math.round(price * 1000);
  }
  expect(await costOfMonth()).toBe((expected / 1e6).toFixed(12));
  const once = await usage();
  await rebuild(product.database.db, meterId);
  expect(await usage()).toEqual(once);

  // A quarter of an hour says its price and that it came from a curve.
  const ts = at('2024-07-10') + 10 * HOUR;
  const origin = await provenanceOf(product.database.db, meterId, 2, ts);
  expect(origin?.cost?.parts).toMatchObject([
    {
      schemeName: 'trading',
      spot: true,
      lines: [{ period: 2, price: expect.closeTo(0.6 + SHARE * (realTime(10, 10) / 1000), 6) }],
    },
  ]);

  // A curve that is changed, then all taken away.
  ok(
    await operator.post('/api/price/priceCurve/editfield', { id: ids[2], fieldName: 'h3', fieldValue: '9' }),
  );
  await foldDirty(product.database.db);
  const again = await provenanceOf(product.database.db, meterId, 3, at('2024-07-20'));
  const was = realTime(20, 3) / 1000;
  expect(again.cost?.parts[0]?.changed).toMatchObject({
    by: 'operator',
    what: { en: `Spot curves “2024-07-20”: 03:00 ${was} → 9` },
  });
  const added = [0, 1, 2, 3].reduce((sum, n) => sum + energyAt(19 * 96 + 12 + n), 0);
  expect(Number(await costOfMonth())).toBeCloseTo(
    expected / 1e6 + added * SHARE * (9 - realTime(20, 3) / 1000),
    6,
  );
  for (const id of ids) ok(await operator.post('/api/price/priceCurve/del', { id }));
  await foldDirty(product.database.db);
  expect(await usage()).toEqual(before);
});

test('a bill settles contract, day-ahead and real-time position; issued, it names the curve that changed', async () => {
  const plain = await bill();
  const settled = { planId, day: '2024-07-10' };
  const curves: readonly (readonly [string, (hour: number) => number])[] = [
    ['2', (hour) => realTime(10, hour) / 1000],
    ['1', (hour) => (300 + hour) / 1000],
    ['3', () => 50],
    ['4', () => 0.45],
    ['5', (hour) => 40 + hour],
  ];
  const ids = [];
  for (const [curve, of] of curves) ids.push(await add('priceCurve', { ...settled, curve, ...curveOf(of) }));
  await foldDirty(product.database.db);
  let [contract, dayAhead, real] = [0, 0, 0];
  const fixed = { 1: 0, 2: 0, 3: 0, 4: 0 };
  for (let hour = 0; hour < 24; hour++) {
    const used = [0, 1, 2, 3].reduce((sum, n) => sum + energyAt(9 * 96 + hour * 4 + n), 0);
    fixed[periodAt(hour)] += used;
    contract += 50 * 0.45;
    dayAhead += (40 + hour - 50) * ((300 + hour) / 1000);
    real += (SHARE * used - (40 + hour)) * (realTime(10, hour) / 1000);
  }
  const view = await bill();
  const amountOf = (key: string): number | undefined => view.rows.find((row) => row.key === key)?.amount;
  const fen = (yuan: number): number => Math.round(yuan * 100) / 100;
  expect([amountOf('spotContract'), amountOf('spotDayAhead'), amountOf('spotRealTime')]).toEqual(
    [contract, dayAhead, real].map(fen),
  );
  for (const period of [1, 2, 3, 4] as const) {
    expect(amountOf(`spotFixed${period}`)).toBe(fen(fixed[period] * FIXED[`price${period}`] * (1 - SHARE)));
    const [was, now] = [plain, view].map(
      ({ rows }) => rows.find((row) => row.key === `energy${period}`)?.quantity,
    );
    expect((was ?? 0) - (now ?? 0)).toBe(fixed[period]);
  }
  expect(view.energy).toBe(plain.energy);
  expect(view.total).toBeCloseTo(view.rows.reduce((sum, row) => sum + row.amount, 0), 6); // prettier-ignore

  // Of an invoice of energy in all the quantity is what was used, however many terms it is settled in.
  const charged = view.rows.reduce((sum, row) => sum + row.amount, 0);
  const invoiced = { measureAccount: 'S', month: '2024-07-01', item: 'energy', quantity: view.energy, amount: fen(charged + 500) }; // prettier-ignore
  const invoiceId = await add('priceInvoice', invoiced);
  const [beside] = (await bill()).invoice?.rows ?? [];
  expect(beside).toMatchObject({ own: { quantity: view.energy, amount: fen(charged) }, difference: 500 });
  expect(beside?.why).toMatchObject([{ en: expect.stringMatching(/^The quantity is the same/) }]);
  ok(await operator.post('/api/price/priceInvoice/del', { id: invoiceId }));

  const key = { consumerId, measureAccount: 'S', month: '2024-07' };
  ok(await operator.post('/api/price/bill/issue', key));
  ok(await operator.post('/api/price/priceCurve/editfield', { id: ids[3], fieldName: 'h0', fieldValue: '1.45' })); // prettier-ignore
  const changed = await bill();
  expect(changed.issued?.total).toBe(view.total);
  expect(changed.issued?.differences).toMatchObject([{ item: { en: 'Long-term contract' }, difference: 50 }]);
  const origin = await provenanceOf(product.database.db, meterId, 4, FROM);
  expect(origin.cost?.parts.map((part) => part.changed?.what.en ?? null)).toEqual([null, 'Spot curves “2024-07-10”: added', null]); // prettier-ignore
  expect(changed.issued?.causes[0]?.en).toMatch(
    /^Spot curves changed from .*P_LT 0\.450000.* to .*P_LT 0\.49/,
  );
});
