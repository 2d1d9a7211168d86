import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { figureValue } from '#domain/alarm/figure.ts';
import { GUANGDONG } from '#domain/calendar/preset.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { applyChange } from '#feature/money/calendar/server/change.ts';
import { markDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { figureScene } from '#test/build/figureScene.ts';
import { judgeScene } from '#test/build/judgeScene.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { bucketsOf } from './public.ts';

const QUARTER = 900_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** The hour that was under way when the rules were made; what follows lies ahead of the real clock. */
const H = Math.floor(Date.now() / HOUR) * HOUR;

/** The first midnight of the site after H. */
const MIDNIGHT = H + ((16 * HOUR - (H % (24 * HOUR)) + 24 * HOUR) % (24 * HOUR) || 24 * HOUR);

let product: Product;
let operator: Client;
let consumerId = 0;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  ({ consumerId } = await buildMeters(product.database.db, { name: 'figures' }));
});
afterAll(() => product.close());
const scene = () => ({ product, consumerId, operator });
const { newMeter, store, recordsOf } = judgeScene(scene);
const { look, fold, newRule } = figureScene(scene);

/** Registers every quarter of an hour from an hour on, so that each hour uses what is given; the last reading ends the last hour. */
async function use(
  meterId: number,
  from: number,
  hours: readonly number[],
  register = 1000,
): Promise<number> {
  const list: [number, { PP: number }][] = [[from, { PP: register }]];
  let at = from;
  let total = register;
  for (const energy of hours)
    for (let q = 0; q < 4; q++) list.push([(at += QUARTER), { PP: (total += energy / 4) }]);
  await store(meterId, list);
  return total;
}
const shown = async (meterId: number) =>
  (await recordsOf(meterId)).map(({ raised, cleared, revision, limit }) => [
    (raised - H) / HOUR,
    cleared === null ? null : (cleared - H) / HOUR,
    revision,
    limit === null ? null : Number(limit),
  ]);

/** The records of a meter with the figure that each is about. */
async function named(meterId: number): Promise<{ name: string; raised: number }[]> {
  const { rows } = await sql<{ name: string; raised: number }>`
    select a.figure as name, (extract(epoch from r.raised_at) * 1000)::float8 as raised
    from alarm_record r join alarm a on a.id = r.alarm_id where r.ammeter_id = ${meterId} order by raised_at, r.id`.execute(
    product.database.db,
  );
  return rows;
}

test('an hour beyond the limit is a record when it is folded, the next within it the end', async () => {
  const meterId = await newMeter(900);
  await newRule(meterId);
  await use(meterId, H - HOUR, [80]);
  await fold();
  await look(H + MINUTE);
  expect(await shown(meterId)).toEqual([]);
  await use(meterId, H, [120], 1080);
  // Not before it is folded.
  await look(H + HOUR + MINUTE);
  expect(await shown(meterId)).toEqual([]);
  await fold();
  await look(H + HOUR + MINUTE + 2000);
  expect(await shown(meterId)).toEqual([[1, null, null, 100]]);
  await use(meterId, H + HOUR, [140, 90], 1200);
  await fold();
  await look(H + 3 * HOUR + MINUTE);
  expect(await shown(meterId)).toEqual([[1, 3, null, 100]]);
});

test('a corrected hour revises its record, and withdraws it where it never was', async () => {
  const meterId = await newMeter(900);
  await newRule(meterId);
  await look(H + MINUTE);
  const end = await use(meterId, H, [120, 60, 150, 60]);
  await fold();
  await look(H + 4 * HOUR + MINUTE);
  expect(await shown(meterId)).toEqual([
    [1, 2, null, 100],
    [3, 4, null, 100],
  ]);
  // The register at the end of the first hour was read too high: what it used belongs to the second.
  await sql`update reading set pp = pp - 40 where meter_id = ${meterId} and ts = ${new Date(H + HOUR)}`.execute(
    product.database.db,
  );
  await markDirty(product.database.db, meterId, H, H + 2 * HOUR);
  await look(H + 4 * HOUR + 2 * MINUTE);
  expect((await shown(meterId))[0]).toEqual([1, 2, null, 100]);
  await fold();
  await look(H + 4 * HOUR + 2 * MINUTE + 2000);
  expect(await shown(meterId)).toEqual([
    [1, 2, 'withdrawn', 100],
    [3, 4, null, 100],
  ]);
  expect(end).toBe(1390);
});

test('of an hour that is not known whole nothing is said; it is judged when it becomes whole', async () => {
  const meterId = await newMeter(900);
  await newRule(meterId);
  await look(H + MINUTE);
  const after = await use(meterId, H, [120]);
  await fold();
  await look(H + HOUR + MINUTE);
  // Two hours of which only their ends are known: neither is known whole, and what stands stands.
  await store(meterId, [[H + 3 * HOUR, { PP: after + 20 }]]);
  await fold();
  await look(H + 3 * HOUR + MINUTE);
  expect(await shown(meterId)).toEqual([[1, null, null, 100]]);
  // What was kept by the gateway comes: it was over after the first, which is another than was judged.
  await use(meterId, H + HOUR, [10, 10], after);
  await fold();
  await look(H + 3 * HOUR + 2 * MINUTE);
  expect(await shown(meterId)).toEqual([[1, 2, 'revised', 100]]);
});

test('a coverage below what is asked is told after the wait, also where nothing came at all', async () => {
  const meterId = await newMeter(900);
  await newRule(meterId, {
    figure: 'hourCoverage',
    figureSide: 'below',
    limitValue: 90,
    triggerInterval: 600,
  });
  await use(meterId, H - HOUR, [50, 50]);
  await fold();
  await look(H + HOUR + 11 * MINUTE);
  expect(await shown(meterId)).toEqual([]);
  await look(H + 2 * HOUR + 9 * MINUTE);
  expect(await shown(meterId)).toEqual([]);
  await look(H + 2 * HOUR + 11 * MINUTE);
  expect(await shown(meterId)).toEqual([[2, null, null, 90]]);
});

test('a day is one of the site; while our clock is in doubt no bucket is over', async () => {
  const meterId = await newMeter(900);
  await newRule(meterId, { figure: 'dayEnergy', limitValue: 1000 });
  await look(H + MINUTE);
  await use(meterId, MIDNIGHT, Array<number>(24).fill(50));
  await fold();
  await look(MIDNIGHT + 24 * HOUR + MINUTE, true);
  expect(await shown(meterId)).toEqual([]);
  await look(MIDNIGHT + 24 * HOUR + MINUTE);
  expect((await recordsOf(meterId)).map(({ raised }) => raised)).toEqual([MIDNIGHT + 24 * HOUR]);
});

test('the cost of a day counts where all of its energy has a price, by the prices known now', async () => {
  const meterId = await newMeter(900);
  await newRule(meterId, { figure: 'dayCost', limitValue: 1000 });
  await look(H + MINUTE);
  await use(meterId, MIDNIGHT, Array<number>(24).fill(50));
  await fold();
  await look(MIDNIGHT + 24 * HOUR + MINUTE);
  // Without a price it costs nothing known.
  expect(await recordsOf(meterId)).toEqual([]);
  const { db } = product.database;
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into timezone (timezone_name, consumer_id, valid_from, rules)
      values ('g', ${consumerId}, '2020-01-01', ${JSON.stringify(GUANGDONG)}) returning id`.execute(trx);
    const after = {
      timezoneName: 'g',
      siteIdList: null,
      validFrom: '2020-01-01',
      rules: GUANGDONG,
      id: rows[0]?.id ?? 0,
    };
    await applyChange(trx, consumerId, { resource: 'timezone', before: null, after });
  });
  await fold();
  const price = { price1: '1', price2: '1', price3: '1', price4: '1' };
  const { id: planId } = ok(
    await operator.post<{ id: number }>('/api/price/priceScheme/add', {
      schemeName: 'flat',
      consumerId,
      ...price,
      basicCharge: '0',
      factorStandard: '0',
    }),
  );
  ok(
    await operator.post('/api/price/priceAgreement/add', {
      measureAccount: 'A',
      consumerId,
      orgId: consumerId,
      planId,
      beginDt: '2024-01-01',
    }),
  );
  await fold();
  await look(MIDNIGHT + 24 * HOUR + 2 * MINUTE);
  const end = MIDNIGHT + 24 * HOUR;
  expect((await recordsOf(meterId)).map(({ raised, revision }) => [raised, revision])).toEqual([[end, null]]);
  const { rows } = await sql<{
    peak: string;
  }>`select peak_value as peak from alarm_record where ammeter_id = ${meterId}`.execute(db);
  expect(Number(rows[0]?.peak)).toBe(1200);
  // Half the price says that it never was.
  ok(
    await operator.post('/api/price/priceScheme/edit', {
      id: planId,
      price1: '0.5',
      price2: '0.5',
      price3: '0.5',
      price4: '0.5',
    }),
  );
  await fold();
  await look(MIDNIGHT + 24 * HOUR + 3 * MINUTE);
  expect((await recordsOf(meterId)).map(({ revision }) => revision)).toEqual(['withdrawn']);
});

test('the shares of missing, suspect and estimated data of a bucket are figures too', async () => {
  const meterId = await newMeter(900);
  await newRule(meterId, { figure: 'hourMissing', limitValue: 10 });
  await newRule(meterId, { figure: 'hourSuspect', limitValue: 20 });
  await newRule(meterId, { figure: 'dayEstimated', limitValue: 1 });
  await look(H + MINUTE);
  // Of the hour before, which was over when the rules were made, nothing is known: all of it is missing.
  // The second reading of the next cannot be: it lies far beyond both of its neighbours. The next hour lacks its readings.
  const PP = [1000, 1020, 900_000, 1060, 1080];
  await store(
    meterId,
    PP.map((value, q) => [H + q * QUARTER, { PP: value }] as const),
  );
  await fold();
  await look(H + HOUR + MINUTE);
  const raisedOf = async (name: RegExp): Promise<unknown[]> =>
    (await named(meterId))
      .filter((one) => name.test(one.name))
      .map((one) => [one.name, (one.raised - H) / HOUR]);
  expect(await raisedOf(/^hour/)).toEqual([
    ['hourMissing', 0],
    ['hourSuspect', 1],
  ]);
  expect(await raisedOf(/^day/)).toEqual([]);
  await store(meterId, [
    [H + 3 * HOUR, { PP: 1200 }],
    [H + 3 * HOUR + QUARTER, { PP: 1210 }],
  ]);
  await fold();
  await look(H + 3 * HOUR + MINUTE);
  expect(await raisedOf(/^hour/)).toEqual([
    ['hourMissing', 0],
    ['hourSuspect', 1],
    ['hourMissing', 2],
  ]);
  // What is estimated lies in the second and third hour: a day that ends there is raised for it.
  const ends = MIDNIGHT === H + 2 * HOUR || MIDNIGHT === H + 3 * HOUR;
  expect(await raisedOf(/^day/)).toEqual(ends ? [['dayEstimated', (MIDNIGHT - H) / HOUR]] : []);
});

test('the share of late data is judged when they came; of what was not noted nothing is known', async () => {
  const { db } = product.database;
  const meterId = await newMeter(900);
  await newRule(meterId, { figure: 'hourLate', limitValue: 40 });
  await look(H + MINUTE);
  /** A register of a quarter of the hour that comes so many minutes after it. */
  const come = async (q: number, after: number): Promise<void> => {
    const builder = new BatchBuilder();
    builder.row(meterId, H + q * QUARTER);
    builder.set(codeIndex('PP'), 1000 + q * 10);
    await storeReadings(db, builder.batch(), { arrivedAt: H + q * QUARTER + after * MINUTE });
    await fold();
  };
  await sql`update late_arrival_since set at = ${new Date(H)}`.execute(db);
  for (const [q, after] of [[0, 0], [1, 1], [2, 40], [3, 14], [4, 15]] as const) await come(q, after); // prettier-ignore
  await look(H + HOUR + 20 * MINUTE);
  // One quarter of four.
  expect(await named(meterId)).toEqual([]);
  for (let q = 5; q <= 8; q++) await come(q, q < 7 ? 120 : 1);
  await look(H + 4 * HOUR);
  expect((await named(meterId)).map(({ name, raised }) => [name, (raised - H) / HOUR])).toEqual([
    ['hourLate', 2],
  ]);
  await sql`update late_arrival_since set at = ${new Date(H + HOUR + 1)}`.execute(db);
  const buckets = await bucketsOf(db, { meterId, zone: zoneOf('Asia/Shanghai'), level: LEVEL.hour, figures: ['hourLate'] }, H + 1, H + 3 * HOUR); // prettier-ignore
  expect(buckets.map((bucket) => figureValue(bucket, { of: 'hourLate', side: 'above', minCoverage: 95 }))).toEqual([null, null, null]); // prettier-ignore
});

test('a rule that is put out of use ends its record and is looked at no more', async () => {
  const meterId = await newMeter(900);
  const alarmId = await newRule(meterId);
  await look(H + MINUTE);
  await use(meterId, H, [120]);
  await fold();
  await look(H + HOUR + MINUTE);
  ok(await operator.post('/api/event/alarm/edit', { id: alarmId, enable: false }));
  await look(H + HOUR + 2 * MINUTE);
  expect((await shown(meterId))[0]?.[1]).not.toBeNull();
  await look(H + 3 * HOUR);
  const { rows } = await sql`select from alarm_figure where ammeter_id = ${meterId}`.execute(
    product.database.db,
  );
  expect(rows).toEqual([]);
});

test('the record and its letter speak of the figure in its unit', async () => {
  const meterId = await newMeter(900);
  await newRule(meterId);
  await look(H + MINUTE);
  await use(meterId, H, [120.5]);
  await fold();
  await look(H + HOUR + MINUTE);
  const page = ok(
    await operator.get<{ list: { ammeterId: number; unit: string; method: string; peakValue: number }[] }>(
      '/api/alarm/record/getDataTablePageAnt',
      { enterpriseId: consumerId, pageSize: 50 },
    ),
  );
  expect(page.list.filter(({ ammeterId }) => ammeterId === meterId)).toMatchObject([
    { unit: 'kWh', method: 'above', peakValue: 120.5 },
  ]);
});

test.each([
  [{ figure: undefined }, 'figure'],
  [{ limitValue: undefined }, 'limitValue'],
  [{ minCoverage: 0 }, 'minCoverage'],
  [{ figure: 'weekEnergy' }, 'figure'],
])('a rule on figures without what it needs is refused: %o', async (rest, field) => {
  const answer = await operator.post('/api/event/alarm/add', {
    alarmName: `Refused ${field}${Math.random()}`,
    consumerId,
    triggerMethod: 'figure',
    figure: 'hourEnergy',
    figureSide: 'above',
    minCoverage: 95,
    limitValue: 100,
    ...rest,
  });
  expect(answer).toMatchObject({ code: 400, field });
});
