import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openTestBroker, type TestBroker } from '#test/broker.ts';
import { add, buildEnterprise } from '#test/build.ts';
import { makeCertificate } from '#test/certificate.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { doubtOfCertificate, followPemPair } from './pem.ts';
import { openTlsRedirect } from './tlsRedirect.ts';

const folder = mkdtempSync(join(tmpdir(), 'meterhouse-tls-'));
const file = (name: string): string => join(folder, name);
const [cert, key, nextCert, nextKey] = ['cert.pem', 'key.pem', 'next.pem', 'nextKey.pem'].map(file) as [
  string,
  string,
  string,
  string,
];
/** Without openssl the tests are skipped. */
const made = makeCertificate(cert, key) && makeCertificate(nextCert, nextKey);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!made)('a certificate of one’s own', () => {
  let product: Product;
  let broker: TestBroker;
  let app: FastifyInstance;
  let port: number;
  beforeAll(async () => {
    product = await startProduct();
    const { web } = readConfig({ DEMO: 'off', TLS_CERT: cert, TLS_KEY: key });
    broker = await openTestBroker(product.database);
    const services = { ...product.services, config: { ...product.services.config, web } };
    app = await buildApp(services, broker.ingest, broker.messaging);
    await app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = app.server.address() as AddressInfo);
  });
  afterAll(async () => {
    await app.close();
    await broker.close();
    await product.close();
  });

  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, headers, rejectUnauthorized: false }, (reply) => {
        reply.resume();
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers });
      })
        .once('error', reject)
        .end();
    });

  it('serves over TLS: told to come so again, and plain HTTP gets nothing on this port', async () => {
    const reply = await ask('/healthz');
    expect(reply.status).toBe(200);
    expect(reply.headers['strict-transport-security']).toMatch(/^max-age=/);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  });

  it('the session’s cookie is bound to the host', async () => {
    const { cookies } = await app.inject({
      method: 'POST',
      url: '/api/sys/login',
      headers: { 'x-meterhouse': '1', 'x-forwarded-proto': 'https' },
      payload: { userName: 'operator', password: product.services.config.adminPassword ?? '' },
    });
    expect(cookies[0]).toMatchObject({ name: '__Host-meterhouse_session', secure: true });
  });

  it('messages come over it too, on the same port', async () => {
    const upgraded = await new Promise<number | undefined>((resolve, reject) => {
      request({
        host: '127.0.0.1',
        port,
        path: '/mqtt',
        rejectUnauthorized: false,
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          origin: `https://127.0.0.1:${port}`,
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          'sec-websocket-protocol': 'mqtt',
        },
      })
        .once('upgrade', (reply, socket) => {
          socket.destroy();
          resolve(reply.statusCode);
        })
        .once('response', (reply) => resolve(reply.statusCode))
        .once('error', reject)
        .end();
    });
    expect(upgraded).toBe(101);
  });

  it('chargers come over it too, on the same port', async () => {
    const { consumerId, siteId } = await buildEnterprise(product);
    const operator = await product.operator();
    const row = { pileName: 'P', pileCode: 'P', consumerId, siteId, ratedPower: 7, ocppIdentity: 'CP-TLS' };
    const id = await add(operator, 'chargePile', row);
    const { key: own } = ok(await operator.post<{ key: string }>('/api/archive/chargePile/issueKey', { id }));
    const authorization = `Basic ${Buffer.from(`CP-TLS:${own}`).toString('base64')}`;
    const socket = new WebSocket(`wss://127.0.0.1:${port}/ocpp/CP-TLS`, ['ocpp1.6'], {
      rejectUnauthorized: false,
      headers: { authorization },
    });
    const reply = await new Promise<string>((resolve, reject) => {
      socket.once('open', () => socket.send('[2,"1","Heartbeat",{}]'));
      socket.once('message', (data: Buffer) => resolve(data.toString('utf8')));
      socket.once('error', reject);
    });
    socket.terminate();
    expect(JSON.parse(reply)).toEqual([3, '1', { currentTime: expect.any(String) as string }]);
  });

  it('a browser that comes over plain HTTP is sent on; a program that brings something is refused', async () => {
    const redirect = openTlsRedirect(product.services.config, port);
    await new Promise<void>((resolve) => redirect.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(redirect.address() as AddressInfo).port}`;
    const sent = await fetch(`${base}/openapi?x=1`, { redirect: 'manual' });
    expect(sent.status).toBe(308);
    expect(sent.headers.get('location')).toBe(`https://127.0.0.1:${port}/openapi?x=1`);
    expect((await fetch(`${base}/api/sys/login`, { method: 'POST', redirect: 'manual' })).status).toBe(403);
    redirect.closeAllConnections();
    redirect.close();
  });
});

describe.skipIf(!made)('a renewed certificate', () => {
  it('is taken without a restart; half of a pair is waited for, a broken one told and left', async () => {
    const pair = { cert: file('live.pem'), key: file('liveKey.pem') };
    copyFileSync(cert, pair.cert);
    copyFileSync(key, pair.key);
    const taken: unknown[] = [];
    const reported: string[] = [];
    const log = { info: (text: string) => reported.push(text), warn: (text: string) => reported.push(text) };
    const stop = followPemPair(pair, 'TLS', (secure) => taken.push(secure.cert), log, 20);
    const settle = () => new Promise((resolve) => setTimeout(resolve, 150));
    await settle();
    expect(taken).toHaveLength(0);
    copyFileSync(nextCert, pair.cert);
    await settle();
    expect(taken).toHaveLength(0);
    expect(reported).toEqual([
      'The certificate in use stays: TLS_KEY is not the key of the certificate TLS_CERT.',
    ]);
    copyFileSync(nextKey, pair.key);
    await settle();
    expect(taken).toHaveLength(1);
    expect(reported.at(-1)).toBe('TLS_CERT was renewed and is in use');
    rmSync(pair.cert);
    await settle();
    expect(taken).toHaveLength(1);
    expect(reported.at(-1)).toContain('TLS_CERT cannot be read');
    stop();
  });

  it.runIf(process.env['TEST_ALL'])(
    'gateways over TLS meet the new one',
    async () => {
      const product = await startProduct();
      const pair = { cert: file('gate.pem'), key: file('gateKey.pem') };
      copyFileSync(cert, pair.cert);
      copyFileSync(key, pair.key);
      const broker = await openTestBroker(product.database, {
        env: { MQTT_TLS_CERT: pair.cert, MQTT_TLS_KEY: pair.key, MQTT_TLS_PORT: '0' },
      });
      const serial = () =>
        new Promise<string>((resolve, reject) => {
          const port = broker.messaging.doors?.tlsPort ?? 0;
          const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
            resolve(socket.getPeerCertificate().serialNumber);
            socket.destroy();
          }).once('error', reject);
        });
      const before = await serial();
      copyFileSync(nextCert, pair.cert);
      copyFileSync(nextKey, pair.key);
      await expect.poll(serial, { timeout: 20_000, interval: 500 }).not.toBe(before);
      await broker.close();
      await product.close();
    },
    60_000,
  );
});

describe.skipIf(!made)('at the start', () => {
  const refused = (env: Record<string, string>): string => {
    try {
      readConfig(env);
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
    }
    return '';
  };

  it('what does not fit is refused with a sentence that names the setting', () => {
    writeFileSync(file('text'), 'no PEM');
    expect(refused({ TLS_CERT: cert })).toMatch(/^TLS_CERT is set without TLS_KEY/);
    expect(refused({ TLS_CERT: folder, TLS_KEY: key })).toMatch(/^TLS_CERT must be an existing file/);
    expect(refused({ TLS_CERT: file('text'), TLS_KEY: key })).toMatch(/^TLS_CERT must be a certificate/);
    expect(refused({ TLS_CERT: cert, TLS_KEY: file('text') })).toMatch(/^TLS_KEY must be a private key/);
    expect(refused({ TLS_CERT: cert, TLS_KEY: nextKey })).toMatch(/^TLS_KEY is not the key/);
    expect(refused({ TLS_REDIRECT_PORT: '80' })).toMatch(/^TLS_REDIRECT_PORT is set without TLS_CERT/);
    expect(refused({ TLS_CERT: cert, TLS_KEY: key, TLS_REDIRECT_PORT: '8080' })).toMatch(/both 8080/);
    expect(refused({ TLS_CERT: cert, TLS_KEY: key, DEMO: 'on' })).toMatch(/^DEMO=on works without TLS_CERT/);
    expect(readConfig({ TLS_CERT: cert, TLS_KEY: key }).demo).toBe('off');
  });

  it('one that is over or not yet valid is told, and the product starts: readings go on', () => {
    const pair = { cert, key };
    const day = 86_400_000;
    expect(doubtOfCertificate(pair, 'TLS', Date.now())).toBeUndefined();
    expect(doubtOfCertificate(pair, 'TLS', Date.now() + 5 * day)).toMatch(
      /^TLS_CERT ended on \d{4}-\d\d-\d\d/,
    );
    expect(doubtOfCertificate(pair, 'MQTT_TLS', Date.now() - 5 * day)).toMatch(/^MQTT_TLS_CERT begins on/);
  });
});
