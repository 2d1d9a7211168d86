import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Ingest, openIngest } from '#feature/meters/ingest/server/public.ts';
import { silent } from '#server/database/log.ts';
import { add, unique } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise } from '#test/build/whole.ts';
import { ModbusServer } from '../../../../../simulator/device/modbusServer.ts';
import type { ChannelStateWire, MeterStateWire, ReadNowWire } from '../contract.ts';
import { type Collector, startCollector } from './collector.ts';
import { type Delivery, DeliveryBuffer } from './deliver.ts';

let product: Product;
let mine: WholeEnterprise;
let ingest: Ingest;
let server: ModbusServer;
/** Register 0 counts on with every read of it. */
let register = 100_000;
const running: Collector[] = [];

beforeAll(async () => {
  product = await startProduct();
  mine = await buildWholeEnterprise(product);
  ingest = openIngest({ system: product.database.db, log: silent });
  const registers = (address: number): number | undefined =>
    address === 0 ? (register += 5) >>> 16 : address === 1 ? register & 0xffff : undefined;
  server = await ModbusServer.listen(new Map([[1, registers], [2, registers]])); // prettier-ignore
});
afterEach(async () => {
  for (const collector of running.splice(0)) await collector.stop();
  server.faults.clear();
});
afterAll(async () => {
  await server.close();
  await ingest.close();
  await product.close();
});

const start = (): Collector => {
  const { db, pool } = product.database;
  const allowed = product.services.config.collectorAllow;
  const collector = startCollector({ ingest, system: db, pool, log: silent, allowed, writeEvery: 100 });
  running.push(collector);
  return collector;
};

/** Asks again until the answer is as wanted. */
async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (let i = 0; ; i++) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (i > 300) throw new Error(`it stayed ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

interface Hung {
  readonly channelId: number;
  readonly ammeterId: number;
  readonly modelId: number;
}

/** A channel to the simulated device with one meter at each of the units. */
async function hang(units: readonly string[], change: Record<string, unknown> = {}): Promise<Hung> {
  const operator = await product.operator();
  const { consumerId, siteId, gatewayId } = mine;
  const modelId = await add(operator, 'deviceModel', {
    deviceModelName: unique(),
    deviceModelCode: unique(),
  });
  await add(operator, 'registerMap', {
    deviceModelId: modelId,
    dataCode: 'PP',
    registerAddress: '0',
    scale: 0.01,
  });
  const channelId = await add(operator, 'collectorChannel', {
    channelName: unique('Line '),
    consumerId,
    gatewayId,
    host: '127.0.0.1',
    port: server.port,
    intervalSeconds: 1,
    timeoutMs: 200,
    ...change,
  });
  let ammeterId = 0;
  for (const unitAddress of units) {
    ammeterId = await add(operator, 'ammeter', {
      ammeterName: 'Polled',
      ammeterCode: unique(),
      consumerId,
      siteId,
    });
    await add(operator, 'collectorMeter', {
      channelId,
      consumerId,
      ammeterId,
      unitAddress,
      deviceModelId: modelId,
    });
  }
  return { channelId, ammeterId, modelId };
}

const unhook = async ({ channelId }: Hung): Promise<void> => {
  const { db } = product.database;
  await sql`delete from collector_meter where channel_id = ${channelId}`.execute(db);
  await sql`delete from collector_channel where id = ${channelId}`.execute(db);
};

const readings = async (ammeterId: number): Promise<{ ts: Date; pp: number }[]> =>
  (
    await sql<{
      ts: Date;
      pp: number;
    }>`select ts, pp from reading where meter_id = ${ammeterId} order by ts`.execute(product.database.db)
  ).rows;

const channelState = async (channelId: number): Promise<ChannelStateWire | undefined> => {
  const page = ok(
    await mine.client.get<{ list: ChannelStateWire[] }>('/api/archive/collectorChannel/getStates', {
      pageSize: 100,
    }),
  );
  return page.list.find((one) => one.channelId === channelId);
};
const meterStates = async (channelId: number): Promise<string[]> =>
  ok(
    await mine.client.get<{ list: MeterStateWire[] }>('/api/archive/collectorChannel/getMeterStates', {
      id: channelId,
    }),
  ).list.map((one) => `${one.unitAddress} ${one.state}`);

it('polls, stores what stood at the instant of the read, and tells how it goes', async () => {
  const hung = await hang(['1', '9']);
  const first = await hang(['2']);
  const collector = start();
  const rows = await until(() => readings(first.ammeterId), (all) => all.length >= 3); // prettier-ignore
  for (const [i, row] of rows.entries()) {
    expect(Number.isInteger(Math.round(row.pp * 100))).toBe(true);
    if (i > 0) expect(row.pp).toBeGreaterThan(rows[i - 1]?.pp ?? Infinity);
    expect(Math.abs(Date.now() - row.ts.getTime())).toBeLessThan(60_000);
  }
  await until(() => meterStates(hung.channelId), (all) => all.join() === '9 timeout,1 ok'); // prettier-ignore
  expect(await channelState(first.channelId)).toMatchObject({ state: 'ok', meters: 1, metersOk: 1 });
  expect(await channelState(hung.channelId)).toMatchObject({ state: 'ok', meters: 2, metersOk: 1 });
  expect(collector.figures()).toMatchObject({ channels: 2, waiting: 0, lost: 0 });
  await ingest.recorder.flush();
  const { rows: seen } = await sql<{ protocol: string }>`
    select protocol from gateway_state where gateway_id = ${mine.gatewayId}`.execute(product.database.db);
  expect(seen).toEqual([{ protocol: 'collector' }]);

  // A changed setting holds at once: the channel that is switched off is not asked any more.
  ok(await (await product.operator()).post('/api/archive/collectorChannel/editfield', { id: hung.channelId, fieldName: 'state', fieldValue: '0' })); // prettier-ignore
  await until(async () => collector.figures().channels, (n) => n === 1); // prettier-ignore
  await unhook(hung);
  await unhook(first);
});

it('a device that goes away is told as such, left alone for longer and longer, and read again when it is back', async () => {
  const device = await ModbusServer.listen(server.units);
  const { port } = device;
  const hung = await hang(['1'], { port });
  start();
  await until(() => channelState(hung.channelId), (one) => one?.state === 'ok'); // prettier-ignore
  await device.close();
  const away = await until(() => channelState(hung.channelId), (one) => one?.state === 'unreachable'); // prettier-ignore
  expect(away?.detail?.en).toContain('ECONNREFUSED');
  expect(await meterStates(hung.channelId)).toEqual(['1 unreachable']);
  const before = (await readings(hung.ammeterId)).length;
  const back = await ModbusServer.listen(server.units, { port });
  await until(() => readings(hung.ammeterId), (all) => all.length > before); // prettier-ignore
  await until(() => channelState(hung.channelId), (one) => one?.state === 'ok'); // prettier-ignore
  await back.close();
  await unhook(hung);
});

it('two processes never poll the same channel; the second takes over when the first is gone or loses its locks', async () => {
  const hung = await hang(['1']);
  const [one, two] = [start(), start()];
  await until(async () => one.figures().channels + two.figures().channels, (n) => n === 1); // prettier-ignore
  await until(() => readings(hung.ammeterId), (all) => all.length >= 2); // prettier-ignore
  expect(one.figures().channels + two.figures().channels).toBe(1);

  // The connection that holds the lock is killed: somebody polls on, and not both.
  await sql`select pg_terminate_backend(l.pid) from pg_locks l
    where l.locktype = 'advisory' and l.objid = ${hung.channelId}`.execute(product.database.db);
  const before = (await readings(hung.ammeterId)).length;
  await until(() => readings(hung.ammeterId), (all) => all.length >= before + 2); // prettier-ignore
  await until(async () => one.figures().channels + two.figures().channels, (n) => n === 1); // prettier-ignore

  const [first, second] = one.figures().channels === 1 ? [one, two] : [two, one];
  running.splice(running.indexOf(first), 1);
  await first.stop();
  // What the first let go the second finds at its next look; a change makes it look now.
  await sql`select pg_notify('collector', '')`.execute(product.database.db);
  await until(async () => second.figures().channels, (n) => n === 1); // prettier-ignore
  await unhook(hung);
});

it('a value that cannot be is rejected by the way in, and the meter says so', async () => {
  const hung = await hang(['1']);
  const operator = await product.operator();
  await sql`update register_map set scale = 1e9 where device_model_id = ${hung.modelId}`.execute(
    product.database.db,
  );
  start();
  const states = await until(() => meterStates(hung.channelId), (all) => all[0] === '1 rejected'); // prettier-ignore
  expect(states).toEqual(['1 rejected']);
  ok(await operator.post('/api/archive/registerMap/editfield', { id: await mapOf(hung), fieldName: 'scale', fieldValue: '0.01' })); // prettier-ignore
  await until(() => meterStates(hung.channelId), (all) => all[0] === '1 ok'); // prettier-ignore
  await unhook(hung);
});

const mapOf = async ({ modelId }: Hung): Promise<number> => {
  const { rows } = await sql<{
    id: number;
  }>`select id from register_map where device_model_id = ${modelId}`.execute(product.database.db);
  return rows[0]?.id ?? 0;
};

describe('readings while the database is away', () => {
  const delivery = (n: number): Delivery => ({
    channelId: 1,
    collectorMeterId: 1,
    gatewayId: 1,
    ammeterCode: `M${n}`,
    ts: n,
    values: { PP: n },
  });

  it('are kept in order and stored when it is back', async () => {
    let away = true;
    const stored: number[] = [];
    const buffer = new DeliveryBuffer(
      async (_gateway, some) => {
        if (away) throw new Error('no database');
        stored.push(...some.map((one) => one.ts));
        return new Map();
      },
      silent,
      () => {},
    );
    for (let n = 0; n < 2500; n++) buffer.add(delivery(n));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(buffer.size).toBe(2500);
    away = false;
    await until(async () => buffer.size, (n) => n === 0); // prettier-ignore
    expect(stored).toEqual(Array.from({ length: 2500 }, (_, n) => n));
    expect(buffer.lost).toBe(0);
  });

  it('are given up from the oldest when there are too many, and that is counted', async () => {
    const buffer = new DeliveryBuffer(() => Promise.reject(new Error('no database')), silent, () => {}); // prettier-ignore
    for (let n = 0; n < 100_250; n++) buffer.add(delivery(n));
    expect([buffer.size, buffer.lost]).toEqual([100_000, 250]);
    await buffer.close();
  });
});

describe('read now', () => {
  const path = '/api/archive/collectorChannel/readNow';

  it('shows registers and values, stores nothing, and is written down', async () => {
    const hung = await hang(['1'], { intervalSeconds: 3600, timeoutMs: 2000 });
    const byMap = ok(
      await mine.client.post<ReadNowWire>(path, {
        id: hung.channelId,
        unitAddress: '1',
        deviceModelId: hung.modelId,
      }),
    );
    expect(byMap).toMatchObject({ state: 'ok', items: [{ code: 'PP', address: '0', fault: null }] });
    expect(byMap.items[0]?.raw).toMatch(/^00 01 8/);
    const bare = ok(
      await mine.client.post<ReadNowWire>(path, {
        id: hung.channelId,
        unitAddress: '1',
        registerAddress: 0,
        count: 2,
      }),
    );
    expect(bare.items.map((item) => item.address)).toEqual(['0', '1']);
    const beyond = { id: hung.channelId, unitAddress: '1', registerAddress: 500, count: 2 };
    expect(ok(await mine.client.post<ReadNowWire>(path, beyond))).toMatchObject({
      state: 'exception',
      detail: { en: 'exception 2: illegal data address' },
    });
    server.faults.set(1, 'silent');
    const silentUnit = { id: hung.channelId, unitAddress: '1', deviceModelId: hung.modelId };
    expect(ok(await mine.client.post<ReadNowWire>(path, silentUnit))).toMatchObject({ state: 'timeout' });
    expect(await readings(hung.ammeterId)).toEqual([]);
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from oper_log
      where resource = 'collectorChannel' and row_id = ${hung.channelId} and remarks = 'read now'`.execute(
      product.database.db,
    );
    expect(rows[0]?.n).toBe(4);
    await unhook(hung);
  });

  it('asks only what makes sense, of channels that the caller sees', async () => {
    const hung = await hang(['1'], { intervalSeconds: 3600 });
    const id = hung.channelId;
    expect(await mine.client.post(path, { id, unitAddress: '256', registerAddress: 0 })).toMatchObject({
      code: 400,
      field: 'unitAddress',
    });
    expect(await mine.client.post(path, { id, unitAddress: '1' })).toMatchObject({
      code: 400,
      field: 'deviceModelId',
    });
    expect(
      await mine.client.post(path, { id, unitAddress: '1', registerAddress: 0, count: 126 }),
    ).toMatchObject({
      code: 400,
      field: 'count',
    });
    const other = await buildWholeEnterprise(product);
    expect(await other.client.post(path, { id, unitAddress: '1', registerAddress: 0 })).toMatchObject({
      code: 404,
    });
    await unhook(hung);
  });
});

it('settings that cannot work are refused with the field named', async () => {
  const operator = await product.operator();
  const { consumerId, gatewayId, channelId, ammeterId, deviceModelId } = mine;
  const channel = { channelName: unique(), consumerId, gatewayId, port: 502 };
  const post = (resource: string, row: Record<string, unknown>) =>
    operator.post(`/api/archive/${resource}/add`, row);
  for (const host of ['169.254.169.254', '::1', '0.0.0.0', 'fe80::1'])
    expect(await post('collectorChannel', { ...channel, host }), host).toMatchObject({
      code: 400,
      field: 'host',
    });
  const other = await buildWholeEnterprise(product);
  expect(
    await post('collectorChannel', { ...channel, host: '192.0.2.1', gatewayId: other.gatewayId }),
  ).toMatchObject({ code: 400, field: 'gatewayId' });
  const meter = { channelId, consumerId, ammeterId, deviceModelId, unitAddress: '1' };
  expect(await post('collectorMeter', { ...meter, unitAddress: '300' })).toMatchObject({
    field: 'unitAddress',
  });
  expect(await post('collectorMeter', { ...meter, ammeterId: other.ammeterId })).toMatchObject({
    field: 'ammeterId',
  });
  expect(await post('collectorMeter', { ...meter, channelId: other.channelId })).toMatchObject({
    field: 'channelId',
  });
  const dlt = await add(operator, 'deviceModel', {
    deviceModelName: unique(),
    deviceModelCode: unique(),
    protocol: '2',
  });
  expect(await post('collectorMeter', { ...meter, deviceModelId: dlt })).toMatchObject({
    field: 'deviceModelId',
  });
  const map = { deviceModelId, dataCode: 'PZ', registerAddress: '70000' };
  expect(await post('registerMap', map)).toMatchObject({ code: 400, field: 'registerAddress' });
  expect(await post('registerMap', { ...map, registerAddress: '4', unit: 'Wh' })).toMatchObject({
    field: 'unit',
  });
  expect(await post('registerMap', { ...map, deviceModelId: dlt })).toMatchObject({
    field: 'registerAddress',
  });
  // Enterprises see channels and hang their meters on them; hosts are entered by the operator.
  expect(await mine.client.post('/api/archive/collectorChannel/add', { ...channel, host: '192.0.2.9' })).toMatchObject({ code: 403 }); // prettier-ignore
});
