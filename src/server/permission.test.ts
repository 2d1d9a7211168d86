import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '#contract/define.ts';
import { MENU } from '#contract/menu.ts';
import type { MenuNode } from '#contract/menu.ts';
import { funCodeOf } from '#contract/permission.ts';
import type { Action } from '#contract/permission.ts';
import { resources } from '#contract/resource/index.ts';
import { buildEnterprise } from '#test/build.ts';
import { startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import { allRoutes } from './app.ts';
import { PUBLIC } from './route.ts';
import type { Route } from './route.ts';

let product: Product;
let nobody: Client;
let operator: Client;
let due: Client;
beforeAll(async () => {
  product = await startProduct();
  const enterprise = await buildEnterprise(product);
  nobody = enterprise.client;
  operator = await product.operator();
  const first = await buildEnterprise(product);
  due = first.client;
  await sql`update employee_secret set must_change = true where employee_id = ${first.userId}`.execute(
    product.database.db,
  );
  await sql`update org_employee set role_id_list = '{}' where user_name = ${enterprise.userName}`.execute(
    product.database.db,
  );
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

const codesOf = (node: MenuNode): string[] => [node.funCode, ...(node.children ?? []).flatMap(codesOf)];
const CODES = new Set(codesOf(MENU));

/** Calls that need no session: each is a decision. */
const OPEN = [
  '/api/hxyUser/userLogin/loginHxyUser',
  '/api/sys/checkSms',
  '/api/sys/displayBoard/show',
  '/api/sys/getLock',
  '/api/sys/getSystemVersion',
  '/api/sys/lock',
  '/api/sys/login',
  '/api/sys/loginAppEncode',
  '/api/sys/logout',
  '/api/sys/register',
  '/api/sys/resetPassword',
  '/api/sys/sendSMS',
  '/api/sys/unlock',
];

/** The code that a call answers without any parameters; files count as 200. */
async function ask(client: Client, route: Route): Promise<number> {
  if (route.method === 'DOWNLOAD') {
    const { type, body } = await client.download(route.path);
    return type.includes('json') ? (JSON.parse(body.toString()) as { code: number }).code : 200;
  }
  if (route.method === 'GET') return (await client.get(route.path)).code;
  if (route.method === 'POST') return (await client.post(route.path)).code;
  return (await client.upload(route.path, {}, { name: 'a.csv', content: Buffer.from('a\n1\n') })).code;
}

const named = (route: Route): string => `${route.method} ${route.path}`;
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

describe('every call', () => {
  it('asks for a session', async () => {
    const wrong: string[] = [];
    for (const route of closed) {
      const code = await ask(product.anonymous, route);
      if (code !== 901) wrong.push(`${named(route)}: ${code}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is refused to a role without its code, before anything else is looked at', async () => {
    const wrong: string[] = [];
    for (const route of closed) {
      if (route.permission === null) continue;
      const code = await ask(nobody, route);
      if (code !== 403) wrong.push(`${named(route)}: ${code}`);
    }
    expect(wrong).toEqual([]);
  });

  it('but those of the password is refused, whatever the role, while a new password is due', async () => {
    const answered: string[] = [];
    for (const route of closed) {
      if (route.method !== 'GET' && route.method !== 'POST') {
        // The refusal comes before files are read: that no other answer is given is all that matters here.
        const code = await ask(due, route);
        if (code !== 403) answered.push(route.path);
        continue;
      }
      const { code, data } = await (route.method === 'GET' ? due.get(route.path) : due.post(route.path));
      if (code !== 403 || (data as { passwordExpired?: number } | null)?.passwordExpired !== 1)
        answered.push(route.path);
    }
    expect(answered.sort()).toEqual([
      '/api/hxyUser/userLogin/updatePassword',
      '/api/sys/getUserInfo',
      '/api/sys/orgEmployee/getPasswordChange',
      '/api/sys/orgEmployee/updateOwnPassword',
    ]);
  });

  it('of a feature is open to an operator with all codes, and never breaks without parameters', async () => {
    const wrong: string[] = [];
    // The generic calls of resources have a walk of their own.
    const generic = new Set(
      resources.flatMap((one) => Object.keys(ACTION).map((verb) => `${addressOf(one)}/${verb}`)),
    );
    for (const route of closed.filter((one) => !generic.has(one.path))) {
      const code = await ask(operator, route);
      if (code === 500 || code === 901 || (code === 403 && route.permission !== null))
        wrong.push(`${named(route)}: ${code}`);
    }
    expect(wrong).toEqual([]);
  });
});
