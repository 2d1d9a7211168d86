import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { addRegistration } from '#test/build/uploadScene.ts';
import { ok, type Product, startProduct } from '#test/product.ts';

const SECRET = 'elastic-7 secret banner';
let inner: Server;
let hits = 0;
let port = 0;
let product: Product;
let works: Enterprise;
beforeAll(async () => {
  inner = createServer((_request, reply) => {
    hits++;
    reply.end(SECRET);
  });
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
  ({ port } = inner.address() as AddressInfo);
  product = await startProduct({ OUTWARD_ALLOW: `127.0.0.1:${port}` });
  works = await buildEnterprise(product);
  await addRegistration(await product.operator(), works.consumerId);
});
afterAll(async () => {
  inner.close();
  await product.close();
});

const platform = (baseUrl: string, language: 'zh' | 'en' = 'en', protocol: 'A' | 'B' = 'B') =>
  works.client.in(language).post<{ id: number }>('/api/yunshui/platformInfo/add', {
    platformName: unique('Platform '),
    consumerId: works.consumerId,
    protocol,
    baseUrl,
    plainHttp: true,
  });
const register = (platformId: number) =>
  works.client.in('en').post('/api/hunan/uploadservice/regist', { platformId });

it.each([
  'http://10.0.0.5:9200',
  'http://192.168.1.2',
  'http://172.16.3.4/api',
  'http://100.64.0.1',
  'http://127.0.0.1:1',
  'http://0x7f000001:1',
  'http://[fd00::1]/',
  'http://[::ffff:10.0.0.5]/',
  'http://169.254.169.254/latest',
  'http://100.100.100.200/latest',
])('a platform at %s is refused by its field', async (address) => {
  expect(await platform(address)).toMatchObject({ code: 400, field: 'baseUrl' });
});

it('the refusal says in both languages what lets an inner server be reached', async () => {
  for (const language of ['zh', 'en'] as const)
    expect((await platform('http://10.0.0.5:9200', language)).message).toContain('OUTWARD_ALLOW');
});

it('one that stands there from before is not connected to, and nobody learns whether something listens', async () => {
  const { id } = ok(await platform('https://platform.example.com/api'));
  for (const address of [`http://localhost:${port + 1}`, 'http://10.0.0.5:9200']) {
    await sql`update platform_info set base_url = ${address} where id = ${id}`.execute(product.database.db);
    const before = hits;
    const reply = await register(id);
    expect(reply).toMatchObject({ code: 409 });
    expect(reply.message).toContain('OUTWARD_ALLOW');
    expect(reply.message).not.toContain('ECONNREFUSED');
    expect(hits).toBe(before);
  }
});

it.each(['A', 'B'] as const)('what no platform of protocol %s says is told to nobody', async (protocol) => {
  const { id } = ok(await platform(`http://127.0.0.1:${port}/${protocol}`, 'en', protocol));
  const before = hits;
  const reply = await register(id);
  expect(reply).toMatchObject({ code: 409 });
  expect(reply.message).toContain('The reply is none of the protocol');
  expect(hits).toBeGreaterThan(before);
  const { rows } = await sql<{ kept: string }>`
    select p::text || coalesce((select string_agg(r::text, '') from upload_receipt r where r.platform_id = p.id), '') as kept
    from platform_info p where p.id = ${id}`.execute(product.database.db);
  expect(`${reply.message}${rows[0]?.kept}`).not.toContain(SECRET);
});
