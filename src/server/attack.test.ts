import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { cpuTime } from '#test/cpuTime.ts';
import { testConfig } from '#test/config.ts';
import { buildEnterprise, PASSWORD, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import { allRoutes, buildApp } from './app.ts';
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

  it('a script that lacks the header is told its name', async () => {
    const payload = { userName: mine.userName, password: PASSWORD };
    const { body } = await product.app.inject({
      method: 'POST',
      url: '/api/sys/login',
      headers: { 'accept-language': 'en' },
      payload,
    });
    expect(JSON.parse(body)).toMatchObject({
      code: 403,
      message: 'The call lacks the header X-Meterhouse: 1',
    });
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

const ENDS_THE_SESSION = /\/(login|logout|lock|del|remove|undo|stop|end|endOthers)$/i;

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
    // Else the calls would have been refused before they looked at anything.
    expect(await operator.get('/api/archive/ammeter/getpage')).toMatchObject({ code: 200 });
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

describe('a body that is made to break who reads it', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const json = { 'content-type': 'application/json', 'x-meterhouse': '1' };
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-meterhouse': '1' };
  const send = async (url: string, headers: Record<string, string>, payload: string) => {
    const { body } = await product.app.inject({ method: 'POST', url, cookies, headers, payload });
    return JSON.parse(body) as { code: number; message: string };
  };
  const path = '/api/archive/ammeter/add';

  it('20,000 deep is refused by every call that takes one, as JSON and as a form', async () => {
    const abnormal: string[] = [];
    for (const route of posts) {
      for (const [headers, payload] of [
        [json, `{"id":${deep}}`],
        [json, deep],
        [form, `${'a.'.repeat(20_000)}a=1`],
      ] as const) {
        const { code } = await send(route.path, headers, payload);
        if (code !== 400) abnormal.push(`${route.path} ${code}`);
      }
    }
    expect(abnormal).toEqual([]);
    expect((await send(path, { ...json, 'accept-language': 'en' }, deep)).message).toBe(
      'The request is nested too deep, at most 64 levels',
    );
  });

  it('deep within a parameter that is JSON itself, or no JSON at all, is told as what it is', async () => {
    const abnormal: string[] = [];
    for (const route of allRoutes) {
      if (ENDS_THE_SESSION.test(route.path) || route.permission === 'public') continue;
      const schema = z.toJSONSchema(route.params, { io: 'input', unrepresentable: 'any' });
      for (const name of Object.keys(schema.properties ?? {})) {
        if (
          !/^(dataTable|items|formParams|expected|data|params|value|values|fieldValue|mapping|mpNos_status)$/.test(
            name,
          )
        )
          continue;
        for (const text of ['{', 'null', `[${'['.repeat(2000)}${']'.repeat(2000)}]`]) {
          const params = { ...route.example, [name]: text };
          const { code } =
            route.method === 'GET' || route.method === 'DOWNLOAD'
              ? await operator.get(route.path, params).catch(() => ({ code: 0 }))
              : await operator.post(route.path, params);
          if (code === 500) abnormal.push(`${route.path} ${name}=${text.slice(0, 5)}`);
        }
      }
    }
    expect(abnormal).toEqual([]);
  });

  it('of 300,000 parameters of one name is refused at once', async () => {
    const begun = cpuTime();
    expect((await send(path, form, 'a=1&'.repeat(300_000))).code).toBe(400);
    expect(cpuTime() - begun).toBeLessThan(1500);
  });

  it('that ends before its last part is refused, not a fault of ours', async () => {
    const headers = { ...json, 'content-type': 'multipart/form-data; boundary=edge' };
    const head = '--edge\r\nContent-Disposition: form-data; name="upFile"; filename="a.csv"\r\n\r\n';
    for (const body of ['', '--edge', head, `${head}time,kWh\r\n`, `${head}a\r\n--edge`, 'no edge at all'])
      expect(await send('/api/archive/ammeter/importFile', headers, body)).toMatchObject({ code: 400 });
  });

  it('with a field that is cut off is refused, not stored in part', async () => {
    const edge = 'edge';
    const part = `--${edge}\r\nContent-Disposition: form-data; name="x"\r\n\r\n${'x'.repeat(1_100_000)}\r\n--${edge}--\r\n`;
    const headers = { ...json, 'content-type': `multipart/form-data; boundary=${edge}` };
    expect((await send('/api/archive/ammeter/importFile', headers, part)).code).toBe(413);
  });
});

describe('what cannot be forged', () => {
  /** Of these addresses the ones by which a failed log-in was counted. */
  const countedBy = async (app: Product['app'], forwarded: string, remoteAddress: string) => {
    await sql`delete from login_attempt where kind = 'address'`.execute(product.database.db);
    await app.inject({
      method: 'POST',
      url: '/api/sys/login',
      remoteAddress,
      headers: { 'x-meterhouse': '1', 'x-forwarded-for': forwarded },
      payload: { userName: unique('nobody'), password: 'wrong' },
    });
    const { rows } = await sql<{
      name: string;
    }>`select name from login_attempt where kind = 'address'`.execute(product.database.db);
    return rows.map(({ name }) => name);
  };

  it('the address that failures are counted by: what a client writes before the proxy’s own is not it', async () => {
    const told = '192.0.2.66, 198.51.100.77';
    expect(await countedBy(product.app, told, '127.0.0.1')).toEqual(['198.51.100.77']);
    expect(await countedBy(product.app, told, '172.31.83.1')).toEqual(['172.31.83.1']);
    const { web } = testConfig(product.services.config.dataDir, { TRUSTED_PROXIES: '172.31.83.0/24' });
    const app = await buildApp({ ...product.services, config: { ...product.services.config, web } });
    expect(await countedBy(app, told, '172.31.83.1')).toEqual(['198.51.100.77']);
    expect(await countedBy(app, told, '172.31.84.1')).toEqual(['172.31.84.1']);
    await app.close();
  });

  it('the size of a file: what is beyond the limit is refused while it comes', async () => {
    const big = { name: 'big.csv', content: Buffer.alloc(MAX_FILE_BYTES + 2, 'a') };
    expect(await operator.upload('/api/archive/ammeter/importFile', { dryRun: 1 }, big)).toMatchObject({
      code: 413,
    });
  });
});
