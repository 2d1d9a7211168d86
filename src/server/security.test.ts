import { Writable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import { buildApp } from './app.ts';
import { redaction } from './log.ts';

let product: Product;
let mine: Enterprise;
let theirs: Enterprise;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  theirs = await buildEnterprise(product);
  operator = await product.operator();
});
afterAll(() => product.close());

describe('input', () => {
  it('of fields that a definition does not have, or keeps to itself, changes nothing', async () => {
    const id = await add(operator, 'orgEmployee', {
      userName: unique('plain').toLowerCase(),
      name: 'Plain',
      consumerId: mine.consumerId,
      icon: '/api/evil',
      passwordHash: 'x',
      id: 1,
    });
    const { rows } = await sql`select icon, consumer_id from org_employee where id = ${id}`.execute(
      product.database.db,
    );
    expect(rows).toEqual([{ icon: null, consumer_id: mine.consumerId }]);
    const moved = await mine.client.post('/api/archive/monitorSite/edit', {
      id: mine.siteId,
      consumerId: theirs.consumerId,
    });
    expect(moved.code).not.toBe(200);
  });

  it.each([
    ['filters', { filters: [{ field: "ammeterName') or true --", op: 'eq', value: 1 }] }],
    ['operators', { filters: [{ field: 'ammeterName', op: '= 1 or', value: 1 }] }],
    ['sorters', { sorter: { field: 'id; drop table ammeter', order: 'ascend' } }],
    ['orders', { sorter: { field: 'ammeterName', order: 'asc; drop table ammeter' } }],
    ['prototype', { filters: [{ field: '__proto__', op: 'eq', value: 1 }] }],
  ])('of SQL in %s of a table is refused as a field that is not there', async (_what, table) => {
    const dataTable = JSON.stringify({ current: 1, pageSize: 10, ...table });
    expect((await mine.client.get('/api/archive/ammeter/getdatatable', { dataTable })).code).toBe(400);
  });

  it('of SQL as a value is a value', async () => {
    const evil = "x'; delete from ammeter; --";
    const dataTable = JSON.stringify({
      current: 1,
      pageSize: 10,
      search: evil,
      filters: [{ field: 'ammeterName', op: 'contains', value: evil }],
    });
    expect(ok(await mine.client.get('/api/archive/ammeter/getdatatable', { dataTable }))).toMatchObject({
      list: [],
    });
    for (const fieldName of ['id', 'consumer_id', 'ammeterName = 1, remark', '__proto__', 'constructor'])
      expect(
        await mine.client.post('/api/archive/ammeter/editfield', {
          id: mine.ammeterId,
          fieldName,
          fieldValue: 'x',
        }),
      ).toMatchObject({ code: 400, field: 'fieldName' });
    await mine.client.get('/api/archive/ammeter/getpage', { orderBy: 'id desc; drop table ammeter' });
    expect((await mine.client.get('/api/archive/ammeter/get', { id: mine.ammeterId })).code).toBe(200);
  });
});

/** A PNG of any stated size, with next to nothing in it. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(16))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('an uploaded picture', () => {
  const send = (content: Buffer, name = 'me.png') =>
    mine.client.upload<{ icon: string }>('/api/sys/icon/upload', {}, { name, content });

  it('is what its content is, whatever its name says', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'.padEnd(64),
    );
    for (const content of [
      svg,
      Buffer.from('<html><script>alert(1)</script></html>'.padEnd(64)),
      Buffer.alloc(0),
    ])
      expect(await send(content)).toMatchObject({ code: 400, field: 'upFile' });
    const { icon } = ok(await send(png(64, 64), '../../../etc/passwd.svg'));
    expect(icon).toMatch(/^\/api\/sys\/icon\/get\?sha256=[0-9a-f]{64}$/);
    const shown = await mine.client.download(icon);
    expect(shown.type).toBe('image/png');
  });

  it('is neither large nor unpacks to something large', async () => {
    expect(await send(Buffer.concat([png(64, 64), Buffer.alloc(1024 * 1024)]))).toMatchObject({ code: 400 });
    expect(await send(png(60_000, 60_000))).toMatchObject({ code: 400, field: 'upFile' });
  });

  it('is had by its call, other files are not', async () => {
    const { sha256 } = await product.services.files.put(Buffer.from('a report of somebody'));
    expect((await mine.client.download('/api/sys/icon/get', { sha256 })).body.toString()).toContain(
      '"code":404',
    );
  });
});

describe('a display board', () => {
  it('shows by its token the chosen figures and nothing else, until it is void', async () => {
    const made = ok(
      await mine.client.post<{ id: number; token: string }>('/api/sys/displayBoard/add', {
        boardName: unique('Board'),
        consumerId: mine.consumerId,
        figures: 'month,devices',
      }),
    );
    const show = (token: string) => product.anonymous.post('/api/sys/displayBoard/show', { token });
    const board = ok(await show(made.token)) as object;
    expect(Object.keys(board).sort()).toEqual(
      [
        'boardName',
        'dataType',
        'demandUnit',
        'devices',
        'figures',
        'month',
        'now',
        'orgName',
        'pictures',
        'timeZone',
        'turnSeconds',
        'unit',
      ].sort(),
    );
    expect(JSON.stringify(board)).not.toMatch(/ammeterId|consumerId|orgId/i);
    const other = made.token.endsWith('x') ? 'y' : 'x';
    expect((await show(`${made.token.slice(0, -1)}${other}`)).code).toBe(404);
    // Guesses make their address wait, and nobody who has a link.
    const from = (remoteAddress: string, token: string) =>
      product.app
        .inject({
          method: 'POST',
          url: '/api/sys/displayBoard/show',
          remoteAddress,
          headers: { 'x-meterhouse': '1' },
          payload: { token },
        })
        .then((reply) => reply.json<{ code: number }>().code);
    const codes: number[] = [];
    for (let i = 0; i < 40; i++) codes.push(await from('203.0.113.9', `guess-of-a-link-${i}-xxxxxxxx`));
    expect([codes[0], codes.at(-1)]).toEqual([404, 429]);
    expect(await from('203.0.113.9', made.token)).toBe(200);
    expect(await from('203.0.113.8', 'guess-of-a-link-xxxxxxxxxx')).toBe(404);
    expect(
      (
        await product.app.inject({
          url: '/api/monitoring/overview/getFigures',
          cookies: { meterhouse_session: made.token },
        })
      ).json(),
    ).toMatchObject({ code: 901 });
    const next = ok(
      await mine.client.post<{ token: string }>('/api/sys/displayBoard/rotateToken', { id: made.id }),
    );
    expect((await show(made.token)).code).toBe(404);
    ok(await show(next.token));
    ok(await mine.client.post('/api/sys/displayBoard/edit', { id: made.id, expiredTime: '2020-01-01' }));
    expect((await show(next.token)).code).toBe(404);
    ok(await mine.client.post('/api/sys/displayBoard/edit', { id: made.id, expiredTime: '' }));
    ok(await show(next.token));
    ok(await mine.client.post('/api/sys/displayBoard/revokeToken', { id: made.id }));
    expect((await show(next.token)).code).toBe(404);
    expect((await theirs.client.post('/api/sys/displayBoard/rotateToken', { id: made.id })).code).toBe(404);
  });
});

describe('the log', () => {
  it('holds no secret, at its most talkative and on failure', async () => {
    let written = '';
    const log = pino(
      { level: 'trace', redact: redaction },
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          written += chunk.toString();
          done();
        },
      }),
    );
    const app = await buildApp({ ...product.services, log });
    const secret = 'a secret that nobody may read';
    await app.inject({
      method: 'POST',
      url: '/api/sys/login',
      payload: { userName: 'operator', password: secret },
      headers: { 'x-meterhouse': '1', cookie: `meterhouse_session=${secret.replaceAll(' ', '_')}` },
    });
    log.info({
      password: secret,
      body: { password: secret, token: secret },
      req: { headers: { cookie: secret } },
    });
    await app.close();
    expect(written).not.toContain(secret);
    expect(written).not.toContain(secret.replaceAll(' ', '_'));
    const { rows } = await sql`select 1 from oper_log
      where (before::text || after::text) ~ 'argon2|password_hash'`.execute(product.database.db);
    expect(rows).toEqual([]);
  });
});
