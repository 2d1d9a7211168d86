import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEnterprise, PASSWORD, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import { MAX_ADDRESS_TRIES, MAX_TRIES } from './attempt.ts';
import { BROWSER } from './origin.ts';

let product: Product;
let mine: Enterprise;
let theirs: Enterprise;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  theirs = await buildEnterprise(product);
  operator = await product.operator();
});
afterAll(() => product.close());

const post = (url: string, payload: object, more: { headers?: Record<string, string>; ip?: string } = {}) =>
  product.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'x-meterhouse': '1', 'accept-language': 'en', ...more.headers },
    ...(more.ip ? { remoteAddress: more.ip } : {}),
  });
const login = (userName: string, password: string, more: Parameters<typeof post>[2] = {}) =>
  post('/api/sys/login', { userName, password }, more);
const infoBy = async (token: string): Promise<number> =>
  (await product.app.inject({ url: '/api/sys/getUserInfo', cookies: { meterhouse_session: token } })).json<{
    code: number;
  }>().code;

describe('a session', () => {
  it('cannot be fixed beforehand: log-in makes a new one and ends the one that the browser brought', async () => {
    const first = (await login(mine.userName, PASSWORD)).cookies[0]?.value ?? '';
    expect(await infoBy(first)).toBe(200);
    const chosen = await login(mine.userName, PASSWORD, { headers: { cookie: 'meterhouse_session=chosen' } });
    expect(chosen.cookies[0]?.value).not.toBe('chosen');
    expect(await infoBy('chosen')).toBe(901);
    const second = await login(mine.userName, PASSWORD, {
      headers: { cookie: `meterhouse_session=${first}` },
    });
    expect(second.cookies[0]?.value).not.toBe(first);
    expect(await infoBy(first)).toBe(901);
  });

  it('travels in a cookie out of reach of scripts and other sites, over TLS only where there is TLS', async () => {
    const plain = (await login(mine.userName, PASSWORD)).cookies[0];
    expect(plain).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(plain?.maxAge).toBeUndefined();
    const tls = await login(mine.userName, PASSWORD, { headers: { 'x-forwarded-proto': 'https' } });
    expect(tls.cookies[0]).toMatchObject({ secure: true });
    const kept = await post('/api/sys/login', { userName: mine.userName, password: PASSWORD, remember: 1 });
    expect(kept.cookies[0]?.maxAge).toBeGreaterThan(86_400);
  });

  it('is not used by forms of other sites', async () => {
    const token = (await login(mine.userName, PASSWORD)).cookies[0]?.value ?? '';
    const cookies = { meterhouse_session: token };
    const form = { method: 'POST' as const, url: '/api/sys/orgEmployee/updateOwnPassword', cookies };
    const bare = await product.app.inject({
      ...form,
      payload: 'old=a&new=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(bare.json()).toMatchObject({ code: 403 });
    const foreign = await product.app.inject({
      ...form,
      payload: {},
      headers: { 'x-meterhouse': '1', origin: 'https://elsewhere.example' },
    });
    expect(foreign.json()).toMatchObject({ code: 403 });
    expect((await product.app.inject({ url: '/api/sys/getUserInfo', cookies })).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });

  it('answers nothing while it is locked, but unlock and log-out', async () => {
    const client = await product.login(mine.userName, PASSWORD);
    ok(await client.post('/api/sys/lock'));
    expect((await client.get('/api/sys/getUserInfo')).code).toBe(423);
    expect((await client.get('/api/archive/ammeter/getall')).code).toBe(423);
    expect(ok(await client.get('/api/sys/getLock'))).toMatchObject({ locked: true, name: 'A user' });
    expect(await client.post('/api/sys/unlock', { password: 'wrong' })).toMatchObject({
      code: 400,
      field: 'password',
    });
    ok(await client.post('/api/sys/unlock', { password: PASSWORD }));
    expect((await client.get('/api/sys/getUserInfo')).code).toBe(200);
  });

  it('ends everywhere else when the password changes', async () => {
    const person = await buildEnterprise(product);
    const other = await product.login(person.userName, PASSWORD);
    const next = 'another password of tests';
    expect(
      await person.client.post('/api/sys/orgEmployee/updateOwnPassword', { old: 'wrong', new: next }),
    ).toMatchObject({ code: 400, field: 'old' });
    for (const weak of [
      '12345678',
      person.userName,
      `${person.userName} and more`,
      'M3terHouse!2026',
      'short',
    ])
      expect(
        await person.client.post('/api/sys/orgEmployee/updateOwnPassword', { old: PASSWORD, new: weak }),
      ).toMatchObject({ code: 400, field: 'new' });
    ok(await person.client.post('/api/sys/orgEmployee/updateOwnPassword', { old: PASSWORD, new: next }));
    expect((await other.get('/api/sys/getUserInfo')).code).toBe(901);
    expect((await person.client.get('/api/sys/getUserInfo')).code).toBe(200);
    await product.login(person.userName, next);
  });
});

describe('guessing', () => {
  it('makes a name wait at one address, by every door, until an administrator unlocks it', async () => {
    const person = await buildEnterprise(product);
    for (let i = 0; i < MAX_TRIES; i++) await login(person.userName, 'wrong', { ip: '198.51.100.1' });
    const refused = (await login(person.userName, PASSWORD, { ip: '198.51.100.1' })).json();
    expect(refused).toMatchObject({ code: 429, message: expect.stringMatching(/again in \d+ seconds/) });
    const encoded = (text: string) => Buffer.from(text).toString('base64');
    const packed = { userName: encoded(person.userName), password: encoded(PASSWORD) };
    expect((await post('/api/sys/loginAppEncode', packed, { ip: '198.51.100.1' })).json()).toMatchObject({
      code: 429,
    });
    const { lockedUntil } = ok(
      await operator.get<{ lockedUntil: string }>('/api/sys/orgEmployee/getLockState', {
        userId: person.userId,
      }),
    );
    expect(Date.parse(lockedUntil)).toBeGreaterThan(Date.now());
    ok(await operator.post('/api/sys/orgEmployee/unlock', { userId: person.userId }));
    expect((await login(person.userName, PASSWORD, { ip: '198.51.100.1' })).json()).toMatchObject({
      code: 200,
    });
  });

  it('locks nobody out: neither at another address, nor in a browser that is known', async () => {
    const person = await buildEnterprise(product);
    const ip = '198.51.100.2';
    const known = (await login(person.userName, PASSWORD, { ip })).cookies.find(
      (one) => one.name === BROWSER,
    );
    expect(known).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    for (let i = 0; i <= MAX_TRIES; i++) await login(person.userName, 'wrong', { ip });
    expect((await login(person.userName, PASSWORD, { ip })).json()).toMatchObject({ code: 429 });
    expect((await login(person.userName, PASSWORD, { ip: '198.51.100.3' })).json()).toMatchObject({
      code: 200,
    });
    const headers = { cookie: `${BROWSER}=${known?.value}` };
    expect((await login(person.userName, PASSWORD, { ip, headers })).json()).toMatchObject({ code: 200 });
    // Nor is it a way around: guesses in it have a count of their own, and it is known for its account alone.
    for (let i = 0; i < MAX_TRIES; i++) await login(person.userName, 'wrong', { ip, headers });
    expect((await login(person.userName, PASSWORD, { ip, headers })).json()).toMatchObject({ code: 429 });
    const other = await buildEnterprise(product);
    for (let i = 0; i < MAX_TRIES; i++) await login(other.userName, 'wrong', { ip, headers });
    expect((await login(other.userName, PASSWORD, { ip, headers })).json()).toMatchObject({ code: 429 });
  });

  it('waits twice as long after each further failure, and the refused tries cost nothing more', async () => {
    const person = await buildEnterprise(product);
    const ip = '2001:db8:1:2:aaaa::1';
    const over = () =>
      sql`update login_attempt set locked_until = now() where account = ${person.userName}`.execute(
        product.database.db,
      );
    const waits: number[] = [];
    for (let i = 0; i < MAX_TRIES - 1; i++) await login(person.userName, 'wrong', { ip });
    for (let i = 0; i < 9; i++) {
      expect((await login(person.userName, 'wrong', { ip })).json()).toMatchObject({ code: 400 });
      // Of IPv6 a customer holds a whole network.
      const reply = await login(person.userName, PASSWORD, { ip: `2001:db8:1:2:bbbb::${i}` });
      waits.push(reply.json<{ data: { lockedSeconds: number } }>().data.lockedSeconds);
      await over();
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
    expect((await login(person.userName, PASSWORD, { ip })).json()).toMatchObject({ code: 200 });
  });

  it('cannot outrun the count in parallel', async () => {
    const name = unique('nobody');
    const ip = '198.51.100.4';
    const replies = await Promise.all(Array.from({ length: 20 }, () => login(name, 'wrong', { ip })));
    const codes = replies.map((reply) => reply.json<{ code: number }>().code);
    expect(codes.filter((code) => code === 400).length).toBe(MAX_TRIES);
    expect(codes.filter((code) => code === 429).length).toBe(20 - MAX_TRIES);
  });

  it('locks the address that tries many names, but no browser in which its account was used before', async () => {
    const ip = '203.0.113.7';
    const known = (await login(mine.userName, PASSWORD, { ip })).cookies.find((one) => one.name === BROWSER);
    expect((await login(unique('name'), 'wrong', { ip })).json()).toMatchObject({ code: 400 });
    // The tries in between would only cost time.
    await sql`update login_attempt set failed = ${MAX_ADDRESS_TRIES - 1}
      where kind = 'address' and name = ${ip} and failed = 1`.execute(product.database.db);
    expect((await login(unique('name'), 'wrong', { ip })).json()).toMatchObject({ code: 400 });
    expect((await login(unique('name'), 'wrong', { ip })).json()).toMatchObject({ code: 429 });
    expect((await login(mine.userName, PASSWORD, { ip })).json()).toMatchObject({ code: 429 });
    expect((await login(mine.userName, PASSWORD, { ip: '203.0.113.8' })).json()).toMatchObject({ code: 200 });
    const headers = { cookie: `${BROWSER}=${known?.value}` };
    expect((await login(mine.userName, PASSWORD, { ip, headers })).json()).toMatchObject({ code: 200 });
    // It is known for its account alone, and a made-up cookie for none.
    expect((await login(theirs.userName, PASSWORD, { ip, headers })).json()).toMatchObject({ code: 429 });
    const made = { cookie: `${BROWSER}=${'a'.repeat(43)}` };
    expect((await login(mine.userName, PASSWORD, { ip, headers: made })).json()).toMatchObject({ code: 429 });
  });

  it('learns neither by the words nor by the time whether a name exists', async () => {
    // Of this process on its processors, µs: the clock on the wall also tells what else the machine does.
    const time = async (name: string): Promise<number> => {
      const before = process.cpuUsage();
      await login(name, 'wrong', { ip: '203.0.113.9' });
      return process.cpuUsage(before).user;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < MAX_TRIES; i++) {
      known.push(await time(theirs.userName));
      unknown.push(await time(unique('nobody')));
    }
    ok(await operator.post('/api/sys/orgEmployee/unlock', { userId: theirs.userId }));
    // Without the comparison against nobody's password a missing name would answer many times faster.
    const best = (times: readonly number[]): number => Math.min(...times);
    expect(best(unknown)).toBeGreaterThan(best(known) / 3);
  });

  it('of a code by SMS is limited, and a telephone does not tell whether it is known', async () => {
    const phone = '13900139000';
    await sql`update org_employee set telephone = ${phone} where user_name = ${mine.userName}`.execute(
      product.database.db,
    );
    const known = ok(await product.anonymous.post('/api/sys/sendSMS', { phone }));
    const unknown = ok(await product.anonymous.post('/api/sys/sendSMS', { phone: '13900139999' }));
    expect(unknown).toEqual(known);
    const { rows } = await sql<{ secret: string }>`select secret from outbox where recipient = ${phone}
      order by id desc limit 1`.execute(product.database.db);
    const code = rows[0]?.secret ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    for (let left = MAX_TRIES - 1; left >= 0; left--)
      expect(ok(await product.anonymous.post('/api/sys/checkSms', { phone, code: wrong }))).toEqual({
        valid: false,
        triesLeft: left,
      });
    expect(await product.anonymous.post('/api/sys/checkSms', { phone, code })).toMatchObject({ code: 429 });
    let reply = { code: 200 };
    for (let i = 0; i < 6 && reply.code === 200; i++)
      reply = await product.anonymous.post('/api/sys/sendSMS', { phone });
    expect(reply.code).toBe(429);
  });

  it('an account without a password has none to forget: its holder comes by single sign-on, or was invited', async () => {
    const person = await buildEnterprise(product);
    const phone = '13600136000';
    await sql`update org_employee set telephone = ${phone} where id = ${person.userId}`.execute(
      product.database.db,
    );
    ok(await product.anonymous.post('/api/sys/sendSMS', { phone }));
    const { rows } = await sql<{
      secret: string;
    }>`select secret from outbox where recipient = ${phone}`.execute(product.database.db);
    const check = () =>
      product.anonymous.post<{ ticket: string }>('/api/sys/checkSms', { phone, code: rows[0]?.secret });
    const { ticket } = ok(await check());
    await sql`delete from employee_secret where employee_id = ${person.userId}`.execute(product.database.db);
    const reset = { ticket, userId: person.userId, password: 'a password set anew' };
    expect(await product.anonymous.post('/api/sys/resetPassword', reset)).toMatchObject({
      code: 400,
      field: 'ticket',
    });
    ok(await product.anonymous.post('/api/sys/sendSMS', { phone }));
    const { rows: letters } = await sql`select 1 from outbox where recipient = ${phone}`.execute(
      product.database.db,
    );
    expect(letters).toHaveLength(1);
    const { rows: secrets } = await sql`select 1 from employee_secret
      where employee_id = ${person.userId}`.execute(product.database.db);
    expect(secrets).toEqual([]);
  });

  it('a right code sets a new password once', async () => {
    const person = await buildEnterprise(product);
    const phone = '13700137000';
    await sql`update org_employee set telephone = '137-0013 7000' where user_name = ${person.userName}`.execute(
      product.database.db,
    );
    ok(await product.anonymous.post('/api/sys/sendSMS', { phone }));
    const { rows } = await sql<{ secret: string }>`select secret from outbox where recipient = ${phone}
      order by id desc limit 1`.execute(product.database.db);
    const checked = ok(
      await product.anonymous.post<{ ticket: string; accounts: { userId: number }[] }>('/api/sys/checkSms', {
        phone,
        code: rows[0]?.secret,
      }),
    );
    const reset = {
      ticket: checked.ticket,
      userId: checked.accounts[0]?.userId,
      password: 'a password set anew',
    };
    expect(
      await product.anonymous.post('/api/sys/resetPassword', { ...reset, userId: mine.userId }),
    ).toMatchObject({ code: 400, field: 'ticket' });
    ok(await product.anonymous.post('/api/sys/resetPassword', reset));
    expect(await product.anonymous.post('/api/sys/resetPassword', reset)).toMatchObject({ code: 400 });
    expect((await person.client.get('/api/sys/getUserInfo')).code).toBe(901);
    await product.login(person.userName, 'a password set anew');
  });
});
