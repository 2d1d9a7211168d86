import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOT_COMPARABLE } from '#contract/notComparable.ts';
import type { Page } from '#contract/envelope.ts';
import { HOUR_MS as HOUR, QUARTER_MS as QUARTER } from '#domain/time/duration.ts';
import type { DeviceRank, Figures } from '#feature/home/overview/contract.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { CompareRow } from '#feature/energy/comparison/contract.ts';
import type { AnalysisRow } from '#contract/analysis.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';

const at = (date: string): number => Date.parse(`${date}T00:00:00+08:00`);

let product: Product;
let operator: Client;
let orgId = 0;

/**
 * Two works of one meter each: from January to 10 March 2024 every hour of the 40th day of the year lacking in its second
 * half, in 2023 the first three days of March alone. The days use 10, 20, 30 … kWh an hour in turn.
 */
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'compared', meters: 2 });
  orgId = built.consumerId;
  const days = (first: string, count: number, kWh: (day: number) => number) =>
    built.meterIds.flatMap((meterId) =>
      Array.from({ length: count * 24 }, (_, i) => {
        const start = at(first) + i * HOUR;
        return { meterId, start, end: start + HOUR, code: 'PP', value: String(kWh(Math.floor(i / 24))) };
      }),
    );
  const lost = at('2024-02-09') + 12 * HOUR;
  await storeIntervals(db, [
    ...days('2024-01-01', 70, (day) => 10 * (1 + (day % 5))).filter(
      ({ start }) => start < lost || start >= lost + 12 * HOUR,
    ),
    ...days('2023-03-01', 3, () => 2),
  ]);
  await foldDirty(db);
});
afterAll(() => product.close());

const ask = async (name: string, params: Record<string, unknown>): Promise<AnalysisAnswer> =>
  ok(await operator.get<AnalysisAnswer>(`/api/analysis/${name}/getData`, { orgId, ...params }));

test('in rows the change is against the one before, in the first row too', async () => {
  const { rows, columns } = await ask('energy', { begin: '2024-01-02', end: '2024-01-06' });
  expect(rows.map(({ cells }) => [cells['energy'], cells['previous'], cells['previousChange']])).toEqual([
    [960, 480, 1],
    [1440, 960, 0.5],
    [1920, 1440, 0.333333],
    [2400, 1920, 0.25],
    [480, 2400, -0.8],
  ]);
  expect(columns.find(({ key }) => key === 'previousChange')?.label.zh).toBe('环比');
  const months = await ask('statisticsOverview', { interval: '501', begin: '2024-02-01', end: '2024-02-29' });
  expect(months.rows[0]?.cells['monthOnMonth']).not.toBeNull();
  expect(months.rows[0]?.cells['monthOnMonth']).toBe(
    months.figures.find(({ key }) => key === 'monthOnMonth')?.value,
  );
});

test('a day of which half is lacking is compared with none, nor is the day after it, and both say why', async () => {
  const { rows } = await ask('energy', { begin: '2024-02-08', end: '2024-02-11' });
  expect(rows.map(({ cells }) => cells['previousChange'] !== null)).toEqual([true, false, false, true]);
  expect(rows[1]?.why?.['previousChange']).toEqual(NOT_COMPARABLE.coverage);
  expect(rows[2]?.why?.['previousChange']).toEqual(NOT_COMPARABLE.coverageBefore);
  expect(rows[3]?.why).toEqual({ lastYearChange: NOT_COMPARABLE.before });
});

test('a year before that is hardly known is no measure: in the head, the rows, the tables, statistics and the overview alike', async () => {
  const why = NOT_COMPARABLE.coverageBefore;
  const range = { begin: '2024-03-01', end: '2024-03-10' };
  const energy = await ask('energy', range);
  expect(energy.figures.find(({ key }) => key === 'yearOnYear')).toMatchObject({ value: null, why });
  expect(energy.rows.map(({ cells }) => cells['lastYearChange'] !== null)).toEqual([
    true,
    true,
    true,
    ...Array.from({ length: 7 }, () => false),
  ]);
  const table = ok(
    await operator.get<Page<AnalysisRow>>('/api/analysis/energy/getTable', { orgId, classify: 'meter', ...range }),
  ); // prettier-ignore
  expect(table.list).toHaveLength(2);
  for (const row of table.list) {
    expect(row.cells['lastYearChange']).toBeNull();
    expect(row.why).toMatchObject({ lastYearChange: why });
    expect(row.cells['beforeChange']).not.toBeNull();
  }
  for (const name of ['statisticsOverview', 'statisticsClassify', 'statisticsEnterprise'])
    for (const row of (await ask(name, { interval: '501', begin: '2024-03-01', end: '2024-03-31' })).rows)
      expect([name, row.cells['yearOnYear']]).toEqual([name, null]);
  const figures = ok(await operator.get<Figures>('/api/monitoring/overview/getFigures', { orgId, date: '2024-03-10' })); // prettier-ignore
  expect(figures.month.yearOnYear).toMatchObject({ change: null });
  expect(figures.month.yearOnYear.why).not.toBeNull();
});

test('the devices of a ranking are held against nothing that is known too little', async () => {
  const top = async (begin: string, end: string) =>
    ok(
      await operator.get<DeviceRank[]>('/api/monitoring/overview/getEnergyDeviceTop', { orgId, begin, end }),
    ).map(({ change, why }) => [change, why]);
  expect(await top('2024-02-10', '2024-02-10')).toEqual(Array.from({ length: 2 }, () => [null, 'coverageBefore'])); // prettier-ignore
  expect(await top('2024-01-02', '2024-01-02')).toEqual(Array.from({ length: 2 }, () => [1, null]));
});

test('periods beside each other are totalled over the part that all of them know', async () => {
  const { table } = ok(
    await operator.get<{ table: CompareRow[] }>('/api/analysis/compare/getAnalysis', {
      orgId,
      type: '2',
      begin: '2024-02-01',
      end: '2024-02-29',
      periods: '2024-02-01,2024-01-01',
    }),
  );
  const days = (from: number, to: number): number[] =>
    Array.from({ length: to - from }, (_, i) => 2 * 24 * 10 * (1 + ((from + i) % 5)));
  const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
  // The 9th of February is known to its half: the 9th of January does not count either.
  const half = (list: readonly number[]): number => list[8] ?? 0;
  const [february, january] = [days(31, 60), days(0, 29)];
  expect(table.map(({ sum: all, same, sameCount, count }) => [all, same, sameCount, count])).toEqual([
    [sum(february) - half(february) / 2, sum(february) - half(february), 28, 29],
    [sum(january), sum(january) - half(january), 28, 29],
  ]);
});

test('a site in another zone is laid beside others by its own dates, with its own total', async () => {
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'two zones', meters: 3 });
  const { rows } = await sql<{ id: number }>`
    insert into monitor_site (org_name, org_code, consumer_id, time_zone, state)
    values ('Berlin', 'B', ${built.consumerId}, 'Europe/Berlin', '1') returning id`.execute(db);
  const berlin = rows[0]?.id ?? 0;
  const far = built.meterIds[2] ?? 0;
  await sql`update ammeter set site_id = ${berlin} where id = ${far}`.execute(db);
  // Twelve days in which every hour uses one more than the one before.
  await storeIntervals(
    db,
    built.meterIds.flatMap((meterId) =>
      Array.from({ length: 12 * 24 }, (_, i) => {
        const start = at('2025-06-28') + i * HOUR;
        return { meterId, start, end: start + HOUR, code: 'PP', value: String(i) };
      }),
    ),
  );
  await foldDirty(db);
  const range = { interval: '301', begin: '2025-07-01', end: '2025-07-07' };
  interface Compared {
    readonly series: Readonly<Record<string, readonly { readonly dt: string; readonly PP: number | null }[]>>;
    readonly table: readonly CompareRow[];
  }
  // Asked about each of the two, of which one leads the calendar.
  for (const lead of [built.siteId, berlin]) {
    const compared = ok(
      await operator.get<Compared>('/api/analysis/compare/getAnalysis', {
        orgId: lead,
        objects: `o${built.siteId},o${berlin}`,
        ...range,
      }),
    );
    for (const siteId of [built.siteId, berlin]) {
      const own = await ask('energy', { orgId: siteId, ...range });
      const reported = compared.series[`o${siteId}`] ?? [];
      expect(reported.map(({ dt, PP }) => [dt, PP])).toEqual(
        own.rows.map(({ cells }) => [cells['time'], cells['energy']]),
      );
      const row = compared.table.find(({ key }) => key === `o${siteId}`);
      expect(row).toMatchObject({
        sum: own.figures.find(({ key }) => key === 'total')?.value,
        count: 7,
        sameCount: 7,
      });
    }
    const page = await ask('compare', { orgId: lead, objects: `o${berlin},o${built.siteId}`, ...range });
    expect(page.rows.map(({ cells }) => cells['time'])).toEqual(
      Array.from({ length: 7 }, (_, i) => `2025-07-0${i + 1}`),
    );
  }
});

test('a day, a month and a year that are not over stand against nothing in rows, and against the same part in head and tables', async () => {
  const built = await buildMeters(product.database.db, { name: 'running' });
  const now = Date.now();
  const today = Math.floor((now + 8 * HOUR) / (24 * HOUR)) * 24 * HOUR - 8 * HOUR;
  const dateOf = (t: number): string => new Date(t + 8 * HOUR).toISOString().slice(0, 10);
  // Two whole days, and today so far: 1, 2 and 3 kWh a quarter of an hour.
  const begin = today - 48 * HOUR;
  await storeIntervals(
    product.database.db,
    Array.from({ length: Math.floor((now - begin) / QUARTER) }, (_, i) => {
      const start = begin + i * QUARTER;
      const value = String(1 + Math.floor(i / 96));
      return { meterId: built.meterIds[0] ?? 0, start, end: start + QUARTER, code: 'PP', value };
    }),
  );
  await foldDirty(product.database.db);
  const of = { orgId: built.consumerId };
  const days = await ask('energy', { ...of, begin: dateOf(begin), end: dateOf(today) });
  expect(days.rows.map(({ cells }) => cells['previousChange'])).toEqual([null, 1, null]);
  expect(days.rows[1]?.why?.['previousChange']).toBeUndefined();
  expect(days.rows[2]).toMatchObject({ unfinished: true, why: { previousChange: NOT_COMPARABLE.running, lastYearChange: NOT_COMPARABLE.running } }); // prettier-ignore
  for (const interval of ['501', '601']) {
    const { rows } = await ask('energy', { ...of, interval, begin: dateOf(today), end: dateOf(today) });
    expect(rows.at(-1)).toMatchObject({ cells: { previousChange: null, lastYearChange: null }, why: { previousChange: NOT_COMPARABLE.running } }); // prettier-ignore
  }
  const statistics = await ask('statisticsOverview', { ...of, interval: '501', begin: dateOf(today), end: dateOf(today) }); // prettier-ignore
  expect(statistics.rows.at(-1)).toMatchObject({ cells: { monthOnMonth: null }, why: { monthOnMonth: NOT_COMPARABLE.running } }); // prettier-ignore
  // Half of today beside half of yesterday is half as much again; in its first hours too little of it is due yet.
  if (now - today < 3 * HOUR) return;
  const day = { ...of, begin: dateOf(today), end: dateOf(today) };
  expect((await ask('energy', day)).figures.find(({ key }) => key === 'monthOnMonth')?.value).toBe(0.5);
  const table = ok(await operator.get<Page<AnalysisRow>>('/api/analysis/energy/getTable', { ...day, classify: 'meter' })); // prettier-ignore
  expect(table.list.map(({ cells }) => cells['beforeChange'])).toEqual([0.5]);
});
