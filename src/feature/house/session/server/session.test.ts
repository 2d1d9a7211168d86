import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise, PASSWORD, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { ok, startProduct, type Client, type Product } from '#test/product.ts';
import { MAX_TRIES } from './attempt.ts';
import { hashPassword, passwordFits } from './password.ts';

let product: Product;
let enterprise: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  enterprise = await buildEnterprise(product);
});
afterAll(() => product.close());

const tryLogin = (userName: string, password: string) =>
  product.anonymous.post<{ triesLeft: number; passwordExpired: number } | null>('/api/sys/login', {
    userName,
    password,
  });

describe('passwords', () => {
  it('are kept as argon2id with a salt of their own', async () => {
    const [a, b] = await Promise.all([hashPassword('same'), hashPassword('same')]);
    expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(a).not.toBe(b);
    expect(await passwordFits('same', a)).toBe(true);
    expect(await passwordFits('other', a)).toBe(false);
    expect(await passwordFits('same', 'not a hash')).toBe(false);
  });
});

describe('log-in', () => {
  it('opens a session by an HttpOnly, same-site cookie whose token the database does not hold', async () => {
    const reply = await product.app.inject({
      method: 'POST',
      url: '/api/sys/login',
      headers: { 'x-meterhouse': '1' },
      payload: { userName: enterprise.userName.toUpperCase(), password: PASSWORD },
    });
    expect(reply.json()).toMatchObject({
      code: 200,
      data: { user: { userName: enterprise.userName }, passwordExpired: 0 },
    });
    const cookie = reply.cookies[0];
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    const { rows } = await sql`select 1 from session where token_hash = ${cookie?.value}`.execute(
      product.database.db,
    );
    expect(rows).toEqual([]);
    expect(reply.body).not.toContain(cookie?.value ?? 'nothing');
  });

  it('says how many tries are left, then locks the name, also for the right password', async () => {
    const { userName } = await buildEnterprise(product);
    for (let left = MAX_TRIES - 1; left >= 0; left--)
      expect(await tryLogin(userName, 'wrong')).toMatchObject({
        code: 400,
        field: 'password',
        data: { triesLeft: left },
      });
    expect(await tryLogin(userName, PASSWORD)).toMatchObject({ code: 429 });
  });

  it('does not tell whether a name exists', async () => {
    const unknown = await tryLogin(unique('nobody'), 'wrong');
    const known = await tryLogin(enterprise.userName, 'wrong');
    expect(unknown.message).toBe(known.message);
    expect(ok(await tryLogin(enterprise.userName, PASSWORD))).toMatchObject({ passwordExpired: 0 });
  });

  it('flags a password that is too old', async () => {
    const old = await buildEnterprise(product);
    await sql`update employee_secret set changed_at = now() - interval '400 days' where employee_id =
      (select id from org_employee where user_name = ${old.userName})`.execute(product.database.db);
    expect(ok(await tryLogin(old.userName, PASSWORD))).toMatchObject({ passwordExpired: 1 });
    expect(ok(await old.client.get('/api/sys/getUserInfo'))).toMatchObject({ passwordExpired: 1 });
  });

  it('is refused to an account that is out of use or has expired', async () => {
    const gone = await buildEnterprise(product);
    await sql`update org_employee set expired_time = current_date - 1 where user_name = ${gone.userName}`.execute(
      product.database.db,
    );
    expect((await tryLogin(gone.userName, PASSWORD)).code).toBe(400);
  });

  it('answers in the language of the request', async () => {
    expect((await product.anonymous.in('zh').get('/api/sys/getUserInfo')).message).toBe(
      '登录已失效，请重新登录',
    );
    expect((await product.anonymous.in('en').get('/api/sys/getUserInfo')).message).toMatch(
      /session has expired/,
    );
  });
});

describe('what an account keeps of how it works', () => {
  const save = (client: Client, name: string, value: string) =>
    client.post('/api/sys/preference/save', { name, value });
  const kept = async (client: Client) =>
    ok(await client.get<{ preferences: object }>('/api/sys/getUserInfo')).preferences;

  it('comes with the session wherever it logs in, and to nobody else', async () => {
    const look = { skin: 3, ground: 'dark' };
    ok(await save(enterprise.client, 'appearance', JSON.stringify({ skin: 1, ground: 'light' })));
    ok(await save(enterprise.client, 'appearance', JSON.stringify(look)));
    ok(await save(enterprise.client, 'starred', '[]'));
    const elsewhere = await product.login(enterprise.userName, PASSWORD);
    expect(await kept(elsewhere)).toEqual({ appearance: look, starred: [] });
    expect(await kept(await product.operator())).toEqual({});
  });

  it('is refused where it is none, with the name of the field', async () => {
    for (const [name, value, field] of [
      ['appearance', '{"skin":', 'value'],
      ['appearance', '7', 'value'],
      ['appearance', `[${'1,'.repeat(5000)}1]`, 'value'],
      ['appearance', `${'['.repeat(65)}${']'.repeat(65)}`, 'value'],
      ['password', '{}', 'name'],
      ['alarm', '[]', 'value'],
      ['alarm', '{"sound":1}', 'value'],
      ['alarm', '{"channels":["3"]}', 'channels'],
      ['alarm', '{"channels":["1","1"]}', 'channels'],
      ['alarm', '{"channels":"2"}', 'channels'],
      ['alarm', '{"channels":["2"],"language":"fr"}', 'language'],
    ] as const)
      expect(await save(enterprise.client, name, value)).toMatchObject({ code: 400, field });
  });
});

describe('a session', () => {
  it('ends with log-out', async () => {
    const client = await product.login(enterprise.userName, PASSWORD);
    expect((await client.get('/api/sys/getUserInfo')).code).toBe(200);
    ok(await client.post('/api/sys/logout'));
    expect((await client.get('/api/sys/getUserInfo')).code).toBe(901);
  });

  it('refuses a foreign origin', async () => {
    const reply = await product.app.inject({
      method: 'POST',
      url: '/api/sys/logout',
      headers: { 'x-meterhouse': '1', origin: 'https://elsewhere.example' },
    });
    expect(reply.json()).toMatchObject({ code: 403 });
  });

  it('shows an enterprise user the enterprise, its menu without administration of accounts, and its tree', async () => {
    const info = ok(
      await enterprise.client.get<{ funCodes: string[]; consumers: { orgId: number }[] }>(
        '/api/sys/getUserInfo',
      ),
    );
    expect(info.consumers.map((c) => c.orgId)).toEqual([enterprise.consumerId]);
    expect(info.funCodes).toContain('archive.ammeter.add');
    expect(info.funCodes).not.toContain('sys.orgEmployee.view');
    expect((await enterprise.client.get('/api/sys/orgEmployee/getall')).code).toBe(403);
    const tree = ok(
      await enterprise.client.get<readonly { id: number }[]>('/api/archive/consumer/getConsumerAndGroup'),
    );
    expect(tree.map((n) => n.id)).toEqual([enterprise.consumerId]);
    const sub = ok(
      await enterprise.client.get<object[]>('/api/sys/orgRelation/getSubTree', {
        orgId: enterprise.consumerId,
      }),
    );
    expect(JSON.stringify(sub)).toContain('"kind":"meter"');
  });

  it('draws the tree below an organisation with key, title, energy and meter of each node', async () => {
    const { consumerId, siteId, ammeterId } = enterprise;
    interface Node {
      readonly key: number;
      readonly kind: string;
      readonly children: readonly Node[];
    }
    const [root] = ok(
      await enterprise.client.get<readonly Node[]>('/api/sys/orgRelation/getSubTree', { orgId: consumerId }),
    );
    expect(root).toMatchObject({
      key: consumerId,
      isConsumer: true,
      classifiedType: null,
      dataAmmeterId: null,
    });
    const site = root?.children.find((one) => one.kind === 'site');
    expect(site).toMatchObject({ key: siteId, title: 'Main site', isConsumer: false });
    expect(site?.children).toContainEqual(
      expect.objectContaining({
        key: ammeterId,
        title: 'Incomer',
        classifiedType: '1',
        dataAmmeterId: ammeterId,
        isConsumer: false,
        children: [],
      }),
    );
  });

  it('loads people, enterprises, both menus and the roles after log-in', async () => {
    const { client, userId, consumerId } = enterprise;
    const get = async <T>(path: string): Promise<T> => ok(await client.get<T>(`/api/${path}`));
    const { user } = await get<{ user: { name: string; accountType: string } }>('sys/getUserInfo');
    expect(user).toMatchObject({
      userId,
      accountType: '0',
      orgId: consumerId,
      icon: null,
      empClassifyId: null,
    });
    expect(await get('sys/orgEmployee/getEmpMap')).toMatchObject({ [userId]: user.name });
    expect(await get('sys/orgEmployee/getPasswordChange')).toMatchObject({ expiresAt: expect.any(String) });
    expect(await get<object[]>('sys/orgEmployee/getConsumerListByEmp')).toEqual([
      expect.objectContaining({ orgId: consumerId }),
    ]);
    interface Menu {
      readonly funCode: string;
      readonly children: readonly Menu[];
    }
    const codes = (menu: Menu): string[] => [menu.funCode, ...menu.children.flatMap(codes)];
    const all = (await get<Menu[]>('sys/getAllMenus')).flatMap(codes);
    const permitted = await get<string[]>('sys/getShiroMenus');
    // All menus are told to everybody; which of them are permitted is an answer of its own.
    expect(all).toContain('sys.orgEmployee');
    expect(permitted).toContain('SDNMonitoring.Overview');
    expect(permitted).not.toContain('sys.orgEmployee');
    const operator = await product.operator();
    expect(ok(await operator.get('/api/sys/getUserInfo'))).toMatchObject({ user: { accountType: '1' } });
    expect(ok(await operator.get<{ roleCode: string }[]>('/api/sys/orgRole/getall'))).toContainEqual(
      expect.objectContaining({ roleCode: 'enterprise', orgFunList: expect.any(Array) }),
    );
  });

  it('tells the zone of an enterprise: that of most meters, of the first site where there is none', async () => {
    const works = await buildEnterprise(product, { timeZone: 'America/New_York' });
    const { consumerId } = works;
    const zone = async () =>
      ok(await works.client.get<{ consumers: { timeZone: string }[] }>('/api/sys/getUserInfo')).consumers[0]
        ?.timeZone;
    expect(await zone()).toBe('America/New_York');
    const operator = await product.operator();
    const siteId = await add(operator, 'monitorSite', {
      orgName: 'East',
      orgCode: 'east',
      consumerId,
      timeZone: 'Asia/Tokyo',
    });
    expect(await zone()).toBe('America/New_York');
    for (const ammeterCode of 'abcdefgh')
      await add(operator, 'ammeter', {
        ammeterName: ammeterCode,
        ammeterCode,
        consumerId,
        siteId,
        deviceType: '4',
        dataType: '1',
      });
    expect(await zone()).toBe('Asia/Tokyo');
  });

  it('finds meters by a part of their name, taking wildcards literally', async () => {
    const found = ok(
      await enterprise.client.get<{ kind: string; id: number }[]>('/api/sys/find', { text: 'ncome' }),
    );
    expect(found).toContainEqual(expect.objectContaining({ kind: 'meter', id: enterprise.ammeterId }));
    expect(ok(await enterprise.client.get<object[]>('/api/sys/find', { text: '%' }))).toEqual([]);
  });
});
