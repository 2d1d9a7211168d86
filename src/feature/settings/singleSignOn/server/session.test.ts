import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildEnterprise, PASSWORD, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { OPERATOR_PASSWORD } from '#test/config.ts';
import { ok } from '#test/product.ts';
import { openSignOn } from '#test/signOn.ts';
import type { SignOn } from '#test/signOn.ts';
import { providerKeys } from './providerKeys.ts';

let on: SignOn;
let works: Enterprise;
let other: Enterprise;
let viewer: number;
beforeAll(async () => {
  on = await openSignOn({ OIDC_SECOND_FACTOR: 'amr:mfa' });
  works = await buildEnterprise(on.product);
  other = await buildEnterprise(on.product);
  viewer = await on.role('Viewer', 'archive.ammeter.view');
  await on.map('viewers', works.consumerId, viewer);
});
afterAll(() => on.close());
afterEach(() => {
  Object.assign(on.provider, { lie: undefined, alter: undefined, wrongKey: false });
});

describe('a session by the provider', () => {
  it('of a role that needs a second factor begins where the provider says that it asked for one', async () => {
    const strict = await on.role('Strict', 'archive.ammeter.view');
    ok(await on.operator.post('/api/sys/orgRole/edit', { id: strict, secondFactor: 1 }));
    await on.map('strict', works.consumerId, strict);
    const subject = on.person({ groups: ['strict'] });
    await on.refused('noSecondFactor', subject, 403);
    on.provider.alter = (claims) => ({ ...claims, amr: ['pwd'] });
    await on.refused('noSecondFactor', subject, 403);
    on.provider.alter = (claims) => ({ ...claims, amr: ['pwd', 'mfa'] });
    const one = on.browser();
    ok(await one.signIn(subject));
    expect(ok(await one.info()).funCodes).toEqual(['archive.ammeter.view']);
  });

  it('is not asked for a password that is due here: it did not come by it', async () => {
    const subject = on.person({ groups: ['viewers'] });
    const one = on.browser();
    const { user } = ok(await one.signIn(subject));
    ok(
      await on.operator.post('/api/sys/orgEmployee/updateEmpPassword', {
        userId: user.userId,
        adminPassword: OPERATOR_PASSWORD,
        userPassword: PASSWORD,
      }),
    );
    const again = on.browser();
    expect(ok(await again.signIn(subject))).toMatchObject({ passwordExpired: 0 });
    expect(ok(await again.info()).passwordExpired).toBe(0);
  });

  it('ends here and tells the address that ends it there', async () => {
    const one = on.browser();
    ok(await one.signIn(on.person({ groups: ['viewers'] })));
    const { address } = ok(await one.send<{ address: string }>('POST', '/api/sys/singleSignOn/logout', {}));
    const out = new URL(address);
    expect(out.origin + out.pathname).toBe(`${on.provider.issuer}/session/end`);
    expect(out.searchParams.get('post_logout_redirect_uri')).toBe('http://127.0.0.1:9/');
    expect((await one.info()).code).toBe(901);
    const local = on.browser();
    ok(await local.send('POST', '/api/sys/login', { userName: works.userName, password: PASSWORD }));
    expect(ok(await local.send('POST', '/api/sys/singleSignOn/logout', {}))).toEqual({ address: null });
    expect((await local.info()).code).toBe(901);
  });

  it('ends when the provider says so, by a token of its own alone', async () => {
    const subject = on.person({ groups: ['viewers'] });
    const one = on.browser();
    ok(await one.signIn(subject));
    const claims = (more: object = {}) => ({
      iss: on.provider.issuer,
      aud: on.provider.clientId,
      iat: Math.floor(Date.now() / 1000),
      jti: unique(),
      sub: subject,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...more,
    });
    const tell = async (token: string) =>
      (
        await on.product.app.inject({
          method: 'POST',
          url: '/singleSignOn/logout',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ logout_token: token }).toString(),
        })
      ).statusCode;
    for (const lie of [
      { aud: 'another' },
      { iss: 'https://id.example.com' },
      { events: {} },
      { nonce: 'n' },
      { iat: 1 },
      { sub: undefined },
    ])
      expect([lie, await tell(await on.provider.sign(claims(lie)))]).toEqual([lie, 400]);
    expect(await tell('no.token.atall')).toBe(400);
    ok(await one.info());
    expect(await tell(await on.provider.sign(claims()))).toBe(200);
    expect((await one.info()).code).toBe(901);
  });

  it('asks the provider for nothing more, however many log-outs strangers make up, and counts them by address', async () => {
    const asked: string[] = [];
    on.provider.lie = (path) => {
      asked.push(path);
      return false;
    };
    const tell = async (token: string, remoteAddress: string) =>
      (
        await on.product.app.inject({
          method: 'POST',
          url: '/singleSignOn/logout',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ logout_token: token }).toString(),
          remoteAddress,
        })
      ).statusCode;
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const made = (kid: string) => `${part({ alg: 'RS256', kid })}.${part({ iss: on.provider.issuer })}.AAAA`;
    for (const kid of ['one', 'two', 'three'])
      expect(await Promise.all(Array.from({ length: 10 }, () => tell(made(kid), '198.51.100.30')))).toEqual(
        Array(10).fill(400),
      );
    expect(asked.length).toBeLessThanOrEqual(2);
    const { db } = on.product.database;
    const failed = (n: number) =>
      sql`update login_attempt set failed = ${n} where kind = 'signOnEnd' and name = '198.51.100.30'`.execute(
        db,
      );
    // The tries in between would only cost time.
    await failed(599);
    expect(await tell(made('one'), '198.51.100.30')).toBe(400);
    expect(await tell(made('one'), '198.51.100.30')).toBe(429);
    expect(await tell(made('one'), '198.51.100.31')).toBe(400);
  });

  it('asks a provider that is away every ten seconds at most, and one whose keys are away too', async () => {
    let asked = 0;
    const { singleSignOn } = on.product.services.config;
    if (!singleSignOn) throw new Error('no single sign-on');
    const config = { ...singleSignOn };
    on.provider.lie = (_path, response) => {
      asked++;
      return Boolean(response.writeHead(503).end('gone'));
    };
    const now = Date.now();
    for (let i = 0; i < 5; i++) await expect(providerKeys(config, now + i * 1000)).rejects.toThrow();
    await expect(providerKeys(config, now + 9000)).rejects.toThrow();
    expect(asked).toBe(1);
    on.provider.lie = undefined;
    const { issuer, keys } = await providerKeys(config, now + 11_000);
    expect(issuer).toBe(on.provider.issuer);
    asked = 0;
    on.provider.lie = (_path, response) => {
      asked++;
      return Boolean(response.writeHead(503).end('gone'));
    };
    for (let i = 0; i < 5; i++) await expect(keys({ alg: 'RS256', kid: 'one' })).rejects.toThrow();
    expect(asked).toBe(1);
  });
});

describe('whoever looks after it', () => {
  it('sees how it stands, without the secret; nobody else does', async () => {
    ok(await on.browser().signIn(on.person({ groups: ['viewers'] })));
    const reply = await on.operator.get('/api/sys/singleSignOn/getState');
    expect(ok(reply)).toMatchObject({
      configured: true,
      issuer: on.provider.issuer,
      provider: { reached: true, detail: null, logout: true },
      lastAt: expect.any(String),
    });
    expect(JSON.stringify(reply)).not.toContain(on.provider.clientSecret);
    for (const path of ['getState', 'getEvents', 'getLinks'])
      expect((await works.client.get(`/api/sys/singleSignOn/${path}`)).code).toBe(403);
    on.provider.lie = (_path, response) => Boolean(response.writeHead(503).end('gone'));
    expect(ok(await on.operator.get('/api/sys/singleSignOn/getState'))).toMatchObject({
      provider: { reached: false, detail: expect.stringContaining('503') },
    });
  });

  it('cuts a link, which ends the sessions of the account', async () => {
    const subject = on.person({ groups: ['viewers'] });
    const one = on.browser();
    ok(await one.signIn(subject));
    const { list } = ok(
      await on.operator.get<{ list: { id: number; subject: string; roles: string[] }[] }>(
        '/api/sys/singleSignOn/getLinks',
        { pageSize: 100 },
      ),
    );
    const link = list.find((row) => row.subject === subject);
    expect(link?.roles).toEqual(['Viewer']);
    ok(await on.operator.post('/api/sys/singleSignOn/unlink', { id: link?.id }));
    expect((await one.info()).code).toBe(901);
    await on.refused('nameTaken', subject);
  });

  it('is an operator: an enterprise says nothing about groups, not even with the function codes', async () => {
    await sql`update org_employee set role_id_list = (select array_agg(id) from org_role where not second_factor)
      where user_name = ${other.userName}`.execute(on.product.database.db);
    await expect.poll(async () => (await other.client.get('/api/sys/signOnMapping/getall')).code).toBe(200);
    expect(
      await other.client.post('/api/sys/signOnMapping/add', {
        groupName: 'mine',
        consumerId: other.consumerId,
        roleIdList: '1',
        ix: 0,
      }),
    ).toMatchObject({ code: 403 });
    for (const path of ['getState', 'getEvents', 'getLinks'])
      expect((await other.client.get(`/api/sys/singleSignOn/${path}`)).code).toBe(403);
    expect((await other.client.post('/api/sys/singleSignOn/unlink', { id: 1 })).code).toBe(403);
  });
});
