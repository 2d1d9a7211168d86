import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import type { PeriodRules } from '#contract/periodRule.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import type { ChargeChart, ChargeStatistics, LineSource } from '#feature/money/charge/contract.ts';
import { provenanceOf, storeReadings } from '#feature/meters/reading/server/public.ts';
import { type Billed, buildBilled, midnight } from '#test/build/billed.ts';
import { NOON } from '#test/build/noon.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { DayPeriods, PeriodInUse } from '../contract.ts';

const PRICES = { price1: 1.2, price2: 1, price3: 0.6, price4: 0.25 };
const SCHEME = { ...PRICES, basicCharge: '0', factorStandard: '0', reactive: '1' };
const CALENDAR = '/api/archive/timezone';

let product: Product;
let operator: Client;
let plant: Billed;
let other: Billed;
let planId = 0;

/** Two meters of 40 kW each: a holiday has 2 h × 80 kW in deep valley; May 2024 has five (1 to 5). */
const HOUR_KWH = 80;
const DEEP = 5 * 2 * HOUR_KWH;

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  plant = await buildBilled(product, operator, { name: 'noon', from: '2024-05-01', days: 61, meters: 2 });
  other = await buildBilled(product, operator, { name: 'plain', from: '2024-05-01', days: 2 });
  planId = await plant.add('priceScheme', { ...SCHEME, schemeName: 'large' });
  await plant.add('priceAgreement', { measureAccount: 'A', orgId: plant.consumerId, planId, beginDt: '2024-01-01' }); // prettier-ignore
}, 60_000);
afterAll(() => product.close());

const calendarRow = (rules: PeriodRules) => ({
  timezoneName: 'Noon',
  consumerId: plant.consumerId,
  validFrom: '2024-01-01',
  rules: JSON.stringify(rules),
});
const edit = (resource: string, row: Readonly<Record<string, unknown>>) =>
  operator.post(`/api/price/${resource}/edit`, row);
const inUse = async (orgId: number): Promise<number[]> =>
  ok(await operator.get<PeriodInUse[]>(`${CALENDAR}/getPeriodsInUse`, { orgId })).map((one) => one.value);
const shares = async (begin: string, end: string): Promise<AnalysisAnswer> =>
  ok(await operator.get('/api/analysis/timeShare/getData', { orgId: plant.consumerId, interval: '301', begin, end })); // prettier-ignore
const headOf = async (begin: string, end: string): Promise<string[]> => {
  const { body } = await operator.download('/api/sdata/chargeAnalysis/exportDayDetails', { consumerId: plant.consumerId, interval: '301', begin, end, format: 'csv' }); // prettier-ignore
  return body.toString('utf8').replace('\uFEFF', '').split(/\r?\n/)[0]?.split(',') ?? [];
};

test('without deep valley there is nothing of it to see', async () => {
  expect(await inUse(plant.consumerId)).toEqual([1, 2, 3, 4]);
  expect((await shares('2024-05-01', '2024-05-05')).columns.map((one) => one.key)).not.toContain('pp5');
  expect((await headOf('2024-05-01', '2024-05-05')).filter((head) => /deep/i.test(head))).toEqual([]);
  const sources = ok(await operator.get<LineSource[]>('/api/sdata/monitoring/getAllByOrgId', { orgId: plant.consumerId })); // prettier-ignore
  expect(sources[0]?.dataCodes).toEqual(expect.arrayContaining(['PP4', 'CZ4']));
  expect(sources[0]?.dataCodes).not.toContain('PP5');
});

test('a calendar that names it is refused while the scheme has no price for it, and so is the price taken away', async () => {
  const refused = await operator.in('zh').post(`${CALENDAR}/add`, calendarRow(NOON));
  expect(refused).toMatchObject({ code: 400, field: 'rules' });
  expect(refused.message).toBe('分时时段从 2024-01-01 起含深谷，而电价方案“large”没有深谷电价：请先填写');
  // A price that only comes in June leaves May without one.
  const versionId = await plant.add('priceVersion', { ...PRICES, price5: 0.1, versionName: 'v', planId, validFrom: '2024-06-01' }); // prettier-ignore
  expect(await operator.post(`${CALENDAR}/add`, calendarRow(NOON))).toMatchObject({
    code: 400,
    field: 'rules',
  });
  ok(await edit('priceVersion', { id: versionId, validFrom: '2024-01-01' }));
  ok(await operator.post(`${CALENDAR}/add`, calendarRow(NOON)));
  // Now it must stay: in the version, and in what replaces it.
  for (const change of [
    operator.post('/api/price/priceVersion/del', { id: versionId }),
    edit('priceVersion', { id: versionId, price5: '' }),
    edit('priceVersion', { id: versionId, validFrom: '2024-03-01' }),
  ])
    expect(await change).toMatchObject({ code: 400, field: 'price5' });
  const blank = await plant.add('priceVersion', { ...PRICES, versionName: 'as before', planId, validFrom: '2024-06-01' }); // prettier-ignore
  ok(await edit('priceScheme', { id: planId, price5: 0.1 }));
  ok(await operator.post('/api/price/priceVersion/del', { id: blank }));
  ok(await operator.post('/api/price/priceVersion/del', { id: versionId }));
  const second = await plant.add('priceScheme', { ...SCHEME, schemeName: 'second' });
  expect(await plant.tryAdd('priceAgreement', { measureAccount: 'B', orgId: plant.consumerId, planId: second, beginDt: '2024-01-01' })).toMatchObject({ code: 400, field: 'planId' }); // prettier-ignore
  await plant.fold();
});

test('the energy of noon on holidays is deep valley, and the periods add up to the whole', async () => {
  expect(await inUse(plant.consumerId)).toEqual([1, 2, 3, 4, 5]);
  expect(await inUse(other.consumerId)).toEqual([1, 2, 3, 4]);
  const day = ok(await operator.get<DayPeriods>(`${CALENDAR}/getPeriods`, { orgId: plant.consumerId, date: '2024-05-01' })); // prettier-ignore
  expect(day.rows.map((row) => [row.beginTime, row.value, row.name])).toContainEqual([
    '12:00',
    5,
    'Deep valley',
  ]);
  const { rows, figures, columns } = await shares('2024-05-01', '2024-05-07');
  expect(columns.map((one) => one.key)).toEqual(['time', 'energy', 'pp1', 'pp2', 'pp3', 'pp4', 'pp5']);
  expect(rows.map(({ cells }) => cells['pp5'])).toEqual([160, 160, 160, 160, 160, null, null]);
  for (const { cells } of rows) {
    const sum = [1, 2, 3, 4, 5].reduce((all, period) => all + Number(cells[`pp${period}`] ?? 0), 0);
    expect(sum).toBe(24 * HOUR_KWH);
  }
  expect(figures.find((one) => one.key === 'pp5')?.value).toBe(DEEP);
  expect((await shares('2024-06-11', '2024-06-20')).columns.map((one) => one.key)).not.toContain('pp5');
});

test('it costs its own price: in charts, statements, their export, comparisons and where a figure comes from', async () => {
  const who = { consumerId: plant.consumerId };
  const chart = ok(await operator.get<ChargeChart>('/api/sdata/chargeAnalysis/getChargeChart', { ...who, periodCode: '301', types: '5', dataCodes: 'CZ,CZ1,CZ2,CZ3,CZ4,CZ5,PP5', dt: '2024-05-10' })); // prettier-ignore
  const total = (code: string): number | null =>
    chart.series.find((one) => one.dataCode === code)?.total ?? null;
  expect([total('PP5'), total('CZ5')]).toEqual([DEEP, DEEP * 0.1]);
  expect(total('CZ')).toBeCloseTo((total('CZ3') ?? 0) + (total('CZ4') ?? 0) + (total('CZ5') ?? 0), 6);
  const statement = ok(await operator.get<ChargeStatistics>('/api/sdata/chargeAnalysis/getChargeStatistics', { ...who, begin: '2024-05-01', end: '2024-05-31' })); // prettier-ignore
  expect(statement.amounts).toMatchObject({ PP5: DEEP, CZ5: DEEP * 0.1, CZ: total('CZ') });
  expect(await headOf('2024-05-01', '2024-05-05')).toEqual(
    expect.arrayContaining(['"Cost', ' deep valley (CNY)"', '"Energy']),
  );
  expect((await headOf('2024-06-11', '2024-06-12')).filter((head) => /deep/i.test(head))).toEqual([]);
  const compared = ok(
    await operator.get<{ table: { sum: number; unit: string }[] }>('/api/analysis/compare/getAnalysis', {
      orgId: plant.consumerId, interval: '301', begin: '2024-05-01', end: '2024-05-31', objects: `o${plant.consumerId}`, dataCode: 'CZ5',
    }),
  ); // prettier-ignore
  expect(compared.table[0]).toMatchObject({ sum: DEEP * 0.1, unit: 'CNY' });
  const [meterId = 0] = plant.meterIds;
  const origin = await provenanceOf(product.database.db, meterId, 2, midnight('2024-05-01') + 12 * 3_600_000); // prettier-ignore
  expect(origin.periods?.parts).toMatchObject([{ period: 5, energy: 40, clocks: ['12:00–13:00'] }]);
  expect(origin.cost?.parts[0]?.lines).toMatchObject([{ period: 5, energy: 40, price: 0.1, amount: 4 }]);
});

test('a bill has its line with its price, and an invoice is laid beside it', async () => {
  await plant.add('priceInvoice', { measureAccount: 'A', month: '2024-05-01', item: 'energy5', quantity: DEEP, amount: 90 }); // prettier-ignore
  const view = await plant.bill('2024-05');
  const hours = 31 * 24 * HOUR_KWH;
  expect(view.rows.map(({ key, quantity, price, amount }) => [key, quantity, price, amount])).toEqual([
    ['energy3', hours * (2 / 3) - DEEP, 0.6, (hours * (2 / 3) - DEEP) * 0.6],
    ['energy4', hours / 3, 0.25, hours / 12],
    ['energy5', DEEP, 0.1, DEEP * 0.1],
  ]);
  expect(view.rows[2]?.item).toEqual({ zh: '深谷段电量', en: 'Deep valley energy' });
  expect(view.energy).toBe(hours);
  expect(view.invoice?.rows).toMatchObject([{ item: 'energy5', own: { quantity: DEEP, amount: DEEP * 0.1 }, difference: 10 }]); // prettier-ignore
});

test('hours at real-time prices keep its fixed share at its price', async () => {
  const trading = await plant.add('priceScheme', { ...SCHEME, price5: 0.1, schemeName: 'trading', schemeType: '3', linkedShare: 40 }); // prettier-ignore
  await plant.add('priceAgreement', { measureAccount: 'S', orgId: plant.consumerId, planId: trading, beginDt: '2024-01-01' }); // prettier-ignore
  const hours = Object.fromEntries(Array.from({ length: 24 }, (_, hour) => [`h${hour}`, 0.5]));
  await plant.add('priceCurve', { planId: trading, day: '2024-05-01', curve: '2', ...hours });
  await plant.fold();
  const view = await plant.bill('2024-05', 'S');
  const line = (key: string) => view.rows.find((row) => row.key === key);
  expect(line('spotFixed5')).toMatchObject({ quantity: 160, price: 0.06, amount: 9.6 });
  expect(line('spotRealTime')).toMatchObject({ quantity: 24 * HOUR_KWH * 0.4, amount: 24 * HOUR_KWH * 0.2 });
  expect(line('energy5')?.quantity).toBe(DEEP - 160);
});

test('a sheet of calendars brings it in, and is refused like a form where a price lacks', async () => {
  const send = (consumerId: number, rules: string, dryRun: 0 | 1) =>
    operator.upload<{ counts: Record<string, number>; rows: { faults: { field: string }[] }[] }>(
      `${CALENDAR}/importFile`,
      { dryRun },
      {
        name: 'calendars.csv',
        content: Buffer.from(
          `Calendar,Enterprise,Valid from,Rules\nSheet,#${consumerId},2024-06-01,"${rules.replaceAll('"', '""')}"\n`,
        ),
      },
    );
  const rules = JSON.stringify(NOON);
  expect(ok(await send(plant.consumerId, rules, 0)).counts).toMatchObject({ new: 1, faulty: 0 });
  const unpriced = await other.add('priceScheme', { ...SCHEME, schemeName: 'unpriced' });
  await other.add('priceAgreement', { measureAccount: 'A', orgId: other.consumerId, planId: unpriced, beginDt: '2024-01-01' }); // prettier-ignore
  const reported = ok(await send(other.consumerId, rules, 1));
  expect(reported.counts).toMatchObject({ new: 0, faulty: 1 });
  expect(reported.rows[0]?.faults[0]?.field).toBe('rules');
  expect(ok(await send(other.consumerId, rules.replaceAll('"period":5', '"period":6'), 1)).counts).toMatchObject({ faulty: 1 }); // prettier-ignore
});

test('a register 5 that stands at 0 forever shows nothing', async () => {
  const third = await buildBilled(product, operator, { name: 'zero', from: '2024-05-01', days: 1 });
  const [meterId = 0] = third.meterIds;
  const builder = new BatchBuilder();
  for (let hour = 0; hour <= 24; hour++) {
    builder.row(meterId, midnight('2024-05-01') + hour * 3_600_000);
    builder.set(codeIndex('PP4'), hour);
    builder.set(codeIndex('PP5'), 0);
  }
  await storeReadings(product.database.db, builder.batch(), { source: 0 });
  await third.fold();
  expect(await inUse(third.consumerId)).toEqual([1, 2, 3, 4]);
  const { columns, rows } = ok(await operator.get<AnalysisAnswer>('/api/analysis/timeShare/getData', { orgId: third.consumerId, interval: '301', begin: '2024-05-01', end: '2024-05-01' })); // prettier-ignore
  expect(rows[0]?.cells['pp4']).toBe(24);
  expect(columns.map((one) => one.key)).not.toContain('pp5');
});

test("the meter's own registers, PP1 to PP5 by their aliases, are what counts", async () => {
  const [meterId = 0] = other.meterIds;
  const gateway = ok(await operator.post<{ id: number }>('/api/archive/gateway/add', { consumerId: other.consumerId, siteId: other.siteId, gatewayName: 'G' })); // prettier-ignore
  const { token } = ok(await operator.post<{ token: string }>('/api/archive/gateway/rotateToken', { id: gateway.id })); // prettier-ignore
  const code = ok(await operator.get<{ ammeterCode: string }>('/api/archive/ammeter/get', { id: meterId })).ammeterCode; // prettier-ignore
  const from = midnight('2024-06-01');
  const steps = Array.from({ length: 25 }, (_, hour) => ({
    ts: from + hour * 3_600_000,
    values: {
      EPI: 1000 + hour * 15,
      EPI1: hour,
      EPI2: hour * 2,
      EPI3: hour * 3,
      EPI4: hour * 4,
      epi5: hour * 5,
    },
  }));
  const reply = await product.app.inject({
    method: 'POST',
    url: '/api/ingest/telemetry',
    headers: { authorization: `Bearer ${token}` },
    payload: { [code]: steps },
  });
  expect(reply.json()).toMatchObject({ code: 200, data: { rejectedCount: 0 } });
  await other.fold();
  const { rows } = await sql`
    select pp, pp1, pp2, pp3, pp4, pp5 from usage where meter_id = ${meterId} and level = 3 and ts = ${new Date(from)}`.execute(
    product.database.db,
  );
  expect(rows).toEqual([
    { pp: '360000000', pp1: '24000000', pp2: '48000000', pp3: '72000000', pp4: '96000000', pp5: '120000000' },
  ]);
  expect(await inUse(other.consumerId)).toEqual([1, 2, 3, 4, 5]);
  // No calendar names it: without a price of its own it costs what the valley does, and its line says so.
  const line = async () => (await other.bill('2024-06')).rows.find((row) => row.key === 'energy5');
  const doubts = async () =>
    (await other.bill('2024-06')).doubtfulLines.filter(({ reason }) => reason === 'unpriced');
  expect(await line()).toMatchObject({ quantity: 120, price: 0.25, amount: 30 });
  expect((await line())?.doubtful).toBe(true);
  expect(await doubts()).toMatchObject([{ part: 'energy', lines: ['energy5'], text: { zh: '方案没有深谷电价，深谷电量按谷电价计' } }]); // prettier-ignore
  const [scheme] = ok(await operator.get<{ id: number }[]>('/api/price/priceScheme/searchall', { consumerId: other.consumerId })); // prettier-ignore
  ok(await edit('priceScheme', { id: scheme?.id, price5: 0.1 }));
  expect(await line()).toMatchObject({ quantity: 120, price: 0.1, amount: 12 });
  expect(await doubts()).toEqual([]);
});
