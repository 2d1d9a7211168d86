import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { AlarmRatesWire } from '../contract.ts';

let product: Product;
let operator: Client;
let consumerId = 0;
let meterId = 0;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const built = await buildMeters(product.database.db, { name: 'rated' });
  consumerId = built.consumerId;
  meterId = built.meterIds[0] ?? 0;
  const { db } = product.database;
  // A flood of 22 general alarms within ten minutes, one confirmed after three minutes; all over an hour later.
  await sql`insert into alarm_record (record_name, consumer_id, ammeter_id, alarm_type, alarm_level, alarm_status, process,
      raised_at, cleared_at, raise_count, origin, confirmed_at)
    select 'Flood', ${consumerId}, ${meterId}, '1', '3', '0', '0', '2026-03-01T00:00:00Z'::timestamptz + n * interval '20 seconds',
      '2026-03-01T01:00:00Z', 1, 'live', case when n = 0 then '2026-03-01T00:03:00Z'::timestamptz end
    from generate_series(0, 21) n`.execute(db);
  // One urgent alarm that stands since, and one that was withdrawn.
  await sql`insert into alarm_record (record_name, consumer_id, alarm_type, alarm_level, alarm_status, process, raised_at,
      raise_count, origin, revision)
    values ('Stands', ${consumerId}, '1', '1', '1', '0', '2026-03-01T12:00:00Z', 1, 'live', null),
      ('Gone', ${consumerId}, '1', '1', '1', '0', '2026-03-01T12:00:00Z', 1, 'live', 'withdrawn')`.execute(
    db,
  );
  // One that was found in data of weeks ago, and confirmed then.
  await sql`insert into alarm_record (record_name, consumer_id, alarm_type, alarm_level, alarm_status, process, raised_at,
      cleared_at, raise_count, origin, confirmed_at)
    values ('Found late', ${consumerId}, '1', '3', '0', '1', '2026-03-01T13:00:00Z', '2026-03-01T14:00:00Z', 1, 'late',
      '2026-04-01T12:00:00Z')`.execute(db);
  // One that flutters: three raises within 50 s.
  const { rows } = await sql<{
    id: number;
  }>`insert into alarm_record (record_name, consumer_id, alarm_type, alarm_level,
      alarm_status, process, raised_at, cleared_at, raise_count, origin)
    values ('Flutters', ${consumerId}, '1', '2', '0', '1', '2026-03-02T12:00:00Z', '2026-03-02T12:05:00Z', 3, 'live')
    returning id`.execute(db);
  for (const second of [25, 50])
    await sql`insert into alarm_act (record_id, consumer_id, kind, at) values (${rows[0]?.id}, ${consumerId}, 'raise',
      '2026-03-02T12:00:00Z'::timestamptz + ${second}::integer * interval '1 second')`.execute(db);
});
afterAll(() => product.close());

const rates = async (params: object): Promise<AlarmRatesWire> =>
  ok(
    await operator.get<AlarmRatesWire>('/api/alarm/record/getRates', { enterpriseId: consumerId, ...params }),
  );

test('raises, floods, what stands, what flutters, the split by level, the time to confirm: of a range of known truth', async () => {
  // Two days in Shanghai: 2026-03-01 00:00 to 2026-03-03 00:00 there.
  const found = await rates({ startTime: '2026-03-01', endTime: '2026-03-02' });
  expect(found).toMatchObject({
    from: Date.parse('2026-02-28T16:00:00Z'),
    to: Date.parse('2026-03-02T16:00:00Z'),
    raises: 27,
    peakPerTenMinutes: 22,
    standing: 1,
    chattering: 1,
    toConfirmMs: 180_000,
    standingFirst: [{ recordName: 'Stands' }],
    chatteringFirst: [{ recordName: 'Flutters', raiseCount: 3 }],
  });
  expect(found.meanPerTenMinutes).toBeCloseTo(27 / 288);
  expect(found.byLevel).toEqual([
    { level: 1, share: 1 / 27 }, { level: 2, share: 3 / 27 }, { level: 3, share: 23 / 27 },
  ]); // prettier-ignore
  // From the eleventh raise (200 s) until the last (420 s).
  expect(found.floodShare).toBeCloseTo(220 / (2 * 86_400));
});

test('another range, another site or enterprise is another answer; a range that makes no sense gets its sentence', async () => {
  expect(await rates({ startTime: '2026-03-02T00:00:00Z', endTime: '2026-03-02T11:00:00Z' })).toMatchObject({ raises: 0, standing: 0, topTenShare: null }); // prettier-ignore
  const other = await buildMeters(product.database.db, { name: 'quiet' });
  expect(await rates({ enterpriseId: other.consumerId, startTime: '2026-03-01', endTime: '2026-03-02' })).toMatchObject({ raises: 0 }); // prettier-ignore
  const bad = (params: Record<string, unknown>) => operator.get('/api/alarm/record/getRates', params);
  expect(await bad({ startTime: '2099-01-01' })).toMatchObject({ code: 400 });
  expect(await bad({ startTime: '2020-01-01', endTime: '2026-01-01' })).toMatchObject({ code: 400 });
});

test('records leave as a sheet in the words of the reader, in the query that is shown', async () => {
  const csv = async (client: Client): Promise<string> => {
    const file = await client.download('/api/alarm/record/exportRecords', {
      enterpriseId: consumerId,
      alarmLevel: '1',
      format: 'csv',
    });
    return file.body.toString('utf8');
  };
  const english = await csv(operator);
  expect(english).toContain('Urgent');
  expect(english).toContain('2026-03-01 20:00:00');
  expect(english).toContain('Stands');
  expect(english).not.toContain('Flutters');
  expect(await csv(operator.in('zh'))).toContain('紧急');
});
