import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QUARTER_MS as QUARTER } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';

const DAYS = 4;
/** 2024-02-28 00:00 in Shanghai: the range goes over the leap day. */
const FIRST = Date.UTC(2024, 1, 27, 16);
const DATES = ['2024-02-28', '2024-02-29', '2024-03-01', '2024-03-02'];
const LIMIT = 120;

let product: Product;
let operator: Client;
let consumerId = 0;
let meterIds: number[] = [];
/** kWh of each meter and quarter of an hour; null where the second meter was silent. */
const truth: (number | null)[][] = [[], []];

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  const { db } = product.database;
  ({ consumerId, meterIds } = await buildMeters(db, { name: 'demanding', meters: 2 }));
  let random = 11;
  const values = meterIds.flatMap((meterId, m) =>
    Array.from({ length: DAYS * 96 }, (_, i) => {
      random = (random * 1103515245 + 12345) % 2147483648;
      const value = m === 1 && i >= 200 && i < 210 ? null : (random % 200) / 10;
      truth[m]?.push(value);
      const start = FIRST + i * QUARTER;
      return value === null
        ? []
        : [{ meterId, start, end: start + QUARTER, code: 'PP', value: value.toFixed(1) }];
    }).flat(),
  );
  await storeIntervals(db, values);
  await foldDirty(db);
});
afterAll(() => product.close());

/** kW of the sum in each quarter of a day; null where a meter is missing. */
const demands = (day: number): (number | null)[] =>
  Array.from({ length: 96 }, (_, i) => {
    const [a, b] = truth.map((values) => values[day * 96 + i] ?? null);
    return a == null || b == null ? null : Math.round((a + b) * 40) / 10;
  });

const clock = (window: number): string =>
  `${String(Math.floor(((window + 1) % 96) / 4)).padStart(2, '0')}:${String((((window + 1) % 96) % 4) * 15).padStart(2, '0')}`;

/** Of a day: highest, second and excess, by sorting. */
function oracle(day: number) {
  const known = demands(day).flatMap((value, i) => (value === null ? [] : [{ value, i }]));
  const [max, second] = known.toSorted((a, b) => b.value - a.value || a.i - b.i);
  const over = known.filter(({ value }) => value > LIMIT);
  return { max, second, over, known };
}

const call = async <T>(name: string, params: Record<string, unknown> = {}): Promise<T> =>
  ok(await operator.get<T>(`/api/analysis/demand/${name}`, { orgId: consumerId, ...params }));
const range = { beginDate: DATES[0], endDate: DATES[3] };

interface Listed<R> {
  readonly list: readonly R[];
}

describe('demand of a sum', () => {
  test('lines are set, changed and taken away; the second is never above the maximum', async () => {
    const post = (params: Record<string, unknown>) =>
      operator.in('en').post('/api/analysis/demand/setStandard', { orgId: consumerId, ...params });
    ok(await post({ standard: 7, max: 150, second: 140 }));
    expect(ok(await post({ standard: LIMIT }))).toMatchObject({
      demandStandard: LIMIT,
      demandMax: 150,
      demandSecond: 140,
    });
    expect(await post({ second: 151 })).toMatchObject({ code: 400, field: 'second' });
    expect(await post({ standard: -1 })).toMatchObject({ code: 400, field: 'standard' });
    expect(await post({ orgId: 999_999, standard: 1 })).toMatchObject({ code: 404 });
    expect(ok(await post({ max: '' }))).toMatchObject({ demandMax: null, demandSecond: 140 });
    ok(await post({ max: 150 }));
  });

  test('highest and second of each day, with the end of their windows and the lines', async () => {
    const max = await call<Listed<unknown> & { line: number }>('getMaxLine', range);
    const second = await call<Listed<unknown>>('getSecondLine', range);
    expect(max.line).toBe(150);
    expect(max.list).toEqual(
      DATES.map((date, day) => {
        const one = oracle(day).max;
        return { date, time: clock(one?.i ?? 0), value: one?.value };
      }),
    );
    expect(second.list).toEqual(
      DATES.map((date, day) => {
        const one = oracle(day).second;
        return { date, time: clock(one?.i ?? 0), value: one?.value };
      }),
    );
  });

  test('windows above the standard: how many, how long, at which hours', async () => {
    const count = await call<Listed<{ overCount: number }> & { total: number }>('getOverCount', range);
    const time = await call<Listed<{ overMinutes: number }> & { total: number }>('getOverTime', range);
    const wanted = DATES.map((_, day) => oracle(day).over.length);
    expect(wanted.some((n) => n > 0)).toBe(true);
    expect(count.list.map((one) => one.overCount)).toEqual(wanted);
    expect(count.total).toBe(wanted.reduce((a, b) => a + b, 0));
    expect(time.list.map((one) => one.overMinutes)).toEqual(wanted.map((n) => n * 15));
    const hours = await call<Listed<{ time: string; count: number; overCount: number }>>('getTime', range);
    for (let hour = 0; hour < 24; hour++) {
      const inHour = ({ i }: { i: number }): boolean => Math.floor(i / 4) === hour;
      expect(hours.list[hour]).toMatchObject({
        count: DATES.filter((_, day) => oracle(day).max && inHour(oracle(day).max ?? { i: -9 })).length,
        overCount: DATES.reduce((sum, _, day) => sum + oracle(day).over.filter(inHour).length, 0),
      });
    }
  });

  test('differences, and bubbles by time of day', async () => {
    const diffs = await call<Listed<Record<string, number | null>>>('getDiffs', range);
    diffs.list.forEach((one, day) => {
      const { max, second } = oracle(day);
      expect(one['diffSecond']).toBeCloseTo((max?.value ?? 0) - (second?.value ?? 0), 6);
      expect(one['diffStandard']).toBeCloseTo((max?.value ?? 0) - LIMIT, 6);
      if (day === 0) expect(one['diffBefore']).toBeNull();
      else expect(one['diffBefore']).toBeCloseTo((max?.value ?? 0) - (oracle(day - 1).max?.value ?? 0), 6);
    });
    const points = await call<Listed<{ hour: number }>>('getPoint', range);
    expect(points.list.map(({ hour }) => hour)).toEqual(
      DATES.map((_, day) => ((oracle(day).max?.i ?? 0) + 1) / 4),
    );
  });

  test('a day window by window beside the day before; a window that a meter lacks is missing', async () => {
    const live = await call<{ today: { value: number | null }[]; yesterday: { value: number | null }[]; standard: number; standardLine: unknown[] }>('getLive', { date: DATES[2] }); // prettier-ignore
    expect(live.today.map((one) => one.value)).toEqual(demands(2));
    expect(live.yesterday.map((one) => one.value)).toEqual(demands(1));
    expect(live.today.filter((one) => one.value === null)).toHaveLength(10);
    expect(live.standard).toBe(LIMIT);
    // From 00:00 to 24:00, hour by hour.
    expect(live.standardLine).toEqual(
      Array.from({ length: 25 }, (_, hour) => ({
        time: `${String(hour).padStart(2, '0')}:00`,
        value: LIMIT,
      })),
    );
    interface Detail extends Listed<{ today: number; todayOver: boolean }> {
      readonly pagination: { total: number; pageSize: number; todayOverTotal: number };
    }
    const detail = await call<Detail>('getDetail', { date: DATES[1], current: 2, pageSize: 10 });
    expect(detail.list.map((one) => one.today)).toEqual(demands(1).slice(10, 20));
    const over = await call<Detail>('getDetail', { date: DATES[1], todayOver: 1 });
    const wanted = oracle(1).over;
    expect(over.list.map((one) => one.today)).toEqual(wanted.map((one) => one.value));
    expect(over.pagination).toEqual({
      total: wanted.length,
      current: 1,
      pageSize: wanted.length,
      todayOverTotal: wanted.length,
    });
    expect(detail.pagination.todayOverTotal).toBe(wanted.length);
    expect(over.list.every((one) => one.todayOver)).toBe(true);
  });

  test('the screen shows the same, and the sheet too', async () => {
    const params = { orgId: consumerId, interval: '301', begin: DATES[0], end: DATES[3] };
    const answer = ok(await operator.get<AnalysisAnswer>('/api/analysis/demand/getData', params));
    expect(answer.rows.map(({ cells }) => cells['value'])).toEqual(
      DATES.map((_, day) => oracle(day).max?.value),
    );
    expect(answer.rows.map((row) => row.coverage)).toEqual([100, 100, Math.floor((86 / 96) * 100), 100]);
    const { body } = await operator.download('/api/analysis/demand/export', { ...params, format: 'csv' });
    expect(body.toString('utf8').trim().split('\r\n')[1]?.split(',')[1]).toBe(String(oracle(0).max?.value));
    const day = ok(
      await operator.get<AnalysisAnswer>('/api/analysis/demand/getData', {
        ...params,
        interval: '115',
        begin: DATES[1],
        end: DATES[1],
      }),
    );
    expect(day.rows.map(({ cells }) => cells['value'])).toEqual(demands(1));
    expect(day.rows.map(({ cells }) => cells['yesterday'])).toEqual(demands(0));
    expect(day.figures.find(({ key }) => key === 'overCount')?.value).toBe(oracle(1).over.length);
  });
});

test('where a meter is silent all day nothing is known of the sum, and the pages of demand and load name it', async () => {
  const { db } = product.database;
  const { consumerId: silent, meterIds: pair } = await buildMeters(db, { name: 'silent', meters: 2 });
  const values = pair.flatMap((meterId, m) =>
    Array.from({ length: (2 - m) * 96 }, (_, i) => {
      const start = FIRST + i * QUARTER;
      return { meterId, start, end: start + QUARTER, code: 'PP', value: '1' };
    }),
  );
  await storeIntervals(db, values);
  await foldDirty(db);
  const ask = async (name: string, interval: string, begin: string) =>
    ok(
      await operator.get<AnalysisAnswer>(`/api/analysis/${name}/getData`, { consumerId: silent, dataType: '1', interval, begin, end: begin }), // prettier-ignore
    );
  for (const [name, interval] of [
    ['demand', '115'],
    ['demand', '301'],
    ['load', '115'],
  ] as const) {
    const { figures, notes } = await ask(name, interval, '2024-02-29');
    expect(figures.find(({ key }) => key === 'max')?.value).toBeNull();
    expect(notes?.map(({ en }) => en)).toEqual([
      expect.stringMatching(/^1 meter lacks data in this range \(Meter 2\)/),
    ]);
    expect(notes?.[0]?.zh).toContain('1 块表在所选时段缺数（Meter 2）');
  }
  expect(await ask('demand', '301', '2024-02-28')).toMatchObject({ figures: [{ key: 'max', value: 8 }, {}, {}, {}, {}], notes: [] }); // prettier-ignore
});

test('nothing is due of a meter before it counts', async () => {
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'late demand' });
  const meterId = built.meterIds[0] ?? 0;
  // Heard from the third of four days on, and not in its last six hours.
  await storeIntervals(
    db,
    Array.from({ length: 168 }, (_, i) => {
      const start = FIRST + (192 + i) * QUARTER;
      return { meterId, start, end: start + QUARTER, code: 'PP', value: '5' };
    }),
  );
  await foldDirty(db);
  const params = { orgId: built.consumerId, interval: '301', begin: DATES[0], end: DATES[3] };
  const { figures, rows } = ok(await operator.get<AnalysisAnswer>('/api/analysis/demand/getData', params));
  expect(figures.find(({ key }) => key === 'max')?.coverage).toBe(87);
  expect(rows.map(({ coverage }) => coverage)).toEqual([null, null, 100, 75]);
});
