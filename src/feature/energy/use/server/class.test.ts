import { sql } from 'kysely';
import type { Page } from '#contract/envelope.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { AnalysisRow } from '#contract/analysis.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';

const METERS = 12;
const HOURS = 48;
/** 2024-02-01 00:00 in Shanghai. */
const FIRST = Date.UTC(2024, 0, 31, 16);

let product: Product;
let operator: Client;
let consumerId = 0;
let unitId = 0;

/** kWh of a meter in an hour: the larger, the sooner it comes; the last three know nothing of the second night. */
const energyOf = (m: number, hour: number): number | null =>
  m >= METERS - 3 && hour >= 24 && hour < 30 ? null : 100 - 5 * m + (hour % 7);

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  const { db } = product.database;
  let meterIds: number[];
  ({ consumerId, meterIds } = await buildMeters(db, { name: 'classes', meters: METERS }));
  const { rows } = await sql<{ id: number }>`
    insert into org_unit (org_name, org_code, consumer_id, org_type, ix) values ('Hall', 'H', ${consumerId}, '41', 0)
    returning id`.execute(db);
  unitId = rows[0]?.id ?? 0;
  await sql`
    insert into org_ammeter (org_id, consumer_id, data_type, ammeter_id, sign)
    select ${unitId}, ${consumerId}, '1', unnest(${meterIds}::integer[]), '1'`.execute(db);
  await storeIntervals(
    db,
    meterIds.flatMap((meterId, m) =>
      Array.from({ length: HOURS }, (_, hour) => ({ hour, value: energyOf(m, hour) })).flatMap(
        ({ hour, value }) => {
          const start = FIRST + hour * HOUR;
          return value === null
            ? []
            : { meterId, start, end: start + HOUR, code: 'PP' as const, value: String(value) };
        },
      ),
    ),
  );
  await foldDirty(db);
});
afterAll(() => product.close());

const ask = async (begin: string): Promise<AnalysisAnswer> => {
  const reply = await operator.get<AnalysisAnswer>('/api/analysis/class/getData', {
    orgId: unitId,
    interval: '201',
    begin,
    end: '2024-02-02',
    classify: 'meter',
  });
  expect(reply.message).toBe('ok');
  return reply.data;
};

/** The energy of meters `from` on in an hour; null where nothing is known. */
const restOf = (from: number, hour: number): number | null => {
  const known = Array.from({ length: METERS - from }, (_, i) => energyOf(from + i, hour)).filter(
    (one) => one !== null,
  );
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
};

test('classes are the largest eight and the rest, which is what these leave of the whole', async () => {
  const { columns, rows } = await ask('2024-02-01');
  expect(columns.map(({ label }) => label.en)).toEqual([
    'Time',
    ...Array.from({ length: 8 }, (_, m) => `Meter ${m + 1}`),
    '4 others',
  ]);
  expect(rows).toHaveLength(HOURS);
  for (const [hour, row] of rows.entries()) {
    const reported = Array.from({ length: 8 }, (_, m) => energyOf(m, hour));
    expect(Object.values(row.cells).slice(1), String(hour)).toEqual([...reported, restOf(8, hour)]);
    // Three of the rest are missing.
    expect(row.flags.includes('partial'), String(hour)).toBe(hour >= 24 && hour < 30);
  }
});

test('a rest of which nothing is known is nothing', async () => {
  await sql`
    delete from org_ammeter where org_id = ${unitId} and ammeter_id = (
      select ammeter_id from org_ammeter where org_id = ${unitId} order by ammeter_id offset 8 limit 1)`.execute(
    product.database.db,
  );
  const { rows } = await ask('2024-02-02');
  expect(rows.map((row) => row.cells['rest'])).toEqual(rows.map((_, i) => restOf(9, 24 + i)));
  expect(rows[0]?.cells['rest']).toBeNull();
});

test('a meter that counts against the others is told with its sign: the classes make up the whole', async () => {
  const { db } = product.database;
  const members = await sql<{ id: number }>`
    update org_ammeter set sign = '-1' where org_id = ${unitId} and ammeter_id in (
      select ammeter_id from org_ammeter where org_id = ${unitId} order by ammeter_id limit 2) returning ammeter_id as id`.execute(db); // prettier-ignore
  const minus = new Set(members.rows.map(({ id }) => `m${id}`));
  const range = { orgId: unitId, interval: '301', begin: '2024-02-01', end: '2024-02-02' };
  const whole = ok(await operator.get<AnalysisAnswer>('/api/analysis/energy/getData', range)).figures[0]
    ?.value;
  const { rows } = ok(
    await operator.get<AnalysisAnswer>('/api/analysis/class/getData', { ...range, classify: 'meter' }),
  );
  const inChart = rows.flatMap(({ cells }) => Object.values(cells).slice(1) as (number | null)[]);
  expect(sumOf(inChart)).toBe(whole);
  const table = ok(
    await operator.get<Page<AnalysisRow>>('/api/analysis/energy/getTable', { ...range, classify: 'meter', pageSize: 50 }),
  ); // prettier-ignore
  const reported = table.list.map(({ key, cells }) => [key, cells['energy'] as number] as const);
  expect(sumOf(reported.map(([, energy]) => energy))).toBe(whole);
  expect(reported.filter(([, energy]) => energy < 0).map(([key]) => key).toSorted()).toEqual([...minus].toSorted()); // prettier-ignore
  expect(sumOf(table.list.map(({ cells }) => cells['share'] as number))).toBeCloseTo(1, 9);
  interface Pie {
    readonly whole: number;
    readonly minus: number;
    readonly list: readonly { readonly value: number }[];
  }
  const pie = ok(await operator.get<Pie>('/api/analysis/class/getPie', { ...range, classify: 'meter' }));
  expect(pie.whole).toBe(whole);
  expect(sumOf([pie.minus, ...pie.list.map(({ value }) => value)])).toBe(whole);
});

test('what the parts leave of the whole is a class of its own, unknown where a part of it is', async () => {
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'left', meters: 3 });
  const [main = 0, hall = 0, late = 0] = built.meterIds;
  await sql`update ammeter set parent_id = ${main} where id = any(${[hall, late]}::integer[])`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into org_unit (org_name, org_code, consumer_id, org_type, ix) values ('Hall', 'L', ${built.consumerId}, '41', 0)
    returning id`.execute(db);
  await sql`
    insert into org_ammeter (org_id, consumer_id, data_type, ammeter_id, sign)
    select ${rows[0]?.id ?? 0}, ${built.consumerId}, '1', unnest(${[hall, late]}::integer[]), '1'`.execute(
    db,
  );
  const hours = (meterId: number, value: string, lacks: (hour: number) => boolean) =>
    Array.from({ length: 24 }, (_, hour) => hour).flatMap((hour) => {
      const start = FIRST + hour * HOUR;
      return lacks(hour) ? [] : [{ meterId, start, end: start + HOUR, code: 'PP', value }];
    });
  const isGap = (hour: number): boolean => hour >= 6 && hour < 12;
  await storeIntervals(db, [
    ...hours(main, '1.1', () => false),
    ...hours(hall, '0.2', () => false),
    ...hours(late, '0.1', isGap),
  ]);
  await foldDirty(db);
  const range = { orgId: built.consumerId, interval: '201', begin: '2024-02-01', end: '2024-02-01' };
  const chart = ok(await operator.get<AnalysisAnswer>('/api/analysis/class/getData', range));
  expect(chart.columns.map(({ label }) => label.en)).toEqual(['Time', 'The rest (in no class)', 'Hall']);
  const reported = chart.rows.map(({ cells }) => [cells['p0'], cells['p1']]);
  expect(reported).toEqual(reported.map((_, hour) => (isGap(hour) ? [null, 0.2] : [0.8, 0.3])));
});

test('others that hold what no class measures are unknown while a class is missing', async () => {
  const { db } = product.database;
  // The first stands above the others: of 1000 they measure 980.
  const kWh = [1000, 300, 100, 90, 85, 80, 75, 70, 65, 60, 55];
  const built = await buildMeters(db, { name: 'lossy', meters: kWh.length });
  const [main = 0, ...feeders] = built.meterIds;
  await sql`update ammeter set parent_id = ${main} where id = any(${feeders}::integer[])`.execute(db);
  await sql`
    with unit as (
      insert into org_unit (org_name, org_code, consumer_id, org_type, ix)
      select 'Line ' || id, 'L' || id, ${built.consumerId}, '41', 0 from unnest(${feeders}::integer[]) m (id)
      returning id, org_code)
    insert into org_ammeter (org_id, consumer_id, data_type, ammeter_id, sign)
    select id, ${built.consumerId}, '1', substr(org_code, 2)::integer, '1' from unit`.execute(db);
  const isGap = (meterId: number, hour: number): boolean => meterId === feeders[0] && hour === 6;
  await storeIntervals(
    db,
    built.meterIds.flatMap((meterId, m) =>
      Array.from({ length: 24 }, (_, hour) => hour)
        .filter((hour) => !isGap(meterId, hour))
        .map((hour) => ({
          meterId,
          start: FIRST + hour * HOUR,
          end: FIRST + (hour + 1) * HOUR,
          code: 'PP',
          value: String(kWh[m]),
        })),
    ),
  );
  await foldDirty(db);
  const range = { orgId: built.consumerId, interval: '201', begin: '2024-02-01', end: '2024-02-01' };
  const { columns, rows } = ok(await operator.get<AnalysisAnswer>('/api/analysis/class/getData', range));
  expect(columns.at(-1)?.label.en).toBe('3 others');
  expect(rows.map(({ cells, flags }) => [cells['p0'], cells['rest'], flags.includes('partial')])).toEqual(
    rows.map((_, hour) => (hour === 6 ? [null, null, true] : [300, 135, false])),
  );
});

test('a site in another zone is told over the same instants, so that classes make up the whole', async () => {
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'two zones', meters: 4 });
  const [tokyo = 0, delhi = 0] = built.meterIds.slice(2);
  for (const [meterId, zone] of [
    [tokyo, 'Asia/Tokyo'],
    [delhi, 'Asia/Kolkata'],
  ] as const) {
    const { rows } = await sql<{ id: number }>`
      insert into monitor_site (org_name, org_code, consumer_id, time_zone, state)
      values (${zone}, ${zone}, ${built.consumerId}, ${zone}, '1') returning id`.execute(db);
    await sql`update ammeter set site_id = ${rows[0]?.id ?? 0} where id = ${meterId}`.execute(db);
  }
  // Two days before the first date to two days after the last, every quarter of an hour one more than the one before.
  const QUARTER = HOUR / 4;
  const quarters = Array.from({ length: 6 * 96 }, (_, i) => i);
  await storeIntervals(
    db,
    built.meterIds.flatMap((meterId) =>
      quarters.map((i) => {
        const start = FIRST - 2 * 24 * HOUR + i * QUARTER;
        return { meterId, start, end: start + QUARTER, code: 'PP', value: String(i) };
      }),
    ),
  );
  await foldDirty(db);
  const sum = (from: number, to: number): number => quarters.slice(from, to).reduce((a, b) => a + b, 0);
  const range = { orgId: built.consumerId, begin: '2024-02-01', end: '2024-02-02' };
  for (const [interval, length] of [
    ['301', 96],
    ['201', 4],
  ] as const) {
    const { rows } = ok(
      await operator.get<AnalysisAnswer>('/api/analysis/class/getData', {
        ...range,
        interval,
        classify: 'meter',
      }),
    );
    expect(rows.map(({ cells }) => [...new Set(Object.values(cells).slice(1))])).toEqual(
      rows.map((_, n) => [sum(192 + n * length, 192 + (n + 1) * length)]),
    );
    expect(rows.some(({ flags }) => flags.includes('partial'))).toBe(false);
  }
});
