import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withScope } from '#server/database/scope.ts';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { sendMail, sendSms } from './file.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const text = { zh: '验证码 482913', en: 'Your code is 482913' };
const rowsOf = async (id: number) =>
  (await sql<{ body: string; state: string }>`select * from outbox where id = ${id}`.execute(database.db))
    .rows;

describe('filing a message', () => {
  it('is there exactly when the transaction of its cause commits', async () => {
    let lost = 0;
    await expect(
      database.db.transaction().execute(async (trx) => {
        lost = (await sendSms(trx, { to: '13800000000', text, purpose: 'code', consumerId: null })).id;
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await rowsOf(lost)).toEqual([]);
    const { id } = await sendSms(database.db, {
      to: '+86 138-0000-0000',
      text,
      purpose: 'code',
      consumerId: null,
      language: 'en',
    });
    expect(await rowsOf(id)).toMatchObject([{ body: text.en, state: 'waiting' }]);
  });

  it('works in a transaction that may not see the row', async () => {
    const { id } = await withScope(database.app, [], (trx) =>
      sendMail(trx, { to: 'a@example.com', subject: text, text, purpose: 'account', consumerId: null }),
    );
    expect(await rowsOf(id)).toHaveLength(1);
    const seen = await withScope(database.app, [1001], (trx) => sql`select 1 from outbox`.execute(trx));
    expect(seen.rows).toEqual([]);
  });

  it.each(['', 'abc', '123', '138@0000'])('refuses the number %j', async (to) => {
    await expect(sendSms(database.db, { to, text, purpose: 'code', consumerId: null })).rejects.toMatchObject(
      { field: 'to' },
    );
  });

  it.each(['', 'a', 'a@b', 'a@b.c\nBcc: x@y.z', '<a@b.c>'])('refuses the address %j', async (to) => {
    await expect(
      sendMail(database.db, { to, subject: text, text, purpose: 'notice', consumerId: null }),
    ).rejects.toMatchObject({ field: 'to' });
  });
});
