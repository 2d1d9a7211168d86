import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setPassword } from '#feature/house/session/server/public.ts';
import { enterAccounts } from '#feature/home/demonstration/server/public.ts';
import { testConfig } from '#test/config.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { ConfigError } from '../config.ts';
import { seed } from './seed.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('product');
  await enterAccounts(database.db, { sampleDir: undefined });
});
afterAll(() => database.close());

const start = (settings: Readonly<Record<string, string>>) =>
  seed(database.db, testConfig('/nowhere', settings), false);
const choose = async (...names: string[]): Promise<void> => {
  const { rows } = await sql<{ id: number }>`select id from org_employee
    where user_name = any (${names})`.execute(database.db);
  for (const { id } of rows) await setPassword(database.db, id, 'a word of its own 71');
};

describe('a database with passwords that everybody knows', () => {
  const OPENED: readonly Readonly<Record<string, string>>[] = [
    { HOST: '0.0.0.0' },
    { ALLOWED_HOSTS: 'meter.example' },
  ];

  it.each(OPENED)('is not opened by %j, and each account is named', async (settings) => {
    const [door] = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    const refused = start(settings);
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(
      `${door} is refused: these accounts still have the demonstration's password, which everybody knows: ` +
        'steel, campus, electrician, accountant, inspector. ',
    );
  });

  it('starts where this machine alone reaches it', async () => {
    await start({});
    await start({ ALLOWED_HOSTS: 'localhost works.localhost' });
  });

  it.each(OPENED)(
    'is refused (%j) for the last of them too, also while that is out of use',
    async (settings) => {
      await choose('steel', 'campus', 'accountant', 'inspector');
      await sql`update org_employee set state = '0' where user_name = 'electrician'`.execute(database.db);
      await expect(start(settings)).rejects.toThrow('everybody knows: electrician. ');
    },
  );

  it('is opened when each has a password of its own', async () => {
    await choose('electrician');
    for (const settings of OPENED) await start(settings);
  });
});
