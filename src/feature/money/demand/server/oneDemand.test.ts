import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { MINUTE_MS as MINUTE } from '#domain/time/duration.ts';
import type { BillView } from '#feature/money/bill/contract.ts';
import type { Figures } from '#feature/home/overview/contract.ts';
import type { Origin } from '#feature/meters/subject/contract.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { SettlementDemand } from '../contract.ts';

const DAY = 1440;
const FROM = Date.parse('2024-02-01T00:00:00+08:00');

let product: Product;
let operator: Client;
let consumerId = 0;
let meterId = 0;
let agreementId = 0;

/** kWh of a minute: 1, and 3 in twelve minutes that lie over the end of a quarter of the third day. */
const energyAt = (minute: number): number =>
  minute >= 2 * DAY + 609 && minute < 2 * DAY + 621 ? 3 : minute >= 4 * DAY && minute < 4 * DAY + 60 ? 2 : 1;

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'one' });
  consumerId = built.consumerId;
  meterId = built.meterIds[0] ?? 0;
  const builder = new BatchBuilder();
  let register = 100;
  for (let m = 0; m <= 29 * DAY; m++) {
    // Every minute on the first five days, every quarter of an hour later.
    if (m <= 5 * DAY || m % 15 === 0) {
      builder.row(meterId, FROM + m * MINUTE);
      builder.set(codeIndex('PP'), register);
    }
    register += energyAt(m);
  }
  await storeReadings(db, builder.batch());
  const add = async (resource: string, row: Record<string, unknown>): Promise<number> =>
    ok(await operator.post<{ id: number }>(`/api/price/${resource}/add`, { consumerId, ...row })).id;
  const planId = await add('priceScheme', { schemeName: 'one', price1: 1, price2: 1, price3: 1, price4: 1, demandPrice: 32, basicCharge: '2', factorStandard: '0', reactive: '1' }); // prettier-ignore
  agreementId = await add('priceAgreement', { measureAccount: 'ONE', orgId: consumerId, planId, beginDt: '2024-01-01' }); // prettier-ignore
  await foldDirty(db);
});
afterAll(() => product.close());

/** The maximum of the month on every screen, and how each says it was measured. */
async function everywhere(): Promise<{ values: (number | null | undefined)[]; words: string[] }> {
  await foldDirty(product.database.db);
  const of = { orgId: consumerId };
  const bill = ok(await operator.get<BillView>('/api/price/bill/get', { consumerId, measureAccount: 'ONE', month: '2024-02' })); // prettier-ignore
  const list = ok(await operator.get<SettlementDemand>('/api/demand/settlement/getlist', { ...of, from: '2024-02-01', to: '2024-02-29' })); // prettier-ignore
  const own = ok(await operator.get<SettlementDemand>('/api/demand/settlement/getlist', { dataAmmeterId: meterId, from: '2024-02-01', to: '2024-02-29' })); // prettier-ignore
  const days = ok(await operator.get<AnalysisAnswer>('/api/analysis/demand/getData', { ...of, interval: '301', begin: '2024-02-01', end: '2024-02-29' })); // prettier-ignore
  const quarters = ok(await operator.get<AnalysisAnswer>('/api/analysis/demand/getData', { ...of, interval: '115', begin: '2024-02-03', end: '2024-02-03' })); // prettier-ignore
  const lines = ok(await operator.get<{ method: { en: string }; list: { value: number | null }[] }>('/api/analysis/demand/getMaxLine', { ...of, beginDate: '2024-02-01', endDate: '2024-02-29' })); // prettier-ignore
  const figures = ok(await operator.get<Figures>('/api/monitoring/overview/getFigures', { ...of, date: '2024-02-03' })); // prettier-ignore
  const charged = bill.rows.find((row) => row.key === 'actual');
  const month = list.list.find((one) => one.month === '2024-02');
  const figureOf = (answer: AnalysisAnswer) => answer.figures.find((one) => one.key === 'max');
  return {
    values: [
      charged?.quantity,
      month?.maximum?.value,
      own.list.find((one) => one.month === '2024-02')?.maximum?.value,
      figureOf(days)?.value,
      figureOf(quarters)?.value,
      Math.max(...lines.list.map((one) => one.value ?? 0)),
      figures.dayPeak.demand,
      figures.yearPeak.demand,
    ],
    words: [charged?.inputs.en ?? '', figureOf(days)?.note?.en ?? '', figureOf(quarters)?.note?.en ?? '', lines.method.en, figures.demandMethod.en], // prettier-ignore
  };
}

test('bill, settlement list, demand page and overview: one maximum by one method', async () => {
  // Of the best fifteen minutes twelve take 3 kWh and three take 1: 39 kWh, 156 kW.
  const sliding = await everywhere();
  expect(sliding.values).toEqual(sliding.values.map(() => 156));
  for (const words of sliding.words) expect(words).toContain('sliding by 1 min');
  ok(await operator.post('/api/price/priceAgreement/editfield', { id: agreementId, fieldName: 'demandSlip', fieldValue: '15' })); // prettier-ignore
  const block = await everywhere();
  // An hour of the fifth day takes 2 kWh a minute: 120 kW; no whole quarter of the third day comes up to it.
  expect(block.values.slice(0, 4)).toEqual([120, 120, 120, 120]);
  expect(block.values[5]).toBe(120);
  expect(block.values[7]).toBe(120);
  expect(block.values[4]).toBe(block.values[6]);
  expect(block.values[4]).toBeLessThan(120);
  for (const words of block.words) expect(words).toContain('blocks of 15 min');
});

test('windows that the agreement has and the meter has not are a doubt of the bill', async () => {
  ok(await operator.post('/api/price/priceAgreement/editfield', { id: agreementId, fieldName: 'demandSlip', fieldValue: '5' })); // prettier-ignore
  const bill = ok(await operator.get<BillView>('/api/price/bill/get', { consumerId, measureAccount: 'ONE', month: '2024-02' })); // prettier-ignore
  expect(bill.doubtfulLines).toMatchObject([{ part: 'demand', reason: 'windows', lines: ['actual'] }]);
  await sql`update ammeter set demand_slip = '5' where id = ${meterId}`.execute(product.database.db);
  const mended = ok(await operator.get<BillView>('/api/price/bill/get', { consumerId, measureAccount: 'ONE', month: '2024-02' })); // prettier-ignore
  expect(mended.doubtfulLines).toEqual([]);
});

/** kWh of each minute of an interval around the end of a quarter: twelve minutes, six on either side. */
const BURSTS = [
  { at: Date.parse('2024-01-10T10:15:00+08:00'), kwh: 5 },
  { at: Date.parse('2024-02-10T10:15:00+08:00'), kwh: 4 },
  { at: Date.parse('2024-03-01T00:00:00+08:00'), kwh: 6 },
];

test('the highest of a year is that of its months, each by its own rule', async () => {
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'a year' });
  const of = { orgId: built.consumerId };
  const builder = new BatchBuilder();
  let register = 0;
  for (
    let t = Date.parse('2024-01-01T00:00:00+08:00');
    t <= Date.parse('2024-03-03T00:00:00+08:00');
    t += MINUTE
  ) {
    // Every minute in the two hours around a burst, every quarter of an hour else.
    if (t % (15 * MINUTE) === 0 || BURSTS.some(({ at }) => Math.abs(t - at) <= 60 * MINUTE)) {
      builder.row(built.meterIds[0] ?? 0, t);
      builder.set(codeIndex('PP'), register);
    }
    register += BURSTS.find(({ at }) => t >= at - 6 * MINUTE && t < at + 6 * MINUTE)?.kwh ?? 1;
  }
  await storeReadings(db, builder.batch());
  const add = async (resource: string, row: Record<string, unknown>): Promise<number> =>
    ok(await operator.post<{ id: number }>(`/api/price/${resource}/add`, { consumerId: built.consumerId, ...row })).id; // prettier-ignore
  const planId = await add('priceScheme', { schemeName: 'year', price1: 1, price2: 1, price3: 1, price4: 1, demandPrice: 32, basicCharge: '2', factorStandard: '0', reactive: '1' }); // prettier-ignore
  const agreed = { measureAccount: 'YEAR', orgId: built.consumerId, planId };
  await add('priceAgreement', { ...agreed, beginDt: '2024-01-01', endDt: '2024-01-31', demandSlip: '15' });
  await add('priceAgreement', { ...agreed, beginDt: '2024-02-01', demandSlip: '1' });
  await foldDirty(db);

  const list = ok(await operator.get<SettlementDemand>('/api/demand/settlement/getlist', { ...of, from: '2024-01-01', to: '2024-03-02' })); // prettier-ignore
  // Blocks: 6 × 5 + 9; sliding: 12 × 4 + 3; no window reaches over the settlement: 6 × 6 + 9, not 12 × 6 + 3.
  expect(list.list.map(({ month, method, maximum }) => [month, method, maximum?.value])).toEqual([
    ['2024-03', 'sliding', 180],
    ['2024-02', 'sliding', 204],
    ['2024-01', 'block', 156],
  ]);
  const months = [];
  for (const month of ['2024-01', '2024-02', '2024-03']) {
    const bill = ok(await operator.get<BillView>('/api/price/bill/get', { consumerId: built.consumerId, measureAccount: 'YEAR', month })); // prettier-ignore
    months.push(bill.rows.find((row) => row.key === 'actual')?.quantity);
  }
  expect(months).toEqual([156, 204, 180]);

  const words = 'blocks of 15 min; 2024-02 to 2024-';
  const figures = ok(await operator.get<Figures>('/api/monitoring/overview/getFigures', { ...of, date: '2024-03-02' })); // prettier-ignore
  expect(figures.yearPeak.demand).toBe(204);
  expect(figures.yearMethod.en).toBe('2024-01 blocks of 15 min; 2024-02 to 2024-12 sliding by 1 min');
  const origin = ok(await operator.get<Origin>('/api/monitoring/overview/getProvenance', { ...of, level: 5, at: FROM })); // prettier-ignore
  expect(origin.peak.demand).toBe(204);
  const range = { begin: '2024-01-01', end: '2024-03-02' };
  for (const own of [of, { dataAmmeterId: built.meterIds[0] ?? 0 }]) {
    const days = ok(await operator.get<AnalysisAnswer>('/api/analysis/demand/getData', { ...own, interval: '301', ...range })); // prettier-ignore
    const max = days.figures.find(({ key }) => key === 'max');
    expect(max?.value).toBe(204);
    expect(max?.note?.en).toContain(words);
    const daily = days.rows.map(({ cells }) => Number(cells['value'] ?? 0));
    expect(Math.max(...daily)).toBe(204);
    expect(daily.slice(0, 31).toSorted((a, b) => b - a)[0]).toBe(156);
  }
  const lines = ok(await operator.get<{ method: { en: string }; list: { value: number | null }[] }>('/api/analysis/demand/getMaxLine', { ...of, beginDate: range.begin, endDate: range.end })); // prettier-ignore
  expect(Math.max(...lines.list.map(({ value }) => value ?? 0))).toBe(204);
  expect(lines.method.en).toContain(words);
  // Quarter by quarter over the change of the rule.
  const quarters = ok(await operator.get<AnalysisAnswer>('/api/analysis/demand/getData', { ...of, interval: '115', begin: '2024-02-29', end: '2024-03-01' })); // prettier-ignore
  expect(quarters.figures.find(({ key }) => key === 'max')?.value).toBe(180);
  const chart = ok(await operator.get<{ pZGraphsDataMax: object }>('/api/analysis/energy/getChartData', { ...of, interval: '301', ...range })); // prettier-ignore
  expect(chart.pZGraphsDataMax).toMatchObject({ value: 204, dt: (BURSTS[1]?.at ?? 0) + 6 * MINUTE, atLeast: false, method: { en: expect.stringContaining(words) } }); // prettier-ignore
});
