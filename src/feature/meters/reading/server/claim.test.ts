import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { foldBacklog } from './backlog.ts';
import { waitingMeters } from './claim.ts';

const DAY = 86_400_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('truncate dirty'));

/** Marks of each of the meters, of values that are so old (ms). */
const mark = (ids: readonly number[], { age = 0, each = 1, span = 0 } = {}): Promise<unknown> =>
  database.pool.query(
    `insert into dirty (meter_id, from_ts, to_ts) select m, $2, $3 from unnest($1::integer[]) m, generate_series(1, $4)`,
    [ids, new Date(Date.now() - age - span), new Date(Date.now() - age), each],
  );
const from = (first: number, n: number): number[] => Array.from({ length: n }, (_, i) => first + i);
const ids = async (): Promise<number[]> => (await waitingMeters(database.pool)).map((one) => one.meterId);

it('nothing waits where nothing is marked', async () => {
  expect(await waitingMeters(database.pool)).toEqual([]);
  expect(await foldBacklog(database.db)).toEqual({ marks: 0, meters: 0, oldestSeconds: 0 });
});

it('says of each meter how it waits', async () => {
  await mark([1]);
  await mark([2], { age: 3 * DAY });
  await mark([3], { span: DAY });
  await mark([4], { age: 3 * DAY });
  await mark([4]);
  const waiting = await waitingMeters(database.pool);
  const told = waiting.map(({ meterId, recent, light, rested }) => ({ meterId, recent, light, rested }));
  expect(told).toEqual([
    { meterId: 1, recent: true, light: true, rested: null },
    { meterId: 3, recent: true, light: false, rested: null },
    { meterId: 4, recent: true, light: false, rested: null },
    { meterId: 2, recent: false, light: false, rested: null },
  ]);
  for (const { quiet, waited } of waiting) {
    expect(quiet).toBeGreaterThanOrEqual(0);
    expect(waited).toBeGreaterThanOrEqual(quiet);
  }
});

it('the oldest and the newest mark of a meter with very many are told', async () => {
  await mark([7], { each: 1000 });
  await database.pool.query(`update dirty set marked_at = now() - interval '1 hour'`);
  await mark([7]);
  const [one] = await waitingMeters(database.pool);
  expect(one).toMatchObject({ meterId: 7, recent: true, light: false });
  expect(one?.waited).toBeGreaterThan(3500);
  expect(one?.quiet).toBeLessThan(60);
});

it('recent values go before history, and every meter has its turn whatever another one has', async () => {
  const live = from(1, 1500);
  const old = from(2001, 1500);
  await mark(live);
  await mark(old, { age: 30 * DAY });
  // One that fails again and again, and keeps sending.
  await mark([750], { each: 6000 });
  const seen = new Map<number, number>();
  for (let look = 0; look < 15; look++)
    for (const id of await ids()) {
      expect(id).toBeLessThan(2000);
      seen.set(id, (seen.get(id) ?? 0) + 1);
    }
  expect([...seen.keys()].toSorted((a, b) => a - b)).toEqual(live);
  expect(Math.max(...seen.values()) - Math.min(...seen.values())).toBeLessThanOrEqual(1);
  await database.pool.query('delete from dirty where meter_id > 100 and meter_id < 2000');
  const rest = new Set<number>();
  for (let look = 0; look < 20; look++) {
    const found = await ids();
    expect(found.slice(0, 100).toSorted((a, b) => a - b)).toEqual(from(1, 100));
    for (const id of found) rest.add(id);
  }
  expect(rest.size).toBe(1600);
});

it('a few marks are counted, a great many estimated at about what they are', async () => {
  await mark(from(1, 40), { each: 3 });
  await database.pool.query(`update dirty set marked_at = now() - interval '90 seconds' where meter_id = 5`);
  const few = await foldBacklog(database.db);
  expect(few).toMatchObject({ marks: 120, meters: 40 });
  expect(few.oldestSeconds).toBeGreaterThanOrEqual(90);
  expect(few.oldestSeconds).toBeLessThan(120);
  await mark(from(1, 3000), { each: 10 });
  const unseen = await foldBacklog(database.db);
  expect(unseen.marks).toBeGreaterThan(10_000);
  await database.pool.query('vacuum analyze dirty');
  const many = await foldBacklog(database.db);
  expect(Math.abs(many.marks - 30_120)).toBeLessThan(3000);
  expect(Math.abs(many.meters - 3000)).toBeLessThan(600);
});
