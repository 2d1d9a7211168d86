import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise, type Enterprise, PASSWORD, unique } from '#test/build.ts';
import { ok, startProduct, type Client, type Product } from '#test/product.ts';

// What a session is told of itself (specification 1 section 3, 2 section 1).

let product: Product;
let operator: Client;
let mine: Enterprise;
let other: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildEnterprise(product);
  other = await buildEnterprise(product);
});
afterAll(() => product.close());

interface Reported {
  readonly user: { readonly accountType: string; readonly orgId: number | null };
  readonly roles: readonly { readonly roleId: number; readonly roleName: string }[];
  readonly funCodes: readonly string[];
  readonly consumers: readonly { readonly orgId: number }[];
}
interface Node {
  readonly funCode: string;
  readonly url: string | null;
  readonly children: readonly Node[];
}

const reported = async (client: Client): Promise<Reported> =>
  ok(await client.get<Reported>('/api/sys/getUserInfo'));

/** The addresses of the menu that a person is shown: those of permitted functions. */
async function screensOf(client: Client): Promise<ReadonlySet<string>> {
  const permitted = new Set(ok(await client.get<string[]>('/api/sys/getShiroMenus')));
  const urls = (nodes: readonly Node[]): string[] =>
    nodes
      .filter((node) => permitted.has(node.funCode))
      .flatMap((node) => [...(node.url ? [node.url] : []), ...urls(node.children)]);
  return new Set(urls(ok(await client.get<Node[]>('/api/sys/getAllMenus'))));
}

describe('a session', () => {
  it('knows the user, the roles, the functions and the enterprises', async () => {
    const session = await reported(mine.client);
    expect(session.user).toMatchObject({
      userId: mine.userId,
      userName: mine.userName,
      accountType: '0',
      orgId: mine.consumerId,
    });
    const { rows } = await sql<{ id: number; role_name_en: string }>`
      select id, role_name_en from org_role where role_code = 'enterprise'`.execute(product.database.db);
    expect(session.roles).toEqual([
      { roleId: rows[0]?.id, roleName: rows[0]?.role_name_en, homeUrl: '/SDNMonitoring/Overview' },
    ]);
    expect(ok(await mine.client.get('/api/sys/getRoleList'))).toMatchObject(session.roles);
    expect(session.consumers).toEqual([expect.objectContaining({ orgId: mine.consumerId })]);
    expect(ok(await mine.client.get('/api/sys/getShiroMenus'))).toEqual(session.funCodes);
  });

  it('is begun by user name, password and the code of the app', async () => {
    const reply = await product.anonymous.post<Reported>('/api/sys/login', {
      userName: mine.userName,
      password: PASSWORD,
      appCode: 'hxyweb',
    });
    expect(ok(reply).user.orgId).toBe(mine.consumerId);
    const without = await product.anonymous.post('/api/sys/login', { userName: mine.userName, appCode: 'x' });
    expect(without).toMatchObject({ code: 400, field: 'password' });
  });

  it('tells name, code and area of the enterprise', async () => {
    await add(operator, 'adminArea', { areaName: 'Test province', areaCode: '990000' });
    await add(operator, 'adminArea', { areaName: 'Test town', areaCode: '990100' });
    const area = { id: other.consumerId, fieldName: 'areaCode', fieldValue: '990100' };
    ok(await operator.post('/api/archive/consumer/editfield', area));
    const { orgName, orgCode } = ok(
      await operator.get<{ orgName: string; orgCode: string }>('/api/archive/consumer/get', {
        id: other.consumerId,
      }),
    );
    expect((await reported(other.client)).consumers[0]).toMatchObject({
      orgId: other.consumerId,
      orgName,
      orgCode,
      areaFullName: 'Test province Test town',
    });
  });

  it('of an operator sees every enterprise, of an account of an enterprise its own', async () => {
    const session = await reported(operator);
    expect(session.user).toMatchObject({ accountType: '1', orgId: null });
    const seen = session.consumers.map((one) => one.orgId);
    expect(seen).toEqual(expect.arrayContaining([mine.consumerId, other.consumerId]));
    const theirs = await reported(other.client);
    expect(theirs.user).toMatchObject({ accountType: '0', orgId: other.consumerId });
    expect(theirs.consumers.map((one) => one.orgId)).toEqual([other.consumerId]);
  });
});

describe('the screens', () => {
  const PLATFORM = `/SDNSysAdmin/SDNMenuAdmin /SDNSysAdmin/SDNCharAdmin /SDNSysAdmin/SDNAccountsAdmin
    /SDNSysAdmin/SDNDataDictionary /SDNSysAdmin/SDNSystemLogs /SDNOperationAdmin/SDNNews
    /SDNOperationAdmin/SDNGroupAdmin /SDNOperationAdmin/SDNUserAdmin`.split(/\s+/);
  const ARCHIVE = `/SDNOperationAdmin/SDNCustomerAdmin /SDNEquipment/SDNMonitorsite /SDNEquipment/SDNTemplate
    /SDNEquipment/SDNShotPlan /SDNEquipment/SDNParameter /SDNEquipment/SDNLedgerDetail
    /SDNEquipment/SDNMonitorObject /SDNEquipment/SDNDevice /SDNBaseConfig/SDNMonitorObjectType
    /SDNBaseConfig/SDNDeviceType /SDNBaseConfig/SDNDataItem`.split(/\s+/);
  const MONITORING = `/SDNMonitoring/Overview /SDNPowerAdmin/SDNPowerAnalysis /Archive/contacter
    /SDNAlertConfig/SDNRTAlertMonitor /SDNAlertConfig/SDNAlertConfig /SDNEventAlert/SDNEventAlert
    /SDNEventAlert/Records`.split(/\s+/);

  it('of the platform are the operator’s; those of monitoring and archives everybody’s', async () => {
    const [operators, enterprises] = await Promise.all([screensOf(operator), screensOf(mine.client)]);
    expect([...PLATFORM, ...ARCHIVE, ...MONITORING].filter((url) => !operators.has(url))).toEqual([]);
    expect([...ARCHIVE, ...MONITORING].filter((url) => !enterprises.has(url))).toEqual([]);
    expect(PLATFORM.filter((url) => enterprises.has(url))).toEqual([]);
  });

  it('that operators maintain are theirs to fill and to clear', async () => {
    const { funCodes } = await reported(operator);
    const kept =
      `sys.fun sys.orgRole sys.orgEmployee sys.dictionaryCategory sys.dictionary service.news archive.group
      archive.consumer archive.monitorSite archive.monitorObject archive.monitorObjectType archive.device
      archive.deviceModel archive.ammeter archive.template archive.shootingScheme archive.dataItem
      event.alarm alarm.eventConfig alarm.linkageConfig yunshui.platformInfo`.split(/\s+/);
    const codes = kept.flatMap((one) => ['view', 'add', 'edit', 'del'].map((action) => `${one}.${action}`));
    codes.push('yunshui.uploadRecord.send');
    expect(codes.filter((code) => !funCodes.includes(code))).toEqual([]);
  });

  it('of control and cameras are the operator’s with the rights to act', async () => {
    const [screens, { funCodes }] = await Promise.all([screensOf(operator), reported(operator)]);
    const found = ['/SDNControl/SDNControlPoint', '/SDNWatch/SDNCamera'].filter((url) => screens.has(url));
    expect(found).toHaveLength(2);
    expect(funCodes).toEqual(
      expect.arrayContaining(['archive.iRemoteControl.operate', 'archive.iVideoControl.move']),
    );
  });
});

describe('a code by SMS', () => {
  it('is asked for by organisation, telephone and purpose, and checked by the same', async () => {
    const phone = '13600136000';
    await sql`update org_employee set telephone = ${phone} where id in (${mine.userId}, ${other.userId})`.execute(
      product.database.db,
    );
    const orgId = other.consumerId;
    const anonymous = product.anonymous;
    ok(await anonymous.post('/api/sys/sendSMS', { orgId, phone, type: 'forgot' }));
    expect(await anonymous.post('/api/sys/sendSMS', { orgId, phone, type: 'no such purpose' })).toMatchObject(
      {
        code: 400,
        field: 'type',
      },
    );
    const { rows } = await sql<{ secret: string; consumer_id: number }>`
      select secret, consumer_id from outbox where recipient = ${phone} order by id desc limit 1`.execute(
      product.database.db,
    );
    expect(rows[0]?.consumer_id).toBe(orgId);
    const code = rows[0]?.secret;
    // Two enterprises know the telephone: the code is good for the account of the one that is named.
    const checked = await anonymous.post('/api/sys/checkSms', { orgId, phone, code });
    expect(ok(checked)).toMatchObject({ valid: true, accounts: [{ userId: other.userId }] });
  });
});

describe('ids of organisations', () => {
  it('have more than two characters, so that none is left out of a list', async () => {
    const associated = await add(operator, 'consumer', { orgName: unique('Works '), orgCode: unique() });
    expect(String(associated).length).toBeGreaterThan(2);
    for (const id of [mine.consumerId, mine.siteId, mine.unitId])
      expect(String(id).length).toBeGreaterThan(2);
    const { rows } = await sql<{ first: string }>`
      select seqstart::text as first from pg_sequence where seqrelid = 'org_id'::regclass`.execute(
      product.database.db,
    );
    expect(rows[0]?.first.length).toBeGreaterThan(2);
    ok(
      await operator.post('/api/sys/orgEmployee/addEmpAndRel', {
        userName: unique('rel').toLowerCase(),
        name: 'Related',
        consumerId: mine.consumerId,
        consumerIdList: `${mine.consumerId},${associated}`,
      }),
    );
  });
});
