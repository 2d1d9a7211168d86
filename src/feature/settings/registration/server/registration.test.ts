import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEnterprise, unique } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Product } from '#test/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const form = () => ({
  orgName: unique('New Works '),
  orgCode: unique('91').toUpperCase().slice(0, 18),
  contactName: 'A person',
  phone: '13800138000',
  userName: unique('first').toLowerCase(),
  password: 'a password of applicants',
});

const requestOf = async (title: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select id from workflow_request
    where request_title = ${title}`.execute(product.database.db);
  return rows[0]?.id ?? 0;
};

describe('an enterprise that asks for an account', () => {
  it('has enterprise, role and account of its own once an operator agrees, and is told', async () => {
    const answers = form();
    ok(await product.anonymous.post('/api/sys/register', answers));
    const operator = await product.operator();
    const id = await requestOf(answers.orgName);
    ok(await operator.post('/api/sys/workflowRequest/agree', { id }));
    const client = await product.login(answers.userName, answers.password);
    const info = ok(
      await client.get<{ user: { orgName: string }; funCodes: string[]; consumers: unknown[] }>(
        '/api/sys/getUserInfo',
      ),
    );
    expect(info.user.orgName).toBe(answers.orgName);
    expect(info.consumers).toHaveLength(1);
    expect(info.funCodes).toContain('archive.ammeter.add');
    expect(info.funCodes).not.toContain('sys.orgRole.edit');
    const { rows } = await sql<{ body: string }>`select body from outbox where recipient = ${answers.phone}
      and purpose = 'account' order by id desc limit 1`.execute(product.database.db);
    expect(rows[0]?.body).toContain(answers.userName);
    expect(rows[0]?.body).not.toContain(answers.password);
  });

  it('gets another name where the wanted one is taken, which the form does not tell', async () => {
    const taken = await buildEnterprise(product);
    const answers = { ...form(), userName: taken.userName };
    ok(await product.anonymous.post('/api/sys/register', answers));
    const operator = await product.operator();
    ok(await operator.post('/api/sys/workflowRequest/agree', { id: await requestOf(answers.orgName) }));
    const client = await product.login(`${taken.userName}2`, answers.password);
    expect(ok(await client.get('/api/sys/getUserInfo'))).toMatchObject({
      user: { orgName: answers.orgName },
    });
  });

  it('keeps the request where it was when the enterprise cannot come to be', async () => {
    const answers = form();
    ok(await product.anonymous.post('/api/sys/register', answers));
    const again = { ...form(), orgCode: answers.orgCode };
    ok(await product.anonymous.post('/api/sys/register', again));
    const operator = await product.operator();
    ok(await operator.post('/api/sys/workflowRequest/agree', { id: await requestOf(answers.orgName) }));
    const id = await requestOf(again.orgName);
    expect(await operator.post('/api/sys/workflowRequest/agree', { id })).toMatchObject({ code: 409 });
    const { rows } = await sql`select state from workflow_request where id = ${id}`.execute(
      product.database.db,
    );
    expect(rows).toEqual([{ state: '1' }]);
  });

  it('is told what is wrong with the form by field, and may not flood', async () => {
    expect(await product.anonymous.post('/api/sys/register', { ...form(), phone: 'none' })).toMatchObject({
      code: 400,
      field: 'phone',
    });
    expect(
      await product.anonymous.post('/api/sys/register', { ...form(), password: '12345678' }),
    ).toMatchObject({ code: 400, field: 'password' });
    let reply = { code: 200 };
    for (let i = 0; i < 6 && reply.code === 200; i++)
      reply = await product.anonymous.post('/api/sys/register', form());
    expect(reply.code).toBe(429);
  });
});
