import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS as DAY, HOUR_MS as HOUR, QUARTER_MS as QUARTER } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { PowerCurve } from '#feature/home/overview/contract.ts';
import type { LoadQuarters, LoadStatistic } from '../contract.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';

/** 2024-02-01 00:00 in Shanghai. */
const FIRST = Date.UTC(2024, 0, 31, 16);

let product: Product;
let operator: Client;
let orgId = 0;

/**
 * A meter of 100 kW: on the 1st hours and one stray quarter of 5 kWh, on the 2nd quarters, on the 3rd quarters of 100 kW
 * with one known interval of four hours at 400 kW, on the 4th the day alone.
 */
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'mixed' });
  orgId = built.consumerId;
  const meterId = built.meterIds[0] ?? 0;
  const stated = (start: number, length: number, value: number) => ({
    meterId,
    start,
    end: start + length,
    code: 'PP',
    value: String(value),
  });
  const quarters = (day: number, kWh: (i: number) => number) =>
    Array.from({ length: 96 }, (_, i) => stated(FIRST + day * DAY + i * QUARTER, QUARTER, kWh(i)));
  await storeIntervals(db, [
    ...Array.from({ length: 24 }, (_, hour) => stated(FIRST + hour * HOUR, HOUR, 100)),
    stated(FIRST + 10 * HOUR, QUARTER, 5),
    ...quarters(1, (i) => (i === 50 ? 30 : 25)),
    ...quarters(2, () => 25).filter((_, i) => i < 40 || i >= 56),
    stated(FIRST + 2 * DAY + 40 * QUARTER, 4 * HOUR, 1600),
    stated(FIRST + 3 * DAY, DAY, 2400),
  ]);
  await foldDirty(db);
});
afterAll(() => product.close());

const data = async (begin: string, end: string, interval = '301'): Promise<AnalysisAnswer> =>
  ok(await operator.get<AnalysisAnswer>('/api/analysis/load/getData', { orgId, interval, begin, end }));
const figure = (answer: AnalysisAnswer, key: string) => answer.figures.find((one) => one.key === key);

test('a quarter between hours: hours tell the load, and the answer says so', async () => {
  const day = await data('2024-02-01', '2024-02-01', '115');
  const energy = ok(
    await operator.get<AnalysisAnswer>('/api/analysis/energy/getData', { orgId, begin: '2024-02-01', end: '2024-02-01' }),
  ); // prettier-ignore
  const total = energy.rows[0]?.cells['energy'] as number;
  expect(total).toBe(2400);
  expect(figure(day, 'max')).toMatchObject({
    value: 100,
    label: { zh: '最大负荷（小时平均）', en: 'Highest load (hourly mean)' },
    opens: { level: 2 },
  });
  expect(figure(day, 'mean')?.value).toBeCloseTo(total / 24, 6);
  // No quarter of the curve stands between the hours as if it were the load.
  const powers = day.rows.map(({ cells }) => cells['power']);
  expect(powers.slice(40, 44)).toEqual([total - 2300, total - 2300, total - 2300, total - 2300]);
  expect(new Set(powers.filter((_, i) => i < 40 || i > 43))).toEqual(new Set([100]));
  expect(day.notes?.[0]?.en).toContain('hourly mean');
});

test('days of quarters alone are told by quarters', async () => {
  const answer = await data('2024-02-02', '2024-02-02');
  expect(answer.rows[0]?.cells).toMatchObject({ max: 120, min: 100 });
  expect(answer.rows[0]?.cells['mean']).toBeCloseTo((95 * 25 + 30) / 24, 6);
  expect(figure(answer, 'max')?.label.en).toBe('Highest load (15 min mean)');
});

test('days of hours beside days of quarters: one step for all rows', async () => {
  const answer = await data('2024-02-01', '2024-02-02');
  expect(answer.rows.map(({ cells }) => cells['max'])).toEqual([100, 105]);
  expect(figure(answer, 'max')).toMatchObject({ value: 105, label: { en: 'Highest load (hourly mean)' } });
  const { list } = ok(
    await operator.get<{ list: LoadStatistic[] }>('/api/analysis/load/getStatistics', {
      orgId,
      date: '2024-02-02',
      dtType: '1,2',
    }),
  );
  expect(list.map(({ interval, pZMax }) => [interval, pZMax])).toEqual([
    ['201', 105],
    ['201', 100],
  ]);
});

test('a known gap at a higher mean: the mean counts it, the highest is not told', async () => {
  const answer = await data('2024-02-03', '2024-02-03');
  expect(answer.rows[0]?.cells).toMatchObject({ mean: (20 * 100 + 4 * 400) / 24, max: null, rate: null });
  expect(figure(answer, 'max')).toMatchObject({
    value: null,
    why: { en: expect.stringContaining('gap') as string },
  });
});

test('a day alone has a mean, and says why it has no highest', async () => {
  const answer = await data('2024-02-04', '2024-02-04');
  expect(answer.rows[0]?.cells).toMatchObject({ mean: 100, max: null, min: null, rate: null });
  expect(answer.notes?.[0]?.en).toContain('Only the energy of a longer interval is known');
});

test('the mean of a range is its energy over its time, whatever the steps', async () => {
  const answer = await data('2024-02-01', '2024-02-04');
  const total = answer.rows.reduce((sum, { cells }) => sum + Number(cells['energy']), 0);
  expect(figure(answer, 'mean')?.value).toBeCloseTo(total / 96, 6);
});

test('the power of the overview: a day of hours beside one of quarters, both by hours', async () => {
  const curve = ok(
    await operator.get<PowerCurve>('/api/monitoring/overview/getPower', { orgId, date: '2024-02-02' }),
  );
  expect(curve.source).toBe('hourMean');
  expect(new Set(curve.points.map(([, power]) => power))).toEqual(new Set([100, 105]));
  expect(curve.before.slice(40, 44).map(([, power]) => power)).toEqual(Array.from({ length: 4 }, () => 100));
});

test('the first day of a meter that came at noon: the mean is over the time that it was there', async () => {
  const { db } = product.database;
  const { consumerId, meterIds } = await buildMeters(db, { name: 'noon' });
  await storeIntervals(
    db,
    Array.from({ length: 48 }, (_, i) => {
      const start = FIRST + DAY / 2 + i * QUARTER;
      return { meterId: meterIds[0] ?? 0, start, end: start + QUARTER, code: 'PP', value: '25' };
    }),
  );
  await foldDirty(db);
  const answer = ok(
    await operator.get<AnalysisAnswer>('/api/analysis/load/getData', {
      orgId: consumerId,
      interval: '301',
      begin: '2024-02-01',
      end: '2024-02-01',
    }),
  );
  expect(answer.rows[0]?.cells).toMatchObject({ mean: 100, max: 100, min: 100, rate: 1 });
});

test('every quarter of a range: measured ones, hours where quarters lack, and gaps that stay gaps', async () => {
  const answer = ok(
    await operator.get<LoadQuarters>('/api/analysis/load/getQuarters', { orgId, begin: '2024-02-01', end: '2024-02-05' }),
  ); // prettier-ignore
  expect([answer.from, answer.power.length, answer.unit]).toEqual([FIRST, 5 * 96, 'kW']);
  const day = (n: number): readonly (number | null)[] => answer.power.slice(n * 96, n * 96 + 96);
  // The stray quarter lies in an hour that is known: the hour comes to what it is.
  expect(new Set(day(0))).toEqual(new Set([100]));
  expect(answer.hourly).toEqual([[0, 96]]);
  expect(day(1).map((power) => power === 120)).toEqual(Array.from({ length: 96 }, (_, i) => i === 50));
  expect(day(2).map((power) => power === null)).toEqual(
    Array.from({ length: 96 }, (_, i) => i >= 40 && i < 56),
  );
  // Of the fourth the day alone is known, of the fifth nothing.
  expect([...new Set([...day(3), ...day(4)])]).toEqual([null]);
});

test('quarters of more than a year, and of a meter of others, are refused', async () => {
  const path = '/api/analysis/load/getQuarters';
  expect(await operator.get(path, { orgId, begin: '2024-01-01', end: '2025-01-01' })).toMatchObject({ code: 400, field: 'end' }); // prettier-ignore
  expect((await operator.get(path, { orgId: 999_999 })).code).not.toBe(200);
});

test('highest and lowest say how much beside them was not measured; where all was, nothing', async () => {
  // The 3rd: sixteen quarters lie in an interval of which the energy alone is known. By hours, as those prove more.
  const third = await data('2024-02-03', '2024-02-03', '115');
  const hours = figure(third, 'min');
  expect(hours?.note?.en).toBe('2024-02-03 00:00; 4 h not measured');
  const second = await data('2024-02-02', '2024-02-02', '115');
  expect(figure(second, 'max')?.note?.en).toBe('2024-02-02 12:30');
});
