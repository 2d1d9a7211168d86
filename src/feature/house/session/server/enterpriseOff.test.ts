import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise, type Enterprise, PASSWORD } from '#test/build.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { stillMay } from './stillMay.ts';
import { whoReaches } from './whoReaches.ts';

// An enterprise that an operator puts out of use is shut for its people, and opens again with them.

let product: Product;
let operator: Client;
let works: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  works = await buildEnterprise(product);
});
afterAll(() => product.close());

const use = async ({ consumerId }: Enterprise, state: '0' | '1'): Promise<void> =>
  void ok(await operator.post('/api/archive/consumer/edit', { id: consumerId, state }));
const enterprisesOf = async (client: Client): Promise<number[]> =>
  ok(await client.get<{ id: number }[]>('/api/archive/consumer/getall')).map(({ id }) => id);
const tokensOf = async (employeeId: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from mqtt_token
    where employee_id = ${employeeId}`.execute(product.database.db);
  return rows[0]?.n ?? 0;
};
const subscribe = async ({ client, consumerId }: Enterprise): Promise<void> =>
  void ok(await client.post('/api/sys/mqtt/getToken', { topics: `folded/${consumerId}` }));

describe('an enterprise out of use', () => {
  it('ends the sessions and topics of its people, and says why at the log-in', async () => {
    await subscribe(works);
    expect(await tokensOf(works.userId)).toBe(1);
    await use(works, '0');
    const call = async () => (await works.client.get('/api/archive/ammeter/getall')).code;
    await expect.poll(call, { timeout: 10_000 }).toBe(901);
    expect(await tokensOf(works.userId)).toBe(0);
    const login = (password: string) =>
      product.anonymous.post('/api/sys/login', { userName: works.userName, password });
    expect(await login(PASSWORD)).toMatchObject({
      code: 403,
      message: expect.stringContaining('Your enterprise is out of use'),
    });
    // Who does not know the password learns nothing of it.
    expect(await login('wrong')).toMatchObject({ code: 400, field: 'password' });
  });

  it('is told of nothing, and nothing goes on in the name of its people', async () => {
    const { system } = product.services;
    const place = { consumerId: works.consumerId, siteId: null };
    const begun = {
      employeeId: works.userId,
      funCode: 'archive.ammeter.view',
      madeIn: String(works.consumerId),
      madeWithin: null,
    };
    expect(await whoReaches(system, [works.userId], place)).toEqual(new Set());
    expect(await stillMay(system, begun)).toBe(false);
    await use(works, '1');
    expect(await whoReaches(system, [works.userId], place)).toEqual(new Set([works.userId]));
    expect(await stillMay(system, begun)).toBe(true);
  });

  it('is opened again by the operator, who reached it all the time; what had ended stays ended', async () => {
    await use(works, '0');
    expect(ok(await operator.get('/api/archive/consumer/get', { id: works.consumerId }))).toMatchObject({
      state: '0',
    });
    expect(ok(await operator.get('/api/archive/ammeter/get', { id: works.ammeterId }))).toMatchObject({
      consumerId: works.consumerId,
    });
    await use(works, '1');
    expect((await works.client.get('/api/sys/getUserInfo')).code).toBe(901);
    const again = await product.login(works.userName, PASSWORD);
    expect(await enterprisesOf(again)).toEqual([works.consumerId]);
  });

  it('leaves those of another enterprise who see it too with what is in use', async () => {
    const home = await buildEnterprise(product);
    const other = await buildEnterprise(product);
    const more = { id: home.userId, consumerIdList: [other.consumerId] };
    ok(await operator.post('/api/sys/orgEmployee/edit', more));
    const seen = () => enterprisesOf(home.client);
    const poll = (ids: number[]) => expect.poll(seen, { timeout: 10_000 }).toEqual(ids);
    await poll([home.consumerId, other.consumerId]);
    await subscribe({ ...home, consumerId: other.consumerId });
    await use(other, '0');
    await poll([home.consumerId]);
    expect(await tokensOf(home.userId)).toBe(0);
    await use(other, '1');
    await poll([home.consumerId, other.consumerId]);
  });

  it('takes no code of a forgotten password, and no invitation', async () => {
    const closed = await buildEnterprise(product);
    const phone = '13500135000';
    await sql`update org_employee set telephone = ${phone} where id = ${closed.userId}`.execute(
      product.database.db,
    );
    const userName = `invited.${closed.userName}`;
    const userId = await add(operator, 'orgEmployee', {
      userName,
      name: 'B',
      consumerId: closed.consumerId,
    });
    const { token } = ok(
      await operator.post<{ token: string }>('/api/sys/account/invite', { userId, way: 'link' }),
    );
    await use(closed, '0');
    ok(await product.anonymous.post('/api/sys/sendSMS', { phone }));
    const { rows } = await sql`select 1 from outbox where recipient = ${phone}`.execute(product.database.db);
    expect(rows).toEqual([]);
    const accept = { token, password: PASSWORD };
    expect(await product.anonymous.post('/api/sys/invitation/accept', accept)).toMatchObject({
      code: 400,
      field: 'token',
    });
  });
});
