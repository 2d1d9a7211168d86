import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { ok } from '#test/product.ts';
import { BACK, openSignOn } from '#test/signOn.ts';
import type { SignOn } from '#test/signOn.ts';

let on: SignOn;
let works: Enterprise;
let other: Enterprise;
let viewer: number;
let editor: number;
beforeAll(async () => {
  on = await openSignOn();
  works = await buildEnterprise(on.product);
  other = await buildEnterprise(on.product);
  viewer = await on.role('Viewer', 'archive.ammeter.view');
  editor = await on.role('Editor', 'archive.ammeter.view', 'archive.ammeter.edit');
  await on.map('viewers', works.consumerId, viewer);
  await on.map('editors', works.consumerId, editor);
  await on.map('other-viewers', other.consumerId, viewer);
});
afterAll(() => on.close());
afterEach(() => {
  Object.assign(on.provider, { lie: undefined, alter: undefined, wrongKey: false });
});

describe('the way to the provider', () => {
  it('carries code, PKCE, state and nonce, and the exact address back', async () => {
    const { searchParams } = new URL(await on.browser().begin());
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: on.provider.clientId,
      redirect_uri: BACK,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('marks the browser by a cookie that scripts and other sites do not see', async () => {
    const reply = await on.product.app.inject({
      method: 'POST',
      url: '/api/sys/singleSignOn/begin',
      headers: { 'x-meterhouse': '1' },
      payload: {},
    });
    expect(reply.cookies[0]).toMatchObject({
      name: 'meterhouse_sign_on',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
    expect(reply.cookies[0]).not.toHaveProperty('secure');
    expect(
      (await on.product.app.inject({ method: 'POST', url: '/api/sys/singleSignOn/begin' })).json(),
    ).toMatchObject({
      code: 403,
    });
  });

  it('over TLS counts by a cookie of this very host alone: a neighbour’s host can set any other', async () => {
    const HTTPS = { 'x-meterhouse': '1', 'x-forwarded-proto': 'https' };
    const send = (url: string, payload: object, cookies: Record<string, string> = {}) =>
      on.product.app.inject({ method: 'POST', url, headers: HTTPS, payload, cookies });
    const begin = (cookies: Record<string, string> = {}) => send('/api/sys/singleSignOn/begin', {}, cookies);
    const planted = 'a'.repeat(32);
    const begun = await begin({ meterhouse_sign_on: planted });
    expect(begun.cookies[0]).toMatchObject({ name: '__Host-meterhouse_sign_on', path: '/', secure: true });
    const mark = begun.cookies[0]?.value ?? '';
    expect(mark).not.toBe(planted);
    const { address } = begun.json<{ data: { address: string } }>().data;
    const answer = await on.provider.walk(address, on.person({ groups: ['viewers'] }));
    const login = (name: string) => send('/api/sys/singleSignOn/login', { answer }, { [name]: mark });
    // One that is refused is over, so each comes with a way of its own.
    expect((await login('meterhouse_sign_on')).json()).toMatchObject({ data: { reason: 'wayOver' } });
    const again = await begin({ '__Host-meterhouse_sign_on': mark });
    const next = again.json<{ data: { address: string } }>().data.address;
    const good = await on.provider.walk(next, on.person({ groups: ['viewers'] }));
    const cookies = { '__Host-meterhouse_sign_on': mark };
    expect((await send('/api/sys/singleSignOn/login', { answer: good }, cookies)).json()).toMatchObject({
      code: 200,
    });
  });

  it('lands on a page of this product and nowhere else, with what came behind the #', async () => {
    const back = await on.product.app.inject({
      url: '/singleSignOn?code=a&state=b&next=https://elsewhere.example',
    });
    expect([back.statusCode, back.headers.location]).toEqual([
      303,
      '/#/singleSignOn?code=a&state=b&next=https://elsewhere.example',
    ]);
    expect(back.headers['cache-control']).toBe('no-store');
    const long = await on.product.app.inject({ url: `/singleSignOn?code=${'a'.repeat(9000)}` });
    expect(long.headers.location).toBe('/#/singleSignOn');
  });
});

describe('a first sign-in', () => {
  it('makes the account that the mapping says, without a password, and the change log tells it', async () => {
    const subject = on.person({
      groups: ['viewers', 'unknown'],
      email: 'Li@Works.example',
      email_verified: true,
    });
    const one = on.browser();
    const begun = ok(await one.signIn(subject));
    expect(begun.user).toMatchObject({ userName: subject.toLowerCase(), orgId: works.consumerId });
    const info = ok(await one.info());
    expect(info).toMatchObject({ passwordExpired: 0, consumers: [{ orgId: works.consumerId }] });
    expect(info.funCodes).toEqual(['archive.ammeter.view']);
    const { rows } = await sql`select name, email, account_type,
        exists (select from employee_secret s where s.employee_id = e.id) as password,
        (select user_name from oper_log o where o.resource = 'orgEmployee' and o.row_id = e.id) as by
      from org_employee e where id = ${begun.user.userId}`.execute(on.product.database.db);
    expect(rows).toEqual([
      { name: 'Li Wei', email: 'li@works.example', account_type: '0', password: false, by: 'OpenID Connect' },
    ]);
    // Again: the same account.
    expect(ok(await on.browser().signIn(subject)).user.userId).toBe(begun.user.userId);
  });

  it('without a group that is mapped is refused, and makes nothing', async () => {
    for (const groups of [undefined, [], ['unknown'], 'VIEWERS', { viewers: true }]) {
      const subject = on.person(groups === undefined ? {} : { groups });
      await on.refused('noMapping', subject, 403);
      expect(
        (
          await sql`select 1 from org_employee where user_name = ${subject.toLowerCase()}`.execute(
            on.product.database.db,
          )
        ).rows,
      ).toEqual([]);
    }
  });

  it('of two at once makes one account', async () => {
    const subject = on.person({ groups: ['viewers'] });
    const both = await Promise.all([on.browser().signIn(subject), on.browser().signIn(subject)]);
    expect(new Set(both.map((one) => ok(one).user.userId)).size).toBe(1);
  });

  it('takes a claim that is a text in place of a list, and 200 groups', async () => {
    expect(ok(await on.browser().signIn(on.person({ groups: 'viewers' }))).user.orgId).toBe(works.consumerId);
    const many = Array.from({ length: 199 }, (_, i) => `group ${i}`);
    expect(ok(await on.browser().signIn(on.person({ groups: [...many, 'viewers'] }))).user.orgId).toBe(
      works.consumerId,
    );
  });

  it('says it where the provider does not list all groups, rather than taking roles away', async () => {
    const subject = on.person({ groups: ['viewers'] });
    ok(await on.browser().signIn(subject));
    on.provider.people.set(subject, { preferred_username: subject, _claim_names: { groups: 'src1' } });
    await on.refused('tooManyGroups', subject, 403);
    expect(await on.rolesOf(subject)).toEqual([viewer]);
  });

  it('takes a name of 300 characters, cut, and one that no account may have', async () => {
    const long = on.person({
      groups: ['viewers'],
      name: '能'.repeat(299) + '😀\u0000',
      preferred_username: '李 伟',
    });
    const { user } = ok(await on.browser().signIn(long));
    expect(user.userName).toMatch(/^sso-[0-9a-f]{12}$/);
    const { rows } = await sql<{
      name: string;
    }>`select name from org_employee where id = ${user.userId}`.execute(on.product.database.db);
    expect(rows[0]?.name).toBe('能'.repeat(60));
  });

  it('does not enter an account that is here already, of the same name or e-mail address', async () => {
    await on.refused(
      'nameTaken',
      on.person({ groups: ['viewers'], preferred_username: works.userName }),
      403,
    );
    await on.refused('nameTaken', on.person({ groups: ['viewers'], preferred_username: 'operator' }), 403);
  });

  it('takes another claim than the groups, an inner one too', async () => {
    await add(on.operator, 'signOnMapping', {
      groupName: 'energy',
      claimName: 'realm_access.roles',
      consumerId: works.consumerId,
      roleIdList: [editor],
      ix: 0,
    });
    const subject = on.person({ realm_access: { roles: ['energy'] } });
    ok(await on.browser().signIn(subject));
    expect(await on.rolesOf(subject)).toEqual([editor]);
  });
});

describe('every further sign-in', () => {
  it('brings the roles up to the groups; what was given by hand stays', async () => {
    const subject = on.person({ groups: ['viewers', 'editors'] });
    const first = on.browser();
    const { user } = ok(await first.signIn(subject));
    expect(await on.rolesOf(subject)).toEqual([viewer, editor]);
    const byHand = await add(on.operator, 'orgRole', { roleName: 'By hand', roleCode: unique('r') });
    ok(
      await on.operator.post('/api/sys/orgEmployee/edit', {
        id: user.userId,
        roleIdList: [viewer, editor, byHand].join(','),
      }),
    );
    on.provider.people.set(subject, { preferred_username: subject, groups: ['viewers'] });
    ok(await on.browser().signIn(subject));
    expect(await on.rolesOf(subject)).toEqual([viewer, byHand]);
    // The session that was open has lost it too.
    await expect.poll(async () => ok(await first.info()).funCodes).toEqual(['archive.ammeter.view']);
  });

  it('of somebody whose groups are all taken away gives nothing but the own account', async () => {
    const subject = on.person({ groups: ['editors'] });
    ok(await on.browser().signIn(subject));
    on.provider.people.set(subject, { preferred_username: subject, groups: [] });
    const one = on.browser();
    ok(await one.signIn(subject));
    expect(await on.rolesOf(subject)).toEqual([]);
    expect(ok(await one.info()).funCodes).toEqual([]);
    expect((await one.send('GET', '/api/archive/ammeter/getall')).code).toBe(403);
  });

  it('in the groups of two enterprises reaches the second only with the roles that both give', async () => {
    const same = on.person({ groups: ['viewers', 'other-viewers'] });
    const one = on.browser();
    ok(await one.signIn(same));
    expect(ok(await one.info()).consumers.map((c) => c.orgId)).toEqual([works.consumerId, other.consumerId]);
    const more = on.person({ groups: ['editors', 'other-viewers'] });
    const two = on.browser();
    ok(await two.signIn(more));
    expect(ok(await two.info()).consumers.map((c) => c.orgId)).toEqual([works.consumerId]);
    expect(await on.rolesOf(more)).toEqual([editor]);
  });

  it('moves an account that it made with its groups', async () => {
    const subject = on.person({ groups: ['editors'] });
    ok(await on.browser().signIn(subject));
    on.provider.people.set(subject, { preferred_username: subject, groups: ['other-viewers'] });
    const one = on.browser();
    expect(ok(await one.signIn(subject)).user.orgId).toBe(other.consumerId);
    expect(ok(await one.info()).consumers.map((c) => c.orgId)).toEqual([other.consumerId]);
    expect(await on.rolesOf(subject)).toEqual([viewer]);
  });

  it('is refused to an account that is out of use or has expired, and to one that became an operator', async () => {
    const subject = on.person({ groups: ['viewers'] });
    const { user } = ok(await on.browser().signIn(subject));
    const set = (what: Record<string, unknown>) =>
      on.operator.post('/api/sys/orgEmployee/edit', { id: user.userId, ...what });
    ok(await set({ state: '0' }));
    await on.refused('accountOff', subject, 403);
    ok(await set({ state: '1', expiredTime: '2020-01-01' }));
    await on.refused('accountOff', subject, 403);
    ok(await set({ expiredTime: '', accountType: '1' }));
    await on.refused('operator', subject, 403);
  });
});
