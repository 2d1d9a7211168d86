import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { openIngest, type Ingest } from '#feature/meters/ingest/server/public.ts';
import { silent } from '#server/database/log.ts';
import { eventually } from '#test/broker.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { ModbusServer } from '../../../../../simulator/device/modbusServer.ts';
import { type Collector, startCollector } from './collector.ts';

/** What the calls of signal points tell of one. */
interface Point {
  readonly pointName: string;
  readonly value: number | null;
}
interface Interval {
  readonly value: number | null;
}

let product: Product;
let mine: Enterprise;
let ingest: Ingest;
let server: ModbusServer;
let collector: Collector;
/** What stands in the device: an input, a coil, a register of bits and one that is the state itself. */
const device = { input: 1, coil: 0, bits: 0b100, mode: 2 };
const asked = new Set<string>();

beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  ingest = openIngest({ system: product.database.db, log: silent });
  const cells: Record<string, () => number> = {
    '2/7': () => device.input,
    '1/16': () => device.coil,
    '3/40': () => device.bits,
    '4/3': () => device.mode,
  };
  server = await ModbusServer.listen(
    new Map([
      [
        5,
        (address, fn) => {
          asked.add(`${fn}/${address}`);
          return cells[`${fn}/${address}`]?.();
        },
      ],
    ]),
  );
});
afterAll(async () => {
  await collector.stop();
  await server.close();
  await ingest.close();
  await product.close();
});

const MAPS = [
  { signalKey: 'DI1', readFunction: '2', registerAddress: '7' },
  { signalKey: 'DO1', readFunction: '1', registerAddress: '0x10' },
  { signalKey: 'TRIP', readFunction: '3', registerAddress: '40', bit: 2 },
  { signalKey: 'MODE', readFunction: '4', registerAddress: '3' },
  // The meter has no point of this key: it is never asked for.
  { signalKey: 'SPARE', readFunction: '2', registerAddress: '900' },
];

/** A polled meter whose model tells positions alone, with a point for each but the spare one. */
async function hang(): Promise<Map<string, number>> {
  const operator = await product.operator();
  const { consumerId, siteId, gatewayId, ammeterId } = mine;
  const deviceModelId = await add(operator, 'deviceModel', {
    deviceModelName: unique(),
    deviceModelCode: unique(),
  });
  for (const map of MAPS) await add(operator, 'signalMap', { deviceModelId, ...map });
  const points = new Map<string, number>();
  for (const { signalKey } of MAPS.filter((map) => map.signalKey !== 'SPARE'))
    points.set(
      signalKey,
      await add(operator, 'signalPoint', {
        pointName: signalKey,
        pointCode: unique(),
        consumerId,
        siteId,
        ammeterId,
        signalKey,
        expectedSeconds: 1,
        ...(signalKey === 'MODE' ? { statesZh: '0=停,1=手,2=自', statesEn: '0=Off,1=Hand,2=Auto' } : {}),
      }),
    );
  const channelId = await add(operator, 'collectorChannel', {
    channelName: unique('Line '),
    consumerId,
    gatewayId,
    host: '127.0.0.1',
    port: server.port,
    intervalSeconds: 1,
    timeoutMs: 500,
  });
  await add(operator, 'collectorMeter', {
    channelId,
    consumerId,
    ammeterId,
    unitAddress: '5',
    deviceModelId,
  });
  return points;
}

const statesNow = async (): Promise<Record<string, number | null>> => {
  const { list } = ok(
    await mine.client.get<Page<Point>>('/api/archive/signalPoint/getStates', { pageSize: 100 }),
  );
  return Object.fromEntries(list.map(({ pointName, value }) => [pointName, value]));
};
async function untilThey(are: Readonly<Record<string, number>>): Promise<void> {
  let last: Record<string, number | null> = {};
  await eventually(`they are ${JSON.stringify(are)}`, async () => {
    last = await statesNow();
    return Object.entries(are).every(([name, value]) => last[name] === value);
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}; they are ${JSON.stringify(last)}`);
  });
}

it('what a device tells in coils, inputs and bits goes from the wire through the store into the answers', async () => {
  const points = await hang();
  const { db, pool } = product.database;
  const allowed = product.services.config.collectorAllow;
  collector = startCollector({ ingest, system: db, pool, log: silent, allowed, writeEvery: 100 });
  await untilThey({ DI1: 1, DO1: 0, TRIP: 1, MODE: 2 });
  Object.assign(device, { input: 0, coil: 1, bits: 0b11, mode: 1 });
  await untilThey({ DI1: 0, DO1: 1, TRIP: 0, MODE: 1 });
  expect([...asked].toSorted((a, b) => a.localeCompare(b))).toEqual(['1/16', '2/7', '3/40', '4/3']);

  // Kept as changes: two rows a point, however often it was polled.
  const { rows } = await sql<{ id: number; values: number[] }>`
    select point_id as id, array_agg(value order by ts) as values from signal group by 1`.execute(db);
  expect(new Map(rows.map(({ id, values }) => [id, values]))).toEqual(
    new Map([
      [points.get('DI1'), [1, 0]],
      [points.get('DO1'), [0, 1]],
      [points.get('TRIP'), [1, 0]],
      [points.get('MODE'), [2, 1]],
    ]),
  );

  // A device that does not answer is not "open": its course is unknown from then on.
  server.faults.set(5, 'silent');
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  await eventually('the silence is seen', async () => {
    const { list } = ok(
      await mine.client.get<Page<Interval>>('/api/archive/signalPoint/getHistory', {
        id: points.get('DI1'),
        begin: today,
        end: today,
      }),
    );
    return list[0]?.value === null && list[1]?.value === 0;
  });
});
