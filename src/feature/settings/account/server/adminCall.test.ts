import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { OPERATOR_PASSWORD } from '#test/config.ts';
import { buildEnterprise, type Enterprise, PASSWORD, unique } from '#test/build.ts';
import { ok, startProduct, type Client, type Product } from '#test/product.ts';

// The calls of administration by the specification's names of parameters (specification 2 section 7).

interface Account {
  readonly id: number;
  readonly userName: string;
  readonly roleIdList: number[];
}

let product: Product;
let operator: Client;
let mine: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildEnterprise(product);
});
afterAll(() => product.close());

const canLogIn = async (userName: string, password: string): Promise<boolean> =>
  (await product.anonymous.post('/api/sys/login', { userName, password })).code === 200;

describe('roles and accounts', () => {
  it('are saved with the list of functions, with the list of roles', async () => {
    const roleIds: number[] = [];
    for (const orgFunList of ['1,2,3', '2']) {
      const role = { roleName: unique('Role '), roleCode: unique(), orgFunList };
      const row = ok(
        await operator.post<{ id: number; orgFunList: number[] }>('/api/sys/orgRole/addWithFuns', role),
      );
      expect(row.orgFunList).toEqual(orgFunList.split(',').map(Number));
      roleIds.push(row.id);
    }
    const [first] = roleIds;
    ok(await operator.post('/api/sys/orgRole/editWithFuns', { id: first, orgFunList: '3' }));
    expect(ok(await operator.get('/api/sys/orgRole/get', { id: first }))).toMatchObject({ orgFunList: [3] });

    const userName = unique('acc').toLowerCase();
    const account = ok(
      await operator.post<Account>('/api/sys/orgEmployee/addWithRoles', {
        userName,
        name: 'With roles',
        consumerId: mine.consumerId,
        roleIdList: roleIds.join(','),
      }),
    );
    expect(account.roleIdList).toEqual(roleIds);
    ok(await operator.post('/api/sys/orgEmployee/editWithRoles', { id: account.id, roleIdList: first }));
    const kept = ok(
      await operator.get<{ roles: { roleId: number }[]; orgName: string; orgCode: string }>(
        '/api/sys/orgEmployee/getWithRole',
        {
          id: account.id,
        },
      ),
    );
    expect(kept.roles.map((role) => role.roleId)).toEqual([first]);
    expect(kept).toMatchObject({ orgName: expect.stringMatching(/^Works /), orgCode: expect.any(String) });
  });
});

describe('passwords', () => {
  it('are reset by an administrator with the administrator’s own', async () => {
    const { userId, userName } = await buildEnterprise(product);
    const next = 'a password that was reset';
    const reset = (params: object) =>
      operator.post('/api/sys/orgEmployee/updateEmpPassword', { userId, userPassword: next, ...params });
    expect(await reset({ adminPassword: 'wrong' })).toMatchObject({ code: 400, field: 'adminPassword' });
    // aId names the administrator: nobody acts in another's name.
    expect((await reset({ adminPassword: OPERATOR_PASSWORD, aId: userId })).code).toBe(403);
    expect(await canLogIn(userName, PASSWORD)).toBe(true);
    const { user } = ok(await operator.get<{ user: { userId: number } }>('/api/sys/getUserInfo'));
    ok(await reset({ adminPassword: OPERATOR_PASSWORD, aId: user.userId }));
    expect([await canLogIn(userName, PASSWORD), await canLogIn(userName, next)]).toEqual([false, true]);
  });

  it('are changed by the old one: the own, and that of an account', async () => {
    const works = await buildEnterprise(product);
    const [own, third] = ['a password of my own', 'a password of an employee'];
    ok(
      await works.client.post('/api/sys/orgEmployee/updateOwnPassword', {
        orgId: works.consumerId,
        old: PASSWORD,
        new: own,
      }),
    );
    expect([await canLogIn(works.userName, PASSWORD), await canLogIn(works.userName, own)]).toEqual([
      false,
      true,
    ]);
    const change = (params: object) =>
      operator.post('/api/sys/orgEmployee/updateEmployeePassword', {
        orgId: works.consumerId,
        employeeId: works.userId,
        old: own,
        new: third,
        ...params,
      });
    expect(await change({ old: PASSWORD })).toMatchObject({ code: 400, field: 'old' });
    expect((await change({ orgId: mine.consumerId })).code).toBe(404);
    ok(await change({}));
    expect(await canLogIn(works.userName, third)).toBe(true);
  });
});

describe('operators', () => {
  it('are listed apart, brought in from a sheet and taken out into one', async () => {
    const userName = unique('op').toLowerCase();
    const template = await operator.download('/api/sys/operator/template');
    expect(template.body.subarray(0, 2).toString()).toBe('PK');
    const sheet = {
      name: 'operators.csv',
      content: Buffer.from(`User name,Name\n${userName},An operator\n`),
    };
    const reply = await operator.upload<{ counts: object }>('/api/sys/operator/import', {}, sheet);
    expect(ok(reply).counts).toMatchObject({ new: 1, faulty: 0 });
    const { list } = ok(
      await operator.get<Page<Account & { accountType: string }>>('/api/sys/operator/getdatatable', {
        dataTable: { pageSize: 100 },
      }),
    );
    expect(list.map((one) => one.userName)).toEqual(expect.arrayContaining(['operator', userName]));
    expect(list.map((one) => one.userName)).not.toContain(mine.userName);
    expect(new Set(list.map((one) => one.accountType))).toEqual(new Set(['1']));
    const { body } = await operator.download('/api/sys/operator/export', { format: 'csv' });
    expect(body.toString()).toContain(userName);
    expect(body.toString()).not.toContain(mine.userName);
  });
});
