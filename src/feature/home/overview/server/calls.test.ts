import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { DeviceRank, HourRank } from '../contract.ts';
import type { EnergyTree } from '#feature/meters/subject/contract.ts';

/** 2024-02-01 00:00 in Shanghai. */
const FIRST = Date.UTC(2024, 0, 31, 16);
const METERS = 13;

let product: Product;
let operator: Client;
let consumerId = 0;
let meterIds: number[] = [];
/** Whole kWh of a meter and an hour; the last meter counts water. */
const used = (meter: number, hour: number): number => 1 + meter + (meter === 0 ? hour : 0);

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  const { db } = product.database;
  ({ consumerId, meterIds } = await buildMeters(db, { name: 'ranked', meters: METERS }));
  await sql`update ammeter set data_type = '2', device_type = '6' where id = ${meterIds[12] ?? 0}`.execute(
    db,
  );
  await storeIntervals(
    db,
    meterIds.flatMap((meterId, meter) =>
      Array.from({ length: 48 }, (_, hour) => {
        const start = FIRST + hour * HOUR;
        return { meterId, start, end: start + HOUR, code: 'PP', value: String(used(meter, hour)) };
      }),
    ),
  );
  await foldDirty(db);
});
afterAll(() => product.close());

const call = async <T>(name: string, params: Record<string, unknown>): Promise<T> =>
  ok(await operator.get<T>(`/api/monitoring/overview/${name}`, params));
const day = { begin: '2024-02-01', end: '2024-02-01' };
const ofDay = (meter: number, hours = 24): number =>
  Array.from({ length: hours }, (_, hour) => used(meter, hour)).reduce((a, b) => a + b, 0);

test('devices and hours are ranked by enterprise, energy and dates, ten of them, either way', async () => {
  const ask = <T>(name: string, more: object) =>
    call<T[]>(name, { consumerId, dataType: '1', ...day, ...more });
  const order = Array.from({ length: 12 }, (_, meter) => meter).toSorted((a, b) => ofDay(b) - ofDay(a));
  const devices = await ask<DeviceRank>('getEnergyDeviceTop', { orderBy: 'desc' });
  expect(devices.map(({ deviceName, pP }) => [deviceName, pP])).toEqual(
    order.slice(0, 10).map((meter) => [`Meter ${meter + 1}`, ofDay(meter)]),
  );
  const least = await ask<DeviceRank>('getEnergyDeviceTop', { orderBy: 'asc' });
  expect(least.map(({ pP }) => pP)).toEqual(
    order
      .toReversed()
      .slice(0, 10)
      .map((meter) => ofDay(meter)),
  );
  const water = await ask<DeviceRank>('getEnergyDeviceTop', { dataType: '2' });
  expect(water.map(({ deviceName, pP }) => [deviceName, pP])).toEqual([['Meter 13', ofDay(12)]]);
  const two = await ask<DeviceRank>('getEnergyDeviceTop', { end: '2024-02-02' });
  expect(two[0]?.pP).toBe(Math.max(...order.map((meter) => ofDay(meter, 48))));

  const hours = await ask<HourRank>('getHourTop', { orderBy: 'desc' });
  const all = (hour: number): number => order.reduce((sum, meter) => sum + used(meter, hour), 0);
  expect(hours.map(({ hour, pP }) => [hour, pP])).toEqual(
    Array.from({ length: 10 }, (_, i) => [`${23 - i}:00`, all(23 - i)]),
  );
  expect((await ask<HourRank>('getHourTop', { orderBy: 'asc' }))[0]).toMatchObject({
    hour: '00:00',
    pP: all(0),
  });
});

test('statistics are of a meter, the tree is of an enterprise', async () => {
  const { list } = await call<{ list: { key: string; value: number | null }[] }>('getStatistics', {
    dataAmmeterId: meterIds[3],
    date: '2024-02-02',
  });
  expect(Object.fromEntries(list.map(({ key, value }) => [key, value]))).toEqual({
    today: ofDay(3),
    yesterday: ofDay(3),
    month: ofDay(3, 48),
    lastMonth: null,
    year: ofDay(3, 48),
    lastYear: null,
  });
  const { tree } = await call<EnergyTree>('getEnergyTreeByDate', { consumerId, ...day });
  expect(tree).toMatchObject({ orgName: 'ranked', level: 0 });
  expect(tree?.children).toHaveLength(12);
  const now = await call<EnergyTree>('getEnergyTree', { consumerId });
  expect(now.tree).toMatchObject({ orgName: 'ranked', pP: null });
});

test('after a change of the clock a device is held against the whole day before', async () => {
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'clock', zone: 'Europe/Berlin' });
  const meterId = built.meterIds[0] ?? 0;
  // 2024-03-31 has 23 hours; the day before uses a hundred times as much.
  const first = Date.parse('2024-03-30T00:00:00+01:00');
  await storeIntervals(
    db,
    Array.from({ length: 24 + 23 + 24 }, (_, hour) => ({
      meterId,
      start: first + hour * HOUR,
      end: first + (hour + 1) * HOUR,
      code: 'PP',
      value: hour < 24 ? '100' : '1',
    })),
  );
  await foldDirty(db);
  const [device] = await call<DeviceRank[]>('getEnergyDeviceTop', {
    consumerId: built.consumerId,
    begin: '2024-04-01',
    end: '2024-04-01',
  });
  expect(device).toMatchObject({ pP: 24, change: 0.043478, why: null });
});
