import { hashPassword, passwordFits } from '#feature/house/session/server/password.ts';
import { type Timing, time } from './figure.ts';
import { Caller } from './http.ts';
import { PASSWORD, startProduct } from './product.ts';
import { fixed, limit, machineNow, measuredNow, type Part, type Section, table } from './section.ts';
import { openDatabase } from './weigh.ts';

const ACCOUNTS = 10_000;
const FUNCTIONS = 2000;
const ROLES = 200;
const CALLS = 60;

/** Fills a house: functions in groups of ten, roles that hold 300 of them, accounts of three roles each. */
async function fill(dataDir: string): Promise<void> {
  const client = await openDatabase(dataDir);
  try {
    await client.query(
      `with root as (select id from fun where fun_code = 'hxyweb'),
        groups as (insert into fun (fun_name, fun_name_en, fun_code, parent_id, fun_type, ix)
          select '分组' || n, 'Group ' || n, 'bench.group.' || n, root.id, 'group', n
          from root, generate_series(1, 200) n returning id, ix)
       insert into fun (fun_name, fun_name_en, fun_code, parent_id, fun_type, url, ix)
       select '功能' || n, 'Function ' || n, 'bench.fun.' || n, g.id, 'screen', '/Bench/F' || n, n
       from generate_series(1, $1::integer - 200 - (select count(*)::integer from fun)) n
         join groups g on g.ix = 1 + n % 200`,
      [FUNCTIONS],
    );
    await client.query(
      `insert into org_role (role_name, role_code, org_fun_list)
       select 'Role ' || n, 'bench' || n, (select array_agg(id) from
         (select id from fun where n > 0 order by md5(id::text || n::text) limit 300) picked)
       from generate_series(1, $1) n`,
      [ROLES],
    );
    await client.query(
      `insert into org_employee (user_name, name, account_type, role_id_list, state)
       select 'bench' || n, '人员 ' || n, '1',
         array[(select id from org_role where role_code = 'operator')] ||
         (select array_agg(id) from org_role where role_code in ('bench' || (1 + n % 200), 'bench' || (1 + n * 7 % 200))),
         '1' from generate_series(1, $1) n`,
      [ACCOUNTS],
    );
    await client.query(
      `insert into employee_secret (employee_id, password_hash)
       select id, $1 from org_employee where user_name like 'bench%'`,
      [await hashPassword(PASSWORD)],
    );
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** Milliseconds that comparing a password takes by itself. */
async function hashTime(): Promise<Timing> {
  const stored = await hashPassword(PASSWORD);
  return time(20, () => passwordFits(PASSWORD, stored));
}

const page = (address: string) => (i: number) =>
  `${address}/getdatatable?dataTable=${encodeURIComponent(JSON.stringify({ current: 1 + (i % 20), pageSize: 50 }))}`;

const MENU: Readonly<Record<string, string>> = {
  'whole menu': '/api/sys/getAllMenus',
  'permitted codes': '/api/sys/getShiroMenus',
  'who is logged in': '/api/sys/getUserInfo',
};

const PAGES: Readonly<Record<string, (i: number) => string>> = {
  accounts: page('/api/sys/orgEmployee'),
  roles: page('/api/sys/orgRole'),
  functions: page('/api/sys/fun'),
  operators: page('/api/sys/operator'),
  'accounts by a part of the name': (i) =>
    `/api/sys/orgEmployee/searchpage?search=${encodeURIComponent(`员 ${i}`)}&pageSize=50`,
  'rights of an account': (i) => `/api/sys/permission/getOfAccount?userId=${i + 10}`,
};

async function measure(say: (line: string) => void): Promise<readonly Part[]> {
  const machine = machineNow();
  const product = await startProduct();
  const person = new Caller(product.baseUrl);
  try {
    say('filling the house …');
    await fill(product.dataDir);
    const hash = await hashTime();
    const login = await time(20, (i) => new Caller(product.baseUrl).login(`bench${i + 1}`, PASSWORD));
    await person.login('bench1', PASSWORD);
    const rest = login.p95 - hash.p50;
    const rows: (string | number)[][] = [
      ['log-in, without the hash', fixed(login.p50 - hash.p50), fixed(rest), limit(rest, '≤', 300, ' ms')],
    ];
    for (const [name, path] of Object.entries(MENU)) {
      const took = await time(CALLS, () => person.get(path));
      rows.push([name, fixed(took.p50), fixed(took.p95), limit(took.p95, '≤', 50, ' ms')]);
    }
    for (const [name, path] of Object.entries(PAGES)) {
      const took = await time(CALLS, (i) => person.get(path(i)));
      rows.push([`page of ${name}`, fixed(took.p50), fixed(took.p95), limit(took.p95, '≤', 50, ' ms')]);
    }
    const text = `${measuredNow(machine)}

${ACCOUNTS.toLocaleString('en-US')} accounts, ${FUNCTIONS.toLocaleString('en-US')} functions, ${ROLES} roles of 300 functions; one person asks, pages of 50 rows. The hash of a password takes ${fixed(hash.p50)} ms by itself.

${table(['call', 'p50 ms', 'p95 ms', 'limit (p95)'], rows)}`;
    return [{ title: 'The house: accounts, roles, functions', text }];
  } finally {
    person.close();
    await product.stop();
  }
}

/** Log-in, menu and lists of administration at the size of a large operator. */
export const house: Section = { name: 'house', measure };
