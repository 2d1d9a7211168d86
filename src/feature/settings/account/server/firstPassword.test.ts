import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, unique } from '#test/build.ts';
import { OPERATOR_PASSWORD } from '#test/config.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

const FIRST = 'winter harvest 71';
let product: Product;
let operator: Client;
let consumerId: number;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  consumerId = await add(operator, 'consumer', { orgName: unique('Works '), orgCode: unique() });
});
afterAll(() => product.close());

const accountOf = () => ({
  userName: unique('user').toLowerCase(),
  name: 'A user',
  consumerId,
  roleIdList: '1',
});

/** What the log-in says, and what the account is answered after it. */
async function firstLogin(userName: string): Promise<unknown> {
  const said = ok(
    await product.anonymous.post<{ passwordExpired: number }>('/api/hxyUser/userLogin/loginHxyUser', {
      username: userName,
      password: FIRST,
    }),
  );
  const client = await product.login(userName, FIRST);
  const { code } = await client.get('/api/archive/ammeter/getall');
  return [said.passwordExpired, code];
}

describe('a password that another person chose', () => {
  it('is due for change at the log-in to a new account', async () => {
    const account = accountOf();
    ok(await operator.post('/api/sys/account/add', { ...account, password: FIRST }));
    expect(await firstLogin(account.userName)).toEqual([1, 403]);
  });

  it('is due for change after a reset, and no longer once its holder has chosen another', async () => {
    const account = accountOf();
    const userId = await add(operator, 'orgEmployee', account);
    const reset = { userId, adminPassword: OPERATOR_PASSWORD, userPassword: FIRST };
    ok(await operator.post('/api/sys/orgEmployee/updateEmpPassword', reset));
    expect(await firstLogin(account.userName)).toEqual([1, 403]);
    const own = await product.login(account.userName, FIRST);
    ok(await own.post('/api/sys/orgEmployee/updateOwnPassword', { old: FIRST, new: 'summer harvest 72' }));
    const again = await product.login(account.userName, 'summer harvest 72');
    ok(await again.get('/api/archive/ammeter/getall'));
  });

  it.each(['password', 'userPassword'])('is not left out in silence as %s of an account', async (name) => {
    const reply = await operator.post('/api/sys/orgEmployee/add', { ...accountOf(), [name]: FIRST });
    expect(reply).toMatchObject({ code: 400, field: name });
    expect(reply.message).toContain('/api/sys/account/add');
    const zh = await operator
      .in('zh')
      .post('/api/sys/orgEmployee/addWithRoles', { ...accountOf(), [name]: FIRST });
    expect(zh.message).toContain(`${name}：密码不是账号的字段`);
  });
});

describe('the log-in of the customer area', () => {
  it('names a missing name, and refuses one that is close to it at the other log-ins', async () => {
    const path = '/api/hxyUser/userLogin/loginHxyUser';
    expect(await product.anonymous.post(path, { password: FIRST })).toMatchObject({
      code: 400,
      field: 'userName',
    });
    expect(
      await product.anonymous.post('/api/sys/login', { username: 'operator', password: FIRST }),
    ).toMatchObject({
      code: 400,
      field: 'username',
      message: expect.stringContaining('did you mean userName?'),
    });
  });
});
