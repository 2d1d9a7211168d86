import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { createSource, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { QUARTER_MS as QUARTER } from '#domain/time/duration.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

/** 2024-02-28 00:00 in Shanghai. */
const FIRST = Date.UTC(2024, 1, 27, 16);
const DATES = ['2024-02-28', '2024-02-29'] as const;
const CODES = ['UA', 'UB', 'UC', 'IA', 'IB', 'IC', 'FZ', 'PZ'] as const;

type Reported = Readonly<Record<(typeof CODES)[number], number>>;

let product: Product;
let operator: Client;
let consumerId = 0;
let meterId = 0;
/** What the meter told each quarter of an hour; null where it was silent. */
const truth: (Reported | null)[] = [];

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'powerful' });
  consumerId = built.consumerId;
  meterId = built.meterIds[0] ?? 0;
  await sql`update ammeter set rated_power = 100 where id = ${meterId}`.execute(db);
  let random = 5;
  const next = (from: number, to: number): number => {
    random = (random * 1103515245 + 12345) % 2147483648;
    return Math.round((from + (random / 2147483648) * (to - from)) * 100) / 100;
  };
  const batch = new BatchBuilder();
  for (let i = 0; i < 192; i++) {
    const reported = {
      UA: next(200, 240),
      UB: next(205, 236),
      UC: next(205, 236),
      IA: next(0, 260),
      IB: next(0, 180),
      IC: next(0, 180),
      FZ: next(0.8, 1),
      PZ: next(0, 90),
    };
    truth.push(i >= 120 && i < 128 ? null : reported);
    if (i >= 120 && i < 128) continue;
    batch.row(meterId, FIRST + i * QUARTER);
    for (const code of CODES) batch.set(codeIndex(code), reported[code]);
  }
  await storeReadings(db, batch.batch());
});
afterAll(() => product.close());

const day = (i: number): Reported[] => truth.slice(i * 96, i * 96 + 96).filter((one) => one !== null);
const share = (list: readonly Reported[], good: (one: Reported) => boolean): number =>
  list.filter(good).length / list.length;
const phases = ({ UA, UB, UC }: Reported): number[] => [UA, UB, UC];
const mean = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / list.length;

const call = async <T>(name: string, params: Record<string, unknown> = {}): Promise<T> =>
  ok(await operator.get<T>(`/api/analysis/quality/${name}`, { dataAmmeterId: meterId, ...params }));
type Rates = Readonly<Record<string, { today: number; yesterday: number }>>;

const rateOf = async (name: string, key: string): Promise<number[]> => {
  const answer = await call<Rates>(name, { date: DATES[1] });
  return [answer[key]?.today ?? -1, answer[key]?.yesterday ?? -1];
};

describe('pass rates of a day and the one before', () => {
  test('voltage: good only where all three phases are', async () => {
    const good = (one: Reported): boolean => phases(one).every((u) => u <= 220 * 1.07 && u >= 220 * 0.93);
    const [today, yesterday] = await rateOf('getVoltageTrend', 'uQR');
    expect(today).toBeCloseTo(share(day(1), good), 9);
    expect(yesterday).toBeCloseTo(share(day(0), good), 9);
    expect(share(day(1), good)).toBeLessThan(1);
  });

  test('power factor: only under load', async () => {
    const loaded = day(1).filter(({ PZ }) => PZ > 5);
    const [today] = await rateOf('getPowerTrend', 'fZQR');
    expect(today).toBeCloseTo(share(loaded, ({ FZ }) => FZ >= 0.9), 9); // prettier-ignore
    expect(loaded.length).toBeLessThan(day(1).length);
  });

  test('current against that of the rated power, balance against two percent', async () => {
    const most = (100 * 1000) / (Math.sqrt(3) * 380 * 0.9);
    const [current] = await rateOf('getCurrentTrend', 'iQR');
    expect(current).toBeCloseTo(share(day(1), ({ IA, IB, IC }) => Math.max(IA, IB, IC) <= most), 9); // prettier-ignore
    const [balance] = await rateOf('getBalanceTrend', 'uBFqr');
    const even = (one: Reported): boolean => {
      const middle = mean(phases(one));
      return Math.max(...phases(one).map((u) => Math.abs(u - middle))) / middle <= 0.02;
    };
    expect(balance).toBeCloseTo(share(day(1), even), 9);
  });

  test('a trend names each quarter of an hour, a silent one is missing', async () => {
    const { todayTrend } = await call<{ todayTrend: { time: string; A: number | null }[] }>(
      'getVoltageTrend',
      {
        date: DATES[1],
      },
    );
    expect(todayTrend.map(({ A }) => A)).toEqual(truth.slice(96).map((one) => one?.UA ?? null));
    expect(todayTrend[1]?.time).toBe('00:15');
  });
});

test('what was beyond the limits is listed, newest first and page by page', async () => {
  interface Over {
    readonly list: readonly { from: number; to: number; value: number; kind: string }[];
    readonly pagination: { total: number };
  }
  const params = { beginDate: DATES[0], endDate: DATES[1], passType: '103', pageSize: 1000 };
  const all = await call<Over>('getOverLimitList', params);
  const low = truth.map((one) => one !== null && one.PZ > 5 && one.FZ < 0.9);
  const minutes = all.list.reduce((sum, { from, to }) => sum + (to - from) / 60_000, 0);
  expect(minutes).toBe(low.filter(Boolean).length * 15);
  expect(all.list.every(({ kind, value }) => kind === 'under' && value < 0.9)).toBe(true);
  expect(all.list.map(({ from }) => from)).toEqual(
    all.list.map(({ from }) => from).toSorted((a, b) => b - a),
  );
  const second = await call<Over>('getOverLimitList', { ...params, pageSize: 3, current: 2 });
  expect(second.list).toEqual(all.list.slice(3, 6));
  expect(second.pagination.total).toBe(all.pagination.total);
});

test('standards are set for a meter, checked, and taken away', async () => {
  const post = (name: string, params: Record<string, unknown>) =>
    operator.in('en').post(`/api/analysis/quality/${name}`, { dataAmmeterId: meterId, ...params });
  ok(await post('setPowerStandard', { standard: 0.85 }));
  const [today] = await rateOf('getPowerTrend', 'fZQR');
  expect(today).toBeCloseTo(share(day(1).filter(({ PZ }) => PZ > 5), ({ FZ }) => FZ >= 0.85), 9); // prettier-ignore
  ok(await post('setPowerStandard', { standard: '' }));
  expect(await post('setPowerStandard', { standard: 1.2 })).toMatchObject({ code: 400, field: 'standard' });
  expect(await post('setBalanceStandard', { standard: 5 })).toMatchObject({ data: { balanceStandard: 5 } });
  expect(await post('setVoltageStandard', { voltageLevel: '5', upper: 8, lower: 5 })).toMatchObject({
    code: 400,
    field: 'upper',
  });
  ok(await post('setVoltageStandard', { voltageLevel: '1' }));
  const standard = await call<{ voltage: object; uBFqr: object }>('getStandard', { date: DATES[1] });
  expect(standard.voltage).toMatchObject({ level: '1', lower: 10, recognised: false });
  expect(standard.uBFqr).toMatchObject({ top: 5, usual: false });
  expect(standard).toMatchObject({
    uQR: { passType: '101' },
    iQR: { passType: '102' },
    fZQR: { passType: '103' },
  });
  expect(await post('setVoltageStandard', { voltageLevel: '9' })).toMatchObject({ code: 400 });
  expect(await post('setPowerStandard', { dataAmmeterId: 999_999, standard: 0.9 })).toMatchObject({
    code: 404,
  });
  ok(await post('setVoltageStandard', {}));
  ok(await post('setBalanceStandard', { standard: '' }));
});

test('the screen tells the same, with coverage; a correction by a person counts', async () => {
  const params = { orgId: consumerId, pass: '101', interval: '301', begin: DATES[0], end: DATES[1] };
  const get = async (): Promise<AnalysisAnswer> =>
    ok(await operator.get<AnalysisAnswer>('/api/analysis/quality/getData', params));
  const answer = await get();
  const good = (one: Reported): boolean => phases(one).every((u) => u <= 220 * 1.07 && u >= 220 * 0.93);
  answer.rows.forEach(({ cells, coverage }, i) => {
    expect(cells['rate']).toBeCloseTo(share(day(i), good), 9);
    expect(cells['high']).toBe(Math.max(...day(i).flatMap(phases)));
    expect(coverage).toBe(Math.floor((100 * day(i).length) / 96));
  });
  expect(answer.columns.find(({ key }) => key === 'rate')?.kind).toBe('share');
  const { body } = await operator.download('/api/analysis/quality/export', { ...params, format: 'csv' });
  expect(body.toString('utf8').trim().split('\r\n')).toHaveLength(3);
  const { db } = product.database;
  const source = await createSource(db, { consumerId, kind: 'person', name: 'corrected', createdBy: null });
  const batch = new BatchBuilder();
  batch.row(meterId, FIRST);
  batch.set(codeIndex('UA'), 300);
  await storeReadings(db, batch.batch(), { source });
  expect((await get()).rows[0]?.cells['high']).toBe(300);
});

test('a power factor that comes without its power counts where no rated power says what a weak load is', async () => {
  const { db } = product.database;
  const { meterIds } = await buildMeters(db, { name: 'factor alone' });
  const dataAmmeterId = meterIds[0] ?? 0;
  const batch = new BatchBuilder();
  for (let i = 0; i < 96; i++) {
    batch.row(dataAmmeterId, FIRST + i * QUARTER);
    batch.set(codeIndex('FZ'), i < 24 ? 0.8 : 0.95);
  }
  await storeReadings(db, batch.batch());
  const rate = async () =>
    (await call<Rates>('getPowerTrend', { dataAmmeterId, date: DATES[0] }))['fZQR']?.today;
  expect(await rate()).toBeCloseTo(0.75, 9);
  await sql`update ammeter set rated_power = 100 where id = ${dataAmmeterId}`.execute(db);
  expect(await rate()).toBeNull();
});
