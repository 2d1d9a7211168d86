import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEnterprise, type Enterprise } from '#test/build.ts';
import { buildTwoSites } from '#test/build/twoSites.ts';
import { ok, startProduct, type Client, type Product } from '#test/product.ts';

interface Token {
  readonly token: string | null;
  readonly expiresAt: string | null;
  readonly note: string | null;
}

/** A stand-in for Grafana: its accounts of service and their tokens. */
const accounts = new Map<number, string>();
const tokens = new Map<number, { key: string; seconds: number; role: unknown }>();
let refusing: number | undefined;
let serial = 0;

function replyTo(method: string, path: string, body: Record<string, unknown>): [number, unknown] {
  if (refusing !== undefined) return [refusing, { message: 'no' }];
  if (path.startsWith('/api/serviceaccounts/search')) {
    const all = [...accounts].map(([id, name]) => ({ id, name }));
    return [200, { totalCount: all.length, serviceAccounts: all }];
  }
  const id = ++serial;
  if (method === 'DELETE') {
    const gone = Number(path.split('/').at(-1));
    return tokens.delete(gone) ? [200, { message: 'deleted' }] : [404, { message: 'not found' }];
  }
  if (path.endsWith('/tokens')) {
    tokens.set(id, { key: `glsa_${id}`, seconds: Number(body['secondsToLive']), role: null });
    return [200, { id, name: body['name'], key: `glsa_${id}` }];
  }
  accounts.set(id, String(body['name']));
  return [201, { id, name: body['name'], role: body['role'] }];
}

let grafana: Server;
let product: Product;
let operator: Client;
let mine: Enterprise;
const seen: (string | undefined)[] = [];

beforeAll(async () => {
  grafana = createServer((request, reply) => {
    let text = '';
    seen.push(request.headers.authorization);
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
      const [status, json] = replyTo(request.method ?? '', request.url ?? '', body);
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => grafana.listen(0, '127.0.0.1', resolve));
  product = await startProduct({
    GRAFANA_URL: `http://127.0.0.1:${(grafana.address() as AddressInfo).port}/`,
    GRAFANA_TOKEN: 'glsa_admin',
    GRAFANA_TOKEN_DAYS: '7',
  });
  operator = await product.operator();
  mine = await buildEnterprise(product);
});
afterAll(async () => {
  grafana.close();
  await product.close();
});

const PATH = '/api/archive/grafanaAccount/getGrafanaToken';
const ask = (params: object = {}) => operator.post<Token>(PATH, { enterpriseId: mine.consumerId, ...params });

describe('the token of an enterprise at Grafana', () => {
  it('is made with an end, kept sealed, told again, and two who ask at once get one', async () => {
    const [a, b] = await Promise.all([ask(), ask()]);
    const { token, expiresAt } = ok(a);
    expect(ok(b).token).toBe(token);
    expect(tokens.size).toBe(1);
    expect([...tokens.values()][0]?.seconds).toBe(7 * 86_400);
    expect(Math.abs(Date.parse(String(expiresAt)) - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
    expect([...new Set(seen)]).toEqual(['Bearer glsa_admin']);
    const { rows } = await sql`select * from grafana_token`.execute(product.database.db);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('is revoked by a rebuild; where Grafana does not take it back, the old one stays', async () => {
    const before = ok(await ask()).token;
    const after = ok(await ask({ rebuild: '1' })).token;
    expect(after).not.toBe(before);
    expect([...tokens.values()].map(({ key }) => key)).toEqual([after]);
    expect(accounts.size).toBe(1);
    refusing = 500;
    const failed = await ask({ rebuild: '1' });
    expect(failed).toMatchObject({ code: 503 });
    expect(failed.message).toContain('500');
    refusing = undefined;
    expect(ok(await ask()).token).toBe(after);
    // Somebody deleted it at Grafana: that is no obstacle.
    tokens.clear();
    expect(ok(await ask({ rebuild: '1' })).token).not.toBe(after);
  });

  it('is replaced in time', async () => {
    const before = ok(await ask()).token;
    await sql`update grafana_token set expires_at = now() + interval '1 hour'`.execute(product.database.db);
    expect(ok(await ask()).token).not.toBe(before);
    expect(tokens.size).toBe(1);
  });

  it('is nobody else’s: not another enterprise’s, not of who is limited to a site', async () => {
    const other = await buildEnterprise(product);
    expect((await other.client.post(PATH, { enterpriseId: mine.consumerId })).code).not.toBe(200);
    const { first, limited } = await buildTwoSites(product);
    expect((await limited.post(PATH, { enterpriseId: first.consumerId })).code).toBe(403);
  });

  it('is asked for in vain where Grafana is not set up, which is said', async () => {
    const bare = await startProduct();
    const { consumerId } = await buildEnterprise(bare);
    const answer = ok(await (await bare.operator()).post<Token>(PATH, { enterpriseId: consumerId }));
    expect(answer).toMatchObject({ token: null, expiresAt: null });
    expect(answer.note).toContain('GRAFANA_URL');
    await bare.close();
  });
});
