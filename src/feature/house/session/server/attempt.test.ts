import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { countTry } from './attempt.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it.each(['smsAddress', 'register', 'signOn', 'invitation'] as const)(
  'tries of the kind %s from an IPv6 network count together',
  async (kind) => {
    const from = (address: string) => countTry(database.db, address, kind, { most: 2, minutes: 30 });
    expect(await from('2001:db8:7::1')).toBe(1);
    expect(await from('2001:db8:7::2')).toBe(0);
    await expect(from('2001:db8:7::3')).rejects.toMatchObject({ code: 429 });
    expect(await from('2001:db8:8::1')).toBe(1);
  },
);
