import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise, PASSWORD, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';

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
    const { rows } = await sql<{ id: number }>`select id from org_role where role_code = 'operator'`.execute(
      product.database.db,
    );
    const strong = await add(operator, 'orgEmployee', {
      userName: unique('strong').toLowerCase(),
      name: 'Strong',
      consumerId: mine.consumerId,
      roleIdList: String(rows[0]?.id),
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

describe('the functions of an enterprise', () => {
  it('are not set by a list that was made of another one', async () => {
    const works = await buildEnterprise(product);
    const { rows } = await sql<{ id: number }>`select id from fun order by id limit 3`.execute(
      product.database.db,
    );
    const [first, second, third] = rows.map((row) => row.id);
    const set = (orgFunArr: unknown, expected?: unknown) =>
      operator.post('/api/sys/orgFun/addAll', { orgId: works.consumerId, orgFunArr, expected });
    ok(await set(`${first},${second}`, ''));
    // One takes the second away; another, who still sees it, adds a third.
    ok(await set(`${first}`, `${second},${first}`));
    expect(await set(`${first},${second},${third}`, `${first},${second}`)).toMatchObject({
      code: 409,
      field: 'orgFunArr',
      message: expect.stringContaining('operator'),
    });
    const kept = async () =>
      ok(await operator.get<{ orgFunArr: number[] }>('/api/sys/orgFun/getByOrg', { orgId: works.consumerId }))
        .orgFunArr;
    expect(await kept()).toEqual([first]);
    // Whoever does not say what was seen sets them as before.
    ok(await set(`${first},${third}`));
    expect(await kept()).toEqual([first, third]);
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

  it('of the product keeps its code and its type, and cannot be deleted', async () => {
    const { rows } = await sql<{
      id: number;
    }>`select id from fun where fun_code = 'sys.orgRole.edit'`.execute(product.database.db);
    const id = rows[0]?.id;
    expect((await operator.post('/api/sys/fun/edit', { id, funCode: 'gone' })).code).toBe(400);
    expect(await operator.post('/api/sys/fun/edit', { id, funType: 'group' })).toMatchObject({
      code: 400,
      field: 'funType',
    });
    ok(await operator.post('/api/sys/fun/edit', { id, funType: 'button', remark: 'as it was' }));
    expect((await operator.post('/api/sys/fun/del', { id })).code).toBe(409);
  });
});
