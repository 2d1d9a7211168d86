import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_PASSWORD, testConfig } from '#test/config.ts';
import { type Product, startProduct } from '#test/product.ts';
import { buildApp } from './app.ts';
import { mountHeaders } from './plugin/headers.ts';
import { mountWeb } from './plugin/web.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const HTTPS = { 'x-forwarded-proto': 'https' };
const get = (url: string, headers: Record<string, string> = {}) => product.app.inject({ url, headers });
const signIn = (headers: Record<string, string> = {}, cookie = '') =>
  product.app.inject({
    method: 'POST',
    url: '/api/sys/login',
    headers: { 'x-meterhouse': '1', cookie, ...headers },
    payload: { userName: 'operator', password: OPERATOR_PASSWORD },
  });
const code = (reply: { json: () => { code: number } }): number => reply.json().code;

/** The policy of a page by directive. */
const policyOf = (header: unknown): Map<string, string[]> =>
  new Map(
    String(header)
      .split(';')
      .map((part) => part.trim().split(' '))
      .map(([name = '', ...sources]) => [name, sources]),
  );

describe('headers', () => {
  it.each(['/openapi', '/openapi.json', '/api/sys/getUserInfo', '/api/no/such', '/nothing', '/healthz'])(
    'of %s: no evaluation, no objects, no foreign base or frame, no guessing of types',
    async (url) => {
      const { headers } = await get(url);
      const policy = policyOf(headers['content-security-policy']);
      expect(policy.get('default-src')).toEqual(["'none'"]);
      expect(policy.get('object-src') ?? policy.get('default-src')).toEqual(["'none'"]);
      expect(policy.get('base-uri')).toEqual(["'none'"]);
      expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
      expect(policy.get('script-src')?.join(' ') ?? '').not.toMatch(/unsafe|\*|https?:/);
      expect(policy.get('style-src')?.join(' ') ?? '').not.toMatch(/unsafe|\*|https?:/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['x-powered-by']).toBeUndefined();
    },
  );

  it('answers of calls are kept nowhere, also refusals', async () => {
    const client = await signIn();
    const { name, value } = client.cookies[0] ?? { name: '', value: '' };
    for (const reply of [
      client,
      await get('/api/sys/getUserInfo', { cookie: `${name}=${value}` }),
      await get('/api/sys/getUserInfo'),
      await get('/api/no/such'),
    ])
      expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('let no page of elsewhere read an answer, whatever it asks for', async () => {
    const origin = 'https://elsewhere.example';
    const asks = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-meterhouse',
    };
    for (const url of ['/api/sys/getUserInfo', '/api/sys/login', '/openapi.json', '/healthz', '/'])
      for (const reply of [
        await get(url, { origin }),
        await product.app.inject({ method: 'OPTIONS', url, headers: { origin, ...asks } }),
      ])
        expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('behind TLS, and only there, the browser is told to come over TLS', async () => {
    expect((await get('/healthz', HTTPS)).headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await get('/healthz')).headers['strict-transport-security']).toBeUndefined();
  });
});

describe('a proxy that is named by TRUSTED_PROXIES', () => {
  let app: Product['app'];
  beforeAll(async () => {
    const { web } = testConfig(product.services.config.dataDir, { TRUSTED_PROXIES: '172.31.83.0/24' });
    app = await buildApp({ ...product.services, config: { ...product.services.config, web } });
  });
  afterAll(() => app.close());

  it.each([
    ['172.31.83.1', true],
    ['::ffff:172.31.83.9', true],
    ['172.31.84.1', false],
    ['203.0.113.5', false],
    // Not named any more.
    ['127.0.0.1', false],
  ])('%s: whether it is believed that TLS stands in front: %s', async (remoteAddress, believed) => {
    const { headers } = await app.inject({ url: '/healthz', headers: HTTPS, remoteAddress });
    expect(headers['strict-transport-security']).toBe(believed ? 'max-age=31536000' : undefined);
    const reply = await app.inject({
      method: 'POST',
      url: '/api/sys/login',
      remoteAddress,
      headers: { ...HTTPS, 'x-meterhouse': '1' },
      payload: { userName: 'operator', password: OPERATOR_PASSWORD },
    });
    expect(reply.cookies[0]?.name).toBe(believed ? '__Host-meterhouse_session' : 'meterhouse_session');
    expect(reply.cookies[0]?.secure ?? false).toBe(believed);
  });
});

describe('the page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'meterhouse-web-'));
  const app = Fastify({ trustProxy: 'loopback' });
  beforeAll(async () => {
    cpSync('index.html', join(folder, 'index.html'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'assets/part-1a2b.js'), '');
    await app.register(cookie);
    await mountHeaders(app);
    await mountWeb(app, product.services.config, folder);
  });
  afterAll(() => app.close().then(() => rmSync(folder, { recursive: true })));

  it('holds the filing number that was set for its footer, and nothing else of the setting', async () => {
    const one = Fastify();
    const { web } = testConfig(folder, { FILING_NUMBER: '京ICP备2026000001号-1 & $&' });
    await one.register(cookie);
    await mountHeaders(one);
    await mountWeb(one, { ...product.services.config, web }, folder);
    const { body } = await one.inject({ url: '/' });
    await one.close();
    expect(body).toContain('<meta name="filing-number" content="京ICP备2026000001号-1 &amp; $&amp;"');
    expect((await app.inject({ url: '/' })).body).toContain('<meta name="filing-number" content=""');
  });

  it.each([
    ['1', { meterhouse_session: 'a token' }],
    ['', {}],
    ['', { meterhouse_session: '' }],
  ])('is told “%s”, whether the request carried a session', async (content, cookies) => {
    const { body } = await app.inject({ url: '/', cookies });
    expect(body).toContain(`<meta name="signed-in" content="${content}"`);
  });

  it.each(['/', '/index.html'])(
    '%s has a number that is another each time, in it and its policy',
    async (url) => {
      const numbers = await Promise.all(
        [1, 2].map(async () => {
          const { headers, body } = await app.inject({ url });
          const number = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
          expect(number).toHaveLength(24);
          expect(body).toContain(`nonce="${number}"`);
          expect(headers['cache-control']).toBe('no-store');
          return number;
        }),
      );
      expect(numbers[0]).not.toBe(numbers[1]);
    },
  );

  it('loads scripts from here alone and speaks to its own broker alone', async () => {
    const policyFor = async (headers: Record<string, string>) =>
      policyOf((await app.inject({ url: '/', headers })).headers['content-security-policy']);
    const plain = await policyFor({ host: 'localhost:8080' });
    expect(plain.get('script-src')).toEqual(["'self'"]);
    expect(plain.get('style-src')?.join(' ')).toMatch(/^'self' 'nonce-\S+'$/);
    expect(plain.get('connect-src')).toEqual(["'self'", 'ws://localhost:8083']);
    expect(plain.get('object-src')).toEqual(["'none'"]);
    expect(plain.get('base-uri')).toEqual(["'none'"]);
    expect(plain.get('form-action')).toEqual(["'self'"]);
    expect(plain.get('frame-ancestors')).toEqual(["'none'"]);
    const secure = await policyFor({ host: 'meter.example', ...HTTPS });
    expect(secure.get('connect-src')).toEqual(["'self'", 'wss://meter.example']);
  });

  it('files with a hash in their name are kept by the browser', async () => {
    const { headers } = await app.inject({ url: '/assets/part-1a2b.js' });
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('the cookie of a session', () => {
  it('over TLS is bound to the host; one without the prefix does not count there, nor the other way round', async () => {
    const secure = (await signIn(HTTPS)).cookies[0];
    expect(secure).toMatchObject({
      name: '__Host-meterhouse_session',
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    });
    expect(secure).not.toHaveProperty('domain');
    const plain = (await signIn()).cookies[0];
    expect(plain).toMatchObject({ name: 'meterhouse_session', httpOnly: true, sameSite: 'Strict' });
    expect(plain).not.toHaveProperty('secure');

    const held = `__Host-meterhouse_session=${secure?.value}`;
    expect(code(await get('/api/sys/getUserInfo', { ...HTTPS, cookie: held }))).toBe(200);
    for (const name of ['meterhouse_session', '__Host-other']) {
      const cookie = `${name}=${secure?.value}`;
      expect(code(await get('/api/sys/getUserInfo', { ...HTTPS, cookie }))).toBe(901);
    }
    expect(code(await get('/api/sys/getUserInfo', { cookie: held }))).toBe(901);
  });

  it('is taken away under the name it was given', async () => {
    const { value } = (await signIn(HTTPS)).cookies[0] ?? { value: '' };
    const cookie = `__Host-meterhouse_session=${value}`;
    const left = await product.app.inject({
      method: 'POST',
      url: '/api/sys/logout',
      headers: { ...HTTPS, cookie, 'x-meterhouse': '1' },
    });
    expect(left.cookies[0]).toMatchObject({ name: '__Host-meterhouse_session', value: '', secure: true });
    expect(code(await get('/api/sys/getUserInfo', { ...HTTPS, cookie }))).toBe(901);
  });
});
