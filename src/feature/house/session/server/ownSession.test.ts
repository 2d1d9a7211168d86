import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnSession, SignInRule } from '#contract/signIn.ts';
import { buildEnterprise, PASSWORD } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import { openSession, RESTING } from './session.ts';

let product: Product;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
});
afterAll(() => product.close());

const listOf = async (client: Client) => ok(await client.get<OwnSession[]>('/api/sys/session/getList'));
const codeOf = async (client: Client) => (await client.get('/api/sys/getUserInfo')).code;
const change = (person: Enterprise, how: ReturnType<typeof sql>) =>
  sql`update session set ${how} where employee_id = ${person.userId}`.execute(product.database.db);

/** Minutes from now on to the end of the newest session of a person, rounded. */
async function minutesLeft(person: Enterprise): Promise<{ idle: number; life: number }> {
  const { rows } = await sql<{ idle: number; life: number }>`
    select round(extract(epoch from expires_at - now()) / 60)::integer as idle,
      round(extract(epoch from ends_at - now()) / 60)::integer as life
    from session where employee_id = ${person.userId} order by id desc limit 1`.execute(product.database.db);
  return rows[0] ?? { idle: 0, life: 0 };
}

describe('the own sessions', () => {
  it('are listed with browser, address and this one, nobody else’s among them', async () => {
    const person = await buildEnterprise(product);
    await product.app.inject({
      method: 'POST',
      url: '/api/sys/login',
      headers: { 'x-meterhouse': '1', 'user-agent': 'Firefox of tests' },
      payload: { userName: person.userName, password: PASSWORD },
      remoteAddress: '198.51.100.9',
    });
    const list = await listOf(person.client);
    expect(list.map((one) => one.current)).toEqual([true, false]);
    expect(list[1]).toMatchObject({ browser: 'Firefox of tests', ip: '198.51.100.9', way: 'password' });
    expect(JSON.stringify(list)).not.toMatch(/hash|token/i);
  });

  it('end one by one and all others at once, with their tokens at the broker; those of others do not', async () => {
    const person = await buildEnterprise(product);
    const theirs = await buildEnterprise(product);
    const [second, third] = [
      await product.login(person.userName, PASSWORD),
      await product.login(person.userName, PASSWORD),
    ];
    ok(await second.post('/api/sys/mqtt/getToken', { topics: `folded/${person.consumerId}` }));
    const tokens = async () => {
      const { rows } = await sql`select 1 from mqtt_token where employee_id = ${person.userId}`.execute(
        product.database.db,
      );
      return rows.length;
    };
    expect(await tokens()).toBe(1);
    const mine = (await listOf(second)).find((one) => one.current)?.id;
    expect((await theirs.client.post('/api/sys/session/end', { id: mine })).code).toBe(404);
    ok(await person.client.post('/api/sys/session/end', { id: mine }));
    expect(await codeOf(second)).toBe(901);
    expect(await tokens()).toBe(0);
    expect(ok(await person.client.post('/api/sys/session/endOthers'))).toEqual({ ended: 1 });
    expect(await codeOf(third)).toBe(901);
    expect(await codeOf(person.client)).toBe(200);
    expect(await codeOf(theirs.client)).toBe(200);
  });
});

describe('the life of a session', () => {
  it('ends without use, and after its time even when it is used', async () => {
    const person = await buildEnterprise(product);
    expect(await minutesLeft(person)).toEqual({ idle: 720, life: 168 * 60 });
    await change(
      person,
      sql`seen_at = now() - interval '2 minutes', expires_at = now() + interval '1 minute'`,
    );
    await expect
      .poll(() => codeOf(person.client).then(() => minutesLeft(person)), { timeout: 10_000 })
      .toMatchObject({ idle: 720 });
    await change(person, sql`seen_at = now() - interval '2 minutes', ends_at = now() + interval '1 minute'`);
    await expect
      .poll(() => codeOf(person.client).then(() => minutesLeft(person)), { timeout: 10_000 })
      .toMatchObject({ idle: 1 });
    await change(person, sql`expires_at = now()`);
    await expect.poll(() => codeOf(person.client), { timeout: 10_000 }).toBe(901);
  });

  it('is not kept up by what a page asks while nobody is there', async () => {
    const person = await buildEnterprise(product);
    const { token } = await openSession(product.database.db, person.userId, {
      ip: '198.51.100.9',
      browser: null,
      way: 'password',
      remember: false,
    });
    await change(
      person,
      sql`seen_at = now() - interval '2 minutes', expires_at = now() + interval '5 minutes'`,
    );
    const ask = (headers: Record<string, string>) =>
      product.app.inject({ url: '/api/sys/getUserInfo', headers, cookies: { meterhouse_session: token } });
    expect((await ask({ [RESTING]: '1' })).json()).toMatchObject({ code: 200 });
    expect(await minutesLeft(person)).toMatchObject({ idle: 5 });
  });

  it('survives the browser as long as the rules say, and no longer', async () => {
    const person = await buildEnterprise(product);
    ok(
      await product.anonymous.post('/api/sys/login', {
        userName: person.userName,
        password: PASSWORD,
        remember: 1,
      }),
    );
    expect(await minutesLeft(person)).toEqual({ idle: 14 * 1440, life: 14 * 1440 });
  });

  it('follows the rules of the platform, also in sessions that are open', async () => {
    const person = await buildEnterprise(product);
    expect((await person.client.get('/api/sys/signInRule/get')).code).toBe(403);
    const edit = (rule: Partial<SignInRule>) => operator.post<SignInRule>('/api/sys/signInRule/edit', rule);
    for (const [name, value] of [
      ['idleMinutes', 4],
      ['lifeHours', 0],
      ['rememberDays', 91],
      ['idleMinutes', 'soon'],
    ] as const)
      expect(await operator.post('/api/sys/signInRule/edit', { [name]: value })).toMatchObject({
        code: 400,
        field: name,
      });
    expect(ok(await edit({ lifeHours: 2 }))).toMatchObject({ lifeHours: 2, idleMinutes: 720 });
    expect(await minutesLeft(person)).toEqual({ idle: 120, life: 120 });
    await change(person, sql`created_at = now() - interval '90 minutes'`);
    ok(await edit({ lifeHours: 1 }));
    expect(await codeOf(person.client)).toBe(901);
    ok(await edit({ lifeHours: 168 }));
    const { rows } = await sql`select 1 from oper_log where resource = 'signInRule'
      and before @> '{"lifeHours": 2}' and after @> '{"lifeHours": 1}'`.execute(product.database.db);
    expect(rows.length).toBe(1);
  });
});

describe('a password that another person set', () => {
  it('is replaced at the first log-in; the demonstration’s printed ones are not', async () => {
    const person = await buildEnterprise(product);
    const set = (userPassword: string) =>
      operator.post('/api/sys/orgEmployee/updateEmpPassword', {
        userId: person.userId,
        adminPassword: 'an operator of tests',
        userPassword,
        mustChange: 0,
      });
    ok(await set('set by somebody else'));
    const client = await product.login(person.userName, 'set by somebody else');
    expect(await client.get('/api/archive/ammeter/getall')).toMatchObject({
      code: 403,
      data: { passwordExpired: 1 },
    });
    const events = ok(await operator.get<{ kind: string }[]>('/api/sys/session/getEvents'));
    expect(events.map((one) => one.kind)).not.toContain('passwordReset');
    const printed = `${person.userName}-demo`;
    expect(await set(printed)).toMatchObject({ code: 400, field: 'userPassword' });
    await sql`insert into setting (name, value) values ('demonstration', 'true')`.execute(
      product.database.db,
    );
    ok(await set(printed));
    const shown = await product.login(person.userName, printed);
    expect((await shown.get('/api/archive/ammeter/getall')).code).toBe(200);
    await sql`delete from setting where name = 'demonstration'`.execute(product.database.db);
  });
});

describe('a session that an identity provider vouches for', () => {
  it('is asked for neither a new password nor a second factor of ours', async () => {
    const person = await buildEnterprise(product);
    await sql`update employee_secret set must_change = true where employee_id = ${person.userId}`.execute(
      product.database.db,
    );
    await sql`insert into setting (name, value) values ('signIn', '{"secondFactor": "all"}')
      on conflict (name) do update set value = excluded.value`.execute(product.database.db);
    const { token } = await openSession(product.database.db, person.userId, {
      ip: '198.51.100.9',
      browser: null,
      way: 'openId',
      remember: false,
    });
    const reply = await product.app.inject({
      url: '/api/archive/ammeter/getall',
      cookies: { meterhouse_session: token },
    });
    expect(reply.json()).toMatchObject({ code: 200 });
    await sql`delete from setting where name = 'signIn'`.execute(product.database.db);
  });
});
