import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FactorDraft, FactorState } from '#contract/signIn.ts';
import { add, buildEnterprise, PASSWORD, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import { MAX_TRIES } from './attempt.ts';

const OPERATOR_PASSWORD = 'an operator of tests';
const NEXT = 'another password of tests';

let product: Product;
let operator: Client;
// The clock of the server; a code works once, so each use waits for the next.
let now = Date.now();
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
});
afterAll(() => product.close());
afterEach(() => void vi.restoreAllMocks());

const at = (ms: number): void => {
  now = ms;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
};
const codeAt = (secret: string, ms: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms });
const nextCode = (secret: string): string => {
  at(now + 30_000);
  return codeAt(secret, now);
};
const wrongOf = (secret: string): string => {
  const good = [-1, 0, 1].map((n) => codeAt(secret, now + n * 30_000));
  return ['111111', '222222', '333333', '444444'].find((one) => !good.includes(one)) ?? '';
};
const post = (url: string, payload: object, more: { cookie?: string; ip?: string } = {}) =>
  product.app.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      'x-meterhouse': '1',
      'accept-language': 'en',
      ...(more.cookie ? { cookie: more.cookie } : {}),
    },
    ...(more.ip ? { remoteAddress: more.ip } : {}),
  });
const logIn = async (userName: string, password: string, code?: string, ip?: string) => {
  const reply = await post(
    '/api/sys/login',
    { userName, password, ...(code === undefined ? {} : { code }) },
    ip ? { ip } : {},
  );
  return {
    ...reply.json<{ code: number; field?: string; message: string; data: unknown }>(),
    session: reply.cookies[0]?.value,
  };
};

interface Protected {
  readonly person: Enterprise;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

async function withFactor(): Promise<Protected> {
  const person = await buildEnterprise(product);
  at(Date.now());
  const { secret, address } = ok(
    await person.client.post<FactorDraft>('/api/sys/secondFactor/begin', { password: PASSWORD }),
  );
  expect(address).toContain(secret);
  const { recoveryCodes } = ok(
    await person.client.post<{ recoveryCodes: string[] }>('/api/sys/secondFactor/confirm', {
      code: codeAt(secret, now),
    }),
  );
  return { person, secret, recoveryCodes };
}

describe('setting a second factor up', () => {
  it('takes the password, then the first code; other sessions end', async () => {
    const person = await buildEnterprise(product);
    const other = await product.login(person.userName, PASSWORD);
    const begin = (password?: string) =>
      person.client.post<FactorDraft>('/api/sys/secondFactor/begin', password ? { password } : {});
    expect(await begin()).toMatchObject({ code: 400, field: 'password' });
    expect(await begin('wrong')).toMatchObject({ code: 400, field: 'password' });
    at(Date.now());
    const { secret } = ok(await begin(PASSWORD));
    expect(
      await person.client.post('/api/sys/secondFactor/confirm', { code: wrongOf(secret) }),
    ).toMatchObject({
      code: 400,
      field: 'code',
    });
    // Until it is confirmed it changes nothing.
    expect((await logIn(person.userName, PASSWORD)).code).toBe(200);
    const { recoveryCodes } = ok(
      await person.client.post<{ recoveryCodes: string[] }>('/api/sys/secondFactor/confirm', {
        code: codeAt(secret, now),
      }),
    );
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await other.get('/api/sys/getUserInfo')).code).toBe(901);
    const state = ok(await person.client.get<FactorState>('/api/sys/secondFactor/get'));
    expect(state).toMatchObject({ on: true, required: false, recoveryLeft: 10 });
  });

  it('keeps the secret sealed and the recovery codes as hashes', async () => {
    const { person, secret, recoveryCodes } = await withFactor();
    const { rows } = await sql<{ all: string }>`
      select (select jsonb_agg(f)::text from second_factor f where employee_id = ${person.userId}) ||
        (select jsonb_agg(c)::text from recovery_code c where employee_id = ${person.userId}) as all`.execute(
      product.database.db,
    );
    const stored = rows[0]?.all ?? '';
    expect(stored.length).toBeGreaterThan(500);
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) expect(stored).not.toContain(code);
    // A sealed secret that is put under another account opens nothing there.
    const thief = await withFactor();
    await sql`update second_factor set secret = (select secret from second_factor
      where employee_id = ${person.userId}) where employee_id = ${thief.person.userId}`.execute(
      product.database.db,
    );
    expect((await logIn(thief.person.userName, PASSWORD, nextCode(secret))).code).toBe(400);
  });

  it('is forgotten when it is not confirmed in time', async () => {
    const person = await buildEnterprise(product);
    at(Date.now());
    const { secret } = ok(
      await person.client.post<FactorDraft>('/api/sys/secondFactor/begin', { password: PASSWORD }),
    );
    await sql`update second_factor set draft_at = now() - interval '16 minutes'
      where employee_id = ${person.userId}`.execute(product.database.db);
    expect(
      await person.client.post('/api/sys/secondFactor/confirm', { code: codeAt(secret, now) }),
    ).toMatchObject({ code: 400, message: expect.stringContaining('out of date') });
  });
});

describe('signing in with a second factor', () => {
  it('needs the code after the right password, and tells nothing before it', async () => {
    const { person, secret } = await withFactor();
    const bare = await logIn(person.userName, PASSWORD);
    expect(bare).toMatchObject({ code: 400, field: 'code', data: { secondFactor: 1 } });
    expect(bare.session).toBeUndefined();
    expect(await logIn(person.userName, 'wrong', nextCode(secret))).toMatchObject({
      code: 400,
      field: 'password',
    });
    expect(await logIn(person.userName, PASSWORD, wrongOf(secret))).toMatchObject({
      code: 400,
      field: 'code',
    });
    expect(
      (await logIn(person.userName, PASSWORD, ` ${nextCode(secret).replace(/^.../, '$& ')} `)).code,
    ).toBe(200);
    const encoded = (text: string) => Buffer.from(text).toString('base64');
    for (const [path, given] of [
      ['/api/hxyUser/userLogin/loginHxyUser', { userName: person.userName, password: PASSWORD }],
      ['/api/sys/loginAppEncode', { userName: encoded(person.userName), password: encoded(PASSWORD) }],
    ] as const) {
      expect((await post(path, given)).json()).toMatchObject({ code: 400, field: 'code' });
      expect((await post(path, { ...given, code: nextCode(secret) })).json()).toMatchObject({ code: 200 });
    }
  });

  it('takes each code once, also when two come at the same moment', async () => {
    const { person, secret } = await withFactor();
    const code = nextCode(secret);
    const replies = await Promise.all([1, 2, 3].map(() => logIn(person.userName, PASSWORD, code)));
    expect(replies.filter((reply) => reply.code === 200).length).toBe(1);
    // An older one that was never used is over too.
    const before = codeAt(secret, now - 30_000);
    expect((await logIn(person.userName, PASSWORD, before)).code).toBe(400);
  });

  it('takes a recovery code once, in capitals and without its dash too, and tells the holder', async () => {
    const { person, recoveryCodes } = await withFactor();
    await sql`update org_employee set email = 'holder@example.com' where id = ${person.userId}`.execute(
      product.database.db,
    );
    const [first = '', second = ''] = recoveryCodes;
    expect((await logIn(person.userName, PASSWORD, first)).code).toBe(200);
    expect((await logIn(person.userName, PASSWORD, first)).code).toBe(400);
    expect((await logIn(person.userName, PASSWORD, second.toUpperCase().replace('-', ''))).code).toBe(200);
    const state = ok(await person.client.get<FactorState>('/api/sys/secondFactor/get'));
    expect(state.recoveryLeft).toBe(8);
    const { rows } = await sql<{ body: string }>`select body from outbox
      where recipient = 'holder@example.com'`.execute(product.database.db);
    expect(rows.length).toBe(2);
    expect(rows[0]?.body).toContain('恢复码');
  });

  it('makes whoever guesses codes wait, from however many addresses', async () => {
    const { person, secret } = await withFactor();
    for (let i = 0; i < MAX_TRIES; i++)
      expect((await logIn(person.userName, PASSWORD, wrongOf(secret), `203.0.113.${i}`)).code).toBe(400);
    expect((await logIn(person.userName, PASSWORD, nextCode(secret), '203.0.113.99')).code).toBe(429);
  });
});

describe('what asks for the password', () => {
  it('asks for a code too', async () => {
    const { person, secret } = await withFactor();
    const { client, userId } = person;
    const calls: [string, object][] = [
      [
        '/api/hxyUser/userLogin/editEmpfield',
        { id: userId, fieldName: 'telephone', fieldValue: '13900000009', password: PASSWORD },
      ],
      [
        '/api/sys/orgEmployee/editOwnField',
        { id: userId, fieldName: 'email', fieldValue: 'a@example.com', password: PASSWORD },
      ],
      ['/api/sys/secondFactor/begin', { password: PASSWORD }],
      ['/api/sys/secondFactor/recoveryCodes', { password: PASSWORD }],
      ['/api/sys/orgEmployee/updateOwnPassword', { old: PASSWORD, new: NEXT }],
      ['/api/hxyUser/userLogin/updatePassword', { id: userId, oldPsw: NEXT, newPsw: PASSWORD }],
    ];
    for (const [path, params] of calls) {
      expect(await client.post(path, { ...params }), path).toMatchObject({ code: 400, field: 'code' });
      expect((await client.post(path, { ...params, code: nextCode(secret) })).code, path).toBe(200);
    }
    ok(await client.post('/api/sys/lock'));
    expect(ok(await client.get('/api/sys/getLock'))).toMatchObject({ secondFactor: true });
    expect(await client.post('/api/sys/unlock', { password: PASSWORD })).toMatchObject({ field: 'code' });
    ok(await client.post('/api/sys/unlock', { password: PASSWORD, code: nextCode(secret) }));
  });

  it('among it switching the second factor off', async () => {
    const { person, secret } = await withFactor();
    const off = (params: object) => person.client.post('/api/sys/secondFactor/off', { ...params });
    expect(await off({ password: 'wrong', code: nextCode(secret) })).toMatchObject({ field: 'password' });
    expect(await off({ password: PASSWORD })).toMatchObject({ field: 'code' });
    ok(await off({ password: PASSWORD, code: nextCode(secret) }));
    expect((await logIn(person.userName, PASSWORD)).code).toBe(200);
    expect((await off({ password: PASSWORD })).code).toBe(409);
  });
});

describe('an administrator', () => {
  it('takes away a second factor that was lost, which is written down and told', async () => {
    const { person, secret } = await withFactor();
    await sql`update org_employee set email = 'lost@example.com' where id = ${person.userId}`.execute(
      product.database.db,
    );
    const reset = (client: Client, params: object = {}) =>
      client.post('/api/sys/orgEmployee/resetSecondFactor', {
        userId: person.userId,
        adminPassword: OPERATOR_PASSWORD,
        ...params,
      });
    expect((await reset(person.client)).code).toBe(403);
    expect(await reset(operator, { adminPassword: 'wrong' })).toMatchObject({ field: 'adminPassword' });
    expect(ok(await operator.get('/api/sys/orgEmployee/getSecondFactor', { userId: person.userId }))).toEqual(
      {
        on: true,
      },
    );
    ok(await reset(operator));
    expect((await reset(operator)).code).toBe(409);
    expect((await person.client.get('/api/sys/getUserInfo')).code).toBe(901);
    const again = await product.login(person.userName, PASSWORD);
    const events = ok(
      await again.get<{ kind: string; byName: string | null }[]>('/api/sys/session/getEvents'),
    );
    expect(events).toContainEqual(expect.objectContaining({ kind: 'factorReset', byName: '平台运营' }));
    const { rows } =
      await sql`select 1 from oper_log where resource = 'orgEmployee' and row_id = ${person.userId}
      and before @> '{"secondFactor": true}' and after @> '{"secondFactor": false}'`.execute(
        product.database.db,
      );
    expect(rows.length).toBe(1);
    const { rows: sent } = await sql`select 1 from outbox where recipient = 'lost@example.com'`.execute(
      product.database.db,
    );
    expect(sent.length).toBe(1);
    expect((await logIn(person.userName, PASSWORD, nextCode(secret))).code).toBe(200);
  });
});

describe('a second factor that is required', () => {
  const role = async (): Promise<number> =>
    add(operator, 'orgRole', { roleName: unique('Strict '), roleCode: unique(), secondFactor: 1 });
  const due = { code: 403, data: { secondFactorDue: 1 } };

  it('by a role: nothing else is answered until it is there, also in sessions that are open', async () => {
    const person = await buildEnterprise(product);
    ok(await person.client.get('/api/archive/ammeter/getall'));
    await sql`update org_employee set role_id_list = role_id_list || ${await role()}::integer
      where id = ${person.userId}`.execute(product.database.db);
    await expect
      .poll(() => person.client.get('/api/archive/ammeter/getall'), { timeout: 10_000 })
      .toMatchObject(due);
    expect(await person.client.post('/api/sys/session/endOthers')).toMatchObject(due);
    expect(ok(await person.client.get('/api/sys/getUserInfo'))).toMatchObject({ secondFactorDue: 1 });
    at(Date.now());
    const { secret } = ok(
      await person.client.post<FactorDraft>('/api/sys/secondFactor/begin', { password: PASSWORD }),
    );
    expect(await person.client.get('/api/archive/ammeter/getall')).toMatchObject(due);
    ok(await person.client.post('/api/sys/secondFactor/confirm', { code: codeAt(secret, now) }));
    await expect
      .poll(async () => (await person.client.get('/api/archive/ammeter/getall')).code, { timeout: 10_000 })
      .toBe(200);
    expect(ok(await person.client.get('/api/sys/getUserInfo'))).toMatchObject({ secondFactorDue: 0 });
    expect(
      (await person.client.post('/api/sys/secondFactor/off', { password: PASSWORD, code: nextCode(secret) }))
        .code,
    ).toBe(409);
  });

  it('for all, by the rules of the platform, after a password that is due', async () => {
    const person = await buildEnterprise(product);
    await sql`update employee_secret set must_change = true where employee_id = ${person.userId}`.execute(
      product.database.db,
    );
    ok(await operator.post('/api/sys/signInRule/edit', { secondFactor: 'all' }));
    const client = await product.login(person.userName, PASSWORD);
    expect(await client.get('/api/archive/ammeter/getall')).toMatchObject({ data: { passwordExpired: 1 } });
    expect(await client.post('/api/sys/secondFactor/begin', { password: PASSWORD })).toMatchObject({
      code: 403,
      data: { passwordExpired: 1 },
    });
    ok(await client.post('/api/sys/orgEmployee/updateOwnPassword', { old: PASSWORD, new: NEXT }));
    await expect
      .poll(() => client.get('/api/archive/ammeter/getall'), { timeout: 10_000 })
      .toMatchObject(due);
    // The operator has none either: the rule cannot be taken back by whoever found the session open.
    await expect
      .poll(() => operator.post('/api/sys/signInRule/edit', { secondFactor: 'role' }), { timeout: 10_000 })
      .toMatchObject(due);
    await sql`delete from setting where name = 'signIn'`.execute(product.database.db);
  });
});
