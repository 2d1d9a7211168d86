import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, furtherAddressesOf } from '#contract/define.ts';
import { MENU } from '#menu/menu.ts';
import type { MenuNode } from '#menu/menu.ts';
import { funCodeOf } from '#contract/permission.ts';
import type { Action } from '#contract/permission.ts';
import { resources } from '#resource/index.ts';
import { ask, named } from '#test/aim.ts';
import { buildEnterprise } from '#test/build.ts';
import { startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import { allRoutes } from './app.ts';
import { ANY_SESSION, PUBLIC } from './route.ts';

let product: Product;
let operator: Client;
let due: Client;
let factorDue: Client;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  const first = await buildEnterprise(product);
  due = first.client;
  await sql`update employee_secret set must_change = true where employee_id = ${first.userId}`.execute(
    product.database.db,
  );
  const strict = await buildEnterprise(product);
  factorDue = strict.client;
  await sql`with strict as (insert into org_role (role_name, role_code, second_factor)
      values ('Strict', 'strict', true) returning id)
    update org_employee set role_id_list = role_id_list || (select id from strict)
      where id = ${strict.userId}`.execute(product.database.db);
  await new Promise((resolve) => setTimeout(resolve, 2100));
});
afterAll(() => product.close());

/** What the definitions say of a generic call: which action it is. */
const ACTION: Readonly<Record<string, Action>> = {
  add: 'add',
  edit: 'edit',
  editfield: 'edit',
  del: 'del',
  get: 'view',
  getall: 'view',
  getpage: 'view',
  searchall: 'view',
  searchpage: 'view',
  getdatatable: 'view',
  searchdatatable: 'view',
  exportdatatable: 'export',
  exportall: 'export',
  importtemplate: 'import',
  importFile: 'import',
  importfaults: 'import',
};

// The code of a group permits nothing: whoever holds anything below it has it.
const codesOf = (node: MenuNode): string[] => [
  ...(node.type === 'group' ? [] : [node.funCode]),
  ...(node.children ?? []).flatMap(codesOf),
];
const CODES = new Set(codesOf(MENU));

/** Calls that need no session: each is a decision. */
const OPEN = [
  '/api/hxyUser/userLogin/loginHxyUser',
  '/api/sys/checkSms',
  '/api/sys/displayBoard/show',
  '/api/sys/displayBoard/showPicture',
  '/api/sys/getLock',
  '/api/sys/getSystemVersion',
  '/api/sys/invitation/accept',
  '/api/sys/invitation/look',
  '/api/sys/lock',
  '/api/sys/login',
  '/api/sys/loginAppEncode',
  '/api/sys/logout',
  '/api/sys/register',
  '/api/sys/resetPassword',
  '/api/sys/sendSMS',
  '/api/sys/singleSignOn/begin',
  '/api/sys/singleSignOn/getDoor',
  '/api/sys/singleSignOn/login',
  '/api/sys/singleSignOn/logout',
  '/api/sys/unlock',
];

const closed = allRoutes.filter((route) => route.permission !== PUBLIC);

describe('the table of calls and codes', () => {
  it('knows every code as a screen or a button of the menu', () => {
    const unknown = closed.filter((route) => route.permission !== null && !CODES.has(route.permission));
    expect(unknown.map((route) => `${named(route)}: ${route.permission}`)).toEqual([]);
  });

  it('gives generic calls the code of their action', () => {
    const wrong: string[] = [];
    // What the product keeps by itself is written by nobody: those calls only say so.
    for (const resource of resources.filter((one) => !one.readOnly))
      for (const route of allRoutes.filter((one) => one.path.startsWith(`${addressOf(resource)}/`))) {
        const verb = route.path.slice(addressOf(resource).length + 1);
        const action = Object.hasOwn(ACTION, verb) ? ACTION[verb] : undefined;
        if (action && route.permission !== funCodeOf(resource, action))
          wrong.push(`${named(route)}: ${route.permission}`);
      }
    expect(wrong).toEqual([]);
  });

  it('leaves open what is meant to be open, and nothing else', () => {
    const open = allRoutes.filter((route) => route.permission === PUBLIC).map((route) => route.path);
    expect([...new Set(open)].sort().filter((path) => !OPEN.includes(path))).toEqual([]);
  });
});

describe('a call without a function code', () => {
  const free = closed.filter((route) => route.permission === null);

  it('says why any session may call it', () => {
    const silent = free.filter((route) => !Object.hasOwn(ANY_SESSION, route.why ?? ''));
    expect(silent.map(named)).toEqual([]);
    expect(closed.filter((route) => route.permission !== null && route.why !== undefined)).toEqual([]);
  });

  it('that asks for one itself refuses whoever has none', async () => {
    const nobody = await buildEnterprise(product);
    await sql`update org_employee set role_id_list = '{}' where id = ${nobody.userId}`.execute(
      product.database.db,
    );
    const answered: string[] = [];
    for (const route of free.filter(({ why }) => why === 'asked')) {
      const { code } = await ask(nobody.client, route, { ...route.example, id: 1, resource: 'ammeter' });
      // An import is looked for first: without a scope there is none.
      if (code !== 403 && code !== 404) answered.push(`${named(route)}: ${code}`);
    }
    expect(answered).toEqual([]);
  });
});

describe('every call', () => {
  const refusesAll = async (client: Client, mark: string): Promise<string[]> => {
    const answered: string[] = [];
    for (const route of closed) {
      if (route.method !== 'GET' && route.method !== 'POST') {
        // The refusal comes before files are read: that no other answer is given is all that matters here.
        const { code } = await ask(client, route);
        if (code !== 403) answered.push(route.path);
        continue;
      }
      const { code, data } = await (route.method === 'GET'
        ? client.get<Record<string, unknown> | null>(route.path)
        : client.post<Record<string, unknown> | null>(route.path));
      if (code !== 403 || data?.[mark] !== 1) answered.push(route.path);
    }
    return answered.sort();
  };
  const OWN_PASSWORD = [
    '/api/hxyUser/userLogin/updatePassword',
    '/api/sys/getUserInfo',
    '/api/sys/orgEmployee/getPasswordChange',
    '/api/sys/orgEmployee/updateOwnPassword',
  ];

  it('but those of the password is refused, whatever the role, while a new password is due', async () => {
    expect(await refusesAll(due, 'passwordExpired')).toEqual(OWN_PASSWORD);
  });

  it('but those of password and second factor is refused, whatever the role, while a second factor is due', async () => {
    expect(await refusesAll(factorDue, 'secondFactorDue')).toEqual([
      ...OWN_PASSWORD,
      '/api/sys/secondFactor/begin',
      '/api/sys/secondFactor/confirm',
      '/api/sys/secondFactor/get',
    ]);
  });

  it('of a feature is open to an operator with all codes, and never breaks without parameters', async () => {
    const wrong: string[] = [];
    // The generic calls of resources have a walk of their own.
    const generic = new Set(
      resources.flatMap((one) =>
        [addressOf(one), ...furtherAddressesOf(one)].flatMap((at) =>
          Object.keys(ACTION).map((verb) => `${at}/${verb}`),
        ),
      ),
    );
    for (const route of closed.filter((one) => !generic.has(one.path))) {
      const { code } = await ask(operator, route);
      if (code === 500 || code === 901 || (code === 403 && route.permission !== null))
        wrong.push(`${named(route)}: ${code}`);
    }
    expect(wrong).toEqual([]);
  });
});
