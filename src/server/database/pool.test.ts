import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { openDatabase } from './db.ts';
import { silent } from './log.ts';
import { keptPrepared } from './scope.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('keeps statements prepared that are asked of the pool itself, of a connection and through Kysely', async () => {
  const { db, pool } = database;
  await keptPrepared(async () => {
    for (let i = 0; i < 8; i++) {
      const { rows } = await pool.query<{ n: number }>('select $1::integer + 1 as n', [i]);
      expect(rows).toEqual([{ n: i + 1 }]);
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      expect((await sql<{ n: number }>`select ${i}::integer + 2 as n`.execute(db)).rows).toEqual([
        { n: i + 2 },
      ]);
      const client = await pool.connect();
      const told = new Promise((resolve, reject) => {
        client.query('select $1::integer + 3 as n', [i], (error, result) =>
          error ? reject(error) : resolve(result.rows),
        );
      });
      expect(await told).toEqual([{ n: i + 3 }]);
      client.release();
    }
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::integer as n from pg_prepared_statements`.execute(db);
    expect(rows[0]?.n).toBeGreaterThan(0);
    await expect(pool.query('select $1::integer', ['x'])).rejects.toThrow(/integer/);
  });
  // Nothing is held: as many as the pool has answer at once.
  expect(pool.waitingCount).toBe(0);
  expect(pool.idleCount).toBe(pool.totalCount);
});

it('compiles no statement, whatever the server does by itself, unless the address asks for it', async () => {
  const { db, connectionString } = database;
  await sql`do $$ begin execute format('alter database %I set jit = on', current_database()); end $$`.execute(
    db,
  );
  const jitAt = async (address: string): Promise<string> => {
    const { pool, close } = await openDatabase(address, { log: silent, max: 1 });
    const { rows } = await pool.query<{ jit: string }>('show jit');
    await close();
    return rows[0]?.jit ?? '';
  };
  expect(await jitAt(connectionString)).toBe('off');
  const asked = new URL(connectionString);
  asked.searchParams.set('options', '-c jit=on');
  expect(await jitAt(asked.href)).toBe('on');
});
