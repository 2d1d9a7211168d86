import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMeters } from '#test/build/meter.ts';
import { addPlan, addStation } from '#test/build/storage.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { claim, settle } from './issuing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.close());

it('a sender that hung ends no attempt of a later round that has the same number', async () => {
  const { db } = database;
  const { consumerId, siteId, meterIds } = await buildMeters(db, { name: 'attempts' });
  const stationId = await addStation(db, { consumerId, siteId, stationMeterId: meterIds[0] ?? 0 });
  const id = await addPlan(db, { stationId, consumerId });
  const issue = () =>
    sql`update plan_curve set plan_state = 'issued', issued_at = now(), attempts = 0, _attempt_at = null, _next_at = null
      where id = ${id}`.execute(db);
  await issue();
  const [first] = await claim(db, 1);
  // Its time is over, nobody answered, and a person issues it anew.
  await sql`update plan_curve set plan_state = 'unanswered', _attempt_at = null where id = ${id}`.execute(db);
  await issue();
  const [second] = await claim(db, 1);
  if (!first || !second) throw new Error('Nothing was claimed.');
  expect([first.attempt, second.attempt]).toEqual([1, 1]);
  const outcome = (kind: 'silent' | 'accepted') => ({ kind, sentAt: null, requestNo: null, answer: null });
  expect(await settle(db, first, outcome('silent'), 1000)).toBe(false);
  expect(await settle(db, second, outcome('accepted'), 1000)).toBe(true);
  const { rows } = await sql<{
    state: string;
  }>`select plan_state as state from plan_curve where id = ${id}`.execute(db);
  expect(rows).toEqual([{ state: 'accepted' }]);
});
