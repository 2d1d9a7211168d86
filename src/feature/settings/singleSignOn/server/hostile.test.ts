import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildEnterprise } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { startIdentityProvider } from '#test/identityProvider.ts';
import { ok, startProduct } from '#test/product.ts';
import { BACK, openSignOn } from '#test/signOn.ts';
import type { SignOn } from '#test/signOn.ts';

let on: SignOn;
let works: Enterprise;
beforeAll(async () => {
  on = await openSignOn();
  works = await buildEnterprise(on.product);
  await on.map('viewers', works.consumerId, await on.role('Viewer', 'archive.ammeter.view'));
});
afterAll(() => on.close());
afterEach(() => {
  Object.assign(on.provider, { lie: undefined, alter: undefined, wrongKey: false });
});

describe('a hostile or broken way back', () => {
  it('works once', async () => {
    const one = on.browser();
    const answer = await on.provider.walk(await one.begin(), on.person({ groups: ['viewers'] }));
    ok(await one.finish(answer));
    expect(await one.finish(answer)).toMatchObject({ code: 400, data: { reason: 'wayOver' } });
  });

  it('of another browser is refused, and over for both', async () => {
    const [mine, theirs] = [on.browser(), on.browser()];
    await theirs.begin();
    const answer = await on.provider.walk(await mine.begin(), on.person({ groups: ['viewers'] }));
    for (const one of [theirs, on.browser(), mine])
      expect(await one.finish(answer)).toMatchObject({ data: { reason: 'wayOver' } });
  });

  it('with a code that was used by somebody else is refused by the provider', async () => {
    const thief = on.browser();
    const victim = on.browser();
    const answer = new URLSearchParams(
      await on.provider.walk(await victim.begin(), on.person({ groups: ['viewers'] })),
    );
    const state = new URL(await thief.begin()).searchParams.get('state') ?? '';
    answer.set('state', state);
    // The code belongs to another verifier.
    expect(await thief.finish(answer.toString())).toMatchObject({ data: { reason: 'providerRefused' } });
  });

  it('after ten minutes is over; two tabs do not disturb each other', async () => {
    const one = on.browser();
    const [first, second] = [await one.begin(), await one.begin()];
    ok(await one.finish(await on.provider.walk(first, on.person({ groups: ['viewers'] }))));
    const answer = await on.provider.walk(second, on.person({ groups: ['viewers'] }));
    await sql`update sign_on_flow set expires_at = now() - interval '1 second'`.execute(
      on.product.database.db,
    );
    expect(await one.finish(answer)).toMatchObject({ data: { reason: 'wayOver' } });
  });

  it('from another provider (mix-up) is refused', async () => {
    const one = on.browser();
    const answer = new URLSearchParams(
      await on.provider.walk(await one.begin(), on.person({ groups: ['viewers'] })),
    );
    expect(answer.get('iss')).toBe(on.provider.issuer);
    answer.set('iss', 'https://attacker.example');
    expect(await one.finish(answer.toString())).toMatchObject({ data: { reason: 'wrongToken' } });
    const two = on.browser();
    const without = new URLSearchParams(
      await on.provider.walk(await two.begin(), on.person({ groups: ['viewers'] })),
    );
    without.delete('iss');
    expect(await two.finish(without.toString())).toMatchObject({ data: { reason: 'wrongToken' } });
  });

  it('with the refusal of the provider says so', async () => {
    const one = on.browser();
    const state = new URL(await one.begin()).searchParams.get('state') ?? '';
    const answer = new URLSearchParams({ error: 'access_denied', state, iss: on.provider.issuer });
    expect(await one.finish(answer.toString())).toMatchObject({
      code: 400,
      data: { reason: 'providerRefused' },
    });
    expect((await on.lastFailure())?.detail).toBe('access_denied');
  });

  it.each(['', 'state=', 'code=x', 'state=x&state=y', `state=${'x'.repeat(8001)}`, '%00=%00'])(
    'that is %j is refused',
    async (answer) => {
      const { code } = await on.browser().finish(answer);
      expect(code).toBe(400);
    },
  );

  it.each([
    ['by a wrong key', { wrongKey: true }],
    ['for another audience', { alter: (c: object) => ({ ...c, aud: 'another' }) }],
    ['of another issuer', { alter: (c: object) => ({ ...c, iss: 'https://id.example.com' }) }],
    ['that is over', { alter: (c: object) => ({ ...c, exp: Math.floor(Date.now() / 1000) - 120 }) }],
    ['of a year to come', { alter: (c: object) => ({ ...c, nbf: Math.floor(Date.now() / 1000) + 4000 }) }],
    ['of another sign-in', { alter: (c: object) => ({ ...c, nonce: 'another' }) }],
    ['without a nonce', { alter: ({ nonce: _, ...c }: Record<string, unknown>) => c }],
  ])('with a token %s is refused', async (_how, lie) => {
    Object.assign(on.provider, lie);
    const detail = await on.refused('wrongToken', on.person({ groups: ['viewers'] }), 403);
    expect(detail).not.toBe('');
    expect(detail).not.toContain('eyJ');
  });

  it('from a clock that is half a minute off is taken', async () => {
    on.provider.alter = (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 30 });
    ok(await on.browser().signIn(on.person({ groups: ['viewers'] })));
  });
});

describe('a provider that is ill', () => {
  const at = (paths: readonly string[], status: number, body: string) => {
    on.provider.lie = (path, response) => {
      if (!paths.includes(path)) return false;
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      return true;
    };
  };

  it.each([
    [503, '{}', 'providerDown'],
    [200, 'this is no JSON', 'providerNonsense'],
    [200, '[]', 'providerNonsense'],
    [200, '{"access_token": 7}', 'providerNonsense'],
    [200, '{"access_token":"a","token_type":"bearer"}', 'providerNonsense'],
    [200, `"${'x'.repeat(1024 * 1024 + 1)}"`, 'providerNonsense'],
    [400, '{"error":"invalid_grant"}', 'providerRefused'],
  ])('answers %i and %.40s in place of tokens: refused as %s', async (status, body, reason) => {
    at(['/token'], status, body);
    await on.refused(reason, on.person({ groups: ['viewers'] }));
  });

  it('asks about somebody else in its user information', async () => {
    at(['/me'], 200, JSON.stringify({ sub: 'somebody else', groups: ['viewers'] }));
    await on.refused('wrongToken', on.person());
  });

  it('does not answer: told within seconds, as what it is', async () => {
    // Nothing is answered, the connection stays open.
    on.provider.lie = (path) => path === '/token';
    const begun = Date.now();
    await on.refused('providerDown', on.person({ groups: ['viewers'] }), 503);
    expect(Date.now() - begun).toBeLessThan(8000);
  });

  it('is gone: the page is told, the log-in by password goes on', async () => {
    const gone = await startIdentityProvider(BACK);
    await gone.close();
    const ill = await startProduct({
      OIDC_ISSUER: gone.issuer,
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
      OIDC_REDIRECT_URI: BACK,
    });
    expect(await ill.anonymous.post('/api/sys/singleSignOn/begin')).toMatchObject({
      code: 503,
      message: 'The identity provider does not answer, try again later',
    });
    expect(await ill.anonymous.in('zh').post('/api/sys/singleSignOn/begin')).toMatchObject({
      message: '身份提供方没有应答，请稍后再试',
    });
    expect(ok(await (await ill.operator()).get('/api/sys/getUserInfo'))).toMatchObject({});
    await ill.close();
  });
});
