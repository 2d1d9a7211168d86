import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import type { Period } from '#contract/period.ts';
import type { PeriodRules } from '#contract/periodRule.ts';
import { GUANGDONG } from '#domain/calendar/preset.ts';
import { segmentsOfDay } from '#domain/calendar/segment.ts';
import { foldDirty, rebuild, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { dateOfDay } from '#domain/time/date.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { RUNS_MS, runs } from '#test/runs.ts';
import { applyChange } from './change.ts';

vi.setConfig({ testTimeout: RUNS_MS });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

interface Version {
  readonly day: number;
  readonly rules: PeriodRules;
  readonly own: boolean;
}

/** Writes a version as the calls do: the row, and what it makes differ, in one transaction. */
async function write(consumerId: number, siteId: number, version: Version, serial: number): Promise<number> {
  return database.db.transaction().execute(async (trx) => {
    const validFrom = dateOfDay(version.day);
    const { rows } = await sql<{ id: number }>`
      insert into timezone (timezone_name, consumer_id, site_id_list, valid_from, rules)
      values (${`v${serial} ${version.own}`}, ${consumerId}, ${version.own ? [siteId] : null}, ${validFrom}, ${JSON.stringify(version.rules)})
      returning id`.execute(trx);
    const id = rows[0]?.id ?? 0;
    const after = {
      id,
      timezoneName: '',
      siteIdList: version.own ? [siteId] : null,
      validFrom,
      rules: version.rules,
    };
    await applyChange(trx, consumerId, { resource: 'timezone', before: null, after });
    return id;
  });
}

async function erase(consumerId: number, siteId: number, id: number, version: Version): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const before = { id, timezoneName: '', siteIdList: version.own ? [siteId] : null, validFrom: dateOfDay(version.day), rules: version.rules }; // prettier-ignore
    await applyChange(trx, consumerId, { resource: 'timezone', before, after: null });
    await sql`delete from timezone where id = ${id}`.execute(trx);
  });
}

const START = Date.UTC(2025, 9, 24);
const DAY0 = START / 86_400_000;
const tiled = fc
  .array(fc.constantFrom(1, 2, 3, 4), { minLength: 24, maxLength: 24 })
  .map((hours) => segmentsOfDay(hours.flatMap((period) => [period, period, period, period])));
const rules = fc.oneof(
  fc.constant(GUANGDONG),
  fc.constant<PeriodRules>({ rules: [] }),
  fc.tuple(tiled, tiled).map(([common, weekend]): PeriodRules => ({
    rules: [{ segments: common }, { dayTypes: ['weekend'], segments: weekend }],
  })),
);
const history = fc.record({
  zone: fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'Australia/Lord_Howe'),
  readings: fc.array(
    fc.record({
      minute: fc.integer({ min: 0, max: 6000 }),
      code: fc.constantFrom('PP', 'PP', 'PP', 'PP', 'PP', 'PP1', 'PP4', 'PP5', 'PZ'),
    }),
    { minLength: 2, maxLength: 60 },
  ),
  // No two begin on one day at one place; the calls refuse that.
  versions: fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: DAY0 - 1, max: DAY0 + 5 }),
      rules,
      own: fc.boolean(),
      after: fc.nat(4),
    }),
    { maxLength: 4, selector: ({ day, own }) => `${day} ${own}` },
  ),
  gone: fc.boolean(),
});

it('calendars before, between or after the readings: the same figures, also rebuilt, also taken back', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(history, async ({ zone, readings, versions, gone }) => {
      const serial = run++;
      const early = await buildMeters(database.db, { zone, name: `early ${serial}` });
      const late = await buildMeters(database.db, { zone, name: `late ${serial}` });
      const bare = await buildMeters(database.db, { zone, name: `bare ${serial}` });
      const [first = 0, second = 0, third = 0] = [early, late, bare].map((built) => built.meterIds[0] ?? 0);
      const send = async (meter: number, list: typeof readings): Promise<void> => {
        const builder = new BatchBuilder();
        for (const { minute, code } of list) {
          builder.row(meter, START + minute * 60_000);
          builder.set(codeIndex(code), code === 'PZ' ? minute % 97 : (minute * 7) / 3);
        }
        await storeReadings(database.db, builder.batch(), { source: 0 });
      };
      // All calendars first, then all readings.
      for (const version of versions) await write(early.consumerId, early.siteId, version, serial);
      await send(first, readings);
      await foldDirty(database.db);
      // Readings in parts, each folded; calendars come between them.
      const written: [number, (typeof versions)[number]][] = [];
      const part = Math.ceil(readings.length / 5);
      for (let i = 0; i < 5; i++) {
        await send(second, readings.slice(i * part, (i + 1) * part));
        await foldDirty(database.db);
        for (const version of versions.filter((one) => one.after === i))
          written.push([await write(late.consumerId, late.siteId, version, serial), version]);
        await foldDirty(database.db);
      }
      const once = await usageText(database.db, second);
      expect(once).toEqual(await usageText(database.db, first));
      await rebuild(database.db, second);
      expect(await usageText(database.db, second)).toEqual(once);
      if (!gone) return;
      for (const [id, version] of written) await erase(late.consumerId, late.siteId, id, version);
      await send(third, readings);
      await foldDirty(database.db);
      expect(await usageText(database.db, second)).toEqual(await usageText(database.db, third));
    }),
    runs(25),
  );
});

it('calendars that change while readings come and the fold runs leave nothing behind', async () => {
  const { consumerId, siteId, meterIds } = await buildMeters(database.db, { meters: 3, name: 'at once' });
  const flat = (period: Period): PeriodRules => ({
    rules: [{ segments: [{ begin: '00:00', end: '24:00', period }] }],
  });
  let going = true;
  const folding = (async () => {
    while (going) await foldDirty(database.db);
  })();
  const sending = (async () => {
    for (let h = 0; h < 60; h++) {
      const builder = new BatchBuilder();
      for (const meter of meterIds) {
        builder.row(meter, START + h * 3_600_000);
        builder.set(codeIndex('PP'), h);
      }
      await storeReadings(database.db, builder.batch(), { source: 0 });
    }
  })();
  const changing = (async () => {
    for (let i = 0; i < 24; i++) {
      const version = { day: DAY0 - 1, rules: flat(((i % 5) + 1) as Period), own: i % 3 === 0 };
      const id = await write(consumerId, siteId, version, i);
      if (i < 23) await erase(consumerId, siteId, id, version);
    }
  })();
  await Promise.all([sending, changing]);
  going = false;
  await folding;
  await foldDirty(database.db);
  for (const meter of meterIds) {
    const figures = await usageText(database.db, meter);
    expect(figures.length).toBeGreaterThan(60);
    await rebuild(database.db, meter);
    expect(await usageText(database.db, meter)).toEqual(figures);
  }
}, 120_000);

it('a change waits for a fold that has begun, and marks what it brought', async () => {
  const { consumerId, siteId, meterIds } = await buildMeters(database.db, { name: 'begun' });
  const meter = meterIds[0] ?? 0;
  const fold = await database.pool.connect();
  // As the fold does before it reads the calendar.
  await fold.query('begin');
  await fold.query(
    `insert into meter_fold (meter_id, first_ts, last_ts) values ($1, $2, $3)
     on conflict (meter_id) do update set last_ts = excluded.last_ts`,
    [meter, new Date(START), new Date(START + 86_400_000)],
  );
  let done = false;
  const change = write(consumerId, siteId, { day: DAY0 - 1, rules: GUANGDONG, own: false }, 0).then(() => {
    done = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(done).toBe(false);
  await fold.query('commit');
  fold.release();
  await change;
  const { rows } = await database.pool.query('select to_ts as at from dirty where meter_id = $1', [meter]);
  expect(rows).toEqual([{ at: new Date(START + 86_400_000) }]);
});
