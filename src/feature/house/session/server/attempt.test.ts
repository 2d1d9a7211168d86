import { afterAll, beforeAll, expect, it } from 'vitest';
import { networksOf } from '#server/address.ts';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { countLogin, countTry, MAX_TRIES } from './attempt.ts';

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

it('a subscriber of IPv6 has four networks of tries for one name, not 65,536, and the next one his own', async () => {
  const guess = (address: string) =>
    countLogin(database.db, 'somebody', { networks: networksOf(address), browserHash: null });
  let free = 0;
  for (let network = 0; network < 6; network++)
    for (let i = 0; i < MAX_TRIES - 1; i++)
      free += await guess(`2001:db8:9:${network}::${i}`).then(
        () => 1,
        () => 0,
      );
  expect(free).toBe(4 * MAX_TRIES);
  await expect(guess('2001:db8:9:ffff::1')).rejects.toMatchObject({ code: 429 });
  expect(await guess('2001:db8:a:1::1')).toBe(MAX_TRIES - 1);
});

it('one network that waits does not lock the others of its subscriber', async () => {
  const guess = (address: string) =>
    countLogin(database.db, 'another', { networks: networksOf(address), browserHash: null });
  for (let i = 0; i < 10 * MAX_TRIES; i++) await guess('2001:db8:b:1::1').catch(() => undefined);
  expect(await guess('2001:db8:b:2::1')).toBe(MAX_TRIES - 1);
});

it.each(['signOn', 'register'] as const)(
  'tries of the kind %s from a subscriber count together',
  async (kind) => {
    const from = (address: string) => countTry(database.db, address, kind, { most: 2, minutes: 30 });
    for (let network = 0; network < 4; network++)
      for (let i = 0; i < 2; i++) expect(await from(`2001:db8:c:${network}::1`)).toBe(1 - i);
    await expect(from('2001:db8:c:ffff::1')).rejects.toMatchObject({ code: 429 });
  },
);
