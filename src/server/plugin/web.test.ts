import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testConfig } from '#test/config.ts';
import { packFiles } from '../../../scripts/packFiles.ts';
import { mountWeb } from './web.ts';

const CODE = `export const words = [${'"kilowatt-hour",'.repeat(200)}];\n`;
const folder = mkdtempSync(join(tmpdir(), 'meterhouse-web-'));
let app: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<html></html>');
  writeFileSync(join(folder, 'assets/page-a1.js'), CODE);
  writeFileSync(join(folder, 'assets/small-b2.js'), 'export {};\n');
  await packFiles(folder);
  app = Fastify();
  await mountWeb(app, testConfig(folder), folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (file: string, encoding: string) =>
  app.inject({ url: `/assets/${file}`, headers: { 'accept-encoding': encoding } });

it.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
])(
  'sends code as it was packed to a browser that takes %s, and keeps it for ever',
  async (takes, encoding, unpack) => {
    const { statusCode, headers, rawPayload } = await get('page-a1.js', takes);
    expect({ statusCode, encoding: headers['content-encoding'] }).toEqual({ statusCode: 200, encoding });
    expect(headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(unpack(rawPayload).toString()).toBe(CODE);
  },
);

it('sends what is small as it is, and a file that is not there as none', async () => {
  expect((await get('small-b2.js', 'br')).headers['content-encoding']).toBeUndefined();
  expect((await get('other-c3.js', 'br')).statusCode).toBe(404);
});

it.each([
  '/assets/',
  '/assets',
  '/.git/config',
  '/package.json',
  '/../package.json',
  '/assets/../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/..%5c..%5cpackage.json',
])('lists nothing and leads out of its folder nowhere: %s', async (url) => {
  const { statusCode, body } = await app.inject({ url });
  expect([statusCode, /page-a1|"name"|\[core\]/.test(body)]).toEqual([statusCode, false]);
  expect([403, 404]).toContain(statusCode);
});
