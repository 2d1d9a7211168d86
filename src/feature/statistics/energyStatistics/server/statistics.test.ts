import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

const DAYS = 60;
/** 2024-01-01 00:00 in Shanghai. */
const FIRST = Date.UTC(2023, 11, 31, 16);
/** Electricity of two works, gas, output. */
const TYPES = ['1', '1', '4', '15'] as const;

let product: Product;
let operator: Client;
let consumerId = 0;
let siteId = 0;
let meterIds: number[] = [];
const truth = TYPES.map((_, m) =>
  Array.from({ length: DAYS * 24 }, (_hour, hour) => 1 + ((hour * (m + 5) * 104_729 + m) % 89)),
);

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  const { db } = product.database;
  ({ consumerId, siteId, meterIds } = await buildMeters(db, { name: 'counted', meters: TYPES.length }));
  for (const [m, type] of TYPES.entries())
    await sql`update ammeter set data_type = ${type} where id = ${meterIds[m]}`.execute(db);
  await storeIntervals(
    db,
    meterIds.flatMap((meterId, m) =>
      Array.from({ length: DAYS * 24 }, (_, hour) => ({
        meterId,
        start: FIRST + hour * HOUR,
        end: FIRST + (hour + 1) * HOUR,
        code: 'PP',
        value: String(truth[m]?.[hour]),
      })),
    ),
  );
  await foldDirty(db);
});
afterAll(() => product.close());

/** The sum of a meter over days counted from the first, `to` not included. */
const used = (m: number, fromDay: number, toDay: number): number =>
  (truth[m] ?? []).slice(fromDay * 24, toDay * 24).reduce((a, b) => a + b, 0);
const coal = (fromDay: number, toDay: number): number =>
  (used(0, fromDay, toDay) + used(1, fromDay, toDay)) * 0.1229 + used(2, fromDay, toDay) * 1.33;

const ask = async (name: string, params: Record<string, unknown> = {}): Promise<AnalysisAnswer> =>
  ok(
    await operator.get<AnalysisAnswer>(`/api/analysis/${name}/getData`, {
      orgId: consumerId,
      interval: '501',
      begin: '2024-01-01',
      end: '2024-02-29',
      ...params,
    }),
  );
const add = async (resource: string, row: Record<string, unknown>): Promise<number> =>
  ok(await operator.post<{ id: number }>(`/api/archive/${resource}/add`, { consumerId, ...row })).id;
const figure = (answer: AnalysisAnswer, key: string) => answer.figures.find((one) => one.key === key)?.value;

test('comprehensive energy over time is the sum of each energy by its factor', async () => {
  const answer = await ask('statisticsOverview');
  expect(answer.rows.map((row) => row.cells['e1'])).toEqual([
    used(0, 0, 31) + used(1, 0, 31),
    used(0, 31, 60) + used(1, 31, 60),
  ]);
  expect(answer.rows.map((row) => row.cells['e4'])).toEqual([used(2, 0, 31), used(2, 31, 60)]);
  expect(answer.rows[0]?.cells['coal']).toBeCloseTo(coal(0, 31), 4);
  expect(answer.rows[1]?.cells['coal']).toBeCloseTo(coal(31, 60), 4);
  expect(answer.rows[1]?.cells['monthOnMonth']).toBeCloseTo(coal(31, 60) / coal(0, 31) - 1, 5);
  expect(answer.rows[1]?.cells['share']).toBeCloseTo(coal(31, 60) / coal(0, 60), 6);
  expect(figure(answer, 'coal')).toBeCloseTo(coal(0, 60), 4);
  expect(figure(answer, 'carbon')).toBeCloseTo(
    (used(0, 0, 60) + used(1, 0, 60)) * 0.5306 + used(2, 0, 60) * 2.1622,
    3,
  );
});

test('by energy, by enterprise and by procedure the same sums come back', async () => {
  const byEnergy = await ask('statisticsClassify');
  expect(byEnergy.rows.map((row) => [row.key, row.cells['amount']])).toEqual([
    ['1', used(0, 0, 60) + used(1, 0, 60)],
    ['4', used(2, 0, 60)],
  ]);
  expect(byEnergy.rows.reduce((sum, row) => sum + Number(row.cells['share']), 0)).toBeCloseTo(1, 6);
  const byEnterprise = await ask('statisticsEnterprise');
  const own = byEnterprise.rows.find((row) => row.object?.orgId === consumerId);
  expect(own?.cells['coal']).toBeCloseTo(coal(0, 60), 4);
  await add('consumerUnit', {
    unitName: 'Melting',
    unitCode: 'U1',
    ammeterIdList: `${meterIds[1]},${meterIds[2]}`,
  });
  const byProcedure = await ask('statisticsProcedure');
  expect(byProcedure.rows).toHaveLength(1);
  expect(byProcedure.rows[0]?.cells).toMatchObject({
    name: 'Melting',
    e1: used(1, 0, 60),
    e4: used(2, 0, 60),
  });
});

test('the settings decide what is counted, shown, printed and compared', async () => {
  const id = await add('statisticsCfg', {
    countedTypes: '1',
    electricityBy: '2',
    equalFactor: 0.31,
    shownColumns: 'coal,change',
    compareWith: 'monthOnMonth',
    oddPercent: 1,
    reportTitle: 'Energy of the works',
    reportBy: '2',
    reportColumns: 'types,coal',
    preparedBy: 'An energy manager',
  });
  const answer = await ask('statisticsOverview');
  expect(answer.columns.map((column) => column.key)).toEqual(['time', 'coal', 'monthOnMonth', 'odd']);
  const electricity = (from: number, to: number) => (used(0, from, to) + used(1, from, to)) * 0.31;
  expect(figure(answer, 'coal')).toBeCloseTo(electricity(0, 60), 4);
  const change = electricity(31, 60) / electricity(0, 31) - 1;
  expect(Math.abs(change)).toBeGreaterThan(0.01);
  expect(answer.rows[1]?.cells).toMatchObject({ odd: { zh: '异常', en: 'Abnormal' }, yearOnYear: null });
  const form = await ask('statisticsForm');
  expect(form.columns.map((column) => column.key)).toEqual(['name', 'e1', 'coal']);
  expect(form.rows.map((row) => row.cells['coal'])).toEqual([figure(answer, 'coal'), figure(answer, 'coal')]);
  expect(form.notes?.map((note) => note.en)).toEqual([
    'Energy of the works',
    'Energies counted: Electricity; electricity by generation',
    'Prepared by: An energy manager',
  ]);
  ok(await operator.post('/api/archive/statisticsCfg/del', { id }));
  expect((await ask('statisticsForm')).rows).toHaveLength(3);
});

test('unit consumption by a meter of output and by what was entered, judged by its norms', async () => {
  const row = { orgId: consumerId, productName: 'Steel', normLimit: 1e6, normAdvanced: 1e-3 };
  const metered = await add('unitConfig', {
    ...row,
    unitConfigName: 'Metered',
    productBy: '2',
    ammeterId: meterIds[3],
    energyBy: '1',
  });
  const answer = await ask('unitStandard', { unitConfigId: metered });
  const kwh = (from: number, to: number) => used(0, from, to) + used(1, from, to);
  expect(figure(answer, 'unit')).toBeCloseTo(kwh(0, 60) / used(3, 0, 60), 9);
  expect(answer.rows[1]?.cells['unit']).toBeCloseTo(kwh(31, 60) / used(3, 31, 60), 9);
  expect(answer.rows[1]?.cells).toMatchObject({ limit: 1e6, verdict: { en: 'Within the limit' } });
  expect(answer.columns[1]).toMatchObject({ unit: 'kWh/t' });
  for (const [dt, outputAmount] of [
    ['2024-01-31', 40],
    ['2024-02-01', 7],
    ['2024-02-29', 3],
  ] as const)
    await add('costBenefit', {
      orgId: siteId,
      productName: 'Steel',
      dt,
      outputAmount,
      outputValue: outputAmount * 1e4,
    });
  const entered = await add('unitConfig', {
    ...row,
    unitConfigName: 'Entered',
    productBy: '1',
    energyBy: '0',
  });
  const other = await ask('unitStandard', { unitConfigId: entered });
  expect(other.rows.map((one) => one.cells['made'])).toEqual([40, 10]);
  expect(other.rows[0]?.cells['unit']).toBeCloseTo(coal(0, 31) / 40, 6);
  const made = await ask('statisticsProduction');
  expect(made.rows.map((one) => one.cells['m0'])).toEqual([40, 10]);
  expect(made.rows[1]?.cells['perValue']).toBeCloseTo(coal(31, 60) / 10, 5);
  expect(
    await operator.post('/api/archive/unitConfig/add', {
      ...row,
      consumerId,
      unitConfigName: 'Wrong',
      productBy: '2',
      ammeterId: meterIds[0],
    }),
  ).toMatchObject({ code: 400, field: 'ammeterId' });
});

test('shifts and crews have the quarters that lie in them', async () => {
  const plan = {
    shifts: [
      { name: '早班', nameEn: 'Early', begin: '06:00', end: '14:00' },
      { name: 'Late', begin: '14:00', end: '22:00' },
      { name: 'Night', begin: '22:00', end: '06:00' },
    ],
    cycle: [
      ['A', 'B', 'C'],
      ['B', 'C', 'A'],
    ],
    crewsEn: { A: 'Alpha' },
  };
  await add('classConfig', { className: 'Turns', validFrom: '2024-01-01', shifts: JSON.stringify(plan) });
  const range = { interval: '301', begin: '2024-01-10', end: '2024-01-12' };
  const byShift = await ask('shift', range);
  const hours = (day: number, from: number, to: number): number => {
    const at = (day - 1) * 24;
    return [0, 1].reduce(
      (sum, m) => sum + (truth[m] ?? []).slice(at + from, at + to).reduce((a, b) => a + b, 0),
      0,
    );
  };
  expect(byShift.rows.map((row) => [row.cells['s0'], row.cells['s1'], row.cells['s2']])).toEqual(
    [10, 11, 12].map((day) => [hours(day, 6, 14), hours(day, 14, 22), hours(day, 22, 30)]),
  );
  expect(byShift.columns.map((column) => column.label.en)).toEqual([
    'Date',
    'Early',
    'Late',
    'Night',
    'Total',
  ]);
  const byCrew = await ask('shift', { ...range, by: 'crew' });
  expect(byCrew.columns.map((column) => column.label.en)).toEqual(['Date', 'B', 'C', 'Alpha', 'Total']);
  // The tenth is the second day of the cycle.
  expect(byCrew.rows[0]?.cells['s0']).toBe(hours(10, 6, 14));
  const byTeam = await ask('statisticsTeam', range);
  const a = byTeam.rows.find((row) => row.key === 'Alpha');
  expect(a?.cells).toMatchObject({
    worked: 3,
    e1: hours(10, 22, 30) + hours(11, 6, 14) + hours(12, 22, 30),
  });
});
