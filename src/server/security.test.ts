import { Writable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_ADDRESS_TRIES, MAX_TRIES } from '#feature/session/server/attempt.ts';
import { CODE_TRIES } from '#feature/session/server/sms.ts';
import { add, buildEnterprise, PASSWORD, unique } from '#test/build.ts';
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

const post = (url: string, payload: object, more: { headers?: Record<string, string>; ip?: string } = {}) =>
  product.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'x-meterhouse': '1', 'accept-language': 'en', ...more.headers },
    ...(more.ip ? { remoteAddress: more.ip } : {}),
  });
const login = (userName: string, password: string, more: Parameters<typeof post>[2] = {}) =>
  post('/api/sys/login', { userName, password }, more);
const infoBy = async (token: string): Promise<number> =>
  (await product.app.inject({ url: '/api/sys/getUserInfo', cookies: { meterhouse_session: token } })).json<{
    code: number;
  }>().code;

describe('a session', () => {
  it('cannot be fixed beforehand: log-in makes a new one and ends the one that the browser brought', async () => {
    const first = (await login(mine.userName, PASSWORD)).cookies[0]?.value ?? '';
    expect(await infoBy(first)).toBe(200);
    const chosen = await login(mine.userName, PASSWORD, { headers: { cookie: 'meterhouse_session=chosen' } });
    expect(chosen.cookies[0]?.value).not.toBe('chosen');
    expect(await infoBy('chosen')).toBe(901);
    const second = await login(mine.userName, PASSWORD, {
      headers: { cookie: `meterhouse_session=${first}` },
    });
    expect(second.cookies[0]?.value).not.toBe(first);
    expect(await infoBy(first)).toBe(901);
  });

  it('travels in a cookie out of reach of scripts and other sites, over TLS only where there is TLS', async () => {
    const plain = (await login(mine.userName, PASSWORD)).cookies[0];
    expect(plain).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(plain?.maxAge).toBeUndefined();
    const tls = await login(mine.userName, PASSWORD, { headers: { 'x-forwarded-proto': 'https' } });
    expect(tls.cookies[0]).toMatchObject({ secure: true });
    const kept = await post('/api/sys/login', { userName: mine.userName, password: PASSWORD, remember: 1 });
    expect(kept.cookies[0]?.maxAge).toBeGreaterThan(86_400);
  });

  it('is not used by forms of other sites', async () => {
    const token = (await login(mine.userName, PASSWORD)).cookies[0]?.value ?? '';
    const cookies = { meterhouse_session: token };
    const form = { method: 'POST' as const, url: '/api/sys/orgEmployee/updateOwnPassword', cookies };
    const bare = await product.app.inject({
      ...form,
      payload: 'old=a&new=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(bare.json()).toMatchObject({ code: 403 });
    const foreign = await product.app.inject({
      ...form,
      payload: {},
      headers: { 'x-meterhouse': '1', origin: 'https://elsewhere.example' },
    });
    expect(foreign.json()).toMatchObject({ code: 403 });
    expect((await product.app.inject({ url: '/api/sys/getUserInfo', cookies })).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });

  it('answers nothing while it is locked, but unlock and log-out', async () => {
    const client = await product.login(mine.userName, PASSWORD);
    ok(await client.post('/api/sys/lock'));
    expect((await client.get('/api/sys/getUserInfo')).code).toBe(423);
    expect((await client.get('/api/archive/ammeter/getall')).code).toBe(423);
    expect(ok(await client.get('/api/sys/getLock'))).toMatchObject({ locked: true, name: 'A user' });
    expect(await client.post('/api/sys/unlock', { password: 'wrong' })).toMatchObject({
      code: 400,
      field: 'password',
    });
    ok(await client.post('/api/sys/unlock', { password: PASSWORD }));
    expect((await client.get('/api/sys/getUserInfo')).code).toBe(200);
  });

  it('ends everywhere else when the password changes', async () => {
    const person = await buildEnterprise(product);
    const other = await product.login(person.userName, PASSWORD);
    const next = 'another password of tests';
    expect(
      await person.client.post('/api/sys/orgEmployee/updateOwnPassword', { old: 'wrong', new: next }),
    ).toMatchObject({ code: 400, field: 'old' });
    for (const weak of ['12345678', person.userName, 'short'])
      expect(
        await person.client.post('/api/sys/orgEmployee/updateOwnPassword', { old: PASSWORD, new: weak }),
      ).toMatchObject({ code: 400, field: 'new' });
    ok(await person.client.post('/api/sys/orgEmployee/updateOwnPassword', { old: PASSWORD, new: next }));
    expect((await other.get('/api/sys/getUserInfo')).code).toBe(901);
    expect((await person.client.get('/api/sys/getUserInfo')).code).toBe(200);
    await product.login(person.userName, next);
  });
});

describe('guessing', () => {
  it('locks the account after a few tries from anywhere, also by the other doors, until an administrator unlocks it', async () => {
    const person = await buildEnterprise(product);
    for (let i = 0; i < MAX_TRIES; i++) await login(person.userName, 'wrong', { ip: `198.51.100.${i}` });
    expect((await login(person.userName, PASSWORD)).json()).toMatchObject({ code: 429 });
    const encoded = (text: string) => Buffer.from(text).toString('base64');
    expect(
      (
        await post('/api/sys/loginAppEncode', {
          userName: encoded(person.userName),
          password: encoded(PASSWORD),
        })
      ).json(),
    ).toMatchObject({ code: 429 });
    const { rows } = await sql<{ id: number }>`select id from org_employee
      where user_name = ${person.userName}`.execute(product.database.db);
    ok(await operator.post('/api/sys/orgEmployee/unlock', { userId: rows[0]?.id }));
    expect((await login(person.userName, PASSWORD)).json()).toMatchObject({ code: 200 });
  });

  it('locks the address that tries many names', async () => {
    const ip = '203.0.113.7';
    expect((await login(unique('name'), 'wrong', { ip })).json()).toMatchObject({ code: 400 });
    // The tries in between would only cost time.
    await sql`update login_attempt set failed = ${MAX_ADDRESS_TRIES - 1}
      where kind = 'address' and name = ${ip} and failed = 1`.execute(product.database.db);
    expect((await login(unique('name'), 'wrong', { ip })).json()).toMatchObject({ code: 400 });
    expect((await login(unique('name'), 'wrong', { ip })).json()).toMatchObject({ code: 429 });
    expect((await login(mine.userName, PASSWORD, { ip })).json()).toMatchObject({ code: 429 });
    expect((await login(mine.userName, PASSWORD, { ip: '203.0.113.8' })).json()).toMatchObject({ code: 200 });
  });

  it('learns neither by the words nor by the time whether a name exists', async () => {
    const time = async (name: string): Promise<number> => {
      const begun = performance.now();
      await login(name, 'wrong', { ip: '203.0.113.9' });
      return performance.now() - begun;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < MAX_TRIES; i++) {
      known.push(await time(theirs.userName));
      unknown.push(await time(unique('nobody')));
    }
    ok(await operator.post('/api/sys/orgEmployee/unlock', { userId: theirs.userId }));
    // Without the comparison against nobody's password a missing name would answer many times faster.
    const best = (times: readonly number[]): number => Math.min(...times);
    expect(best(unknown)).toBeGreaterThan(best(known) / 3);
  });

  it('of a code by SMS is limited, and a telephone does not tell whether it is known', async () => {
    const phone = '13900139000';
    await sql`update org_employee set telephone = ${phone} where user_name = ${mine.userName}`.execute(
      product.database.db,
    );
    const known = ok(await product.anonymous.post('/api/sys/sendSMS', { phone }));
    const unknown = ok(await product.anonymous.post('/api/sys/sendSMS', { phone: '13900139999' }));
    expect(unknown).toEqual(known);
    const { rows } = await sql<{ secret: string }>`select secret from outbox where recipient = ${phone}
      order by id desc limit 1`.execute(product.database.db);
    const code = rows[0]?.secret ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    for (let left = CODE_TRIES - 1; left >= 0; left--)
      expect(ok(await product.anonymous.post('/api/sys/checkSms', { phone, code: wrong }))).toEqual({
        valid: false,
        triesLeft: left,
      });
    expect(ok(await product.anonymous.post('/api/sys/checkSms', { phone, code }))).toMatchObject({
      valid: false,
    });
    let reply = { code: 200 };
    for (let i = 0; i < 6 && reply.code === 200; i++)
      reply = await product.anonymous.post('/api/sys/sendSMS', { phone });
    expect(reply.code).toBe(429);
  });

  it('a right code sets a new password once', async () => {
    const person = await buildEnterprise(product);
    const phone = '13700137000';
    await sql`update org_employee set telephone = '137-0013 7000' where user_name = ${person.userName}`.execute(
      product.database.db,
    );
    ok(await product.anonymous.post('/api/sys/sendSMS', { phone }));
    const { rows } = await sql<{ secret: string }>`select secret from outbox where recipient = ${phone}
      order by id desc limit 1`.execute(product.database.db);
    const checked = ok(
      await product.anonymous.post<{ ticket: string; accounts: { userId: number }[] }>('/api/sys/checkSms', {
        phone,
        code: rows[0]?.secret,
      }),
    );
    const reset = {
      ticket: checked.ticket,
      userId: checked.accounts[0]?.userId,
      password: 'a password set anew',
    };
    expect(
      await product.anonymous.post('/api/sys/resetPassword', { ...reset, userId: mine.userId }),
    ).toMatchObject({ code: 400, field: 'ticket' });
    ok(await product.anonymous.post('/api/sys/resetPassword', reset));
    expect(await product.anonymous.post('/api/sys/resetPassword', reset)).toMatchObject({ code: 400 });
    expect((await person.client.get('/api/sys/getUserInfo')).code).toBe(901);
    await product.login(person.userName, 'a password set anew');
  });
});

describe('rights', () => {
  /** An administrator of accounts in the other tests' enterprise, without the right to roles. */
  async function administrator(): Promise<Client> {
    const { rows } = await sql<{ id: number }>`
      insert into org_role (role_name, role_code, org_fun_list)
      select ${unique('Staff')}, ${unique('staff')}, array_agg(id) from fun
      where fun_code like 'sys.orgEmployee%' or fun_code = 'sys.orgRole.view' returning id`.execute(
      product.database.db,
    );
    await sql`update org_employee set role_id_list = role_id_list || ${rows[0]?.id}::integer
      where user_name = ${mine.userName}`.execute(product.database.db);
    return product.login(mine.userName, PASSWORD);
  }

  it('beyond the own ones are given to nobody, by no field', async () => {
    const client = await administrator();
    const { rows } = await sql<{ id: number }>`select id from org_role where role_code = 'operator'`.execute(
      product.database.db,
    );
    const operatorRole = rows[0]?.id;
    const account = { userName: unique('new').toLowerCase(), name: 'New', consumerId: mine.consumerId };
    expect(
      await client.post('/api/sys/orgEmployee/add', { ...account, roleIdList: String(operatorRole) }),
    ).toMatchObject({ code: 400, field: 'roleIdList' });
    expect(await client.post('/api/sys/orgEmployee/add', { ...account, accountType: '1' })).toMatchObject({
      code: 403,
    });
    for (const fieldName of ['roleIdList', 'accountType', 'consumerId', 'state'])
      expect(
        await client.post('/api/hxyUser/userLogin/editEmpfield', {
          id: mine.userId,
          fieldName,
          fieldValue: fieldName === 'roleIdList' ? String(operatorRole) : '1',
        }),
      ).toMatchObject({ code: 400, field: 'fieldName' });
    expect((await client.post('/api/sys/orgRole/add', { roleName: 'Mine', roleCode: unique() })).code).toBe(
      403,
    );
  });

  it('protect accounts that hold more than the caller, also their password', async () => {
    const client = await administrator();
    await sql`update org_employee set consumer_id_list = null where user_name = ${theirs.userName}`.execute(
      product.database.db,
    );
    const strong = await add(operator, 'orgEmployee', {
      userName: unique('strong').toLowerCase(),
      name: 'Strong',
      consumerId: mine.consumerId,
      roleIdList: '1',
    });
    const reset = { userId: strong, adminPassword: PASSWORD, userPassword: 'a password of an intruder' };
    expect((await client.post('/api/sys/orgEmployee/updateEmpPassword', reset)).code).toBe(409);
    expect(
      (
        await client.post('/api/sys/orgEmployee/editfield', {
          id: strong,
          fieldName: 'telephone',
          fieldValue: '13800000001',
        })
      ).code,
    ).toBe(409);
    expect((await client.post('/api/sys/orgEmployee/del', { id: strong })).code).toBe(409);
    expect(
      (await client.post('/api/sys/orgEmployee/updateEmpPassword', { ...reset, userId: theirs.userId })).code,
    ).toBe(404);
  });

  it('of the last administrator cannot be taken, nor the own', async () => {
    const me = ok(await operator.get<{ user: { userId: number } }>('/api/sys/getUserInfo')).user.userId;
    for (const change of [{ state: '0' }, { expiredTime: '2020-01-01' }, { roleIdList: '2' }])
      expect((await operator.post('/api/sys/orgEmployee/edit', { id: me, ...change })).code).toBe(409);
    expect((await operator.post('/api/sys/orgEmployee/del', { id: me })).code).toBe(409);
    const { rows } = await sql<{ id: number; funs: number[] }>`select id, org_fun_list as funs from org_role
      where role_code = 'operator'`.execute(product.database.db);
    expect(
      (
        await operator.post('/api/sys/orgRole/edit', {
          id: rows[0]?.id,
          orgFunList: rows[0]?.funs.slice(0, 3),
        })
      ).code,
    ).toBe(409);
    expect((await operator.post('/api/sys/orgRole/del', { id: rows[0]?.id })).code).toBe(409);
  });

  it('of a limited role narrow the data to its organisations', async () => {
    const works = await buildEnterprise(product);
    const site = await add(operator, 'monitorSite', {
      orgName: 'Second site',
      orgCode: unique(),
      consumerId: works.consumerId,
      timeZone: 'Asia/Shanghai',
    });
    const meter = await add(operator, 'ammeter', {
      ammeterName: 'Second incomer',
      ammeterCode: unique(),
      consumerId: works.consumerId,
      siteId: site,
    });
    const role = await add(operator, 'orgRole', {
      roleName: unique('Limited'),
      roleCode: unique(),
      orgLimitList: String(site),
    });
    await sql`update org_employee set role_id_list = role_id_list || ${role}::integer
      where user_name = ${works.userName}`.execute(product.database.db);
    const client = await product.login(works.userName, PASSWORD);
    const meters = ok(await client.get<{ id: number }[]>('/api/archive/ammeter/getall'));
    expect(meters.map((one) => one.id)).toEqual([meter]);
    expect(
      ok(await client.get<{ id: number }[]>('/api/archive/monitorSite/getall')).map((one) => one.id),
    ).toEqual([site]);
    expect((await client.get('/api/archive/ammeter/get', { id: works.ammeterId })).code).toBe(404);
  });

  it('of an enterprise end at what is open to it', async () => {
    const works = await buildEnterprise(product);
    const { rows } = await sql<{
      id: number;
    }>`select id from fun where fun_code = 'SDNMonitoring.Overview'`.execute(product.database.db);
    ok(await operator.post('/api/sys/orgFun/addAll', { orgId: works.consumerId, orgFunArr: rows[0]?.id }));
    expect((await works.client.get('/api/archive/ammeter/getall')).code).toBe(403);
    ok(await operator.post('/api/sys/orgFun/addAll', { orgId: works.consumerId, orgFunArr: '' }));
    expect((await works.client.get('/api/archive/ammeter/getall')).code).toBe(200);
  });
});

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

describe('a menu entry', () => {
  it('leads to screens of the product alone', async () => {
    const entry = { funName: 'X', funNameEn: 'X', funType: 'screen', parentId: 1 };
    for (const url of [
      'https://elsewhere.example/',
      '//elsewhere.example',
      'javascript:alert(1)',
      '/\\elsewhere',
    ])
      expect(await operator.post('/api/sys/fun/add', { ...entry, funCode: unique('f'), url })).toMatchObject({
        code: 400,
        field: 'url',
      });
    ok(
      await operator.post('/api/sys/fun/add', {
        ...entry,
        funCode: unique('f'),
        url: '/SDNMonitoring/Overview?x=1',
      }),
    );
  });

  it('of the product keeps its code and cannot be deleted', async () => {
    const { rows } = await sql<{
      id: number;
    }>`select id from fun where fun_code = 'sys.orgRole.edit'`.execute(product.database.db);
    const id = rows[0]?.id;
    expect((await operator.post('/api/sys/fun/edit', { id, funCode: 'gone' })).code).toBe(400);
    expect((await operator.post('/api/sys/fun/del', { id })).code).toBe(409);
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
        'timeZone',
        'unit',
      ].sort(),
    );
    expect(JSON.stringify(board)).not.toMatch(/ammeterId|consumerId|orgId/i);
    expect((await show(`${made.token.slice(0, -1)}x`)).code).toBe(404);
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
