import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { LEVELS, bucketEnd } from '#domain/time/bucket.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { foldDirty, provenanceOf, storeReadings, usageOf } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { dayContextOf } from '#feature/meters/subject/server/public.ts';
import { withScope } from '#server/database/scope.ts';
import type { Db } from '#server/database/db.ts';
import { buildMeters } from '#test/build/meter.ts';
import { registerAt, storeYear } from '#test/build/year.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { courseOf } from './course.ts';
import { figuresOf } from './figures.ts';

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 1_800_000 });

const METERS = Number(process.env['REPAIR_METERS'] ?? 200);
const YEAR_HOURS = 365 * 24;
const zone = zoneOf('Asia/Shanghai');
const FROM = zone.startOfDate(2024, 1);
/** The hour of meter 0 of last year whose register comes late. */
const LATE = 5000;

let database: TestDatabase;
let consumerId = 0;
let meterIds: number[] = [];

const scoped = <T>(ask: (trx: Db) => Promise<T>): Promise<T> => withScope(database.app, [consumerId], ask);

/** What every screen tells about the hour, the day, the month and the year around an instant, of all meters together. */
async function reported(at: number): Promise<Record<string, number | null>> {
  return scoped(async (trx) => {
    const { year, month, day } = zone.local(at);
    const date = [year, month, day].map((n) => String(n).padStart(2, '0')).join('-');
    const context = await dayContextOf(trx, { orgId: consumerId, date }, Date.UTC(2026, 0, 1));
    const figures = await figuresOf(trx, context);
    const sumOf = (kind: 'day' | 'month' | 'year') => courseOf(trx, context, kind);
    const courses = await Promise.all((['day', 'month', 'year'] as const).map(sumOf));
    const sum = (i: number): number =>
      Math.round((courses[i]?.buckets ?? []).reduce((all, one) => all + (one.value ?? 0), 0) * 100) / 100;
    return {
      day: figures.day.value, month: figures.month.value, year: figures.year.value,
      hours: sum(0), days: sum(1), months: sum(2),
    }; // prettier-ignore
  });
}

/** Energy of every meter from the registers themselves, kWh. */
function truth(from: number, to: number, factor: (m: number) => number = () => 1): number {
  const [a, b] = [(from - FROM) / HOUR_MS, (to - FROM) / HOUR_MS];
  const sum = meterIds.reduce((all, _, m) => all + (registerAt(m, b) - registerAt(m, a)) * factor(m), 0);
  return Math.round(sum) / 100;
}

async function expectTruth(at: number, factor?: (m: number) => number): Promise<void> {
  const [day, month, year] = ([3, 4, 5] as const).map((level) => {
    const start = level === 3 ? zone.startOfDay(zone.localDay(at)) : zone.startOfDate(2024, level === 4 ? zone.local(at).month : 1); // prettier-ignore
    return truth(start, bucketEnd(zone, level, start), factor);
  });
  expect(await reported(at)).toEqual({ day, hours: day, month, days: month, year, months: year });
}

describe.skipIf(!process.env['TEST_ALL'])('a year of a large works', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    ({ consumerId, meterIds } = await buildMeters(database.db, { meters: METERS, name: 'year' }));
    // Leap year: 366 days.
    await storeYear(database.db, meterIds, FROM, YEAR_HOURS + 24, (m, h) => m === 0 && h === LATE);
    await foldDirty(database.db);
  });
  afterAll(() => database.close());

  it('one late reading for last year: hour, day, month, year, sums and overview agree; the provenance names it', async () => {
    const meter = meterIds[0] ?? 0;
    const at = FROM + LATE * HOUR_MS;
    const before = await reported(at);
    const builder = new BatchBuilder();
    builder.row(meter, at);
    builder.set(codeIndex('PP'), registerAt(0, LATE) / 100);
    const begun = performance.now();
    await storeReadings(database.db, builder.batch());
    const buckets = await foldDirty(database.db);
    await expectTruth(at);
    console.log(`A late reading among ${METERS} meters × a year: ${buckets} buckets, all figures agree after ${Math.round(performance.now() - begun)} ms.`); // prettier-ignore
    // The day was known before as a whole; its hours are other ones now.
    expect((await reported(at)).day).toBe(before['day']);
    const hour = await scoped((trx) => usageOf(trx, [meter], 2, at - HOUR_MS, at + HOUR_MS));
    expect(hour.map((row) => microToNumber(row.energies[0] ?? 0n))).toEqual(
      [LATE - 1, LATE].map((h) => (registerAt(0, h + 1) - registerAt(0, h)) / 100),
    );
    const origin = await scoped((trx) => provenanceOf(trx, meter, 2, at));
    expect(JSON.stringify(origin.parts)).toContain(`"ts":${at},"stamp":${at}`);
  });

  it('a ratio corrected for the whole year: every figure of every size agrees exactly', async () => {
    const meter = meterIds[1] ?? 0;
    const begun = performance.now();
    await sql`insert into ledger_segment (meter_id, from_ts, serial, multiplier, ct)
      values (${meter}, '2000-01-01', 'A', 40, 40)`.execute(database.db);
    await sql`insert into dirty (meter_id, from_ts, to_ts)
      select meter_id, first_ts, last_ts from meter_fold where meter_id = ${meter}`.execute(database.db);
    const buckets = await foldDirty(database.db);
    const factor = (m: number): number => (m === 1 ? 40 : 1);
    await expectTruth(FROM + LATE * HOUR_MS, factor);
    console.log(`A ratio of a whole year: ${buckets} buckets, all figures agree after ${Math.round(performance.now() - begun)} ms.`); // prettier-ignore
    const whole = BigInt(registerAt(1, YEAR_HOURS + 24)) * 10_000n * 40n;
    for (const level of LEVELS) {
      const rows = await scoped((trx) => usageOf(trx, [meter], level, 0, Date.UTC(2030, 0)));
      expect(rows.reduce((all, row) => all + (row.energies[0] ?? 0n), 0n)).toBe(whole);
    }
  });
});
