import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEnterprise, PASSWORD } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Product } from '#test/product.ts';
import { MAX_TRIES } from './attempt.ts';
import { BROWSER } from './origin.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

let addresses = 0;
/** Another address each time: what is shown here is counted whatever address it comes from. */
const post = async <T>(call: string, payload: object, cookie?: string, ip = `198.51.100.${++addresses}`) => {
  const reply = await product.app.inject({
    method: 'POST',
    url: `/api/sys/${call}`,
    payload,
    headers: { 'x-meterhouse': '1', 'accept-language': 'en', ...(cookie ? { cookie } : {}) },
    remoteAddress: ip,
  });
  return reply.json<{ code: number; data: T }>();
};

let telephones = 0;
/** An account with a telephone, and the cookie of a browser in which it was used before. */
async function person() {
  const { userName, userId } = await buildEnterprise(product);
  const phone = `1390013${String(++telephones).padStart(4, '0')}`;
  await sql`update org_employee set telephone = ${phone} where id = ${userId}`.execute(product.database.db);
  const login = await product.app.inject({
    method: 'POST',
    url: '/api/sys/login',
    payload: { userName, password: PASSWORD },
    headers: { 'x-meterhouse': '1' },
    remoteAddress: `198.51.100.${++addresses}`,
  });
  const known = `${BROWSER}=${login.cookies.find(({ name }) => name === BROWSER)?.value}`;
  /** The codes that were sent, the oldest first. */
  const codes = async (): Promise<string[]> => {
    const { rows } = await sql<{ secret: string }>`select secret from outbox where recipient = ${phone}
      order by id`.execute(product.database.db);
    return rows.map(({ secret }) => secret);
  };
  return { userId, phone, known, codes };
}

const wrongOf = (codes: readonly string[]): string =>
  ['000000', '000001', '000002', '000003', '000004', '000005'].find((one) => !codes.includes(one)) ?? '';
const over = (kind: string, phone: string) =>
  sql`update login_attempt set locked_until = now(), last_at = now() - interval '2 days'
    where kind = ${kind} and name = ${phone}`.execute(product.database.db);
const failed = (n: number, kind: string, phone: string) =>
  sql`update login_attempt set failed = ${n} where kind = ${kind} and name = ${phone}`.execute(
    product.database.db,
  );

describe('wrong codes of a telephone', () => {
  it('count over all codes and addresses, with waits that double to a day', async () => {
    const { phone, codes } = await person();
    await post('sendSMS', { phone });
    const code = wrongOf(await codes());
    for (let i = 0; i < MAX_TRIES - 1; i++)
      expect(await post('checkSms', { phone, code })).toMatchObject({ code: 200, data: { valid: false } });
    const waits: number[] = [];
    for (let i = 0; i < 5; i++) {
      // The waits in between would only cost time.
      if (i === 3) await failed(12 + MAX_TRIES - 2, 'smsCode', phone);
      expect(await post('checkSms', { phone, code })).toMatchObject({ code: 200 });
      // Another code gives no further guesses.
      if (i === 0) await post('sendSMS', { phone });
      const { data } = await post<{ lockedSeconds: number }>('checkSms', { phone, code });
      waits.push(data.lockedSeconds);
      await over('smsCode', phone);
    }
    expect(waits).toEqual([30, 60, 120, 61_440, 86_400]);
    // Somebody's right password clears the counts of yesterday, and not this one.
    await person();
    const { rows } =
      await sql`select 1 from login_attempt where kind = 'smsCode' and name = ${phone}`.execute(
        product.database.db,
      );
    expect(rows).toHaveLength(1);
  });

  it('of strangers keep nobody from a new password in a browser that is known', async () => {
    const { phone, codes, known, userId } = await person();
    await post('sendSMS', { phone });
    const [code = ''] = await codes();
    const wrong = wrongOf([code]);
    for (let i = 0; i < MAX_TRIES; i++) await post('checkSms', { phone, code: wrong });
    expect(await post('checkSms', { phone, code })).toMatchObject({ code: 429 });
    const checked = await post<{ valid: boolean; ticket: string }>('checkSms', { phone, code }, known);
    expect(checked).toMatchObject({ code: 200, data: { valid: true } });
    const reset = { ticket: checked.data.ticket, userId, password: 'a password set anew' };
    expect(await post('resetPassword', reset)).toMatchObject({ code: 200 });
  });

  it('are forgotten when an administrator unlocks the account', async () => {
    const { phone, codes, userId } = await person();
    await post('sendSMS', { phone });
    const [code = ''] = await codes();
    for (let i = 0; i < MAX_TRIES; i++) await post('checkSms', { phone, code: wrongOf([code]) });
    const operator = await product.operator();
    ok(await operator.post('/api/sys/orgEmployee/unlock', { userId }));
    expect(await post('checkSms', { phone, code })).toMatchObject({ code: 200, data: { valid: true } });
  });

  it('are counted in a known browser too', async () => {
    const { phone, codes, known } = await person();
    await post('sendSMS', { phone });
    const code = wrongOf(await codes());
    for (let i = 0; i < MAX_TRIES; i++) await post('checkSms', { phone, code }, known);
    expect(await post('checkSms', { phone, code }, known)).toMatchObject({ code: 429 });
  });
});

describe('a code that was sent', () => {
  it('works until it ends, whatever was sent since, and none does once the password is set', async () => {
    const { phone, codes, userId } = await person();
    for (let i = 0; i < 3; i++) await post('sendSMS', { phone });
    const [first = '', second = ''] = await codes();
    const { data } = await post<{ ticket: string }>('checkSms', { phone, code: first });
    const reset = { ticket: data.ticket, userId, password: 'a password set anew' };
    expect(await post('resetPassword', reset)).toMatchObject({ code: 200 });
    if (second !== first)
      expect(await post('checkSms', { phone, code: second })).toMatchObject({ data: { valid: false } });
  });

  it('is one of ten a day, and a browser that is known has its own', async () => {
    const { phone, codes, known } = await person();
    expect(await post('sendSMS', { phone })).toMatchObject({ code: 200 });
    await failed(9, 'smsDay', phone);
    expect(await post('sendSMS', { phone })).toMatchObject({ code: 200 });
    expect(await post('sendSMS', { phone })).toMatchObject({ code: 429 });
    expect(await codes()).toHaveLength(2);
    expect(await post('sendSMS', { phone }, known)).toMatchObject({ code: 200 });
    expect(await codes()).toHaveLength(3);
  });
});

it('tickets of a new password are counted by address', async () => {
  const guess = () =>
    post(
      'resetPassword',
      { ticket: 'a'.repeat(32), userId: 2, password: 'a password set anew' },
      '',
      '203.0.113.77',
    );
  for (let i = 0; i < 30; i++) expect(await guess()).toMatchObject({ code: 400 });
  expect(await guess()).toMatchObject({ code: 429 });
});
