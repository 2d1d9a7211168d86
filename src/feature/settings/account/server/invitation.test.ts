import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise, type Enterprise, PASSWORD, unique } from '#test/build.ts';
import { OPERATOR_PASSWORD } from '#test/config.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { InvitationState, Invited, InvitedAccount } from '../contract.ts';

// How people, letters and clocks lie about who an invitation is for (decision 31).

let product: Product;
let plain: Product;
let operator: Client;
let works: Enterprise;
beforeAll(async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'house@example.com' };
  [product, plain] = await Promise.all([startProduct(mail), startProduct()]);
  operator = await product.operator();
  works = await buildEnterprise(product);
});
afterAll(() => Promise.all([product.close(), plain.close()]));

const CHOSEN = 'summer harvest 72';

interface Account {
  readonly id: number;
  readonly userName: string;
}

async function account(fields: Readonly<Record<string, unknown>> = {}): Promise<Account> {
  const userName = unique('guest').toLowerCase();
  const row = { userName, name: 'A guest', consumerId: works.consumerId, roleIdList: '1', ...fields };
  return { id: await add(operator, 'orgEmployee', row), userName };
}

const inviteBy = (client: Client, userId: number, way = 'link') =>
  client.post<Invited>('/api/sys/account/invite', { userId, way });

/** The link that is shown once. */
async function linkOf(userId: number): Promise<string> {
  const { token } = ok(await inviteBy(operator, userId));
  expect(token).toMatch(/^[\w-]{32}$/);
  return token ?? '';
}

const look = (token: string) => product.anonymous.post<InvitedAccount>('/api/sys/invitation/look', { token });
const accept = (token: string, password = CHOSEN) =>
  product.anonymous.post<{ userName: string }>('/api/sys/invitation/accept', { token, password });

interface Letter {
  readonly recipient: string;
  readonly body: string;
  readonly secret: string | null;
}

const lettersTo = async (recipient: string): Promise<Letter[]> =>
  (
    await sql<Letter>`select recipient, body, secret from outbox where recipient = ${recipient}
      order by id`.execute(product.database.db)
  ).rows;

describe('an invitation', () => {
  it('tells whose account it opens, lets a password be chosen, and works once', async () => {
    const { id, userName } = await account();
    const token = await linkOf(id);
    expect(ok(await look(token))).toMatchObject({ userName, name: 'A guest' });
    expect(await accept(token, 'short')).toMatchObject({ code: 400, field: 'password' });
    expect(ok(await accept(token))).toEqual({ userName });
    const own = await product.login(userName, CHOSEN);
    // Its own choice: nothing is due.
    ok(await own.get('/api/archive/ammeter/getall'));
    for (const reply of [await accept(token, 'winter harvest 73'), await look(token)]) {
      expect(reply).toMatchObject({ code: 400, field: 'token' });
      expect(reply.message).toMatch(/has been used/);
    }
  });

  it('that two use at once is used by one', async () => {
    const { id, userName } = await account();
    const token = await linkOf(id);
    const passwords = ['summer harvest 74', 'summer harvest 75', 'summer harvest 76'];
    const replies = await Promise.all(passwords.map((one) => accept(token, one)));
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1);
    const used = passwords[replies.findIndex(({ code }) => code === 200)] ?? '';
    await product.login(userName, used);
  });

  it('that somebody else used is told to its holder, and stands in the account’s own record', async () => {
    const email = `${unique('holder').toLowerCase()}@example.com`;
    const { id } = await account({ email });
    ok(await accept(await linkOf(id)));
    const [letter] = await lettersTo(email);
    expect(letter?.body).toMatch(/凭邀请设置密码/);
    const { rows } = await sql<{ kind: string }>`select kind from account_event where employee_id = ${id}
      order by id`.execute(product.database.db);
    expect(rows.map(({ kind }) => kind)).toEqual(['invited', 'invitationUsed']);
  });

  it.each([
    ['out of use', (id: number) => operator.post('/api/sys/orgEmployee/edit', { id, state: '0' })],
    [
      'expired',
      (id: number) => operator.post('/api/sys/orgEmployee/edit', { id, expiredTime: '2020-01-01' }),
    ],
    ['deleted', (id: number) => operator.post('/api/sys/orgEmployee/del', { id })],
    ['withdrawn', (id: number) => operator.post('/api/sys/account/withdrawInvitation', { userId: id })],
    ['given a password', (id: number) => setPassword(id)],
    ['invited anew', (id: number) => inviteBy(operator, id)],
    [
      'older than its days',
      (id: number) =>
        sql`update account_invitation set ends_at = now() where employee_id = ${id}`.execute(
          product.database.db,
        ),
    ],
  ])('of an account that is %s works no more', async (_what, change) => {
    const { id } = await account();
    const token = await linkOf(id);
    await change(id);
    for (const reply of [await look(token), await accept(token)])
      expect(reply).toMatchObject({ code: 400, field: 'token' });
  });

  const setPassword = async (userId: number): Promise<unknown> => {
    const secret = { userId, adminPassword: OPERATOR_PASSWORD, userPassword: PASSWORD };
    return ok(await operator.post('/api/sys/orgEmployee/updateEmpPassword', secret));
  };

  it('does not open an account that came into use again after it was put out of use', async () => {
    const { id } = await account();
    const token = await linkOf(id);
    ok(await operator.post('/api/sys/orgEmployee/edit', { id, state: '0' }));
    expect((await inviteBy(operator, id)).code).toBe(409);
    ok(await operator.post('/api/sys/orgEmployee/edit', { id, state: '1' }));
    expect((await accept(token)).code).toBe(400);
  });

  it('is for nobody who has a password, comes by single sign-on, or is another enterprise’s', async () => {
    const { id } = await account();
    await setPassword(id);
    expect(await inviteBy(operator, id)).toMatchObject({ code: 409 });
    const guest = await account();
    await sql`insert into sign_on_link (issuer, subject, employee_id, made, role_id_list)
      values ('https://idp.example', 'x', ${guest.id}, true, '{}')`.execute(product.database.db);
    expect(await inviteBy(operator, guest.id)).toMatchObject({ code: 409 });
    const elsewhere = await buildEnterprise(product);
    const { rows } = await sql<{ id: number }>`select id from org_role
      where role_code = 'accountAdmin'`.execute(product.database.db);
    await sql`update org_employee set role_id_list = role_id_list || ${rows[0]?.id}::integer
      where id = ${elsewhere.userId}`.execute(product.database.db);
    const client = await product.login(elsewhere.userName, PASSWORD);
    const mine = await account();
    expect(await inviteBy(client, mine.id)).toMatchObject({ code: 404 });
    expect(await inviteBy(works.client, mine.id)).toMatchObject({ code: 403 });
  });

  it('keeps its link out of the database, the change log and the answers', async () => {
    const { id } = await account();
    const token = await linkOf(id);
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(i::text, ' '), '') || (select coalesce(string_agg(o::text, ' '), '') from oper_log o)
        as text from account_invitation i`.execute(product.database.db);
    const kept = rows[0]?.text ?? '';
    expect([kept.includes('invitation'), kept.includes(token)]).toEqual([true, false]);
    const state = ok(await operator.get<InvitationState>('/api/sys/account/getInvitation', { userId: id }));
    expect(state).toMatchObject({ settled: false, mail: true, open: { sentTo: null, mailState: null } });
    expect(JSON.stringify(state)).not.toContain(token);
  });
});

describe('a letter of invitation', () => {
  const mailed = async (email: string): Promise<{ id: number; token: string }> => {
    const { id } = await account({ email });
    const sent = ok(await inviteBy(operator, id, 'mail'));
    expect(sent).toMatchObject({ token: null, sentTo: email });
    const [letter] = await lettersTo(email);
    expect(letter?.body).toContain('/#/invitation?token=');
    return { id, token: letter?.secret ?? '' };
  };
  const address = (): string => `${unique('to').toLowerCase()}@example.com`;

  it('carries the link, which the outbox hides', async () => {
    const email = address();
    const { token, id } = await mailed(email);
    const { list } = ok(
      await operator.get<{ list: { body: string }[] }>('/api/sys/outbox/getList', { search: email }),
    );
    expect(list[0]?.body).not.toContain(token);
    const state = ok(await operator.get<InvitationState>('/api/sys/account/getInvitation', { userId: id }));
    expect(state.open).toMatchObject({ sentTo: email, mailState: 'waiting' });
    ok(await accept(token));
  });

  it('to a mistyped address works no more once the address is put right', async () => {
    const { id, token } = await mailed(address());
    ok(await operator.post('/api/sys/orgEmployee/edit', { id, email: address() }));
    expect(await accept(token)).toMatchObject({ code: 400, field: 'token' });
  });

  it('needs an address, and a way for letters; else it is said', async () => {
    const { id } = await account();
    expect(await inviteBy(operator, id, 'mail')).toMatchObject({ code: 400, field: 'email' });
    const other = await plain.operator();
    const consumerId = await add(other, 'consumer', { orgName: unique('Works '), orgCode: unique() });
    const there = await add(other, 'orgEmployee', {
      userName: 'mailed',
      name: 'A guest',
      email: address(),
      consumerId,
    });
    const refused = await inviteBy(other, there, 'mail');
    expect(refused).toMatchObject({ code: 409 });
    expect(refused.message).toMatch(/not set up/);
    expect(ok(await inviteBy(other, there)).token).toMatch(/^[\w-]{32}$/);
  });
});
