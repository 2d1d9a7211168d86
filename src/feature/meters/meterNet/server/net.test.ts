import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { withScope } from '#server/database/scope.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { Plant } from '../../../../../simulator/plant/plant.ts';
import { steel } from '../../../../../simulator/plant/steel.ts';
import type { NetAnswer } from '../contract.ts';
import { netAnswer } from './net.ts';

/** 2024-03-04 00:00 in Shanghai, a Monday. */
const FROM = Date.UTC(2024, 2, 3, 16);
const DAYS = 14;
const WRONG = 'E-113';
const meters = steel.meters.filter((meter) => meter.site === 'HL-01' && meter.dataType === '1');
const plant = new Plant(steel, 7, FROM);

let product: Product;
let operator: Client;
let consumerId = 0;
let meterIds: number[] = [];
const idOf = (code: string): number => meterIds[meters.findIndex((meter) => meter.code === code)] ?? 0;
/** Hundredths of a kWh that a meter tells of an hour; the wrong one 3 % too much. */
const reported = (code: string, from: number, to: number): number =>
  Math.round(plant.energy(code, from, to) * (code === WRONG ? 1.03 : 1));

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  const { db } = product.database;
  ({ consumerId, meterIds } = await buildMeters(db, { name: 'steel', meters: meters.length }));
  for (const { code, name, parent } of meters)
    await sql`update ammeter set ammeter_name = ${name}, parent_id = ${parent ? idOf(parent) : null}
      where id = ${idOf(code)}`.execute(db);
  const hours = Array.from({ length: DAYS * 24 }, (_, h) => FROM + h * HOUR_MS);
  await storeIntervals(
    db,
    meters.flatMap(({ code }) =>
      hours.map((start) => ({
        meterId: idOf(code),
        start,
        end: start + HOUR_MS,
        code: 'PP',
        value: (reported(code, start, start + HOUR_MS) / 100).toFixed(2),
      })),
    ),
  );
  await foldDirty(db);
});
afterAll(() => product.close());

const PERIOD = { begin: '2024-03-04', end: '2024-03-17' };
const ask = async (): Promise<NetAnswer> =>
  ok(await operator.get<NetAnswer>('/api/yunshui/measurement/getNet', { consumerId, ...PERIOD }));

describe('the network of a plant with a meter that tells 3 % too much', () => {
  test('names this meter, and says by how much', async () => {
    const { suspects } = await ask();
    expect(suspects[0]).toMatchObject({ ammeterId: idOf(WRONG), certain: true });
    expect(suspects[0]?.error).toBeCloseTo(0.03, 2);
    expect(suspects.filter((one) => one.certain)).toHaveLength(1);
  });

  test('balances every node exactly from the usage of its meters', async () => {
    const net = await ask();
    expect(net.meters).toHaveLength(meters.length);
    const whole = (code: string): number =>
      Array.from({ length: DAYS * 24 }, (_, h) =>
        reported(code, FROM + h * HOUR_MS, FROM + (h + 1) * HOUR_MS),
      ).reduce((a, b) => a + b, 0);
    for (const { code } of meters) {
      const below = meters.filter((one) => one.parent === code);
      const found = net.meters.find((one) => one.ammeterId === idOf(code));
      expect(found?.energy, code).toBe(whole(code) / 100);
      expect(found?.coverage).toBe(100);
      if (below.length === 0) expect(found?.balance).toBeNull();
      else {
        const sum = below.reduce((all, one) => all + whole(one.code), 0);
        expect(found?.balance?.below).toBe(sum / 100);
        expect(found?.balance?.rest).toBe((whole(code) - sum) / 100);
      }
    }
  });

  test('gives paths, a drawing and a sheet', async () => {
    const paths = ok(
      await operator.get<{ ammeterId: number; path: number[] }[]>('/api/yunshui/measurement/getPaths', {
        consumerId,
      }),
    );
    expect(paths.find((one) => one.ammeterId === idOf('E-126'))?.path).toEqual(
      ['E-101', 'E-103', 'E-125', 'E-126'].map(idOf),
    );
    const { svg } = ok(
      await operator.get<{ svg: string }>('/api/yunshui/measurement/getSvg', { consumerId, ...PERIOD }),
    );
    expect(svg.match(/<rect /g)).toHaveLength(meters.length);
    expect(svg).toMatch(/Likely error (2\.9|3\.\d) %/);
    const { body } = await operator.download('/api/yunshui/measurement/exportNet', { consumerId, ...PERIOD });
    expect(body.subarray(0, 2).toString()).toBe('PK');
  });

  test('is edited: a meter hangs elsewhere, never below itself', async () => {
    const move = (id: number, parentId: number) =>
      operator.post('/api/archive/ammeter/editfield', {
        id,
        fieldName: 'parentId',
        fieldValue: String(parentId),
      });
    expect((await move(idOf('E-103'), idOf('E-126'))).code).toBe(400);
    ok(await move(idOf('E-140'), idOf('E-102')));
    const net = await ask();
    expect(net.meters.find((one) => one.ammeterId === idOf('E-140'))?.parentId).toBe(idOf('E-102'));
    expect(net.meters.find((one) => one.ammeterId === idOf('E-102'))?.balance?.verdict).toBe('loss');
  });

  test('refuses a period that cannot be', async () => {
    const bad = { consumerId, begin: '2024-03-09', end: '2024-03-02' };
    expect(await operator.get('/api/yunshui/measurement/getNet', bad)).toMatchObject({
      code: 400,
      field: 'end',
    });
    expect((await operator.get('/api/yunshui/measurement/getNet', { consumerId: 999_999 })).code).toBe(404);
  });
});

describe('a network of which one meter fell silent', () => {
  test('says that data lack, and neither a loss nor an excess', async () => {
    const { db } = product.database;
    const built = await buildMeters(db, { name: 'silent', meters: 3 });
    const [main = 0, first = 0, second = 0] = built.meterIds;
    await sql`update ammeter set parent_id = ${main} where id = any(${[first, second]}::integer[])`.execute(
      db,
    );
    const days = (meterId: number, count: number, value: string) =>
      Array.from({ length: count * 24 }, (_, h) => FROM + h * HOUR_MS).map((start) => ({
        meterId,
        start,
        end: start + HOUR_MS,
        code: 'PP',
        value,
      }));
    await storeIntervals(db, [...days(main, 14, '10'), ...days(first, 14, '6'), ...days(second, 5, '4')]);
    await foldDirty(db);
    const balanceIn = async (period: { begin: string; end: string }) => {
      const params = { consumerId: built.consumerId, ...period };
      const net = ok(await operator.get<NetAnswer>('/api/yunshui/measurement/getNet', params));
      return net.meters.find(({ ammeterId }) => ammeterId === main)?.balance;
    };
    expect(await balanceIn(PERIOD)).toMatchObject({ below: null, rest: null, verdict: 'open' });
    const known = { begin: PERIOD.begin, end: '2024-03-08' };
    expect(await balanceIn(known)).toMatchObject({ below: 1200, rest: 0, verdict: 'even' });
  });

  test('is held against what counted then: a meter that came later lacks nothing before', async () => {
    const { db } = product.database;
    const built = await buildMeters(db, { name: 'later', meters: 4 });
    const [main = 0, first = 0, later = 0, never = 0] = built.meterIds;
    await sql`update ammeter set parent_id = ${main} where id = any(${[first, later]}::integer[])`.execute(
      db,
    );
    const hours = (meterId: number, from: number, to: number, value: string) =>
      Array.from({ length: to - from }, (_, h) => FROM + (from + h) * HOUR_MS).map((start) => ({
        meterId,
        start,
        end: start + HOUR_MS,
        code: 'PP',
        value,
      }));
    const days = (count: number): number => count * 24;
    await storeIntervals(db, [
      ...hours(main, 0, days(14), '10'),
      ...hours(first, 0, days(7), '10'),
      ...hours(first, days(7), days(14), '6'),
      ...hours(later, days(7), days(14), '4'),
    ]);
    await foldDirty(db);
    const balanceIn = async (period: { begin: string; end: string }) => {
      const params = { consumerId: built.consumerId, ...period };
      const net = ok(await operator.get<NetAnswer>('/api/yunshui/measurement/getNet', params));
      return net.meters.find(({ ammeterId }) => ammeterId === main)?.balance;
    };
    const before = { begin: PERIOD.begin, end: '2024-03-10' };
    expect(await balanceIn(before)).toMatchObject({ below: 1680, rest: 0, verdict: 'even' });
    expect(await balanceIn(PERIOD)).toMatchObject({ below: 3360, rest: 0, verdict: 'even' });
    // What one that was never heard takes nobody knows.
    await sql`update ammeter set parent_id = ${main} where id = ${never}`.execute(db);
    expect(await balanceIn(before)).toMatchObject({ below: null, rest: null, verdict: 'open' });
  });

  test('is over to the very quarter of an hour that all of them have, however long it has run', async () => {
    const { db } = product.database;
    const built = await buildMeters(db, { name: 'running', meters: 3 });
    const [main = 0, first = 0, second = 0] = built.meterIds;
    await sql`update ammeter set parent_id = ${main} where id = any(${[first, second]}::integer[])`.execute(
      db,
    );
    const quarters = (meterId: number, count: number, value: string) =>
      Array.from({ length: count }, (_, q) => FROM + q * QUARTER_MS).map((start) => ({
        meterId,
        start,
        end: start + QUARTER_MS,
        code: 'PP',
        value,
      }));
    // Ten days and ten hours, then a quarter of an hour of the main and three of those below it.
    const count = (10 * 24 + 10) * 4;
    await storeIntervals(db, [
      ...quarters(main, count + 1, '10'),
      ...quarters(first, count + 3, '6'),
      ...quarters(second, count + 3, '4'),
    ]);
    await foldDirty(db);
    const now = FROM + (count + 3) * QUARTER_MS + 7 * 60_000;
    const net = await withScope(product.database.app, [built.consumerId], (trx) =>
      netAnswer(trx, { consumerId: built.consumerId, begin: PERIOD.begin, end: '2024-03-31' }, now),
    );
    expect(net.meters.find(({ ammeterId }) => ammeterId === main)?.balance).toMatchObject({
      below: (count + 1) * 10,
      rest: 0,
    });
  });
});
