import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { HOUR_MS as HOUR, QUARTER_MS as Q } from '#domain/time/duration.ts';
import {
  createSource,
  foldDirty,
  storeIntervals,
  storeReadings,
} from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { contextOf, dayContextOf } from '#feature/meters/subject/server/public.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { withScope } from '#server/database/scope.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { courseOf } from './course.ts';
import { figuresOf } from './figures.ts';
import { originOf, readingPageOf } from './origin.ts';
import { powerOf } from './power.ts';
import { stateOf } from '#feature/meters/dataState/server/public.ts';

const LATER = Date.parse('2026-01-01T00:00:00Z');
const at = (text: string): number => Date.parse(text);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

type Db = TestDatabase['db'];

/** Energies of quarters of an hour from `from` on, as stated spans. */
async function state(
  meterId: number,
  from: number,
  energies: readonly (number | null)[],
  source = 0,
): Promise<void> {
  const spans = energies.flatMap((value, i) =>
    value === null
      ? []
      : [{ meterId, start: from + i * Q, end: from + (i + 1) * Q, code: 'PP', value: String(value) }],
  );
  await storeIntervals(database.db, spans, source > 0 ? { source } : {});
}

const inScope = <T>(consumerId: number, ask: (trx: Db) => Promise<T>): Promise<T> =>
  withScope(database.app, [consumerId], ask);

const flat = (value: number, quarters: number): number[] => Array.from({ length: quarters }, () => value);

describe('days of 23 and 25 hours', () => {
  let consumerId = 0;
  const spring = at('2024-03-30T23:00:00Z'); // 2024-03-31 in Berlin
  const autumn = at('2024-10-26T22:00:00Z'); // 2024-10-27 in Berlin

  beforeAll(async () => {
    const built = await buildMeters(database.db, { name: 'berlin', zone: 'Europe/Berlin' });
    ({ consumerId } = built);
    const meter = built.meterIds[0] ?? 0;
    await state(meter, spring - 96 * Q, flat(1, 96 + 92));
    await state(meter, autumn, flat(1, 100 + 96));
    await foldDirty(database.db);
  });
  const course = (date: string) =>
    inScope(consumerId, async (trx) =>
      courseOf(trx, await dayContextOf(trx, { orgId: consumerId, date }, LATER), 'day'),
    );

  test('the power of the day before lies on the clock of the day, on the days around a change', async () => {
    const built = await buildMeters(database.db, { name: 'clocks', zone: 'Europe/Berlin' });
    const meter = built.meterIds[0] ?? 0;
    // Each quarter of an hour tells its clock: 12.25 kWh from 12:15 on.
    const zone = zoneOf('Europe/Berlin');
    const told = (t: number): number => zone.local(t).hour + zone.local(t).minute / 60;
    const quarters = (from: number, n: number) => Array.from({ length: n }, (_, i) => told(from + i * Q));
    await state(meter, spring - 96 * Q, quarters(spring - 96 * Q, 96 + 92 + 96));
    await state(meter, autumn - 96 * Q, quarters(autumn - 96 * Q, 96 + 100 + 96));
    await foldDirty(database.db);
    for (const [date, known] of [
      ['2024-03-31', 92],
      ['2024-04-01', 92],
      ['2024-10-27', 96],
      ['2024-10-28', 96],
    ] as const) {
      const { before } = await inScope(built.consumerId, async (trx) =>
        powerOf(trx, await dayContextOf(trx, { orgId: built.consumerId, date }, LATER)),
      );
      expect([date, before.length]).toEqual([date, known]);
      for (const [at, power] of before) expect([date, power]).toEqual([date, told(at - Q / 2) * 4]);
    }
  });

  test('the short day has 23 hours, each beside the same clock of the day before', async () => {
    const { buckets } = await course('2024-03-31');
    expect(buckets.map((bucket) => bucket.label).slice(0, 4)).toEqual(['00:00', '01:00', '03:00', '04:00']);
    expect(buckets).toHaveLength(23);
    expect(
      buckets.every((bucket) => bucket.value === 4 && bucket.others[0] === 4 && bucket.coverage === 100),
    ).toBe(true);
  });

  test('the long day has 25 hours, the second of a clock stands alone', async () => {
    const { buckets } = await course('2024-10-28');
    expect(buckets).toHaveLength(24);
    const long = await course('2024-10-27');
    expect(long.buckets.map((bucket) => bucket.label).slice(1, 5)).toEqual([
      '01:00',
      '02:00',
      '02:00',
      '03:00',
    ]);
    expect(long.buckets).toHaveLength(25);
    const figures = await inScope(consumerId, async (trx) =>
      figuresOf(trx, await dayContextOf(trx, { orgId: consumerId, date: '2024-10-27' }, LATER)),
    );
    expect(figures.day).toMatchObject({ value: 100, coverage: 100 });
  });
});

describe('sites in two zones', () => {
  test('are summed over the same instants, told by the zone of most meters', async () => {
    const { consumerId, meterIds } = await buildMeters(database.db, { name: 'both', meters: 2 });
    const { rows } = await sql<{ id: number }>`
      insert into monitor_site (org_name, org_code, consumer_id, time_zone, state)
      values ('far', 'far', ${consumerId}, 'Asia/Kolkata', '1') returning id`.execute(database.db);
    const far = await sql<{ id: number }>`
      insert into ammeter (ammeter_name, ammeter_code, consumer_id, site_id, device_type, data_type, interval_seconds, state)
      values ('Far', 'F', ${consumerId}, ${rows[0]?.id ?? 0}, '4', '1', 900, '1') returning id`.execute(
      database.db,
    );
    const start = at('2024-05-14T16:00:00Z');
    for (const meter of [...meterIds, far.rows[0]?.id ?? 0]) await state(meter, start - 40 * Q, flat(1, 200));
    await foldDirty(database.db);
    await inScope(consumerId, async (trx) => {
      const context = await dayContextOf(trx, { orgId: consumerId, date: '2024-05-15' }, LATER);
      expect(context.subject.timeZone).toBe('Asia/Shanghai');
      expect((await figuresOf(trx, context)).day).toMatchObject({ value: 288, coverage: 100 });
      const hours = await courseOf(trx, context, 'day');
      expect(hours.buckets.every((bucket) => bucket.value === 12 && bucket.coverage === 100)).toBe(true);
    });
  });
});

describe('a site whose day is another', () => {
  test('lacks nothing on the day of the others', async () => {
    const { consumerId, meterIds } = await buildMeters(database.db, { name: 'far', meters: 3 });
    const { rows } = await sql<{ id: number }>`
      insert into monitor_site (org_name, org_code, consumer_id, time_zone, state)
      values ('Berlin', 'Berlin', ${consumerId}, 'Europe/Berlin', '1') returning id`.execute(database.db);
    await sql`update ammeter set site_id = ${rows[0]?.id ?? 0} where id = ${meterIds[2] ?? 0}`.execute(
      database.db,
    );
    const day = at('2024-05-14T16:00:00Z'); // 2024-05-15 in Shanghai
    // Without a gap from the day before to noon in Shanghai, which is 06:00 in Berlin.
    for (const meter of meterIds) await state(meter, day - 96 * Q, flat(1, 96 + 48));
    await foldDirty(database.db);
    for (const date of ['2024-05-15', '2024-05-14']) {
      const { notices, coverage } = await inScope(consumerId, async (trx) =>
        stateOf(trx, await dayContextOf(trx, { orgId: consumerId, date }, day + 12 * HOUR)),
      );
      expect(notices).toEqual([]);
      expect(coverage.map(({ name, percent }) => [name, percent])).toEqual([
        ['far', 100],
        ['Berlin', 100],
      ]);
    }
  });
});

describe('registers of a device', () => {
  let consumerId = 0;
  let meter = 0;
  const day = at('2024-05-14T16:00:00Z');

  beforeAll(async () => {
    const built = await buildMeters(database.db, { name: 'registers' });
    ({ consumerId } = built);
    meter = built.meterIds[0] ?? 0;
    const batch = new BatchBuilder();
    // Hourly readings, one missing at 05:00, power beside them.
    for (let hour = 0; hour <= 24; hour++) {
      if (hour === 5) continue;
      batch.row(meter, day + hour * HOUR);
      batch.set(codeIndex('PP'), 100 + 8.8 * hour);
      batch.set(codeIndex('PZ'), hour);
    }
    await storeReadings(database.db, batch.batch());
    const other = new BatchBuilder();
    other.row(meter, day + 3 * HOUR);
    other.set(codeIndex('PP'), 999);
    await storeReadings(database.db, other.batch());
    const source = await createSource(database.db, {
      consumerId,
      kind: 'import',
      name: 'late.xlsx',
      createdBy: null,
    });
    const late = new BatchBuilder();
    late.row(meter, day + 5 * HOUR);
    late.set(codeIndex('PP'), 144);
    await storeReadings(database.db, late.batch(), { source });
    await foldDirty(database.db);
  });

  test('an hour opens to its registers, its readings, their sources and what was sent before', async () => {
    await inScope(consumerId, async (trx) => {
      const context = await contextOf(trx, { orgId: consumerId }, LATER);
      const origin = await originOf(trx, context, 2, day + 2 * HOUR, { current: 1, pageSize: 10 });
      expect(origin.value).toBe(8.8);
      expect(origin.flags).toContain('conflict');
      expect(origin.meter?.parts[0]).toMatchObject({
        kind: 'register',
        before: { register: 117.6 },
        after: { register: 126.4 },
        share: 8.8,
      });
      expect(origin.meter?.disputes.map((one) => Number(one.value))).toEqual([126.4]);
      const [part] = origin.meter?.parts ?? [];
      expect(part && 'text' in part ? part.text.en : '').toContain('sent again as 999');
      expect(origin.life).toMatchObject([{ id: null, from: null, to: null, multiplier: '1' }]);
      const page = await readingPageOf(trx, meter, day + 4 * HOUR, day + 6 * HOUR, {
        current: 1,
        pageSize: 2,
      });
      expect(page.pagination.total).toBe(3);
      expect(page.list.map((row) => [row.ts, row.sourceName, row.values['PP']])).toEqual([
        [day + 4 * HOUR, null, 135.2],
        [day + 5 * HOUR, 'late.xlsx', 144],
      ]);
    });
  });

  test('power is that of the readings, with a gap where one is missing for long', async () => {
    const curve = await inScope(consumerId, async (trx) =>
      powerOf(trx, await dayContextOf(trx, { orgId: consumerId, date: '2024-05-15' }, LATER)),
    );
    expect(curve.source).toBe('PZ');
    expect(curve.points.find(([t]) => t === day + 6 * HOUR)).toEqual([day + 6 * HOUR, 6]);
    expect(
      curve.points.some(([t, value]) => value === null && t > day + 4 * HOUR && t < day + 6 * HOUR),
    ).toBe(true);
  });

  test('conflicts are odd', async () => {
    const reported = await inScope(consumerId, async (trx) =>
      stateOf(trx, await dayContextOf(trx, { orgId: consumerId, date: '2024-05-15' }, LATER)),
    );
    expect(reported.notices.map((notice) => notice.kind)).toEqual(['conflict']);
  });
});
