import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { codeIndex } from '#contract/dataCode.ts';
import { storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { add, buildEnterprise, unique, type Enterprise } from '#test/build.ts';
import { buildMeters } from '#test/build/meter.ts';
import { noteClock } from '#server/ownClock.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import type { GatewayRow, MeterRate, MeterRow, RateGap, RateSummary, UnmappedDevice } from '../contract.ts';
import { meterRates } from './rate.ts';
import { silentMeters, type Slice } from './silentMeters.ts';
import { watchSilence } from './watch.ts';

const STEP = 900_000;
// A Friday in Shanghai, 00:00 local.
const DAY = Date.parse('2026-01-16T00:00:00+08:00');

let product: Product;
let mine: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
});
afterAll(() => product.close());

async function newMeter(fields: Record<string, unknown> = {}): Promise<number> {
  return add(mine.client, 'ammeter', {
    ammeterName: unique('Meter '),
    ammeterCode: unique('E-'),
    consumerId: mine.consumerId,
    siteId: mine.siteId,
    ...fields,
  });
}

async function tell(meterId: number, instants: readonly number[]): Promise<void> {
  const builder = new BatchBuilder();
  for (const [i, at] of instants.entries()) {
    builder.row(meterId, at);
    builder.set(codeIndex('PP'), 1000 + i);
  }
  await storeReadings(product.services.system, builder.batch());
}

const steps = (from: number, n: number, step = STEP) => Array.from({ length: n }, (_, i) => from + i * step);

const rateOf = async (search: string, begin: string, end = begin) => {
  const answer = ok(
    await mine.client.get<Page<MeterRate> & { summary: RateSummary }>(
      '/api/communication/collectionRate/getlist',
      { consumerId: mine.consumerId, search, begin, end },
    ),
  );
  return answer.list[0];
};

describe('collection rate', () => {
  it('counts the expected instants of a local day and those near which a reading came', async () => {
    const code = unique('R-');
    const id = await newMeter({ ammeterCode: code });
    // 96 instants a second off, a doubled one, and ten missing at noon.
    const reported = steps(DAY, 192)
      .filter((_, i) => i < 48 || i >= 58)
      .map((at, i) => at + (i % 2 ? 1000 : -1000));
    await tell(id, [...reported, DAY + 20_000]);
    const rate = await rateOf(code, '2026-01-15', '2026-01-18');
    expect(rate?.days).toEqual([
      { day: '2026-01-15', expected: 0, received: 0 },
      { day: '2026-01-16', expected: 96, received: 86 },
      { day: '2026-01-17', expected: 96, received: 96 },
      { day: '2026-01-18', expected: 96, received: 0 },
    ]);
    const gaps = ok(
      await mine.client.get<Page<RateGap>>('/api/communication/collectionRate/getGaps', {
        ammeterId: id,
        begin: '2026-01-16',
        end: '2026-01-16',
      }),
    );
    expect(gaps.list).toMatchObject([{ ammeterId: id, missing: 10 }]);
    expect(gaps.list[0]?.from).toBe(reported[47]);
    expect(gaps.list[0]?.to).toBe(reported[48]);
    const open = ok(
      await mine.client.get<Page<RateGap>>('/api/communication/collectionRate/getGaps', {
        ammeterId: id,
        begin: '2026-01-17',
        end: '2026-01-18',
      }),
    );
    expect(open.list).toMatchObject([{ missing: 96, to: DAY + 3 * 86_400_000 }]);
  });

  it('expects nothing of a meter that never spoke, and refuses periods that are none', async () => {
    const code = unique('N-');
    await newMeter({ ammeterCode: code });
    expect(await rateOf(code, '2026-01-16')).toMatchObject({ expected: 0, received: 0 });
    const reply = await mine.client.get('/api/communication/collectionRate/getlist', {
      begin: '2026-01-16',
      end: '2026-01-15',
    });
    expect(reply).toMatchObject({ code: 400, field: 'end' });
    expect(
      await mine.client.get('/api/communication/collectionRate/getlist', {
        begin: '2025-01-16',
        end: '2026-01-15',
      }),
    ).toMatchObject({ code: 400, field: 'end' });
  });

  it('counts a meter in full that tells halfway between the expected instants, or by the hour where clocks are half an hour off', async () => {
    const code = unique('H-');
    const id = await newMeter({ ammeterCode: code });
    const jitter = (at: number, i: number): number => at + [-2000, 1000, 2000, -1000][i % 4]!; // prettier-ignore
    await tell(id, steps(DAY + STEP / 2, 192).filter((_, i) => i < 96 || i >= 106).map(jitter)); // prettier-ignore
    expect((await rateOf(code, '2026-01-16', '2026-01-17'))?.days).toEqual([
      { day: '2026-01-16', expected: 96, received: 96 },
      { day: '2026-01-17', expected: 96, received: 86 },
    ]);
    const { db } = product.database;
    const delhi = await buildMeters(db, { name: unique('Delhi '), zone: 'Asia/Kolkata' });
    await sql`update ammeter set interval_seconds = 3600 where id = any(${delhi.meterIds}::integer[])`.execute(
      db,
    );
    const midnight = Date.parse('2026-01-16T00:00:00+05:30');
    await tell(delhi.meterIds[0] ?? 0, steps(midnight, 48, 3_600_000).map(jitter));
    const asked = { consumerId: delhi.consumerId, begin: '2026-01-16', end: '2026-01-17' };
    const [rate] = await meterRates(db, asked, Date.now());
    expect(rate?.days.map(({ received }) => received)).toEqual([24, 24]);
  });

  it('expects one value of a daily meter on a day of 25 hours, and 25 of an hourly one', async () => {
    const { db } = product.database;
    const [first, last] = ['2025-10-24T22:00Z', '2025-10-27T23:00Z'].map((text) => Date.parse(text)) as [number, number]; // prettier-ignore
    const midnights = ['2025-10-24T22:00Z', '2025-10-25T22:00Z', '2025-10-26T23:00Z', '2025-10-27T23:00Z'];
    const hours = steps(first, (last - first) / 3_600_000 + 1, 3_600_000);
    const days = [25, 26, 27].map((day) => `2025-10-${day}`);
    for (const [seconds, came, expected] of [
      [86_400, midnights.map((text) => Date.parse(text)), [1, 1, 1]],
      [3600, hours, [24, 25, 24]],
    ] as const) {
      const berlin = await buildMeters(db, { name: unique('Berlin '), zone: 'Europe/Berlin' });
      await sql`update ammeter set interval_seconds = ${seconds} where id = any(${berlin.meterIds}::integer[])`.execute(
        db,
      );
      await tell(berlin.meterIds[0] ?? 0, came);
      const asked = { consumerId: berlin.consumerId, begin: '2025-10-25', end: '2025-10-27' };
      const [rate] = await meterRates(db, asked, Date.now());
      expect(rate?.days).toEqual(
        days.map((day, i) => ({ day, expected: expected[i], received: expected[i] })),
      );
    }
  });

  it('comes as a workbook', async () => {
    const { body } = await mine.client.download('/api/communication/collectionRate/exportlist', {
      consumerId: mine.consumerId,
      begin: '2026-01-16',
      end: '2026-01-17',
    });
    expect(body.subarray(0, 2).toString()).toBe('PK');
  });
});

describe('gateways', () => {
  it('map unknown devices to new meters and known ones, many at once, or not at all', async () => {
    const { system } = product.services;
    const name = unique('GW ');
    const id = await add(mine.client, 'gateway', { gatewayName: name, consumerId: mine.consumerId });
    await sql`insert into gateway_rejection (gateway_id, consumer_id, device_name, data_key, reason, n, first_at, last_at, sample)
      select ${id}, ${mine.consumerId}, d, k, 'unknownMeter', 3, now(), now(), '1.5'
      from unnest(array['Pump 1', 'Pump 2']) d, unnest(array['PP', 'temp_in']) k`.execute(system);
    const seen = ok(
      await mine.client.get<Page<UnmappedDevice>>('/api/communication/gateway/getUnmapped', { id }),
    );
    expect(seen.list.map((device) => device.deviceName).sort()).toEqual(['Pump 1', 'Pump 2']);
    expect(seen.list[0]?.keys).toMatchObject([
      { dataKey: 'PP', dataCode: 'PP', n: 3, sample: '1.5' },
      { dataKey: 'temp_in', dataCode: null },
    ]);
    const code = unique('P1-');
    const devices = [
      {
        deviceName: 'Pump 1',
        newMeter: {
          ammeterName: 'Pump one',
          ammeterCode: code,
          siteId: mine.siteId,
          deviceType: '4',
          dataType: '1',
        },
        keys: [
          { dataKey: 'PP', dataCode: 'PP', multiplier: 0.001 },
          { dataKey: 'temp_in', ignored: true },
        ],
      },
      { deviceName: 'Pump 2', ammeterId: mine.ammeterId, keys: [{ dataKey: null }] },
    ];
    const wrong = devices.map((device) => ({ ...device, deviceName: device.deviceName }));
    const refused = await mine.client.post('/api/communication/gateway/mapKeys', {
      id,
      devices: JSON.stringify([...wrong, { deviceName: 'Pump 3', keys: [{ dataKey: null }] }]),
    });
    expect(refused).toMatchObject({ code: 400, field: 'ammeterId' });
    expect(refused.message).toContain('Pump 3');
    const done = ok(
      await mine.client.post('/api/communication/gateway/mapKeys', { id, devices: JSON.stringify(devices) }),
    );
    expect(done).toEqual({ meters: 1, mappings: 3 });
    const { rows } = await sql`select device_name, data_key, ignored, multiplier::float8 as multiplier
      from gateway_mapping where gateway_id = ${id} order by 1, 2`.execute(system);
    expect(rows).toEqual([
      { device_name: 'Pump 1', data_key: 'PP', ignored: false, multiplier: 0.001 },
      { device_name: 'Pump 1', data_key: 'temp_in', ignored: true, multiplier: null },
      { device_name: 'Pump 2', data_key: null, ignored: false, multiplier: null },
    ]);
    const left = ok(
      await mine.client.get<Page<UnmappedDevice>>('/api/communication/gateway/getUnmapped', { id }),
    );
    expect(left.pagination.total).toBe(0);
    const row = ok(await mine.client.get<GatewayRow>('/api/communication/gateway/get', { id }));
    expect(row).toMatchObject({ gatewayName: name, meters: 2, contact: 'never', tokens: 1 });
    expect(ok(await mine.client.post('/api/archive/gateway/revokeToken', { id }))).toEqual({ revoked: 1 });
    ok(await mine.client.post('/api/archive/gateway/del', { id }));
  });

  it('keep a mapping for every key apart from those of single keys, and refuse it twice', async () => {
    const id = await add(mine.client, 'gateway', {
      gatewayName: unique('GW '),
      consumerId: mine.consumerId,
    });
    const mapping = {
      gatewayId: id,
      consumerId: mine.consumerId,
      deviceName: 'A',
      ammeterId: mine.ammeterId,
    };
    const at = '/api/archive/gatewayMapping/add';
    ok(await mine.client.post(at, mapping));
    expect(await mine.client.post(at, mapping)).toMatchObject({ code: 409, field: 'dataKey' });
    ok(await mine.client.post(at, { ...mapping, dataKey: 'x', dataCode: 'PZ' }));
    const { ammeterId: _, ...none } = mapping;
    expect(await mine.client.post(at, { ...none, dataKey: 'y' })).toMatchObject({
      code: 400,
      field: 'ammeterId',
    });
    ok(await mine.client.post(at, { ...none, dataKey: 'y', ignored: true }));
    expect(await mine.client.post(at, { ...mapping, deviceName: 'B', dataCode: 'PZ' })).toMatchObject({
      code: 400,
      field: 'dataCode',
    });
  });
});

describe('silence', () => {
  it('raises one notice after three intervals and ends it when the meter speaks again', async () => {
    const now = Date.now();
    const code = unique('S-');
    const id = await newMeter({ ammeterCode: code, intervalSeconds: 60 });
    await tell(id, [now - 100_000]);
    await watchSilence(product.services.system, { now });
    const notices = async () =>
      ok(
        await mine.client.get<Page<{ objectId: number; endedAt: number | null }>>('/api/sys/notice/getlist', {
          kind: 'meterSilent',
          pageSize: 100,
        }),
      ).list.filter((notice) => notice.objectId === id);
    expect(await notices()).toEqual([]);
    await watchSilence(product.services.system, { now: now + 100_000 });
    await watchSilence(product.services.system, { now: now + 130_000 });
    expect(await notices()).toMatchObject([{ endedAt: null, since: now - 100_000, read: false }]);
    const meters = ok(
      await mine.client.get<Page<MeterRow>>('/api/communication/meter/getlist', { search: code }),
    );
    expect(meters.list).toMatchObject([{ id, contact: 'online', values: { PP: 1000 } }]);
    await tell(id, [now + 110_000]);
    await watchSilence(product.services.system, { now: now + 140_000 });
    expect((await notices())[0]?.endedAt).toBe(now + 140_000);
  });

  it('is counted from when the product runs again where it stood still; what was silent before is so still', async () => {
    const now = Date.now();
    const { system } = product.services;
    const [before, id] = [await newMeter({ intervalSeconds: 60 }), await newMeter({ intervalSeconds: 60 })];
    await tell(before, [now - 200_000]);
    await tell(id, [now]);
    await watchSilence(system, { now });
    await noteClock(system, null, now);
    const lasting = async () =>
      (await sql<{ id: number }>`select object_id as id from notice
        where kind = 'meterSilent' and ended_at is null and object_id in (${before}, ${id}) order by 1`.execute(system)).rows; // prettier-ignore
    const start = now + 3_600_000;
    await watchSilence(system, { now: start });
    for (const at of [0, 60_000, 120_000, 179_000]) {
      await noteClock(system, null, start + at);
      await watchSilence(system, { now: start + at });
    }
    expect(await lasting()).toEqual([{ id: before }]);
    await watchSilence(system, { now: start + 181_000 });
    expect(await lasting()).toEqual([{ id: before }, { id }]);
    await sql`delete from setting where name = 'clock'`.execute(system);
  });

  it('is found slice by slice as in one look', async () => {
    const now = Date.parse('2026-03-02T00:00:00Z');
    for (let i = 0; i < 3; i++) await tell(await newMeter({ intervalSeconds: 60 }), [now - 200_000]);
    await tell(await newMeter({ intervalSeconds: 60 }), [now - 180_000]);
    const { system } = product.services;
    const { silent } = await silentMeters(system, 0, now);
    expect(silent.filter((meter) => meter.lastAt === now - 200_000)).toHaveLength(3);
    expect(silent.some((meter) => meter.lastAt === now - 180_000)).toBe(false);
    const found: number[] = [];
    for (let after: number | null = 0; after !== null;) {
      const slice: Slice = await silentMeters(system, after, now, 2);
      found.push(...slice.silent.map(({ id }) => id));
      after = slice.upTo;
    }
    expect(found.toSorted((a, b) => a - b)).toEqual(silent.map(({ id }) => id).toSorted((a, b) => a - b));
  });

  it('tells nobody of what fell silent long ago', async () => {
    const id = await newMeter({ intervalSeconds: 60 });
    await tell(id, [Date.parse('2019-01-01T00:00:00Z')]);
    await watchSilence(product.services.system);
    const { rows } = await sql`select from notice where object_id = ${id}`.execute(product.services.system);
    expect(rows).toHaveLength(0);
  });
});
