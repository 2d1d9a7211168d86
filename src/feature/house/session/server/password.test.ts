import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEnterprise, PASSWORD } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Product } from '#test/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

describe('a password that is due', () => {
  it.each([
    ['too old', sql`changed_at = now() - interval '400 days'`],
    ['set by an administrator', sql`must_change = true`],
  ])('(%s) lets nothing through but its change, also in a session that is open', async (_why, how) => {
    const { userId, userName, client } = await buildEnterprise(product);
    ok(await client.get('/api/archive/ammeter/getall'));
    await sql`update employee_secret set ${how} where employee_id = ${userId}`.execute(product.database.db);
    await expect
      .poll(async () => (await client.get('/api/archive/ammeter/getall')).code, { timeout: 10_000 })
      .toBe(403);
    const reply = await client.in('en').get('/api/archive/ammeter/getall');
    expect(reply).toMatchObject({ data: { passwordExpired: 1 } });
    expect(reply.message).toMatch(/change it first/);
    expect(ok(await client.get('/api/sys/getUserInfo'))).toMatchObject({ passwordExpired: 1 });
    const again = { old: PASSWORD, new: PASSWORD };
    expect(await client.post('/api/sys/orgEmployee/updateOwnPassword', again)).toMatchObject({
      code: 400,
      field: 'new',
    });
    ok(
      await client.post('/api/sys/orgEmployee/updateOwnPassword', {
        old: PASSWORD,
        new: 'another password of tests',
      }),
    );
    ok(await client.get('/api/archive/ammeter/getall'));
    await product.login(userName, 'another password of tests');
  });
});

describe('telephone and e-mail of one’s own', () => {
  it('are told to where their holder was reached before', async () => {
    const { userId, client } = await buildEnterprise(product);
    const move = (fieldValue: string) =>
      client.post('/api/sys/orgEmployee/editOwnField', {
        id: userId,
        fieldName: 'email',
        fieldValue,
        password: PASSWORD,
      });
    ok(await move('first@example.com'));
    ok(await move('first@example.com'));
    ok(await move('second@example.com'));
    const { rows } = await sql`select recipient from outbox
      where recipient in ('first@example.com', 'second@example.com')`.execute(product.database.db);
    expect(rows).toEqual([{ recipient: 'first@example.com' }]);
  });

  it('change with the password alone, by whichever call', async () => {
    const { userId, userName, client } = await buildEnterprise(product);
    const edit = (fieldName: string, fieldValue: string, password?: string) =>
      client.post('/api/hxyUser/userLogin/editEmpfield', { id: userId, fieldName, fieldValue, password });
    for (const [name, value] of [
      ['telephone', '13900000001'],
      ['email', 'someone@example.com'],
    ] as const) {
      expect(await edit(name, value)).toMatchObject({ code: 400, field: 'password' });
      expect(await edit(name, value, 'wrong')).toMatchObject({ code: 400, field: 'password' });
      ok(await edit(name, value, PASSWORD));
    }
    ok(await edit('name', 'Another name'));
    await sql`update org_employee set role_id_list = (select array_agg(id) from org_role)
      where id = ${userId}`.execute(product.database.db);
    const admin = await product.login(userName, PASSWORD);
    for (const [fieldName, fieldValue] of [
      ['telephone', '13900000002'],
      ['email', 'intruder@example.com'],
    ] as const) {
      const refused = { code: 400, field: fieldName };
      const field = { id: userId, fieldName, fieldValue };
      expect(await admin.post('/api/sys/orgEmployee/editfield', field)).toMatchObject(refused);
      const row = { id: userId, [fieldName]: fieldValue };
      expect(await admin.post('/api/sys/orgEmployee/edit', row)).toMatchObject(refused);
    }
    const same = { id: userId, email: 'someone@example.com', remark: 'nothing else' };
    ok(await admin.post('/api/sys/orgEmployee/edit', same));
    const { rows } = await sql`select telephone, email from org_employee where id = ${userId}`.execute(
      product.database.db,
    );
    expect(rows).toEqual([{ telephone: '13900000001', email: 'someone@example.com' }]);
  });
});
