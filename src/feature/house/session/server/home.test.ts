import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, keepPassword, PASSWORD, unique } from '#test/build.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

// Where log-in leads (decision 134), and the ways in which reality makes a home a lie.

let product: Product;
let operator: Client;
let sites: TwoSites;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  sites = await buildTwoSites(product);
});
afterAll(() => product.close());

interface Reported {
  readonly home: string;
  readonly homes: readonly string[];
}

const NOTICES = 'SDNCommunication.SDNNotice';
const BILL = 'SDNPowerAudit.SDNPowerBill';
const OVERVIEW = 'SDNMonitoring.Overview';

async function role(homeUrl: string | null, funCodes: readonly string[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from fun where fun_code = any (${funCodes})`.execute(product.database.db);
  return add(operator, 'orgRole', {
    roleName: unique('Role '),
    roleCode: unique(),
    orgFunList: rows.map(({ id }) => id).join(','),
    ...(homeUrl === null ? {} : { homeUrl }),
  });
}

/** A person of the enterprise with these roles, in this order. */
async function person(roles: readonly number[]): Promise<Client> {
  const userName = unique('user').toLowerCase();
  const userId = await add(operator, 'orgEmployee', {
    userName,
    name: 'A person',
    consumerId: sites.first.consumerId,
    roleIdList: roles.join(','),
  });
  const word = { userId, adminPassword: 'an operator of tests', userPassword: PASSWORD };
  ok(await operator.post('/api/sys/orgEmployee/updateEmpPassword', word));
  await keepPassword(product, userId);
  return product.login(userName, PASSWORD);
}

const reported = async (client: Client): Promise<Reported> => {
  const { home, homes } = ok(await client.get<Reported>('/api/sys/getUserInfo'));
  return { home, homes };
};
const choose = async (client: Client, url: string): Promise<void> => {
  ok(await client.post('/api/sys/preference/save', { name: 'home', value: JSON.stringify({ url }) }));
};

describe('log-in leads', () => {
  it('to the home of the role, where anything of it may be seen', async () => {
    const one = await person([await role('/home/electrician', [NOTICES])]);
    expect(await reported(one)).toEqual({ home: '/home/electrician', homes: ['electrician'] });
  });

  it('of a role without a home to the overview', async () => {
    const one = await person([await role(null, [OVERVIEW, BILL])]);
    expect(await reported(one)).toEqual({ home: '/SDNMonitoring/Overview', homes: ['manager'] });
  });

  it('past a home of which the account may see nothing: to the first page of its menu', async () => {
    const one = await person([await role('/home/inspector', [BILL])]);
    expect(await reported(one)).toEqual({ home: '/SDNPowerAudit/SDNPowerBill', homes: [] });
  });

  it('past a page that the account has no right to', async () => {
    const one = await person([await role('/SDNPowerPrice/Invoice', [OVERVIEW])]);
    expect(await reported(one)).toEqual({ home: '/SDNMonitoring/Overview', homes: ['manager'] });
  });

  it('to a page of the menu that is no home', async () => {
    const one = await person([await role('/sdnpoweraudit/sdnpowerbill', [BILL, OVERVIEW])]);
    expect(await reported(one)).toEqual({ home: '/SDNPowerAudit/SDNPowerBill', homes: ['manager'] });
  });

  it('by the first of two roles as the account lists them, until it chooses; what it chose and lost is nothing', async () => {
    const [bills, duty] = [
      await role('/home/accountant', [BILL]),
      await role('/home/electrician', [NOTICES]),
    ];
    const one = await person([duty, bills]);
    expect(await reported(one)).toEqual({
      home: '/home/electrician',
      homes: ['electrician', 'accountant'],
    });
    await choose(one, '/home/accountant');
    expect((await reported(one)).home).toBe('/home/accountant');
    await choose(one, '/home/inspector');
    expect((await reported(one)).home).toBe('/home/electrician');
    await choose(one, '/home/accountant');
    await sql`update org_role set org_fun_list = '{}' where id = ${bills}`.execute(product.database.db);
    expect((await reported(await person([duty, bills]))).homes).toEqual(['electrician']);
  });

  it('where nothing is permitted at all to the own account', async () => {
    expect(await reported(await person([await role(null, [])]))).toEqual({
      home: '/SDNUserAdmin/SDNUserInfo',
      homes: [],
    });
  });

  it('past a page that people hid or that a version took away', async () => {
    const invoices = await role('/SDNPowerPrice/Invoice', [BILL, 'price.priceInvoice']);
    const one = await person([invoices]);
    expect((await reported(one)).home).toBe('/SDNPowerPrice/Invoice');
    const { db } = product.database;
    await sql`update fun set class_name = 'hide' where fun_code = 'price.priceInvoice'`.execute(db);
    expect((await reported(one)).home).toBe('/SDNPowerAudit/SDNPowerBill');
    await sql`update fun set class_name = null where fun_code = 'price.priceInvoice'`.execute(db);
    await sql`update org_role set home_url = '/Gone/Page' where id = ${invoices}`.execute(db);
    expect((await reported(one)).home).toBe('/SDNPowerAudit/SDNPowerBill');
  });

  it('an operator to the support desk, with or without an enterprise in its reach', async () => {
    const home = { home: '/home/support', homes: ['support', 'manager'] };
    expect(await reported(operator)).toEqual(home);
    // Limited to a site: the roles are what they were.
    expect(await reported(sites.limited)).toEqual(home);
  });
});

describe('a role', () => {
  it('takes a shipped home or a page of the menu, and nothing else', async () => {
    const send = (homeUrl: string) =>
      operator.post('/api/sys/orgRole/add', { roleName: unique('R'), roleCode: unique(), homeUrl });
    for (const url of ['/home/electrician', '/SDNMonitoring/Overview', '/SDNPowerPrice/Invoice'])
      expect((await send(url)).code, url).toBe(200);
    for (const url of ['/Gone/Page', '//evil.example', 'https://evil.example', '/a?b'])
      expect(await send(url), url).toMatchObject({ code: 400, field: 'homeUrl' });
  });

  it('ships filled: each of the three sees its home, and none more than an enterprise may', async () => {
    const { rows } = await sql<{ code: string; home: string; n: number; more: number }>`
      select r.role_code as code, r.home_url as home, cardinality(r.org_fun_list) as n,
        (select count(*)::integer from unnest(r.org_fun_list) f where f <> all (e.org_fun_list)) as more
      from org_role r, org_role e where e.role_code = 'enterprise'
        and r.role_code in ('electrician', 'accountant', 'inspector') order by r.role_code`.execute(
      product.database.db,
    );
    expect(rows.map(({ code, home, more }) => ({ code, home, more }))).toEqual([
      { code: 'accountant', home: '/home/accountant', more: 0 },
      { code: 'electrician', home: '/home/electrician', more: 0 },
      { code: 'inspector', home: '/home/inspector', more: 0 },
    ]);
    for (const { n } of rows) expect(n).toBeGreaterThan(20);
  });
});
