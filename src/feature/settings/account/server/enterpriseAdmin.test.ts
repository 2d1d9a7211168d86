import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, type Enterprise, keepPassword, PASSWORD, unique } from '#test/build.ts';
import { buildTwoSites } from '#test/build/twoSites.ts';
import { OPERATOR_PASSWORD } from '#test/config.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { AccountRights, RoleToGive } from '../contract.ts';

// How people hand out more than they hold, shut each other out, and how places move under an account (decision 31).

let product: Product;
let operator: Client;
let first: Enterprise;
let second: Enterprise;
let roles: Readonly<Record<'enterprise' | 'accountAdmin' | 'operator', number>>;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  ({ first, second } = await buildTwoSites(product));
  const all = ok(await operator.get<{ id: number; roleCode: string }[]>('/api/sys/orgRole/getall'));
  const idOf = (code: string): number => all.find(({ roleCode }) => roleCode === code)?.id ?? 0;
  roles = {
    enterprise: idOf('enterprise'),
    accountAdmin: idOf('accountAdmin'),
    operator: idOf('operator'),
  };
});
afterAll(() => product.close());

interface Person {
  readonly id: number;
  readonly userName: string;
  readonly client: Client;
}

/** An account of the enterprise, made by the operator. */
async function person(fields: Readonly<Record<string, unknown>> = {}): Promise<Person> {
  const userName = unique('p').toLowerCase();
  const id = await add(operator, 'orgEmployee', {
    userName,
    name: 'Somebody',
    consumerId: first.consumerId,
    roleIdList: [roles.enterprise],
    ...fields,
  });
  const secret = { userId: id, adminPassword: OPERATOR_PASSWORD, userPassword: PASSWORD };
  ok(await operator.post('/api/sys/orgEmployee/updateEmpPassword', secret));
  await keepPassword(product, id);
  return { id, userName, client: await product.login(userName, PASSWORD) };
}

const administrator = (fields: Readonly<Record<string, unknown>> = {}): Promise<Person> =>
  person({ roleIdList: [roles.enterprise, roles.accountAdmin], ...fields });

const account = (fields: Readonly<Record<string, unknown>> = {}) => ({
  userName: unique('new').toLowerCase(),
  name: 'New',
  roleIdList: [roles.enterprise],
  ...fields,
});

const meters = async (client: Client): Promise<number[]> =>
  ok(await client.get<{ id: number }[]>('/api/archive/ammeter/getall')).map(({ id }) => id);

const ADD = '/api/sys/orgEmployee/add';
const EDIT = '/api/sys/orgEmployee/edit';

describe('an enterprise’s administrator', () => {
  it('adds people of the enterprise, for one site alone too, and nobody else does', async () => {
    const { client } = await administrator();
    ok(await client.post(ADD, account()));
    const one = ok(await client.post<{ id: number }>(ADD, account({ orgLimitList: [second.siteId] })));
    const rights = ok(
      await client.get<AccountRights>('/api/sys/permission/getOfAccount', { userId: one.id }),
    );
    expect(rights.limits).toEqual([{ orgId: second.siteId, orgName: 'Second site' }]);
    expect(await (await person()).client.post(ADD, account())).toMatchObject({ code: 403 });
  });

  it('gives no role, no enterprise and no kind of account beyond the own', async () => {
    const { client } = await administrator();
    const elsewhere = await add(operator, 'consumer', { orgName: unique('Works '), orgCode: unique() });
    expect(await client.post(ADD, account({ roleIdList: [roles.operator] }))).toMatchObject({
      code: 400,
      field: 'roleIdList',
    });
    expect(await client.post(ADD, account({ accountType: '1' }))).toMatchObject({ code: 403 });
    expect((await client.post(ADD, account({ consumerId: elsewhere }))).code).not.toBe(200);
    expect((await client.post(ADD, account({ consumerIdList: [elsewhere] }))).code).toBe(400);
  });

  it('is offered the roles that it may give, and names no other enterprise’s', async () => {
    const { client } = await administrator();
    const foreign = await add(operator, 'orgRole', {
      roleName: 'Secret works',
      roleCode: 'enterprise-999999',
      orgFunList: [1],
    });
    await add(operator, 'orgRole', { roleName: 'Empty', roleCode: unique() });
    const offered = ok(await client.get<RoleToGive[]>('/api/sys/orgEmployee/getRolesToGive'));
    const codes = offered.filter(({ mayGive }) => mayGive).map(({ roleCode }) => roleCode);
    expect(codes.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'accountAdmin',
      'accountant',
      'electrician',
      'enterprise',
      'inspector',
    ]);
    expect(offered.map(({ roleId }) => roleId)).not.toContain(foreign);
    const all = ok(await operator.get<RoleToGive[]>('/api/sys/orgEmployee/getRolesToGive'));
    expect(all.filter(({ mayGive }) => mayGive).map(({ roleId }) => roleId)).toContain(foreign);
  });

  it('does not touch an account that reaches another enterprise, nor its password', async () => {
    const { client } = await administrator();
    const elsewhere = await add(operator, 'consumer', { orgName: unique('Works '), orgCode: unique() });
    const wide = await person({ consumerIdList: [first.consumerId, elsewhere] });
    expect(await client.post(EDIT, { id: wide.id, remark: 'x' })).toMatchObject({ code: 409 });
    const reset = { userId: wide.id, adminPassword: PASSWORD, userPassword: 'a password of an intruder' };
    expect(await client.post('/api/sys/orgEmployee/updateEmpPassword', reset)).toMatchObject({ code: 409 });
  });

  it('is told that a name is taken, also by another enterprise, and nothing is made', async () => {
    const { client } = await administrator();
    const elsewhere = await add(operator, 'consumer', { orgName: unique('Works '), orgCode: unique() });
    const there = await person({ consumerId: elsewhere });
    const reply = await client.post(ADD, account({ userName: there.userName.toUpperCase() }));
    expect(reply).toMatchObject({ code: 409, field: 'userName' });
    expect(reply.message).not.toMatch(/Works/);
  });
});

describe('an administrator limited to a site', () => {
  it('adds nobody who sees more: without a limit, or with one beside the own', async () => {
    const { client } = await administrator({ orgLimitList: [second.siteId, second.unitId] });
    expect(await client.post(ADD, account())).toMatchObject({ code: 400, field: 'orgLimitList' });
    // What it does not see it cannot even name.
    expect((await client.post(ADD, account({ orgLimitList: [first.siteId] }))).code).toBe(400);
    expect((await client.post(ADD, account({ orgLimitList: [first.consumerId] }))).code).toBe(400);
    const { id } = ok(await client.post<{ id: number }>(ADD, account({ orgLimitList: [second.siteId] })));
    expect(await client.post(EDIT, { id, orgLimitList: '' })).toMatchObject({
      code: 400,
      field: 'orgLimitList',
    });
  });

  it('does not touch whoever sees more, and opens nothing to itself', async () => {
    const { client, id } = await administrator({ orgLimitList: [second.siteId] });
    const wide = await person();
    expect(await client.post(EDIT, { id: wide.id, state: '0' })).toMatchObject({ code: 409 });
    expect(await client.post(EDIT, { id, orgLimitList: '' })).toMatchObject({
      code: 409,
      field: 'orgLimitList',
    });
  });

  it('sees no colleague of other sites alone, in no list', async () => {
    const { client } = await administrator({ orgLimitList: [second.siteId] });
    const there = await person({ orgLimitList: [first.siteId] });
    const names = ok(await client.get<Record<string, string>>('/api/sys/orgEmployee/getEmpMap'));
    expect(Object.keys(names)).not.toContain(String(there.id));
    expect(await client.get('/api/sys/orgEmployee/get', { id: there.id })).toMatchObject({ code: 404 });
  });
});

describe('what an account may see', () => {
  it('and what its roles are limited to narrow each other; nothing in common is nothing', async () => {
    const role = (orgLimitList: number[]): Promise<number> =>
      add(operator, 'orgRole', { roleName: unique('Role'), roleCode: unique(), orgLimitList });
    const both = await role([first.siteId, second.siteId]);
    const one = await person({ roleIdList: [roles.enterprise, both], orgLimitList: [second.siteId] });
    expect(await meters(one.client)).toEqual([second.ammeterId]);
    const whole = await role([first.consumerId]);
    ok(await operator.post(EDIT, { id: one.id, roleIdList: [roles.enterprise, whole] }));
    await expect.poll(() => meters(one.client)).toEqual([second.ammeterId]);
    // Set one after the other past the form: nothing is seen rather than either.
    const other = await role([first.siteId]);
    expect(await operator.post(EDIT, { id: one.id, roleIdList: [roles.enterprise, other] })).toMatchObject({
      code: 400,
      field: 'orgLimitList',
    });
    await sql`update org_employee set role_id_list = ${[roles.enterprise, other]}::integer[]
      where id = ${one.id}`.execute(product.database.db);
    await expect.poll(() => meters(one.client)).toEqual([]);
    expect(ok(await one.client.get('/api/sys/getUserInfo'))).toMatchObject({ consumers: [] });
  });

  it('holds in sessions that are open', async () => {
    const one = await person();
    expect(await meters(one.client)).toHaveLength(2);
    ok(await operator.post(EDIT, { id: one.id, orgLimitList: [second.siteId] }));
    await expect.poll(() => meters(one.client)).toEqual([second.ammeterId]);
  });

  it('follows a unit that moves below another, in and out', async () => {
    const { consumerId, ammeterId } = first;
    const unit = (orgName: string, parentId?: number): Promise<number> =>
      add(operator, 'orgUnit', { orgName, orgCode: unique(), consumerId, ...(parentId ? { parentId } : {}) });
    const above = await unit('Above');
    const below = await unit('Below');
    await add(operator, 'orgAmmeter', { orgId: below, consumerId, dataType: '1', ammeterId, sign: '1' });
    const one = await person({ orgLimitList: [above] });
    expect(await meters(one.client)).toEqual([]);
    ok(await operator.post('/api/sys/orgUnit/edit', { id: below, parentId: above, confirmed: 1 }));
    await expect.poll(() => meters(one.client)).toEqual([ammeterId]);
    ok(await operator.post('/api/sys/orgUnit/edit', { id: below, parentId: '', confirmed: 1 }));
    await expect.poll(() => meters(one.client)).toEqual([]);
  });

  it('is nothing once its site is gone, or another enterprise’s', async () => {
    const site = { orgName: 'Passing', consumerId: first.consumerId, timeZone: 'Asia/Shanghai' };
    const gone = await add(operator, 'monitorSite', { ...site, orgCode: unique() });
    const moved = await add(operator, 'monitorSite', { ...site, orgCode: unique() });
    const elsewhere = await add(operator, 'consumer', { orgName: unique('Works '), orgCode: unique() });
    const one = await person({ orgLimitList: [gone] });
    const two = await person({ orgLimitList: [moved] });
    ok(await operator.post('/api/archive/monitorSite/del', { id: gone }));
    ok(await operator.post('/api/archive/monitorSite/edit', { id: moved, consumerId: elsewhere }));
    for (const { client } of [one, two]) {
      await expect.poll(() => meters(client)).toEqual([]);
      await expect
        .poll(async () => ok(await client.get('/api/sys/getUserInfo')))
        .toMatchObject({ consumers: [] });
    }
  });

  it('is nothing without a right', async () => {
    const one = await person({ roleIdList: '', orgLimitList: [second.siteId] });
    expect(await one.client.get('/api/archive/ammeter/getall')).toMatchObject({ code: 403 });
    expect(ok(await one.client.get('/api/sys/getUserInfo'))).toMatchObject({ consumers: [], funCodes: [] });
  });
});

describe('the administration of an enterprise', () => {
  it('is not lost by two administrators who shut each other out at once', async () => {
    for (const [act, change] of [
      ['edit', { state: '0' }],
      ['edit', { roleIdList: [roles.enterprise] }],
      ['edit', { orgLimitList: [first.siteId] }],
      ['del', {}],
    ] as const) {
      const [a, b] = [await administrator(), await administrator()];
      const replies = await Promise.all([
        a.client.post(`/api/sys/orgEmployee/${act}`, { id: b.id, ...change }),
        b.client.post(`/api/sys/orgEmployee/${act}`, { id: a.id, ...change }),
      ]);
      const codes = replies.map(({ code }) => code);
      expect(codes.filter((code) => code === 200).length, `${act} ${JSON.stringify(change)}`).toBe(1);
    }
  });

  it('is not given up by its holder', async () => {
    const one = await administrator();
    expect((await one.client.post(EDIT, { id: one.id, state: '0' })).code).toBe(409);
    expect((await one.client.post(EDIT, { id: one.id, roleIdList: [roles.enterprise] })).code).toBe(409);
    expect((await one.client.post('/api/sys/orgEmployee/del', { id: one.id })).code).toBe(409);
  });
});
