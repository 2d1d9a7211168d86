import { sql } from 'kysely';
import { totalOf } from './system.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { foldDirty, storeIntervals, storeReadings } from '#feature/meters/reading/server/public.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

const HOURS = 72;
/** 2024-02-28 00:00 in Shanghai. */
const FIRST = Date.UTC(2024, 1, 27, 16);
const RANGE = { beginDate: '2024-02-28', endDate: '2024-03-01' };

let product: Product;
let operator: Client;
let consumerId = 0;
let orgId = 0;
/** Electricity, cold (GJ), electricity, cold, electricity, air (m³): hundredths of the unit by hour; null = silent. */
const truth: (number | null)[][] = [[], [], [], [], [], []];

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'cooled', meters: 6 });
  consumerId = built.consumerId;
  const [, cold1, , cold2, , air] = built.meterIds;
  await sql`update ammeter set data_type = '17', device_type = '12' where id in (${cold1}, ${cold2})`.execute(
    db,
  );
  await sql`update ammeter set data_type = '12', device_type = '7' where id = ${air}`.execute(db);
  const unit = await operator.post<{ id: number }>('/api/sys/orgUnit/add', {
    consumerId,
    orgName: 'Utilities',
    orgCode: 'U',
  });
  orgId = ok(unit).id;
  let random = 9;
  const most = [20_000, 300, 20_000, 300, 20_000, 200_000];
  const values = built.meterIds.flatMap((meterId, m) =>
    Array.from({ length: HOURS }, (_, hour) => {
      random = (random * 1103515245 + 12345) % 2147483648;
      // The first stands still for three hours; the cold of the second is unknown for two.
      const value = m === 0 && hour >= 10 && hour < 13 ? 0 : m === 3 && hour >= 30 && hour < 32 ? null : random % (most[m] ?? 1); // prettier-ignore
      truth[m]?.push(value);
      const start = FIRST + hour * HOUR;
      return value === null
        ? []
        : [{ meterId, start, end: start + HOUR, code: 'PP', value: (value / 100).toFixed(2) }];
    }).flat(),
  );
  await storeIntervals(db, values);
  await foldDirty(db);
  const batch = new BatchBuilder();
  for (let i = 0; i < 8; i++) {
    batch.row(built.meterIds[4] ?? 0, FIRST + i * 900_000);
    batch.set(codeIndex('PZ'), 100 + i);
  }
  await storeReadings(db, batch.batch());
  const add = async (systemName: string, systemType: string, power: number, more: object = {}) =>
    ok(
      await operator.post('/api/archive/keySystem/add', {
        consumerId,
        systemName,
        systemType,
        powerMeterId: built.meterIds[power],
        outputMeterId: built.meterIds[power + 1],
        ...more,
      }),
    );
  await add('Chiller 1', '1', 0);
  await add('Chiller 2', '1', 2, { orgId, minPower: 50 });
  await add('Compressors', '2', 4, { orgId });
});
afterAll(() => product.close());

/** COP of an hour of a chiller; null where one side is unknown, stands still, or is too weak. */
function cop(chiller: 0 | 1, hour: number, least: number | null): number | null {
  const power = truth[chiller * 2]?.[hour] ?? null;
  const cold = truth[chiller * 2 + 1]?.[hour] ?? null;
  if (power === null || cold === null || power === 0 || cold === 0) return null;
  if (least !== null && power / 100 <= least) return null;
  return ((cold / 100) * 1000) / 3.6 / (power / 100);
}

interface Reported {
  readonly systems: readonly {
    readonly name: string;
    readonly total: { PP: number; output: number; efficiency: number };
    readonly list: readonly {
      dt: string;
      PP?: number;
      output: number | null;
      efficiency: number | null;
      PZ?: number | null;
    }[];
  }[];
}
const ask = async (params: Record<string, unknown>): Promise<Reported> =>
  ok(await operator.get<Reported>('/api/analysis/importantAnalysis/getData', { orgId: consumerId, ...RANGE, interval: 201, ...params })); // prettier-ignore

const label = (hour: number): string =>
  new Date(FIRST + hour * HOUR + 8 * HOUR).toISOString().slice(0, 16).replace('T', ' ');

describe('air conditioning', () => {
  test('COP of every hour is cold for electricity; standstill and weak hours are no points', async () => {
    for (const typeCode of ['ZL', 'K011']) {
      const { systems } = await ask({ typeCode });
      expect(systems.map(({ name }) => name)).toEqual(['Chiller 1', 'Chiller 2']);
      ([0, 1] as const).forEach((chiller) => {
        const reported = new Map(systems[chiller]?.list.map((point) => [point.dt, point]));
        for (let hour = 0; hour < HOURS; hour++) {
          const wanted = cop(chiller, hour, chiller === 1 ? 50 : null);
          const point = reported.get(label(hour));
          if (wanted === null) expect(point?.efficiency ?? null).toBeNull();
          else expect(point?.efficiency).toBeCloseTo(wanted, 6);
        }
        // At a standstill the last hour of it has no PP: the next one follows with PP.
        if (chiller === 0) {
          expect(reported.get(label(10))).not.toHaveProperty('PP');
          expect(reported.get(label(12))?.PP).toBe(0);
        } else expect(systems[1]?.list.every(({ PP }) => (PP ?? 0) > 50)).toBe(true);
      });
    }
  });

  test('the whole is the ratio of sums over the hours that know both sides', async () => {
    const { systems } = await ask({ typeCode: 'ZL' });
    let [power, cold] = [0, 0];
    for (let hour = 0; hour < HOURS; hour++) {
      const [p, c] = [truth[2]?.[hour] ?? null, truth[3]?.[hour] ?? null];
      if (p === null || c === null || p / 100 <= 50) continue;
      power += p;
      cold += c;
    }
    // To the last digit: hundredths are added as integers.
    expect(systems[1]?.total.PP).toBe(power / 100);
    expect(systems[1]?.total.efficiency).toBeCloseTo(((cold / 100) * 1000) / 3.6 / (power / 100), 6);
    const most = await ask({ typeCode: 'ZL', minPower: 150 });
    expect(most.systems[0]?.list.every(({ PP }) => (PP ?? 0) > 150)).toBe(true);
  });

  test('several systems are the ratio of what those used and gave of which both are known', async () => {
    const params = { orgId: consumerId, interval: '201', begin: RANGE.beginDate, end: RANGE.endDate };
    const { rows, figures } = ok(
      await operator.get<AnalysisAnswer>('/api/analysis/airCtrlEfficiency/getData', params),
    );
    const { systems } = await ask({ typeCode: 'ZL' });
    const pairs = systems.flatMap(({ list }) =>
      list.filter(({ PP, output }) => PP !== undefined && output !== null),
    );
    for (const { cells } of rows) {
      const here = systems.flatMap(({ list }) => list.filter(({ dt }) => dt === cells['time']));
      const known = here.length === 1 ? here : pairs.filter(({ dt }) => dt === cells['time']);
      expect([cells['time'], cells['energy'], cells['output']]).toEqual([
        cells['time'],
        sumOf(known.map(({ PP }) => PP)),
        sumOf(known.map(({ output }) => output)),
      ]);
    }
    // The cold of the second is unknown: its electricity goes for nothing.
    const [power, cold] = [0, 1].map((m) => (truth[m]?.[30] ?? 0) / 100);
    const lacking = rows.find(({ cells }) => cells['time'] === label(30));
    expect(lacking).toMatchObject({ cells: { energy: power, output: cold }, coverage: 0 });
    expect(lacking?.cells['efficiency']).toBeCloseTo(cop(0, 30, null) ?? 0, 6);
    const value = (key: string) => figures.find((one) => one.key === key)?.value;
    const [used, gave] = [sumOf(pairs.map(({ PP }) => PP)), sumOf(pairs.map(({ output }) => output))];
    expect([value('energy'), value('output')]).toEqual([used, gave]);
    expect(value('efficiency')).toBeCloseTo(((gave ?? 0) * 1000) / 3.6 / (used ?? 1), 6);
  });

  test('a system in another zone has its own days, beside the same dates of others', async () => {
    const { db } = product.database;
    const built = await buildMeters(db, { name: 'cooled far', meters: 6 });
    const [, cold1, power2, cold2] = built.meterIds;
    await sql`update ammeter set data_type = '17', device_type = '12' where id in (${cold1}, ${cold2})`.execute(
      db,
    );
    const { rows: sites } = await sql<{ id: number }>`
      insert into monitor_site (org_name, org_code, consumer_id, time_zone, state)
      values ('Berlin', 'B', ${built.consumerId}, 'Europe/Berlin', '1') returning id`.execute(db);
    await sql`update ammeter set site_id = ${sites[0]?.id} where id in (${power2}, ${cold2})`.execute(db);
    await storeIntervals(
      db,
      built.meterIds.slice(0, 4).flatMap((meterId) =>
        Array.from({ length: 5 * 24 }, (_, i) => {
          const start = FIRST + (i - 24) * HOUR;
          return { meterId, start, end: start + HOUR, code: 'PP', value: '2' };
        }),
      ),
    );
    await foldDirty(db);
    for (const [n, systemName] of ['Near', 'Far'].entries())
      ok(
        await operator.post('/api/archive/keySystem/add', {
          consumerId: built.consumerId,
          systemName,
          systemType: '1',
          powerMeterId: built.meterIds[n * 2],
          outputMeterId: built.meterIds[n * 2 + 1],
        }),
      );
    const range = { interval: '301', begin: RANGE.beginDate, end: RANGE.endDate };
    const { rows, figures } = ok(
      await operator.get<AnalysisAnswer>('/api/analysis/airCtrlEfficiency/getData', {
        orgId: built.consumerId,
        ...range,
      }),
    );
    expect(rows.map(({ cells }) => [cells['time'], cells['energy']])).toEqual(
      ['2024-02-28', '2024-02-29', '2024-03-01'].map((date) => [date, 96]),
    );
    expect(figures.find(({ key }) => key === 'energy')?.value).toBe(288);
  });

  test('an organisation has its own systems; the screens tell the same', async () => {
    expect((await ask({ typeCode: 'ZL', orgId })).systems.map(({ name }) => name)).toEqual(['Chiller 2']);
    const params = { orgId: consumerId, interval: '201', begin: RANGE.beginDate, end: RANGE.endDate };
    const compare = ok(await operator.get<AnalysisAnswer>('/api/analysis/airCtrlCompare/getData', params));
    const row = compare.rows.find(({ cells }) => cells['time'] === label(5));
    expect(row?.cells['v0']).toBeCloseTo(cop(0, 5, null) ?? 0, 6);
    const scatter = ok(await operator.get<AnalysisAnswer>('/api/analysis/airCtrlScatter/getData', params));
    const points = scatter.rows.filter(({ cells }) => cells['name'] === 'Chiller 1');
    expect(points).toHaveLength(Array.from({ length: HOURS }, (_, h) => cop(0, h, null)).filter((v) => v !== null).length); // prettier-ignore
    expect(
      await operator.get('/api/analysis/airCtrlEfficiency/getData', { ...params, system: 999_999 }),
    ).toMatchObject({ code: 404 });
    const { body } = await operator.download('/api/analysis/airCtrlEfficiency/export', {
      ...params,
      format: 'csv',
    });
    expect(body.toString('utf8').trim().split('\r\n').length).toBeGreaterThan(HOURS - 5);
  });
});

describe('air compression', () => {
  test('specific power is kW for each m³/min', async () => {
    const { systems } = await ask({ typeCode: 'KY' });
    for (const { dt, efficiency } of systems[0]?.list ?? []) {
      const hour = Math.round((Date.parse(`${dt.replace(' ', 'T')}:00+08:00`) - FIRST) / HOUR);
      const [power, air] = [(truth[4]?.[hour] ?? 0) / 100, (truth[5]?.[hour] ?? 0) / 100];
      if (air > 0 && power > 0) expect(efficiency).toBeCloseTo(power / (air / 60), 6);
    }
    expect(systems).toHaveLength(1);
  });

  test('monitoring tells the means of what came', async () => {
    const { systems } = await ask({ typeCode: 'Q011', interval: 115 });
    expect(systems[0]?.list.slice(0, 8).map(({ PZ }) => PZ)).toEqual([
      100, 101, 102, 103, 104, 105, 106, 107,
    ]);
  });
});

test('a system of other meters, or an unknown type, is refused', async () => {
  const bad = (params: Record<string, unknown>) =>
    operator
      .in('en')
      .post('/api/archive/keySystem/add', { consumerId, systemName: 'X', systemType: '1', ...params });
  const { rows } = await sql<{ id: number; type: string }>`
    select id, data_type as type from ammeter where consumer_id = ${consumerId}`.execute(product.database.db);
  const air = rows.find(({ type }) => type === '12')?.id;
  expect(await bad({ powerMeterId: air, outputMeterId: air })).toMatchObject({
    code: 400,
    field: 'powerMeterId',
  });
  expect(
    await operator.get('/api/analysis/importantAnalysis/getData', { typeCode: 'ZZ', orgId: consumerId }),
  ).toMatchObject({ code: 400, field: 'typeCode' });
});

test('totals of a system are exact: a tenth and two tenths are three', () => {
  const points = [
    { PP: 0.1, output: 0.7 },
    { PP: 0.2, output: 0.1 },
    { PP: null, output: 9 },
  ];
  expect(totalOf({ type: '1', outputType: '' }, points)).toMatchObject({ PP: 0.3, output: 0.8 });
});
