import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { listenTo } from './listen.ts';
import { silent } from './log.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const ENDS_MS = 5000;
const ended = (stop: Promise<void>): Promise<string> =>
  Promise.race([stop.then(() => 'stopped'), sleep(ENDS_MS, 'still listens', { ref: false })]);

it('hears what is told, and nothing after it was stopped', async () => {
  const { pool } = database;
  const heard: string[] = [];
  const listener = listenTo(pool, { listen_test: (payload) => heard.push(payload) }, { log: silent });
  await listener.ready;
  await pool.query(`notify listen_test, 'one'`);
  await expect.poll(() => heard).toEqual(['one']);
  expect(await ended(listener.stop())).toBe('stopped');
  await pool.query(`notify listen_test, 'two'`);
  expect(heard).toEqual(['one']);
});

it('that is stopped while it still connects, or asks for its notices, ends at once', async () => {
  const { pool } = database;
  const listeners = [0, 1, 2, 5, 10].map(async (ms) => {
    const listener = listenTo(pool, { listen_test: () => {} }, { log: silent });
    if (ms > 0) await sleep(ms);
    return ended(listener.stop());
  });
  expect(await Promise.all(listeners)).toEqual(listeners.map(() => 'stopped'));
  expect(pool.totalCount).toBe(pool.idleCount);
});
