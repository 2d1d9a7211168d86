import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTask, TaskStopped } from '#feature/house/task/server/public.ts';
import { runTask } from '#feature/house/task/server/run.ts';
import { withScope } from '#server/database/scope.ts';
import { openLog } from '#server/log.ts';
import { add, buildEnterprise, keepPassword, PASSWORD, unique } from '#test/build.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';

let product: Product;
let operator: Client;
let sites: TwoSites;
let client: Client;
let enterpriseRole: number;
let operatorRole: number;

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  sites = await buildTwoSites(product);
  const shipped = async (roleCode: string): Promise<number> =>
    ok(await operator.get<{ id: number }[]>('/api/sys/orgRole/searchall', { roleCode }))[0]?.id ?? 0;
  enterpriseRole = await shipped('enterprise');
  operatorRole = await shipped('operator');
});
afterAll(() => product.close());

const give = (roleIds: readonly number[]) =>
  operator.post('/api/sys/orgEmployee/edit', { id: sites.first.userId, roleIdList: roleIds.join(',') });

/** Takes all roles away and gives these: so that no test hangs on what the one before left. */
async function giveAnew(...roleIds: number[]): Promise<void> {
  ok(await give([]));
  if (roleIds.length > 0) ok(await give(roleIds));
}

const roleOf = (orgLimitList: readonly number[], orgFunList?: readonly number[]): Promise<number> =>
  add(operator, 'orgRole', {
    roleName: unique('Role'),
    roleCode: unique(),
    orgLimitList,
    ...(orgFunList ? { orgFunList } : {}),
  });

const meters = async (): Promise<number[]> =>
  ok(await client.get<{ id: number }[]>('/api/archive/ammeter/getall')).map(({ id }) => id);

beforeEach(async () => {
  await giveAnew(enterpriseRole);
  client = await product.login(sites.first.userName, PASSWORD);
});

describe('an account without a role', () => {
  it('has nothing but itself from the moment on that the last one is taken, in a session that goes on', async () => {
    const { consumerId } = sites.first;
    expect(await meters()).toHaveLength(2);
    ok(await give([]));
    expect((await client.get('/api/archive/ammeter/getall')).code).toBe(403);
    const info = ok(
      await client.get<{ user: { userId: number }; consumers: unknown[]; funCodes: unknown[] }>(
        '/api/sys/getUserInfo',
      ),
    );
    expect(info).toMatchObject({
      user: { userId: sites.first.userId },
      consumers: [],
      funCodes: [],
      roles: [],
    });
    expect(ok(await client.get('/api/sys/find', { text: 'incomer' }))).toEqual([]);
    expect(ok(await client.get('/api/archive/consumer/getConsumerAndGroup'))).toEqual([]);
    expect(ok(await client.get('/api/archive/monitorSite/getByConsumerId', { consumerId }))).toEqual([]);
    expect(ok(await client.get('/api/sys/orgEmployee/getEmpMap'))).toEqual({
      [sites.first.userId]: 'A user',
    });
    expect((await client.post('/api/sys/mqtt/getToken')).code).toBe(403);
    expect((await client.get('/api/sdata/dataInterface/getTop', top(consumerId))).code).toBe(403);
    // The own account stays: its password and its way out.
    ok(await client.get('/api/sys/orgEmployee/getPasswordChange'));
    ok(await client.get('/api/hxyUser/userLogin/getPersonalInfo'));
    ok(await client.get('/api/sys/operLog/getOwn'));
  });

  it('is one whose roles hold no function, and an operator without any too', async () => {
    await giveAnew(await roleOf([]));
    expect(ok(await client.get('/api/sys/getUserInfo'))).toMatchObject({ consumers: [] });
    const userName = unique('op').toLowerCase();
    const userId = await add(operator, 'orgEmployee', { userName, name: 'Idle', accountType: '1' });
    const secret = { userId, adminPassword: 'an operator of tests', userPassword: PASSWORD };
    ok(await operator.post('/api/sys/orgEmployee/updateEmpPassword', secret));
    await keepPassword(product, userId);
    const idle = await product.login(userName, PASSWORD);
    expect(ok(await idle.get('/api/sys/getUserInfo'))).toMatchObject({ consumers: [], funCodes: [] });
    expect(ok(await idle.get('/api/archive/consumer/getAllEffective'))).toEqual([]);
  });

  it('loses a function with the role’s, at once', async () => {
    const { rows } = await sql<{ id: number; code: string }>`select id, fun_code as code from fun
      where fun_code in ('archive.ammeter.view', 'archive.monitorSite.view')`.execute(product.database.db);
    const role = await roleOf(
      [],
      rows.map(({ id }) => id),
    );
    await giveAnew(role);
    expect(await meters()).toHaveLength(2);
    const kept = rows.filter(({ code }) => code !== 'archive.ammeter.view').map(({ id }) => id);
    ok(await operator.post('/api/sys/orgRole/edit', { id: role, orgFunList: kept.join(',') }));
    expect((await client.get('/api/archive/ammeter/getall')).code).toBe(403);
    ok(await client.get('/api/archive/monitorSite/getall'));
  });
});

const top = (consumerId: number) => ({ consumerId, fromDt: '2026-01-01', toDt: '2026-01-02' });

describe('a limited role', () => {
  it('that is taken away does not open what it closed; roles are given for that', async () => {
    const { limitedRole, second } = sites;
    await giveAnew(enterpriseRole, limitedRole);
    expect(await meters()).toEqual([second.ammeterId]);
    expect(await give([enterpriseRole])).toMatchObject({ code: 409, field: 'roleIdList' });
    expect(await meters()).toEqual([second.ammeterId]);
    const other = await roleOf([], []);
    ok(await give([enterpriseRole, other]));
    expect(await meters()).toHaveLength(2);
  });

  it('beside another gives the union of both, and no more', async () => {
    const { first, second, limitedRole } = sites;
    const { consumerId } = first;
    const siteId = await add(operator, 'monitorSite', {
      orgName: 'Third site',
      orgCode: unique(),
      consumerId,
      timeZone: 'Asia/Shanghai',
    });
    const third = await add(operator, 'ammeter', {
      ammeterName: 'Third incomer',
      ammeterCode: unique(),
      consumerId,
      siteId,
    });
    await giveAnew(enterpriseRole, limitedRole, await roleOf([siteId]));
    expect(new Set(await meters())).toEqual(new Set([second.ammeterId, third]));
    await sql`delete from ammeter where id = ${third}`.execute(product.database.db);
  });

  it('of a unit or a site that is gone never shows the whole enterprise', async () => {
    const { consumerId } = sites.first;
    const siteId = await add(operator, 'monitorSite', {
      orgName: 'Passing site',
      orgCode: unique(),
      consumerId,
      timeZone: 'Asia/Shanghai',
    });
    const unitId = await add(operator, 'orgUnit', { orgName: 'Passing', orgCode: unique(), consumerId });
    await giveAnew(enterpriseRole, await roleOf([siteId, unitId]));
    expect(await meters()).toEqual([]);
    ok(await operator.post('/api/sys/orgUnit/del', { id: unitId }));
    expect(await meters()).toEqual([]);
    ok(await operator.post('/api/archive/monitorSite/del', { id: siteId }));
    expect(await meters()).toEqual([]);
    // Every process is told of what is gone, within a moment.
    await vi.waitFor(async () =>
      expect(ok(await client.get('/api/sys/getUserInfo'))).toMatchObject({ consumers: [] }),
    );
  });

  it('follows its units: one that moves out is out at once', async () => {
    const { consumerId, ammeterId } = sites.first;
    const unit = { orgCode: '', consumerId };
    const above = await add(operator, 'orgUnit', { ...unit, orgName: 'Above', orgCode: unique() });
    const below = await add(operator, 'orgUnit', {
      ...unit,
      orgName: 'Below',
      orgCode: unique(),
      parentId: above,
    });
    await add(operator, 'orgAmmeter', { orgId: below, consumerId, dataType: '1', ammeterId, sign: '1' });
    await giveAnew(enterpriseRole, await roleOf([above]));
    expect(await meters()).toEqual([ammeterId]);
    ok(await operator.post('/api/sys/orgUnit/edit', { id: below, parentId: '', confirmed: 1 }));
    // Reported at the commit: sooner than what is kept of accounts ends by itself.
    await expect.poll(meters, { timeout: 1000, interval: 20 }).toEqual([]);
  });

  it('keeps an operator from what all enterprises share, and an account from opening another enterprise', async () => {
    const elsewhere = await buildEnterprise(product);
    const limitedTo = await roleOf([sites.first.consumerId]);
    const userName = unique('op').toLowerCase();
    const account = {
      userName,
      name: 'Limited',
      accountType: '1',
      roleIdList: `${operatorRole},${limitedTo}`,
    };
    const userId = await add(operator, 'orgEmployee', account);
    const secret = { userId, adminPassword: 'an operator of tests', userPassword: PASSWORD };
    ok(await operator.post('/api/sys/orgEmployee/updateEmpPassword', secret));
    await keepPassword(product, userId);
    const limited = await product.login(userName, PASSWORD);
    expect((await limited.post('/api/sys/orgRole/edit', { id: limitedTo, orgLimitList: '' })).code).toBe(403);
    expect((await limited.post('/api/sys/orgRole/add', { roleName: 'All', roleCode: unique() })).code).toBe(
      403,
    );
    expect((await limited.get('/api/archive/ammeter/get', { id: elsewhere.ammeterId })).code).toBe(404);
    // An account of two enterprises that is limited to the one: its administrator sees the one.
    await sql`update org_employee set consumer_id_list = ${[elsewhere.consumerId]}::integer[]
      where id = ${sites.first.userId}`.execute(product.database.db);
    await giveAnew(enterpriseRole, limitedTo);
    const opened = await limited.post('/api/sys/orgEmployee/edit', {
      id: sites.first.userId,
      roleIdList: `${enterpriseRole},${await roleOf([], [])}`,
    });
    expect(opened).toMatchObject({ code: 400, field: 'roleIdList' });
    await sql`update org_employee set consumer_id_list = null where id = ${sites.first.userId}`.execute(
      product.database.db,
    );
  });
});

describe('a task under way', () => {
  beforeEach(() => giveAnew(operatorRole));

  /** An import so long that a task does it. */
  async function begun(): Promise<{ taskId: number; code: string }> {
    const code = unique('H').slice(0, 12);
    const days = Array.from({ length: 1001 }, (_, i) =>
      new Date(Date.UTC(2030, 0, 1 + i)).toISOString().slice(0, 10),
    );
    const content = Buffer.from(`Event,From\n${days.map((day) => `${code} ${day},${day}`).join('\n')}\n`);
    const { taskId } = ok(
      await client.upload<{ taskId: number }>(
        '/api/sys/holidayEvent/importFile',
        { orgId: sites.first.consumerId },
        { name: 'events.csv', content },
      ),
    );
    return { taskId, code };
  }

  it('goes on while its account still may', async () => {
    const { taskId } = await begun();
    expect(await runToEnd(product, taskId)).toMatchObject({ state: 'done' });
  });

  it('stops where the function is taken while it runs', async () => {
    const { consumerId, userId } = sites.first;
    const work = {
      kind: 'count',
      label: { zh: '计数', en: 'Count' },
      params: {},
      consumerId,
      employeeId: userId,
    };
    const { id } = await withScope(
      product.services.db,
      [consumerId],
      (trx) => startTask(trx, product.services, work),
      [],
      { call: 'archive.ammeter.edit' },
    );
    let rounds = 0;
    const running = runTask({ ...product.services, log: openLog('silent') }, id, {
      count: async ({ stopped }) => {
        while (!(await stopped())) {
          rounds += 1;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        throw new TaskStopped();
      },
    });
    await expect.poll(() => rounds).toBeGreaterThan(3);
    ok(await give([]));
    await running;
    const { rows } = await sql<{ state: string }>`select state from task where id = ${id}`.execute(
      product.database.db,
    );
    expect(rows[0]?.state).toBe('stopped');
  });

  it.each([
    ['the role is taken', () => give([])],
    [
      'the account is out of use',
      () => operator.post('/api/sys/orgEmployee/edit', { id: sites.first.userId, state: '0' }),
    ],
    ['the account is limited to a part', () => give([operatorRole, sites.limitedRole])],
  ])('does not begin where %s, and leaves nothing', async (_what, change) => {
    const { taskId, code } = await begun();
    ok(await change());
    const ended = await runToEnd(product, taskId);
    expect(ended.state).toBe('stopped');
    expect(ended.message?.en).toMatch(/no longer has the right/);
    const { rows } = await sql`select 1 from holiday_event where event_name like ${`${code}%`}`.execute(
      product.database.db,
    );
    expect(rows).toEqual([]);
    ok(await operator.post('/api/sys/orgEmployee/edit', { id: sites.first.userId, state: '1' }));
  });
});
