import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { add, buildEnterprise, unique } from '#test/build.ts';
import { type WholeEnterprise, buildWholeEnterprise } from '#test/build/whole.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { OrderInfo, OrderRow, Worker } from '../contract.ts';

const AT = '/api/alarm/workOrder';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let product: Product;
let operator: Client;
let works: WholeEnterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  works = await buildWholeEnterprise(product);
});
afterAll(() => product.close());

const open = (): Promise<number> =>
  add(works.client, 'workOrder', { orderName: unique('Order '), consumerId: works.consumerId });
const move = (id: number, params: object) => works.client.post(`${AT}/move`, { id, ...params });
const infoOf = async (id: number): Promise<OrderInfo> =>
  ok(await works.client.get<OrderInfo>(`${AT}/getInfo`, { id }));

const personIn = (consumerId: number): Promise<number> =>
  add(operator, 'orgEmployee', { userName: unique('person').toLowerCase(), name: 'Person', consumerId });

it('an order keeps what was done in the words of who did it, and its parts and photos when it is over', async () => {
  const id = await open();
  const { client, consumerId } = works;
  ok(await move(id, { orderState: 'assigned', assigneeId: works.userId, procInfo: 'Bring a ladder' }));
  expect((await infoOf(id)).procInfo).toBeNull();
  ok(await move(id, { orderState: 'working' }));
  ok(await move(id, { orderState: 'done', procInfo: 'Fuse replaced, 63 A' }));
  ok(await move(id, { orderState: 'working', procInfo: 'Still warm' }));
  expect((await infoOf(id)).procInfo).toBe('Fuse replaced, 63 A');
  ok(await move(id, { orderState: 'done', procInfo: 'Holder replaced too' }));
  const part = (workOrderId: number) =>
    add(client, 'workOrderPart', { workOrderId, consumerId, partName: 'Fuse', quantity: 3, cost: 300 });
  const [partId, elsewhere] = [await part(id), await part(await open())];
  const send = (content: Buffer, name = 'after.png') =>
    client.upload<{ id: number }>('/api/alarm/workOrderFile/add', { workOrderId: id }, { name, content });
  const photo = ok(await send(PNG)).id;
  ok(await move(id, { orderState: 'accepted', procInfo: 'Thank you' }));
  const parts = '/api/alarm/workOrderPart';
  const more = { workOrderId: id, consumerId, partName: 'Holder', quantity: 1 };
  for (const refused of [
    await client.post(`${parts}/add`, more),
    await client.post(`${parts}/edit`, { id: partId, cost: 3000 }),
    await client.post(`${parts}/editfield`, { id: partId, fieldName: 'cost', fieldValue: 3000 }),
    await client.post(`${parts}/edit`, { id: elsewhere, workOrderId: id }),
    await client.post(`${parts}/del`, { id: partId }),
    await client.post('/api/alarm/workOrderFile/del', { id: photo }),
    await send(Buffer.from('A note of afterwards\n'), 'note.txt'),
  ])
    expect(refused).toMatchObject({ code: 409, field: 'workOrderId' });
  // A phone that heard no answer sends its photo once more.
  expect(ok(await send(PNG)).id).toBe(photo);
  const info = await infoOf(id);
  expect(info).toMatchObject({ procInfo: 'Holder replaced too', partsCost: 300 });
  expect(info.files).toHaveLength(1);
  expect(info.steps.at(-1)).toMatchObject({ toState: 'accepted', note: 'Thank you' });
});

it('an order sent again with its key by the same account is made once, whatever became of it; of the same name it is another', async () => {
  const send = (client: Client, sentKey: string) =>
    client.post<{ id: number; orderName: string }>(`${AT}/add`, {
      orderName: 'Replace the fuse',
      consumerId: works.consumerId,
      sentKey,
    });
  const key = unique('key');
  const [first, second] = await Promise.all([send(works.client, key), send(works.client, key)]);
  const { id } = ok(first);
  expect(ok(second).id).toBe(id);
  ok(await move(id, { orderState: 'assigned', assigneeId: works.userId }));
  expect(ok(await send(works.client, key))).toMatchObject({ id, orderName: 'Replace the fuse' });
  expect((await infoOf(id)).steps.map((step) => step.toState)).toEqual(['new', 'assigned']);
  expect(ok(await send(works.client, unique('key'))).id).not.toBe(id);
  expect(ok(await send(operator, key)).id).not.toBe(id);
  expect(await send(works.client, 'k'.repeat(65))).toMatchObject({ code: 400, field: 'sentKey' });
});

it('a comment or a move sent again with its key counts once, however late and whatever happened since', async () => {
  const id = await open();
  const say = (sentKey: string) => works.client.post(`${AT}/comment`, { id, note: 'On the way', sentKey });
  const [words, start] = [unique('key'), { orderState: 'working', fromState: 'assigned', sentKey: unique('key') }]; // prettier-ignore
  ok(await move(id, { orderState: 'assigned', assigneeId: works.userId }));
  for (const answer of await Promise.all([say(words), say(words)])) ok(answer);
  ok(await move(id, start));
  await product.database.pool.query(`update work_order_step set at = at - interval '2 days' where work_order_id = $1`, [id]); // prettier-ignore
  ok(await operator.post(`${AT}/move`, { id, orderState: 'done', procInfo: 'Fuse replaced' }));
  ok(await say(words));
  expect(ok(await move(id, start))).toMatchObject({ orderState: 'done' });
  const steps = async () => (await infoOf(id)).steps.map(({ toState, comment }) => [toState, comment]);
  const once = [['new', false], ['assigned', false], ['assigned', true], ['working', false], ['done', false]]; // prettier-ignore
  expect(await steps()).toEqual(once);
  // One that never arrived is not taken for sending the work back.
  const late = { ...start, sentKey: unique('key') };
  expect(await move(id, late)).toMatchObject({ code: 409, field: 'orderState' });
  expect(await steps()).toEqual(once);
  // The same words under another key, and the key of another account, are another comment.
  ok(await say(unique('key')));
  ok(await operator.post(`${AT}/comment`, { id, note: 'On the way', sentKey: words }));
  expect(await steps()).toHaveLength(7);
});

it('work is given to accounts in use of the enterprise alone, as the list of them says', async () => {
  const id = await open();
  const elsewhere = await personIn((await buildWholeEnterprise(product)).consumerId);
  const former = await personIn(works.consumerId);
  const give = (assigneeId: number) =>
    operator.post(`${AT}/move`, { id, orderState: 'assigned', assigneeId });
  const listed = async () =>
    ok(await operator.get<Worker[]>(`${AT}/getWorkers`, { consumerId: works.consumerId })).map((one) => one.employeeId); // prettier-ignore
  expect(await listed()).toContain(former);
  ok(await give(former));
  ok(await give(works.userId));
  ok(await operator.post('/api/sys/orgEmployee/edit', { id: former, state: '0' }));
  expect(await listed()).not.toContain(former);
  for (const other of [elsewhere, former])
    expect(await give(other)).toMatchObject({ code: 400, field: 'assigneeId' });
});

it('the table of the customer area takes filters, search and order as other tables do', async () => {
  const { client, consumerId } = await buildEnterprise(product);
  const make = (fields: object) => add(client, 'workOrder', { consumerId, ...fields });
  const bus = await make({ orderName: 'Bus bar', urgency: '4' });
  const fuse = await make({ orderName: 'Fuse', urgency: '1' });
  const ask = (dataTable: object) =>
    client.post<Page<OrderRow>>('/api/hxyUser/userWorkOrder/getDataTableByConsumer', {
      consumerId,
      dataTable,
    });
  const asked = async (dataTable: object): Promise<unknown> => {
    const { list, pagination } = ok(await ask(dataTable));
    return [list.map(({ workOrderId }) => workOrderId), pagination.total];
  };
  expect(await asked({})).toEqual([[fuse, bus], 2]);
  expect(await asked({ filters: [{ field: 'urgency', op: 'eq', value: '4' }] })).toEqual([[bus], 1]);
  expect(await asked({ filters: [{ field: 'orderName', op: 'contains', value: 'nowhere' }] })).toEqual([
    [],
    0,
  ]);
  expect(await asked({ sorter: { field: 'orderName', order: 'ascend' }, search: 'BUS' })).toEqual([[bus], 1]);
  expect(await asked({ sorter: { field: 'workOrderId', order: 'ascend' } })).toEqual([[bus, fuse], 2]);
  expect(await ask({ sorter: { field: 'nowhere', order: 'ascend' } })).toMatchObject({ code: 400 });
});
