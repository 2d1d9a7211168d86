import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { withScope } from '#server/database/scope.ts';
import { add, buildEnterprise, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { dropOldAccesses } from './upkeep.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';

let product: Product;
let operator: Client;
let mine: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildEnterprise(product);
});
afterAll(() => product.close());

type Row = Readonly<Record<string, unknown>>;

describe('the change log', () => {
  it('tells who changed what from what to what, from which address, by date', async () => {
    const name = unique('unit');
    const id = await add(operator, 'orgUnit', {
      orgName: name,
      orgCode: unique(),
      consumerId: mine.consumerId,
    });
    ok(await operator.post('/api/sys/orgUnit/editfield', { id, fieldName: 'orgName', fieldValue: 'New' }));
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const dataTable = JSON.stringify({ filters: [{ field: 'rowId', op: 'eq', value: id }] });
    const at = '/api/sys/operLog/getDataTableByDate';
    const { list } = ok(await operator.get<Page<Row>>(at, { dataTable, beginDate: today, endDate: today }));
    expect(list.map((row) => row['action'])).toEqual(['edit', 'add']);
    expect(list[0]).toMatchObject({
      userName: 'operator',
      resource: 'orgUnit',
      ip: '127.0.0.1',
      before: { orgName: name },
      after: { orgName: 'New' },
      titles: { consumerId: expect.stringContaining('Works') },
    });
    expect(ok(await operator.get<Page<Row>>(at, { dataTable, endDate: '2020-01-01' })).list).toEqual([]);
    const found = ok(
      await operator.get<Page<Row>>('/api/sys/operLog/searchByDataTable', { action: 'edit', rowId: id }),
    );
    expect(found.list).toHaveLength(1);
  });

  it('shows an enterprise its own changes alone, and everybody what was done by oneself', async () => {
    const other = await buildEnterprise(product);
    await add(other.client, 'orgUnit', { orgName: 'O', orgCode: unique(), consumerId: other.consumerId });
    const seen = ok(await mine.client.get<Page<Row>>('/api/sys/operLog/getpage', { pageSize: 1000 })).list;
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen.map((row) => row['consumerId']))).toEqual(new Set([mine.consumerId]));
    const own = ok(await other.client.get<Page<Row>>('/api/sys/operLog/getOwn')).list;
    expect(own.map((row) => row['userName'])).toEqual([other.userName]);
  });

  it('can be changed neither by a request’s role nor by any filter that reaches SQL', async () => {
    for (const statement of [
      sql`update oper_log set user_name = 'x'`,
      sql`delete from oper_log`,
      sql`delete from access_record`,
      sql`update access_record set state = '1'`,
      sql`insert into access_record (at, log_type, class_name, method, is_verify_right, state, code, duration)
        values (now(), '3', 'x', 'x', true, '1', 200, 1)`,
    ])
      await expect(withScope(product.database.app, 'all', (trx) => statement.execute(trx))).rejects.toThrow(
        /permission denied/,
      );
    const dataTable = JSON.stringify({
      filters: [{ field: 'userName; delete from oper_log; --', op: 'eq', value: '1' }],
    });
    expect(await operator.get('/api/sys/operLog/getdatatable', { dataTable })).toMatchObject({ code: 400 });
  });
});

describe('the access record', () => {
  const rows = async (params: Row): Promise<readonly Row[]> =>
    ok(await operator.get<Page<Row>>('/api/sys/log/search', { pageSize: 100, ...params })).list;

  it('keeps log-ins, failed ones too, operations, downloads and refusals, without any parameter', async () => {
    const secret = 'a secret that nobody keeps';
    await product.anonymous.post('/api/sys/login', { userName: mine.userName, password: secret });
    await product.anonymous.post('/api/sys/login', { userName: secret, password: 'x' });
    await mine.client.get('/api/sys/orgRole/getall');
    ok(await mine.client.post('/api/sys/preference/save', { name: 'layout', value: '{}' }));
    await mine.client.download('/api/archive/ammeter/exportall');
    await mine.client.post('/api/archive/ammeter/getdatatable', {});
    const of = async (method: string) => rows({ className: '', method, orgId: mine.consumerId });
    await expect.poll(async () => (await of('exportall')).length, { timeout: 10_000 }).toBe(1);
    expect((await of('exportall'))[0]).toMatchObject({ logType: '4', state: '1', isVerifyRight: true });
    expect(await of('getall')).toEqual([expect.objectContaining({ state: '0', code: 403 })]);
    expect(await of('getdatatable')).toEqual([]);
    // What the page keeps of its own look by itself is no access.
    expect(await of('save')).toEqual([]);
    const logins = await rows({ logType: '1', userName: mine.userName });
    expect(logins.map((row) => row['state'])).toContain('0');
    const { rows: all } = await sql<{ text: string }>`
      select access_record::text as text from access_record`.execute(product.database.db);
    expect(all.filter(({ text }) => text.includes(secret))).toEqual([]);
  });

  it('keeps what came at the same moment as a name that no database holds', async () => {
    const hostile = ['a\0b', `${'n'.repeat(59)}😀`, '\ud83d'];
    for (const userName of hostile)
      await product.anonymous.post('/api/sys/login', { userName, password: 'x' });
    await mine.client.get('/api/sys/news/getall');
    await product.anonymous.post('/api/sys/login', {
      userName: mine.userName,
      password: 'x',
      appCode: 'odd\0',
    });
    const seen = () => rows({ logType: '1', userName: mine.userName, appCode: 'odd\uFFFD' });
    await expect.poll(async () => (await seen()).length, { timeout: 10_000 }).toBe(1);
  });

  it('is kept for more than a year, not for ever', async () => {
    const { db } = product.database;
    await sql`insert into access_record (at, log_type, class_name, method, is_verify_right, state, code, duration)
      select now() - make_interval(days => n), '3', 'old', 'old', true, '1', 200, 1
      from unnest(array[390, 401, 500]) as n`.execute(db);
    expect(await dropOldAccesses(db)).toBe(2);
  });

  it('is exported as it is searched', async () => {
    const sheet = await operator.download('/api/sys/log/export', { format: 'csv', logType: '1' });
    const [, ...lines] = sheet.body.toString().trim().split('\n');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !line.includes('Log-in'))).toEqual([]);
    const all = await operator.download('/api/sys/log/export', { format: 'csv' });
    expect(all.body.toString().trim().split('\n').length).toBeGreaterThan(lines.length + 1);
    expect((await mine.client.download('/api/sys/log/export', {})).type).not.toContain('json');
  });
});
