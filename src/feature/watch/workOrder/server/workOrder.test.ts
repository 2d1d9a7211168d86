import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { add, keepPassword, PASSWORD, unique } from '#test/build.ts';
import { buildTwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise } from '#test/build/whole.ts';
import type { OrderCount, OrderInfo, OrderRow, OrderStatistics, Tactic } from '../contract.ts';

const AT = '/api/alarm/workOrder';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const DAY_MS = 86_400_000;

let product: Product;
let operator: Client;
let works: WholeEnterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  works = await buildWholeEnterprise(product);
});
afterAll(() => product.close());

const open = (more: object = {}): Promise<number> =>
  add(works.client, 'workOrder', { orderName: unique('Order '), consumerId: works.consumerId, ...more });
const move = (id: number, params: object, client: Client = works.client) =>
  client.post<{ orderState: string }>(`${AT}/move`, { id, ...params });
const infoOf = async (id: number): Promise<OrderInfo> =>
  ok(await works.client.get<OrderInfo>(`${AT}/getInfo`, { id }));

const infoAs = async (client: Client, id: number): Promise<OrderInfo> =>
  ok(await client.get<OrderInfo>(`${AT}/getInfo`, { id }));

/** An account of an enterprise that may do everything there. */
async function personOf(consumerId: number, name: string): Promise<{ client: Client; id: number }> {
  const [role] = ok(
    await operator.get<{ id: number }[]>('/api/sys/orgRole/searchall', { roleCode: 'enterprise' }),
  );
  const userName = unique('person').toLowerCase();
  const id = await add(operator, 'orgEmployee', { userName, name, consumerId, roleIdList: String(role?.id) });
  const secret = { userId: id, adminPassword: 'an operator of tests', userPassword: PASSWORD };
  ok(await operator.post('/api/sys/orgEmployee/updateEmpPassword', secret));
  await keepPassword(product, id);
  return { client: await product.login(userName, PASSWORD), id };
}

describe('a work order', () => {
  it('goes from new to accepted, back where it is not accepted, each step written down with who and what', async () => {
    const id = await open({ siteId: works.siteId });
    const worker = { assigneeId: works.userId };
    ok(await move(id, { orderState: 'assigned', ...worker }));
    ok(await move(id, { orderState: 'working' }));
    ok(await move(id, { orderState: 'done', procInfo: 'Fuse replaced' }));
    expect((await infoOf(id)).doneAt).not.toBeNull();
    ok(await move(id, { orderState: 'working' }));
    expect((await infoOf(id)).doneAt).toBeNull();
    ok(await move(id, { orderState: 'done', procInfo: 'Holder replaced too' }));
    ok(await move(id, { orderState: 'accepted' }));
    const info = await infoOf(id);
    expect(info.steps.map(({ fromState, toState }) => [fromState, toState])).toEqual([
      [null, 'new'],
      ['new', 'assigned'],
      ['assigned', 'working'],
      ['working', 'done'],
      ['done', 'working'],
      ['working', 'done'],
      ['done', 'accepted'],
    ]);
    expect(info.steps.every((step) => step.byName === 'A user')).toBe(true);
    expect(info).toMatchObject({
      orderState: 'accepted',
      procInfo: 'Holder replaced too',
      next: [],
      late: false,
    });
    // What is over changes no more, by no call.
    expect(await move(id, { orderState: 'working' })).toMatchObject({ code: 409, field: 'orderState' });
    expect(await works.client.post(`${AT}/edit`, { id, orderName: 'x' })).toMatchObject({ code: 409 });
    expect(await works.client.post(`${AT}/del`, { id })).toMatchObject({ code: 409 });
  });

  it('is accepted by somebody who did not do it, where there is somebody who may', async () => {
    const { first, second, limited } = await buildTwoSites(product);
    const { consumerId } = first;
    const people: Client[] = [];
    const ids: number[] = [];
    const order = async (moves: readonly (readonly [Client, object])[]) => {
      const name = { orderName: unique('Order '), consumerId, siteId: second.siteId };
      const id = await add(operator, 'workOrder', name);
      for (const [client, step] of moves) ok(await move(id, step, client));
      return id;
    };
    const worked = (worker: Client, assigneeId: number) =>
      [
        [worker, { orderState: 'assigned', assigneeId }],
        [worker, { orderState: 'working' }],
        [worker, { orderState: 'done', procInfo: 'Done' }],
      ] as const;
    // The one account of the enterprise does and accepts: nobody else who is not limited may.
    const alone = await order(worked(limited, first.userId));
    expect(await infoAs(limited, alone)).toMatchObject({ own: false, next: ['accepted', 'working'] });
    ok(await move(alone, { orderState: 'accepted' }, limited));
    for (const name of ['Worker', 'Other']) {
      const { client, id } = await personOf(consumerId, name);
      people.push(client);
      ids.push(id);
    }
    const [worker, other] = people as [Client, Client];
    const done = await order(worked(worker, ids[0] ?? 0));
    expect(await infoAs(worker, done)).toMatchObject({ own: true, next: ['working'] });
    expect(await move(done, { orderState: 'accepted' }, worker)).toMatchObject({
      code: 409,
      field: 'orderState',
    });
    // Neither who it was given to, although another said that it is done, nor who said so.
    const given = await order(worked(other, ids[0] ?? 0));
    const third = await personOf(consumerId, 'Third');
    for (const client of [worker, other])
      expect((await move(given, { orderState: 'accepted' }, client)).code).toBe(409);
    ok(await move(given, { orderState: 'accepted' }, third.client));
    expect(await infoAs(other, done)).toMatchObject({ own: false, next: ['accepted', 'working'] });
    ok(await move(done, { orderState: 'accepted' }, other));
  });

  it('says what is missing, and where it may not go', async () => {
    const id = await open();
    expect(await move(id, { orderState: 'accepted' })).toMatchObject({ code: 409, field: 'orderState' });
    expect(await move(id, { orderState: 'assigned' })).toMatchObject({ code: 400, field: 'assigneeId' });
    expect(await move(id, { orderState: 'assigned', assigneeId: 999_999 })).toMatchObject({
      field: 'assigneeId',
    });
    expect(await move(id, { orderState: 'cancelled', procInfo: '  ' })).toMatchObject({ field: 'procInfo' });
    expect(await move(id, { orderState: 'elsewhere' })).toMatchObject({ code: 400, field: 'orderState' });
    // Its state is no field of a form.
    ok(await works.client.post(`${AT}/edit`, { id, orderState: 'accepted', orderName: 'renamed' }));
    expect(await infoOf(id)).toMatchObject({ orderState: 'new', orderName: 'renamed' });
    ok(await works.client.post(`${AT}/del`, { id }));
    expect((await works.client.get(`${AT}/getInfo`, { id })).code).toBe(404);
  });

  it('that a phone moves twice, as it heard no answer, moves once', async () => {
    const id = await open();
    const assigned = { orderState: 'assigned', assigneeId: works.userId };
    ok(await move(id, assigned));
    ok(await move(id, { orderState: 'working' }));
    ok(await move(id, { orderState: 'working' }));
    const said = { id, note: 'On the way' };
    ok(await works.client.post(`${AT}/comment`, said));
    ok(await works.client.post(`${AT}/comment`, said));
    ok(await move(id, { orderState: 'working' }));
    const { steps, orderState } = await infoOf(id);
    expect(steps.map((step) => [step.toState, step.comment])).toEqual([
      ['new', false],
      ['assigned', false],
      ['working', false],
      ['working', true],
    ]);
    expect(orderState).toBe('working');
    // By another person it is no repetition.
    expect(await move(id, { orderState: 'working' }, operator)).toMatchObject({ code: 409 });
  });

  it('of two who move it at once, one is told that it has moved', async () => {
    const id = await open();
    ok(await move(id, { orderState: 'assigned', assigneeId: works.userId }));
    const replies = await Promise.all([
      move(id, { orderState: 'working' }),
      move(id, { orderState: 'cancelled', procInfo: 'not needed' }, operator),
    ]);
    const codes = replies.map((reply) => reply.code).toSorted((a, b) => a - b);
    // From working it may still be cancelled; from cancelled nothing follows.
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(codes);
    expect((await infoOf(id)).orderState).toBe('cancelled');
  });

  it('takes its place from what it is about, and keeps parts and photos', async () => {
    const deviceId = works.archive['device'] ?? 0;
    const id = await open({ deviceId });
    expect(await infoOf(id)).toMatchObject({ siteId: works.siteId, deviceId, deviceName: 'Press 1' });
    const part = { workOrderId: id, consumerId: works.consumerId };
    await add(works.client, 'workOrderPart', {
      ...part,
      partName: 'Fuse',
      quantity: 3,
      unit: 'pc',
      cost: 0.1,
    });
    await add(works.client, 'workOrderPart', { ...part, partName: 'Holder', quantity: 1, cost: 0.2 });
    await add(works.client, 'workOrderPart', { ...part, partName: 'Wire', quantity: 2 });
    const file = ok(
      await works.client.upload<{ id: number }>(
        '/api/alarm/workOrderFile/add',
        { workOrderId: id, fileType: 'after' },
        { name: 'after.png', content: PNG },
      ),
    );
    const info = await infoOf(id);
    expect(info.parts.map((one) => [one.partName, one.quantity, one.cost])).toEqual([
      ['Fuse', 3, 0.1],
      ['Holder', 1, 0.2],
      ['Wire', 2, null],
    ]);
    expect(info.partsCost).toBe(0.3);
    expect(info.files).toMatchObject([{ fileName: 'after.png', fileType: 'after', mimeType: 'image/png' }]);
    const got = await works.client.download('/api/alarm/workOrderFile/download', { id: file.id });
    expect(got.body.equals(PNG)).toBe(true);
    // A phone that heard no answer sends it once more; another photo is another.
    const photo = (content: Buffer) => works.client.upload<{ id: number }>('/api/alarm/workOrderFile/add', { workOrderId: id, fileType: 'after' }, { name: 'after.png', content }); // prettier-ignore
    expect(ok(await photo(PNG)).id).toBe(file.id);
    const other = await open({ deviceId });
    const there = await works.client.upload<{ id: number }>('/api/alarm/workOrderFile/add', { workOrderId: other, fileType: 'after' }, { name: 'after.png', content: PNG }); // prettier-ignore
    expect(ok(there).id).not.toBe(file.id);
    expect((await infoOf(id)).files).toHaveLength(1);
    const script = { name: 'a.png', content: Buffer.from('<html><script>alert(1)</script></html>') };
    expect(
      await works.client.upload('/api/alarm/workOrderFile/add', { workOrderId: id }, script),
    ).toMatchObject({ code: 400 });
  });

  it('of an alarm has its name, place and urgency, and stands for it as long as it is open', async () => {
    const alarmRecordId = await add(works.client, 'alarmRecord', {
      recordName: '母线电压低',
      recordNameEn: 'Bus voltage low',
      consumerId: works.consumerId,
      ammeterId: works.ammeterId,
      alarmType: '4',
      alarmLevel: '2',
      raisedAt: new Date(Date.now() - 60_000).toISOString(),
    });
    const ask = async () =>
      ok(
        await works.client.post<{ workOrderId: number; fresh: boolean }>(`${AT}/addFromAlarm`, {
          alarmRecordId,
          description: 'Look at the tap changer',
        }),
      );
    const first = await ask();
    expect(await ask()).toEqual({ ...first, fresh: false });
    const info = await infoOf(first.workOrderId);
    expect(info).toMatchObject({
      orderName: 'Bus voltage low',
      siteId: works.siteId,
      ammeterId: works.ammeterId,
      urgency: '2',
      alarmRecordId,
      description: 'Look at the tap changer',
    });
    expect(info.tactics.length).toBeGreaterThan(0);
    ok(await move(first.workOrderId, { orderState: 'cancelled', procInfo: 'none' }));
    expect((await ask()).fresh).toBe(true);
    expect(await works.client.post(`${AT}/addFromAlarm`, { alarmRecordId: 999_999 })).toMatchObject({
      code: 400,
    });
  });
});

describe('lists and figures', () => {
  it('put the most urgent first, count what is late, and tell how well work is kept', async () => {
    const other = await buildWholeEnterprise(product);
    const { consumerId, client, userId } = other;
    const make = (more: object) => add(client, 'workOrder', { orderName: unique('O'), consumerId, ...more });
    const soon = new Date(Date.now() + DAY_MS).toISOString();
    const calm = await make({ urgency: '4', demand: 'inspect' });
    const urgent = await make({ urgency: '1', dueAt: soon });
    const kept = await make({ dueAt: soon });
    for (const step of [
      { orderState: 'assigned', assigneeId: userId },
      { orderState: 'working' },
      { orderState: 'done', procInfo: 'done' },
    ])
      ok(await client.post(`${AT}/move`, { id: kept, ...step }));
    const list = async (more: object = {}) =>
      ok(await client.get<Page<OrderRow>>(`${AT}/getList`, { pageSize: 100, ...more })).list.map(
        (row) => row.workOrderId,
      );
    const built = other.archive['workOrder'] ?? 0;
    expect(await list()).toEqual([urgent, kept, built, calm]);
    expect(await list({ mine: true })).toEqual([kept]);
    expect(await list({ states: 'new,assigned', demand: 'inspect' })).toEqual([calm]);
    expect(await client.get(`${AT}/getList`, { states: 'lost' })).toMatchObject({
      code: 400,
      field: 'states.0',
    });
    // The clock goes on: what was due yesterday is late.
    await product.database.pool.query(
      `update work_order set created_at = now() - interval '2 days', due_at = now() - interval '1 day' where id = $1`,
      [urgent],
    );
    expect(await list({ late: true })).toEqual([urgent]);
    expect(ok(await client.get<OrderCount>(`${AT}/getCount`))).toEqual({ total: 4, open: 4, late: 1 });
    const told = ok(await client.get<OrderStatistics>(`${AT}/getStatistics`));
    expect(told).toMatchObject({ states: { new: 3, done: 1, accepted: 0 }, late: 1, inTimeShare: 1 });
    expect(told.toDoneMs).toBeGreaterThan(0);
    const tactics = ok(await client.get<Tactic[]>(`${AT}/getTacticsList`, { alarmType: '3' }));
    expect(tactics.map((one) => one.alarmType)).toEqual(['3']);
  });

  it('show nothing of another site to who is limited, by no name of the calls', async () => {
    const { first, second, limited, limitedItself } = await buildTwoSites(product);
    const { consumerId } = first;
    const hidden = await add(operator, 'workOrder', {
      orderName: 'Hidden',
      consumerId,
      siteId: first.siteId,
    });
    const shown = await add(operator, 'workOrder', { orderName: 'Shown', consumerId, siteId: second.siteId });
    await add(operator, 'workOrderPart', { partName: 'Hidden part', workOrderId: hidden, consumerId });
    const file = ok(
      await operator.upload<{ id: number }>(
        '/api/alarm/workOrderFile/add',
        { workOrderId: hidden },
        { name: 'a.png', content: PNG },
      ),
    );
    for (const client of [limited, limitedItself]) {
      for (const at of [AT, '/api/hxyUser/userWorkOrder']) {
        const list = ok(await client.get<Page<OrderRow>>(`${at}/getList`, { pageSize: 100 })).list;
        expect(list.map((row) => row.orderName)).toEqual(['Shown']);
        expect((await client.get(`${at}/getInfo`, { id: hidden })).code).toBe(404);
        expect(ok(await client.get<OrderInfo>(`${at}/getInfo`, { id: shown })).orderName).toBe('Shown');
        expect(
          ok(await client.get<OrderRow[]>(`${at}/getRecentOrderBySite`, { siteId: first.siteId })),
        ).toEqual([]);
        expect(ok(await client.get<OrderCount>(`${at}/getCount`)).total).toBe(1);
      }
      const at = '/api/hxyUser/userWorkOrder/getDataTableByConsumer';
      expect(ok(await client.post<Page<OrderRow>>(at, { consumerId })).pagination.total).toBe(1);
      expect(ok(await client.get<Page<unknown>>('/api/alarm/workOrderPart/getpage')).pagination.total).toBe(
        0,
      );
      expect((await client.download('/api/alarm/workOrderFile/download', { id: file.id })).type).toContain(
        'json',
      );
      const sheet = await client.download('/api/alarm/workOrder/exportdatatable', { format: 'csv' });
      expect(sheet.body.toString()).toContain('Shown');
      expect(sheet.body.toString()).not.toContain('Hidden');
      expect(await client.post(`${AT}/comment`, { id: hidden, note: 'x' })).toMatchObject({ code: 404 });
      expect(await move(hidden, { orderState: 'cancelled', procInfo: 'x' }, client)).toMatchObject({
        code: 404,
      });
    }
  });
});
