import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { buildEnterprise, PASSWORD, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import { allRoutes } from './app.ts';
import { MAX_FILE_BYTES } from './files.ts';
import type { Route } from './route.ts';

// Attacks on every call at once; those on one call are tried beside it (session, news, file, systemLog, account).

let product: Product;
let mine: Enterprise;
let operator: Client;
let cookies: Record<string, string>;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  operator = await product.operator();
  const reply = await product.app.inject({
    method: 'POST',
    url: '/api/sys/login',
    headers: { 'x-meterhouse': '1' },
    payload: { userName: mine.userName, password: PASSWORD },
  });
  cookies = Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]));
});
afterAll(() => product.close());

const posts = allRoutes.filter(({ method }) => method === 'POST' || method === 'UPLOAD');
const codeOf = (body: string): number => (JSON.parse(body) as { code: number }).code;

describe('a form of another site', () => {
  it.each([
    ['without the header that only scripts of this site set', {}],
    ['with the header, from a foreign origin', { 'x-meterhouse': '1', origin: 'https://elsewhere.example' }],
    ['with the header, from an origin without a name', { 'x-meterhouse': '1', origin: 'null' }],
  ])('%s is refused by every call that changes something', async (_how, headers) => {
    const taken: string[] = [];
    for (const { path } of posts) {
      const { body } = await product.app.inject({ method: 'POST', url: path, cookies, headers, payload: {} });
      if (codeOf(body) !== 403) taken.push(path);
    }
    expect(taken).toEqual([]);
  });
});

/** Where hostile text goes: each named parameter of a call; tables, ids and codes too. */
function hostile(route: Route, text: string): Record<string, unknown> {
  const schema = z.toJSONSchema(route.params, { io: 'input', unrepresentable: 'any' });
  const names = Object.keys(schema.properties ?? {});
  const field = { field: text, op: 'eq', value: text, order: text };
  return {
    ...route.example,
    ...Object.fromEntries(names.map((name) => [name, text])),
    ...(names.includes('dataTable') ? { dataTable: { search: text, sorter: field, filters: [field] } } : {}),
    ...(names.includes('id') ? { id: 1 } : {}),
  };
}

const ENDS_THE_SESSION = /\/(login|logout|lock|del|remove|undo|stop)$/i;

describe('hostile text in every parameter of every call', () => {
  it.each([
    ['SQL', `x'") or 1=1; drop table ammeter; --`],
    ['a name of the language', '__proto__'],
    ['markup', '<img src=x onerror=alert(1)>'],
  ])('(%s) breaks nothing and is told as what it is', async (_what, text) => {
    const broken: string[] = [];
    for (const route of allRoutes) {
      if (ENDS_THE_SESSION.test(route.path) || route.permission === 'public') continue;
      const params = hostile(route, text);
      if (route.method === 'DOWNLOAD') {
        const { type, body } = await operator.download(route.path, params);
        if (type.includes('json') && codeOf(body.toString()) === 500) broken.push(route.path);
        continue;
      }
      const file = { name: `${text}.csv`, content: Buffer.from(`${text}\n1\n`) };
      const { code } =
        route.method === 'GET'
          ? await operator.get(route.path, params)
          : route.method === 'POST'
            ? await operator.post(route.path, params)
            : await operator.upload(route.path, params, file);
      if (code === 500) broken.push(`${route.method} ${route.path}`);
    }
    expect(broken).toEqual([]);
    const { rows } = await sql`select 1 from ammeter where id = ${mine.ammeterId}`.execute(
      product.database.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('comes back as JSON that a browser does not take for a page', async () => {
    const markup = '<script>alert(1)</script>';
    const urls = [
      `/api/archive/ammeter/getpage?orderBy=${encodeURIComponent(markup)}`,
      `/api/${encodeURIComponent(markup)}`,
      `/${encodeURIComponent(markup)}`,
    ];
    for (const url of urls) {
      const { headers, body } = await product.app.inject({ url, cookies });
      expect(headers['content-type']).toMatch(/^(application\/json|text\/plain)/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      if (String(headers['content-type']).startsWith('text/plain')) expect(body).not.toContain('script');
    }
  });
});

describe('what cannot be forged', () => {
  it('the address that failures are counted by: what a client writes before the proxy’s own is not it', async () => {
    const name = unique('nobody');
    await product.app.inject({
      method: 'POST',
      url: '/api/sys/login',
      headers: { 'x-meterhouse': '1', 'x-forwarded-for': '192.0.2.66, 198.51.100.77' },
      payload: { userName: name, password: 'wrong' },
    });
    const { rows } = await sql<{ name: string }>`select name from login_attempt
      where kind = 'address' and name in ('192.0.2.66', '198.51.100.77')`.execute(product.database.db);
    expect(rows).toEqual([{ name: '198.51.100.77' }]);
  });

  it('the size of a file: what is beyond the limit is refused while it comes', async () => {
    const big = { name: 'big.csv', content: Buffer.alloc(MAX_FILE_BYTES + 2, 'a') };
    expect(await operator.upload('/api/archive/ammeter/importFile', { dryRun: 1 }, big)).toMatchObject({
      code: 413,
    });
  });
});
