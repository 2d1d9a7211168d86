import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeScene } from '#test/build/judgeScene.ts';
import { noteClock } from '#server/ownClock.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

const MINUTE = 60_000;
let product: Product;
let operator: Client;
let consumerId = 0;
let alarmId = 0;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  ({ consumerId } = await buildMeters(product.database.db, { name: 'silence' }));
  ({ id: alarmId } = ok(
    await operator.post<{ id: number }>('/api/event/alarm/add', {
      alarmName: 'Silence', consumerId, alarmLevel: '2', triggerMethod: 'silent', algoUrl: 'builtin:silence', triggerInterval: 0, recoverInterval: 0,
    }),
  )); // prettier-ignore
});
afterAll(() => product.close());
const { newMeter, store, look, recordsOf } = judgeScene(() => ({ product, consumerId }));

/** A meter that tells its values once a minute, in a block of its own, heard of at an instant. */
async function heardAt(t: number): Promise<number> {
  await sql`select setval(pg_get_serial_sequence('ammeter', 'id'), (select max(id) + 512 from ammeter))`.execute(
    product.database.db,
  );
  const meterId = await newMeter(60);
  ok(await operator.post('/api/event/objectAlarm/add', { consumerId, ammeterId: meterId, alarmId }));
  await store(meterId, [[t, { PZ: 50 }]]);
  await look(t);
  return meterId;
}

/** What came minute by minute while nobody judged, up to an instant (ms) that is now. */
async function cameMeanwhile(meterId: number, ats: readonly number[], now: number): Promise<void> {
  for (const at of ats) await store(meterId, [[at, { PZ: 50 }]]);
  await sql`update alarm_touch set at = now() - (${new Date(now)}::timestamptz - tos[1]) where ${meterId}::integer = any (meters)`.execute(
    product.database.db,
  );
}

it('what came while nothing was judged is no silence, in whatever order it is looked at', async () => {
  const t = Date.now();
  const now = t + 6 * MINUTE;
  const meterIds = [await heardAt(t), await heardAt(t), await heardAt(t)];
  for (const id of meterIds) await cameMeanwhile(id, [1, 2, 3, 4, 5, 6].map((n) => t + n * MINUTE), now); // prettier-ignore
  // Of one the rules are looked at before what it sent.
  await sql`update ammeter set ammeter_name = 'Renamed' where id = ${meterIds[1]}`.execute(
    product.database.db,
  );
  await look(now);
  for (const id of meterIds) expect(await recordsOf(id)).toEqual([]);
  // And from the last that came on it is judged as ever.
  await look(now + 3.1 * MINUTE);
  for (const id of meterIds) expect(await recordsOf(id)).toMatchObject([{ cleared: null }]);
});

it('what did not come meanwhile is found, with its begin and its end', async () => {
  const t = Date.now();
  const now = t + 12 * MINUTE;
  const meterId = await heardAt(t);
  await cameMeanwhile(meterId, [1, 10, 11, 12].map((n) => t + n * MINUTE), now); // prettier-ignore
  await look(now);
  const [record, ...others] = await recordsOf(meterId);
  expect(others).toEqual([]);
  // When a delivery came is told by how long ago that was, which goes on while the test runs.
  expect(Math.abs((record?.raised ?? 0) - t - 4 * MINUTE)).toBeLessThan(MINUTE / 4);
  expect(Math.abs((record?.cleared ?? 0) - t - 10 * MINUTE)).toBeLessThan(MINUTE / 4);
});

it('is counted from when the product runs again where it stood still', async () => {
  const t = Date.now();
  const meterId = await heardAt(t);
  await noteClock(product.database.db, null, t);
  // Nobody listened for an hour.
  const start = t + 60 * MINUTE;
  await look(start);
  await noteClock(product.database.db, null, start);
  for (const at of [1, 2, 2.9]) {
    await noteClock(product.database.db, null, start + at * MINUTE);
    await look(start + at * MINUTE);
  }
  expect(await recordsOf(meterId)).toEqual([]);
  await noteClock(product.database.db, null, start + 3.1 * MINUTE);
  await look(start + 3.1 * MINUTE);
  expect(await recordsOf(meterId)).toMatchObject([{ raised: start + 3 * MINUTE, cleared: null }]);
  // What stands goes on over another stop.
  await look(start + 60 * MINUTE);
  expect(await recordsOf(meterId)).toMatchObject([{ raised: start + 3 * MINUTE, cleared: null }]);
  await sql`delete from setting where name = 'clock'`.execute(product.database.db);
});

it('of a rule that is out of use for a while it is told again when it is in use, as long as nothing comes', async () => {
  const t = Date.now();
  const meterId = await heardAt(t);
  await look(t + 5 * MINUTE);
  const { rows } = await sql<{
    id: number;
  }>`select id from object_alarm where ammeter_id = ${meterId}`.execute(product.database.db);
  const use = async (enable: boolean): Promise<unknown> =>
    ok(await operator.post('/api/event/objectAlarm/edit', { id: rows[0]?.id, enable }));
  await use(false);
  await look(t + 6 * MINUTE);
  expect((await recordsOf(meterId)).map(({ cleared }) => cleared === null)).toEqual([false]);
  await use(true);
  for (const minutes of [7, 8]) await look(t + minutes * MINUTE);
  expect((await recordsOf(meterId)).map(({ cleared }) => cleared === null)).toEqual([false, true]);
  await store(meterId, [[t + 9 * MINUTE, { PZ: 50 }]]);
  await look(t + 9 * MINUTE);
  expect((await recordsOf(meterId)).map(({ cleared }) => cleared === null)).toEqual([false, false]);
  const { rows: told } = await sql<{ told: number }>`
    select _told as told from alarm_record where ammeter_id = ${meterId} order by id`.execute(
    product.database.db,
  );
  expect(told).toEqual([{ told: 1 }, { told: 1 }]);
});
