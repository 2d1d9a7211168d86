import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conflict } from '#contract/error.ts';
import { add, buildEnterprise, keepPassword, PASSWORD, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import type { RequestDetail, RequestGroup, RequestRow, Startable } from '../contract.ts';
import { applyRequest, onEnding } from './public.ts';
import type { Ending } from './public.ts';

let product: Product;
let operator: Client;
let second: Client;
let mine: Enterprise;
let theirs: Enterprise;
const at = '/api/sys/workflowRequest';

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildEnterprise(product);
  theirs = await buildEnterprise(product);
  const roles = ok(
    await operator.get<{ id: number }[]>('/api/sys/orgRole/searchall', { roleCode: 'operator' }),
  );
  const userName = unique('op').toLowerCase();
  const userId = await add(operator, 'orgEmployee', {
    userName,
    name: 'Second operator',
    accountType: '1',
    roleIdList: String(roles[0]?.id),
  });
  const secret = { userId, adminPassword: 'an operator of tests', userPassword: PASSWORD };
  ok(await operator.post('/api/sys/orgEmployee/updateEmpPassword', secret));
  await keepPassword(product, userId);
  second = await product.login(userName, PASSWORD);
});
afterAll(() => product.close());

interface Outcome {
  readonly id: number;
  readonly state: string;
  readonly version: number;
}
interface Listed {
  readonly list: readonly RequestRow[];
  readonly groups: readonly RequestGroup[];
}

const general = (title = unique('Ask ')) => ({
  workflowCode: 'general',
  title,
  params: JSON.stringify({ content: 'A new meter' }),
});
const apply = async (client = mine.client, title?: string) =>
  ok(await client.post<Outcome>(`${at}/apply`, general(title)));
const detail = async (client: Client, id: number) =>
  ok(await client.get<RequestDetail>(`${at}/getDetail`, { id }));
const idsIn = async (client: Client, box: string) =>
  ok(await client.get<Listed>(`${at}/getList`, { box, pageSize: 100 })).list.map((row) => row.id);

describe('a request', () => {
  it('is applied for, found as waiting, agreed, and keeps its history', async () => {
    const { id, version } = await apply();
    expect(await idsIn(operator, 'todo')).toContain(id);
    expect(await idsIn(mine.client, 'mine')).toContain(id);
    expect(await idsIn(mine.client, 'todo')).not.toContain(id);
    expect((await detail(operator, id)).actions).toEqual([
      'agree',
      'agreeWithParams',
      'disagree',
      'stop',
      'turn',
    ]);
    expect((await detail(mine.client, id)).actions).toEqual(['callback', 'stop']);
    ok(await operator.post(`${at}/readState`, { id }));
    expect((await detail(mine.client, id)).actions).toEqual(['stop']);
    expect(ok(await operator.post<Outcome>(`${at}/agree`, { id, version, note: 'Fine' })).state).toBe('3');
    const seen = await detail(mine.client, id);
    expect(seen.history.map((row) => [row.action, row.note])).toEqual([
      ['apply', ''],
      ['read', ''],
      ['agree', 'Fine'],
    ]);
    expect(seen.params).toMatchObject([{ code: 'content', value: 'A new meter', node: null }]);
    expect(seen.steps).toMatchObject([{ place: 'done' }]);
    expect(seen.actions).toEqual([]);
    expect(await idsIn(operator, 'done')).toContain(id);
    expect((await operator.post(`${at}/stop`, { id })).message).toMatch(/“Agreed”: “Stop” is not possible/);
  });

  it('is sent back with a reason, changed and sent again', async () => {
    const { id } = await apply();
    expect(await operator.post(`${at}/disagree`, { id })).toMatchObject({ code: 400, field: 'note' });
    ok(await operator.post(`${at}/disagree`, { id, note: 'Which meter?' }));
    const params = { content: 'Meter E-101' };
    ok(await mine.client.post(`${at}/reapply`, { id, params }));
    const seen = await detail(operator, id);
    expect(seen).toMatchObject({ state: '1', round: 2 });
    expect(seen.params).toMatchObject([{ value: 'Meter E-101' }]);
    expect(await idsIn(operator, 'done')).toContain(id);
  });

  it('is won by one of two who act at once; the other is told', async () => {
    for (let i = 0; i < 3; i++) {
      const { id, version } = await apply();
      const replies = await Promise.all(
        [operator, second].map((client) => client.post<Outcome>(`${at}/agree`, { id, version })),
      );
      expect(replies.map((reply) => reply.code).toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect(replies.find((reply) => reply.code === 409)?.message).toMatch(/has just handled the request/);
      const { history } = await detail(operator, id);
      expect(history.filter((row) => row.action === 'agree')).toHaveLength(1);
    }
  });

  it('is handed over to a person, who then holds it', async () => {
    const { id } = await apply();
    const found = ok(
      await operator.get<{ kind: string; id: number }[]>(`${at}/getTurnTargets`, { id, search: 'Second' }),
    );
    expect(found).toHaveLength(1);
    const { kind, id: target } = found[0] ?? {};
    ok(await operator.post(`${at}/turnOrg`, { id, kind, target }));
    expect((await operator.post(`${at}/agree`, { id })).code).toBe(403);
    expect((await detail(second, id)).history.at(-1)).toMatchObject({ turnedTo: 'Second operator' });
    ok(await second.post(`${at}/agree`, { id }));
  });

  it('is handed over to no role that another enterprise has of its own, which is not named either', async () => {
    const { id } = await apply();
    const roleName = unique('Secret works ');
    const target = await add(operator, 'orgRole', { roleName, roleCode: `enterprise-${theirs.consumerId}` });
    await add(operator, 'orgRole', {
      roleName: `${roleName} own`,
      roleCode: `enterprise-${mine.consumerId}`,
    });
    await add(operator, 'orgRole', { roleName: `${roleName} all`, roleCode: unique() });
    const offered = async (client: Client) =>
      ok(await client.get<{ name: string }[]>(`${at}/getTurnTargets`, { id, search: roleName })).map(
        ({ name }) => name.slice(roleName.length),
      );
    expect(await offered(mine.client)).toEqual([' own', ' all']);
    expect(await offered(operator)).toEqual(['', ' own', ' all']);
    expect(await mine.client.post(`${at}/turnOrg`, { id, kind: 'role', target })).toMatchObject({
      code: 404,
    });
    ok(await operator.post(`${at}/turnOrg`, { id, kind: 'role', target }));
  });

  it('is kept as a draft, deleted as one, and refused where something is missing', async () => {
    const draft = ok(await mine.client.post<{ id: number }>(`${at}/saveDraft`, { ...general(), params: {} }));
    expect(await mine.client.post(`${at}/apply`, { id: draft.id })).toMatchObject({
      code: 400,
      field: 'content',
    });
    expect(await idsIn(operator, 'all')).not.toContain(draft.id);
    ok(await mine.client.post(`${at}/delDraft`, { id: draft.id }));
    const before = await idsIn(mine.client, 'mine');
    const params = JSON.stringify({ content: 'x', wantedBy: 'soon' });
    expect(await mine.client.post(`${at}/apply`, { ...general(), params })).toMatchObject({
      field: 'wantedBy',
    });
    expect(await idsIn(mine.client, 'mine')).toEqual(before);
    expect((await mine.client.post(`${at}/apply`, { ...general(), workflowCode: 'registration' })).code).toBe(
      403,
    );
    for (const [client, consumerId] of [
      [mine.client, theirs.consumerId],
      [operator, 999_999],
    ] as const)
      expect(await client.post(`${at}/apply`, { ...general(), consumerId })).toMatchObject({
        field: 'consumerId',
      });
  });

  it('is nothing to another enterprise', async () => {
    const { id } = await apply();
    for (const [verb, more] of [
      ['agree', {}],
      ['disagree', { note: 'x' }],
      ['callback', {}],
      ['stop', {}],
      ['readState', {}],
      ['delDraft', {}],
    ] as const)
      expect((await theirs.client.post(`${at}/${verb}`, { id, ...more })).code, verb).toBe(404);
    expect((await theirs.client.get(`${at}/getDetail`, { id })).code).toBe(404);
    expect(await idsIn(theirs.client, 'all')).not.toContain(id);
  });

  it('is nothing to another enterprise whose account holds the role of its handlers', async () => {
    const { id } = await apply();
    const userName = unique('odd').toLowerCase();
    const { rows } = await sql<{
      id: number;
    }>`insert into org_employee (user_name, name, account_type, consumer_id,
        role_id_list, state) select ${userName}, 'Odd', '0', ${theirs.consumerId}, array_agg(id), '1' from org_role
      returning id`.execute(product.database.db);
    const secret = { userId: rows[0]?.id, adminPassword: 'an operator of tests', userPassword: PASSWORD };
    ok(await operator.post('/api/sys/orgEmployee/updateEmpPassword', secret));
    await keepPassword(product, rows[0]?.id ?? 0);
    const other = await product.login(userName, PASSWORD);
    expect(await idsIn(other, 'todo')).not.toContain(id);
    expect(await idsIn(other, 'all')).not.toContain(id);
    expect((await other.get(`${at}/getDetail`, { id })).code).toBe(404);
    expect((await other.post(`${at}/agree`, { id })).code).toBe(404);
  });

  it('is listed by day and by type', async () => {
    const days = ok(await operator.get<Listed>(`${at}/getListByTime`)).groups;
    expect(days[0]?.key).toMatch(/^\d{4}-\d\d-\d\d$/);
    const on = { from: days[0]?.key, to: days[0]?.key };
    expect(ok(await operator.get<Listed>(`${at}/getListByTime`, on)).list.length).toBeGreaterThan(0);
    const types = ok(await operator.get<Listed>(`${at}/getListByType`, { workflowType: 'equipment' }));
    expect(types.list).toEqual([]);
    const { groups } = ok(await operator.get<Listed>(`${at}/getListByType`));
    const [type] = groups;
    expect(type?.key).toBeDefined();
    const ofType = ok(await operator.get<Listed>(`${at}/getListByType`, { workflowType: type?.key }));
    expect(ofType.list.length).toBeGreaterThan(0);
  });
});

describe('a workflow of several nodes', () => {
  it('asks for what the node needs, and goes on with it', async () => {
    const workflowId = await add(operator, 'workflow', {
      workflowName: unique('W '),
      workflowCode: unique(),
    });
    const first = await add(operator, 'workflowNode', { nodeName: 'First', workflowId, ix: 1, mode: 'all' });
    const last = await add(operator, 'workflowNode', { nodeName: 'Last', workflowId, ix: 2 });
    const roles = ok(
      await operator.get<{ id: number }[]>('/api/sys/orgRole/searchall', { roleCode: 'operator' }),
    );
    const roleId = roles[0]?.id;
    await add(operator, 'workflowNodeOrg', {
      handlerName: 'Operators',
      nodeId: first,
      handlerKind: 'role',
      roleId,
    });
    await add(operator, 'workflowNodeOrg', {
      handlerName: 'Operators',
      nodeId: last,
      handlerKind: 'role',
      roleId,
    });
    await add(operator, 'workflowNodeField', {
      fieldName: 'Price',
      fieldCode: 'price',
      nodeId: first,
      fieldType: 'decimal',
    });
    const startable = ok(await mine.client.get<Startable[]>('/api/sys/workflow/getStartable'));
    expect(startable.find((one) => one.id === workflowId)?.nodes).toHaveLength(2);
    const { id } = ok(await mine.client.post<Outcome>(`${at}/apply`, { workflowId, title: 'Buy' }));
    expect((await operator.post(`${at}/agree`, { id })).message).toMatch(/fields to fill in/);
    const wrong = { id, params: { price: 'a lot' } };
    expect(await operator.post(`${at}/agreeWithParams`, wrong)).toMatchObject({ code: 400, field: 'price' });
    ok(await operator.post(`${at}/agreeWithParams`, { id, params: { price: '12.50' } }));
    // Changed meanwhile: the request keeps to the workflow that it set out on.
    ok(await operator.post('/api/sys/workflowNode/del', { id: last }));
    expect(await detail(second, id)).toMatchObject({
      nodeName: 'Last',
      params: [{ code: 'price', value: '12.50', node: 'First' }],
    });
    expect(ok(await second.post<Outcome>(`${at}/agree`, { id })).state).toBe('3');
    expect((await operator.post('/api/sys/workflow/del', { id: workflowId })).code).toBe(409);
  });
});

describe('the end of a request', () => {
  it('is acted on in its own transaction, and not reached when that fails', async () => {
    const seen: Ending[] = [];
    let fails = true;
    const workflowCode = unique();
    const workflowId = await add(operator, 'workflow', { workflowName: workflowCode, workflowCode });
    const nodeId = await add(operator, 'workflowNode', { nodeName: 'Only', workflowId });
    const roles = ok(
      await operator.get<{ id: number }[]>('/api/sys/orgRole/searchall', { roleCode: 'operator' }),
    );
    await add(operator, 'workflowNodeOrg', {
      handlerName: 'Operators',
      nodeId,
      handlerKind: 'role',
      roleId: roles[0]?.id,
    });
    onEnding(workflowCode, {
      onAgreed: async (ending) => {
        await sql`insert into setting (name, value) values (${workflowCode}, '1')`.execute(ending.call.trx);
        if (fails) throw conflict({ zh: '不行', en: 'planned' });
        seen.push(ending);
      },
    });
    const apply = () =>
      applyRequest(product.services.system, {
        workflowCode,
        title: 'From outside',
        params: {},
        secret: { passwordHash: 'hidden' },
        applicant: { name: 'A person', mail: 'a@example.com' },
        consumerId: null,
      });
    const id = await apply();
    expect(await operator.post(`${at}/agree`, { id })).toMatchObject({ code: 409, message: 'planned' });
    expect((await detail(operator, id)).state).toBe('1');
    fails = false;
    ok(await operator.post(`${at}/agree`, { id }));
    expect(seen).toMatchObject([{ requestId: id, secret: { passwordHash: 'hidden' } }]);
    const left = await sql`select 1 from workflow_secret where request_id = ${id}`.execute(
      product.database.db,
    );
    expect(left.rows).toEqual([]);
    ok(await operator.post(`${at}/disagree`, { id: await apply(), note: 'Not now' }));
    const reported = await sql`select recipient, subject from outbox`.execute(product.database.db);
    expect(reported.rows).toEqual([{ recipient: 'a@example.com', subject: '申请已退回' }]);
  });
});
