import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldDirty, storeIntervals } from '#feature/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, type Product, startProduct } from '#test/product.ts';
import type { AnalysisAnswer } from '../contract.ts';

const HOUR = 3_600_000;
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
    const told = Array.from({ length: 8 }, (_, m) => energyOf(m, hour));
    expect(Object.values(row.cells).slice(1), String(hour)).toEqual([...told, restOf(8, hour)]);
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

test('a meter that counts against the others is told as it is', async () => {
  await sql`update org_ammeter set sign = '-1' where org_id = ${unitId} and ammeter_id = (
    select max(ammeter_id) from org_ammeter where org_id = ${unitId})`.execute(product.database.db);
  const { rows } = await ask('2024-02-02');
  expect(rows.map((row) => row.cells['rest'])).toEqual(rows.map((_, i) => restOf(9, 24 + i)));
});
