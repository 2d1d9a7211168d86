import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { GivingWay } from './giveWay.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('delete from dirty'));

/** A value of a moment ago that was not folded for a minute. */
const mark = (meterId: number) =>
  database.pool.query(
    `insert into dirty (meter_id, from_ts, to_ts, marked_at) values ($1, now(), now(), now() - interval '1 minute')`,
    [meterId],
  );
const fold = (meterId: number) => database.pool.query('delete from dirty where meter_id = $1', [meterId]);

/** How often it looks until it goes on. */
async function looks(way: GivingWay): Promise<number> {
  const spy = vi.spyOn(database.pool, 'query');
  await way.wait();
  const n = spy.mock.calls.length;
  spy.mockRestore();
  return n;
}

it('what waits to be folded is waited for; where nothing does, nobody rests', async () => {
  const way = new GivingWay(database.pool, undefined, 20);
  expect(await looks(way)).toBe(1);
  await mark(1);
  setTimeout(() => void fold(1), 100);
  const n = await looks(way);
  expect(n).toBeGreaterThan(2);
  expect(n).toBeLessThan(16);
  await mark(1);
  setTimeout(() => void fold(1), 60);
  expect(await looks(way)).toBeGreaterThan(1);
});

it('a meter whose fold fails is waited for once a look, another beside it as before', async () => {
  const way = new GivingWay(database.pool, undefined, 1);
  await mark(1);
  expect(await looks(way)).toBe(16);
  await mark(1);
  expect(await looks(way)).toBe(1);
  await mark(2);
  expect(await looks(way)).toBe(16);
  expect(await looks(way)).toBe(1);
  // The next look asks anew.
  expect(await looks(new GivingWay(database.pool, undefined, 1))).toBe(16);
});

it('where most meters wait the fold is behind, and is waited for each time', async () => {
  const way = new GivingWay(database.pool, undefined, 1);
  for (let id = 1; id <= 150; id++) await mark(id);
  expect(await looks(way)).toBe(16);
  expect(await looks(way)).toBe(16);
});

it('a signal ends it at once, and nobody is taken for failing by it', async () => {
  const stopping = new AbortController();
  await mark(1);
  setTimeout(() => stopping.abort(), 50);
  const began = performance.now();
  await new GivingWay(database.pool, stopping.signal, 60_000).wait();
  expect(performance.now() - began).toBeLessThan(20_000);
});
