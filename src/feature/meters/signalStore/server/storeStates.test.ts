import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { courseOf, samplesOf } from '#domain/signal/course.ts';
import { holdOf, intervalsOf } from '#domain/signal/interval.ts';
import { type Quality, sampleOf } from '#domain/signal/sample.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { poolOf } from '#server/database/db.ts';
import { withScope } from '#server/database/scope.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import type { TakenState } from '../contract.ts';
import { storeStates } from './storeStates.ts';
import { thinHeard } from './thinHeard.ts';

let database: TestDatabase;
let works: Awaited<ReturnType<typeof buildMeters>>;
let stranger: Awaited<ReturnType<typeof buildMeters>>;
beforeAll(async () => {
  database = await createTestDatabase();
  works = await buildMeters(database.db);
  stranger = await buildMeters(database.db, { name: 'stranger' });
});
afterAll(() => database.close());

let n = 0;
async function addPoint({ consumerId, siteId } = works): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into signal_point (point_name, point_code, consumer_id, site_id, kind, states_zh, states_en, inverted, state)
    values ('Q', ${`Q${++n}`}, ${consumerId}, ${siteId}, '4', '0=停,1=手动,2=自动', '0=Off,1=Manual,2=Auto', false, '1')
    returning id`.execute(database.db);
  return rows[0]?.id ?? 0;
}

/** What is kept of a point: changes and instants, and the newest. */
async function courseIn(pointId: number) {
  const { rows } = await sql<{ ts: Date; value: number | null; quality: number }>`
    select ts, value, quality from signal where point_id = ${pointId} order by ts`.execute(database.db);
  const { rows: heard } = await sql<{ at: Date }>`
    select hour + i * interval '1 millisecond' as at from signal_heard, unnest(instants) i
    where point_id = ${pointId} order by 1`.execute(database.db);
  const { rows: states } = await sql<{ since: Date; value: number | null; heardAt: Date }>`
    select since, value, heard_at as "heardAt" from signal_state where point_id = ${pointId}`.execute(
    database.db,
  );
  return {
    changes: rows.map((row) => ({ ...row, ts: row.ts.getTime() })),
    heard: heard.map(({ at }) => at.getTime()),
    newest: states[0] && {
      since: states[0].since.getTime(),
      value: states[0].value,
      heardAt: states[0].heardAt.getTime(),
    },
  };
}

/** A generator of numbers below `limit` that a seed repeats. */
function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

// The last hours of a month and the first of the next.
const T = Date.UTC(2026, 1, 28, 22);

describe('the history of a point', () => {
  it.each([1, 2, 3, 4, 5, 6])('is the same whatever the order of delivery (seed %i)', async (seed) => {
    const roll = dice(seed);
    const pointId = await addPoint();
    const all = Array.from({ length: 60 }, () => ({
      pointId,
      ts:
        T + roll(40) * 7 * MINUTE_MS + roll(3) * 20 * HOUR_MS + (roll(9) === 0 ? roll(90) * 24 * HOUR_MS : 0),
      value: roll(8) === 0 ? null : roll(3),
    }));
    const delivered = [...all, ...all.slice(0, 30)]
      .map((one) => ({ one, at: roll(1_000_000) }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one);
    let accepted = 0;
    for (let at = 0; at < delivered.length;) {
      const size = 1 + roll(12);
      accepted += (await storeStates(database.db, delivered.slice(at, at + size))).accepted;
      at += size;
    }
    const { newest, ...course } = await courseIn(pointId);
    expect(course).toEqual(courseOf(all.map(({ ts, value }) => sampleOf(ts, value))));
    expect(accepted).toBe(new Set(all.map(({ ts }) => ts)).size);
    const last = course.changes.at(-1);
    expect(newest).toEqual({
      since: last?.ts,
      value: last?.value,
      heardAt: Math.max(...all.map(({ ts }) => ts)),
    });
  });

  it('does not grow by what is repeated, which proves that it is fresh', async () => {
    const pointId = await addPoint();
    const at = (minute: number, value: number | null): TakenState => ({
      pointId,
      ts: T + minute * MINUTE_MS,
      value,
    });
    expect(await storeStates(database.db, [at(0, 1)])).toMatchObject({
      accepted: 1,
      news: [{ pointId, consumerId: works.consumerId, since: T, value: 1, quality: 0, heardAt: T }],
    });
    const again = await storeStates(database.db, [at(1, 1), at(2, 1)]);
    expect(again.news).toMatchObject([{ since: T, heardAt: T + 2 * MINUTE_MS }]);
    expect((await courseIn(pointId)).changes).toHaveLength(1);
    // The same once more is nothing new, and nobody is told of it; nor is anybody of what is late.
    expect(await storeStates(database.db, [at(2, 1)])).toMatchObject({ accepted: 0, duplicate: 1, news: [] });
    expect(await storeStates(database.db, [at(-5, 0)])).toMatchObject({ accepted: 1, news: [] });
    // A second position of the same instant contradicts the first: it is not known which holds.
    expect(await storeStates(database.db, [at(2, 2)])).toMatchObject({
      conflict: 1,
      news: [{ value: null, quality: 2 }],
    });
  });

  it('takes deliveries that meet, and one that a restored database lacks the months for', async () => {
    const points = [await addPoint(), await addPoint()];
    const of = (i: number): TakenState[] =>
      (i % 2 ? points : points.toReversed()).map((pointId) => ({
        pointId,
        ts: T + i * MINUTE_MS,
        value: i % 3,
      }));
    await Promise.all(Array.from({ length: 24 }, (_, i) => storeStates(database.db, of(i))));
    for (const pointId of points) expect((await courseIn(pointId)).changes).toHaveLength(24);
    await sql`drop table signal_202602, signal_heard_202602`.execute(database.db);
    expect(await storeStates(database.db, of(1))).toMatchObject({ accepted: 2 });
  });

  it('is not begun for a point that is gone', async () => {
    expect(await storeStates(database.db, [{ pointId: 999_999, ts: T, value: 1 }])).toEqual({
      accepted: 0,
      duplicate: 0,
      conflict: 0,
      news: [],
    });
  });
});

it('of long ago needs fewer instants and says the same; what comes late still finds its place', async () => {
  const day = Date.UTC(2026, 1, 10);
  const [often, onChange, fresh] = [await addPoint(), await addPoint(), await addPoint()];
  await sql`update signal_point set expected_seconds = 60 where id in (${often}, ${fresh})`.execute(
    database.db,
  );
  // Every 15 s for six hours, with a gap of an hour, one of two minutes and changes.
  const told = (pointId: number, from: number): TakenState[] =>
    Array.from({ length: 1440 }, (_, i) => ({
      pointId,
      ts: from + i * 15_000,
      value: Math.floor(i / 500) % 2,
    })).filter((_, i) => !(i > 300 && i < 540) && !(i > 700 && i < 708));
  for (const pointId of [often, onChange]) await storeStates(database.db, told(pointId, day));
  await storeStates(database.db, told(fresh, Date.now() - DAY_MS));
  const says = async (pointId: number, expected: number | null) => {
    const { changes, heard } = await courseIn(pointId);
    const samples = changes.map((one) => ({ ...one, quality: one.quality as Quality }));
    return intervalsOf(samplesOf({ changes: samples, heard }), day, day + 12 * HOUR_MS, holdOf(expected));
  };
  const before = [await says(often, 60), await says(onChange, null)];
  const all = (await courseIn(fresh)).heard.length;
  expect(await thinHeard(poolOf(database.db))).toBeGreaterThan(1800);
  expect([await says(often, 60), await says(onChange, null)]).toEqual(before);
  expect((await courseIn(often)).heard.length).toBeLessThan(330);
  expect((await courseIn(onChange)).heard).toEqual([]);
  expect((await courseIn(fresh)).heard).toHaveLength(all);
  expect(await thinHeard(poolOf(database.db))).toBe(0);

  // Late, in the gap of an hour.
  await storeStates(database.db, [{ pointId: often, ts: day + 90 * MINUTE_MS, value: 1 }]);
  const after = await says(often, 60);
  expect(after.some(({ from, value }) => from === day + 90 * MINUTE_MS && value === 1)).toBe(true);
});

it('of another enterprise is seen by no request, and written by none', async () => {
  const [own, foreign] = [await addPoint(), await addPoint(stranger)];
  for (const pointId of [own, foreign])
    await storeStates(database.db, [
      { pointId, ts: T, value: 1 },
      { pointId, ts: T + 1, value: 1 },
    ]);
  for (const table of ['signal', 'signal_heard', 'signal_state']) {
    const { rows } = await withScope(database.app, [works.consumerId], (trx) =>
      sql<{
        id: number;
      }>`select distinct point_id as id from ${sql.table(table)} where point_id in (${own}, ${foreign})`.execute(
        trx,
      ),
    );
    expect(rows, table).toEqual([{ id: own }]);
    await expect(
      withScope(database.app, [works.consumerId], (trx) =>
        sql`delete from ${sql.table(table)} where point_id = ${own}`.execute(trx),
      ),
      table,
    ).rejects.toThrow(/permission denied/);
  }
});
