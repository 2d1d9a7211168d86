import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestBroker, type TestBroker } from '#test/broker.ts';
import { type Product, startProduct } from '#test/product.ts';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { isOwnName, mayUpgrade } from './plugin/hosts.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const URLS = ['/', '/openapi', '/openapi.json', '/metrics', '/api/sys/getSystemVersion', '/no/such'];
const ask = (url: string, headers: Record<string, string>) => product.app.inject({ url, headers });

describe('a name that leads to this machine though it is another’s', () => {
  it.each([
    'evil.example',
    'evil.example:8080',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '0.0.0.0',
  ])('%s is refused everywhere, with a sentence that names the setting', async (host) => {
    for (const url of URLS) {
      const reply = await ask(url, { host });
      expect([url, reply.statusCode]).toEqual([url, 421]);
      expect(reply.json<{ message: string }>().message).toContain('ALLOWED_HOSTS');
    }
  });

  it.each(['a b', 'x;script-src *', "localhost', evil", 'localhost:99999999', '[::1', 'user@localhost'])(
    'no name at all (%j) is refused, not stumbled over',
    async (host) => {
      expect((await ask('/api/sys/getSystemVersion', { host })).statusCode).toBe(421);
    },
  );

  it('a script that tells another name as a proxy would gains nothing', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'localhost' };
    expect((await ask('/api/sys/getSystemVersion', headers)).statusCode).toBe(421);
    const reported = { host: 'localhost', 'x-forwarded-host': 'evil.example' };
    expect((await ask('/api/sys/getSystemVersion', reported)).statusCode).toBe(421);
  });

  it.each([
    'localhost',
    'LOCALHOST:8080',
    'localhost.',
    '127.0.0.1:1',
    '127.8.9.1',
    '[::1]:8080',
    'a.localhost',
  ])('%s is this machine', async (host) => {
    expect((await ask('/api/sys/getSystemVersion', { host })).statusCode).toBe(200);
  });

  it('health and the door of gateways answer under any name: they show nothing and take no cookie', async () => {
    expect((await ask('/healthz', { host: '10.0.0.7' })).statusCode).toBe(200);
    expect((await ask('/readyz', { host: '10.0.0.7' })).statusCode).toBe(200);
    const sent = await product.app.inject({
      method: 'POST',
      url: '/api/ingest/telemetry',
      headers: { host: 'meter.lan' },
      payload: '{}',
    });
    expect(sent.json()).toMatchObject({ code: 403 });
    expect(sent.statusCode).toBe(403);
  });
});

describe('names by setting', () => {
  const config = (env: Record<string, string>) => readConfig({ DEMO: 'off', ...env });
  it('are those that are listed, and this machine’s own; without a list on an open address any', () => {
    const listed = config({ ALLOWED_HOSTS: 'Meter.example, 10.0.0.5 [fd00::5]' });
    const names = (own: Parameters<typeof isOwnName>[1]) =>
      ['meter.example', '10.0.0.5', '[fd00::5]', 'localhost', 'evil.example'].map((name) =>
        isOwnName(name, own),
      );
    expect(names(listed)).toEqual([true, true, true, true, false]);
    expect(names(config({ HOST: '0.0.0.0', ALLOWED_HOSTS: 'meter.example' }))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
    expect(names(config({ HOST: '0.0.0.0' }))).toEqual([true, true, true, true, true]);
    expect(names(config({}))).toEqual([false, false, false, true, false]);
  });

  it.each(['https://meter.example', 'meter.example:8080', 'a/b', '*'])('%s is no name', (name) => {
    expect(() => config({ ALLOWED_HOSTS: name })).toThrow(ConfigError);
  });

  it('WebSockets: of an own name, from a page of the same name or from none', () => {
    const own = config({});
    const may = (host: string, origin?: string) => mayUpgrade({ host, ...(origin ? { origin } : {}) }, own);
    expect(may('localhost:8083')).toBe(true);
    expect(may('localhost:8083', 'http://localhost:8080')).toBe(true);
    expect(may('[::1]:8083', 'http://[::1]:8080')).toBe(true);
    expect(may('localhost:8083', 'http://evil.example')).toBe(false);
    expect(may('localhost:8083', 'null')).toBe(false);
    expect(may('evil.example:8083')).toBe(false);
    expect(may('evil.example:8083', 'http://evil.example:8083')).toBe(false);
  });
});

describe('pages of elsewhere', () => {
  let cookie: Promise<string> | undefined;
  const signIn = async () => {
    const reply = await product.app.inject({
      method: 'POST',
      url: '/api/sys/login',
      headers: { 'x-meterhouse': '1' },
      payload: { userName: 'operator', password: product.services.config.adminPassword ?? '' },
    });
    return `${reply.cookies[0]?.name}=${reply.cookies[0]?.value}`;
  };
  const code = async (headers: Record<string, string>) =>
    (await ask('/api/sys/getUserInfo', { cookie: await (cookie ??= signIn()), ...headers })).json<{
      code: number;
    }>().code;

  it('get nothing, also of a neighbour on this machine whose requests carry the cookie; links are followed', async () => {
    expect(await code({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toBe(200);
    expect(await code({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).toBe(200);
    for (const site of ['same-site', 'cross-site']) {
      expect(
        await code({ 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }),
      ).toBe(403);
      expect(
        await code({ 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }),
      ).toBe(403);
      expect(
        await code({ 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }),
      ).toBe(200);
    }
  });
});

describe('what tells of the product itself', () => {
  const NEAR = ['/metrics', '/openapi.json', '/openapi'];
  it.each(NEAR)('%s answers this machine alone where there is no token', async (url) => {
    expect((await product.app.inject({ url })).statusCode).toBe(200);
    const far = await product.app.inject({ url, remoteAddress: '192.0.2.7' });
    expect(far.statusCode).toBe(403);
    expect(far.body).toContain('METRICS_TOKEN');
    // Behind a proxy on this machine everybody seems near.
    expect((await ask(url, { 'x-forwarded-for': '192.0.2.7' })).statusCode).toBe(403);
    expect((await ask(url, { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(403);
    expect((await ask(url, { forwarded: 'for=127.0.0.1' })).statusCode).toBe(403);
  });

  it('who guesses at the token waits, at all of them together; who has it passes, from the same address too', async () => {
    const { web } = readConfig({ DEMO: 'off', METRICS_TOKEN: 'a-token-that-is-right' });
    const app = await buildApp({ ...product.services, config: { ...product.services.config, web } });
    const ask = (url: string, token: string, remoteAddress = '192.0.2.7') =>
      app.inject({ url, remoteAddress, headers: token ? { authorization: `Bearer ${token}` } : {} });
    const said: number[] = [];
    for (let i = 0; i < 30; i++) said.push((await ask(NEAR[i % NEAR.length] ?? '', `guess-${i}`)).statusCode);
    // Twenty are free and one more begins the wait.
    expect(said.slice(0, 21)).toEqual(Array(21).fill(401));
    expect(said.filter((status) => status === 429).length).toBeGreaterThan(0);
    for (let i = 0; i < 3; i++) expect((await ask('/metrics', 'a-token-that-is-right')).statusCode).toBe(200);
    expect((await ask('/metrics', 'another-guess', '192.0.2.8')).statusCode).toBe(401);
    await app.close();
  });

  it('with a token answers whoever sends it, and nobody else', async () => {
    const token = 'a token of twenty-odd letters'.replaceAll(' ', '-');
    const config = readConfig({ DEMO: 'off', METRICS_TOKEN: token });
    const app = await buildApp({
      ...product.services,
      config: { ...product.services.config, web: config.web },
    });
    const status = async (url: string, authorization = '') =>
      (await app.inject({ url, remoteAddress: '192.0.2.7', headers: { authorization } })).statusCode;
    const basic = `Basic ${Buffer.from(`prometheus:${token}`).toString('base64')}`;
    for (const url of NEAR) {
      expect(await status(url, `Bearer ${token}`)).toBe(200);
      expect(await status(url, basic)).toBe(200);
      for (const wrong of [
        '',
        'Bearer',
        `Bearer ${token}x`,
        `Bearer ${token.slice(1)}`,
        'Basic !!',
        `Digest ${token}`,
      ])
        expect([wrong, await status(url, wrong)]).toEqual([wrong, 401]);
      expect((await app.inject({ url })).statusCode).toBe(401);
    }
    await app.close();
    expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN must have at least 16/);
  });
});

describe('the broker’s door for browsers', () => {
  let broker: TestBroker;
  beforeAll(async () => {
    broker = await openTestBroker(product.database);
  });
  afterAll(() => broker.close());

  const upgrade = (headers: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(broker.messaging.doors?.wsPort ?? 0, '127.0.0.1', () =>
        socket.write(
          `GET /mqtt HTTP/1.1\r\n${headers}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
            'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n',
        ),
      );
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString().split('\r\n')[0] ?? '');
      });
    });

  it('opens to pages of the same name alone', async () => {
    expect(await upgrade('Host: localhost:8083')).toContain('101');
    expect(await upgrade('Host: localhost:8083\r\nOrigin: http://localhost:8080')).toContain('101');
    expect(await upgrade('Host: localhost:8083\r\nOrigin: http://evil.example')).toContain('403');
    expect(await upgrade('Host: evil.example:8083\r\nOrigin: http://evil.example:8083')).toContain('403');
  });
});
