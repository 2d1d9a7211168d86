import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS as DAY, QUARTER_MS as Q } from '#domain/time/duration.ts';
import type { RateSummary } from '#feature/meters/communication/contract.ts';
import type { Figures, PowerCurve } from '#feature/home/overview/contract.ts';
import type { State } from '#feature/meters/dataState/contract.ts';
import type { SettlementDemand } from '#feature/money/demand/contract.ts';
import { wantedSumsOf } from '#feature/meters/subject/server/public.ts';
import {
  foldDirty,
  foldSums,
  followStructures,
  storeIntervals,
} from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { BillView } from '../contract.ts';

const MONTHS = 13;
const HEARD = 6;
const day = (month: number): number => Date.parse('2023-12-31T16:00:00Z') + month * 31 * DAY;
const dateOf = (month: number): string => new Date(day(month) + 8 * 3_600_000).toISOString().slice(0, 10);
const LAST = dateOf(MONTHS - 1);

let product: Product;
let operator: Client;
let consumerId = 0;
let meterIds: number[] = [];

/** kWh of each quarter of a day in each month: 2 of every meter, and 7 in one quarter. */
async function sendDays(ids: readonly number[], months: readonly number[]): Promise<void> {
  const quarters = Array.from({ length: 96 }, (_, k) => k);
  await storeIntervals(
    product.database.db,
    months.flatMap((month) =>
      ids.flatMap(
        (meterId) =>
        quarters.map((k) => ({ meterId, start: day(month) + k * Q, end: day(month) + (k + 1) * Q, code: 'PP', value: k === 40 ? '7' : '2' })), // prettier-ignore
      ),
    ),
  );
  await foldDirty(product.database.db);
}

const priced = (resource: string, row: Record<string, unknown>) =>
  operator.post<{ id: number }>(`/api/price/${resource}/add`, { consumerId, ...row });

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  ({ consumerId, meterIds } = await buildMeters(product.database.db, { name: 'wired', meters: 13 }));
  await sendDays(meterIds.slice(0, HEARD), [...Array(MONTHS).keys()]);
  const { id: planId } = ok(
    await priced('priceScheme', { price1: 1, price2: 1, price3: 1, price4: 1, demandPrice: 32, capacityPrice: 23, basicCharge: '2', factorStandard: '0', reactive: '1', schemeName: 'large' }), // prettier-ignore
  );
  ok(await priced('priceAgreement', { measureAccount: 'A', orgId: consumerId, planId, beginDt: '2024-01-01', capacity: 400 })); // prettier-ignore
  await foldDirty(product.database.db);
});
afterAll(() => product.close());

const overview = async <T>(call: string, date = LAST): Promise<T> =>
  ok(await operator.get<T>(`/api/monitoring/overview/${call}`, { orgId: consumerId, date }));
const bill = async (month = '2025-01'): Promise<BillView> =>
  ok(await operator.get<BillView>('/api/price/bill/get', { consumerId, measureAccount: 'A', month }));
const demand = async (): Promise<SettlementDemand> =>
  ok(await operator.get<SettlementDemand>('/api/demand/settlement/getlist', { orgId: consumerId, from: '2024-01-01', to: '2025-01-31', pageSize: 20 })); // prettier-ignore

interface Rates {
  readonly list: readonly { readonly id: number; readonly expected: number; readonly received: number }[];
  readonly summary: RateSummary;
}
const rates = async (): Promise<Rates> =>
  ok(await operator.get<Rates>('/api/communication/collectionRate/getlist', { consumerId, begin: LAST, end: LAST })); // prettier-ignore

/** Everything that seven meters blanked. */
async function expectNothingBlanked(): Promise<void> {
  const never = meterIds.slice(HEARD).map((id, i) => ({ ammeterId: id, ammeterName: `Meter ${HEARD + i + 1}` })); // prettier-ignore
  const figures = await overview<Figures>('getFigures');
  expect(figures.subject.neverHeard).toEqual(never);
  expect(figures.day).toMatchObject({ value: HEARD * 197, coverage: 100, flags: ['measured'] });
  expect(figures.dayPeak.demand).toBe(HEARD * 28);
  const power = await overview<PowerCurve>('getPower');
  expect(power.points).toHaveLength(96);
  expect(power.points.map(([, value]) => value)).toEqual(
    Array.from({ length: 96 }, (_, k) => HEARD * (k === 40 ? 28 : 8)),
  );
  const state = await overview<State>('getState');
  expect(state.neverHeard).toEqual(never);
  expect(state.freshness.meters).toBe(HEARD);
  expect(state.notices).toEqual([]);
  expect((await rates()).summary).toMatchObject({
    meters: HEARD,
    neverHeard: expect.arrayContaining(never) as unknown,
    expected: HEARD * 96,
  });
  const { list } = await demand();
  expect(list.map((month) => month.maximum?.value)).toEqual(Array.from({ length: MONTHS }, () => HEARD * 28));
  const january = await bill();
  expect(january.rows.find((row) => row.key === 'actual')).toMatchObject({ quantity: HEARD * 28, amount: HEARD * 28 * 32 }); // prettier-ignore
  expect(january.neverHeard).toEqual(never);
  const load = ok(
    await operator.get<{ figures: { key: string; value: number | null }[] }>('/api/analysis/load/getData', { orgId: consumerId, interval: '301', begin: LAST, end: LAST }), // prettier-ignore
  );
  expect(load.figures.find((figure) => figure.key === 'max')?.value).toBe(HEARD * 28);
}

test('seven of thirteen meters were never wired: they are named and blank nothing', async () => {
  await expectNothingBlanked();
});

test('the same from a sum that is kept', async () => {
  await followStructures(product.database.db, wantedSumsOf, new Map());
  await foldSums(product.database.db);
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from kept_sum_usage`.execute(product.database.db); // prettier-ignore
  expect(rows[0]?.n).toBeGreaterThan(MONTHS * 96);
  await expectNothingBlanked();
});

test('wired in the last month, a meter counts from then on and nothing before is blanked', async () => {
  const late = meterIds[HEARD] ?? 0;
  await sendDays([late], [MONTHS - 1]);
  const { list } = await demand();
  // The newest month first.
  expect(list.map((month) => month.maximum?.value)).toEqual([(HEARD + 1) * 28, ...Array.from({ length: MONTHS - 1 }, () => HEARD * 28)]); // prettier-ignore
  expect((await overview<Figures>('getFigures', dateOf(0))).day).toMatchObject({ coverage: 100, flags: ['measured'] }); // prettier-ignore
  await foldSums(product.database.db);
  expect((await demand()).list).toEqual(list);
});

test('heard and then silent it is missing; out of use, it counts as long as it was heard', async () => {
  const gone = meterIds[HEARD + 1] ?? 0;
  await sendDays([gone], [MONTHS - 2]);
  const partial = await overview<Figures>('getFigures');
  expect(partial.day.coverage).toBe(87);
  expect(partial.day.flags).toContain('partial');
  expect(partial.dayPeak.demand).toBe(null);
  expect((await overview<State>('getState')).notices.map((one) => [one.kind, one.dataAmmeterId])).toContainEqual(['noData', gone]); // prettier-ignore
  ok(await operator.post('/api/archive/ammeter/edit', { id: gone, state: '0' }));
  await foldDirty(product.database.db);
  const after = await overview<Figures>('getFigures');
  expect(after.day).toMatchObject({ coverage: 100, flags: ['measured'] });
  expect(after.dayPeak.demand).toBe((HEARD + 1) * 28);
});

test('commissioned on a stated day and not heard since, it is missing from that day on', async () => {
  const silent = meterIds[HEARD + 2] ?? 0;
  ok(await operator.post('/api/archive/ammeter/edit', { id: silent, commissioned: LAST }));
  const figures = await overview<Figures>('getFigures');
  expect(figures.subject.neverHeard.map((one) => one.ammeterId)).not.toContain(silent);
  expect(figures.day).toMatchObject({ coverage: 87 });
  expect(figures.dayPeak.demand).toBe(null);
  expect((await overview<Figures>('getFigures', dateOf(0))).day.coverage).toBe(100);
  const { list, summary } = await rates();
  expect(list.find((one) => one.id === silent)).toMatchObject({ expected: 96, received: 0 });
  expect(summary.neverHeard.map((one) => one.ammeterId)).not.toContain(silent);
  const gaps = ok(
    await operator.get<{ list: { ammeterId: number; missing: number }[] }>('/api/communication/collectionRate/getGaps', { consumerId, begin: LAST, end: LAST }), // prettier-ignore
  );
  expect(gaps.list).toContainEqual(expect.objectContaining({ ammeterId: silent, missing: 96 }));
});
