import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpuTime } from '#test/cpuTime.ts';
import { buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { OPERATOR_PASSWORD } from '#test/config.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

type Params = Readonly<Record<string, unknown>>;

let product: Product;
let operator: Client;
let mine: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildEnterprise(product);
});
afterAll(() => product.close());

const row = () => ({
  ammeterName: 'M',
  ammeterCode: unique(),
  consumerId: mine.consumerId,
  siteId: mine.siteId,
});
const METER = '/api/archive/ammeter/';

describe('a name that is close to one that the call knows is refused by name', () => {
  it.each<[string, 'get' | 'post', string, () => Params, string]>([
    [
      'a slip',
      'post',
      `${METER}add`,
      () => ({ ...row(), ammeterNmae: 'x', ammeterName: undefined }),
      'ammeterName',
    ],
    ['another case', 'post', `${METER}add`, () => ({ ...row(), remark: undefined, Remark: 'x' }), 'remark'],
    ['underscores', 'get', `${METER}getpage`, () => ({ consumer_id: mine.consumerId }), 'consumerId'],
    ['the plural', 'get', `${METER}searchall`, () => ({ siteIds: mine.siteId }), 'siteId'],
    [
      'one field',
      'post',
      `${METER}editfield`,
      () => ({ id: mine.ammeterId, fieldNam: 'remark' }),
      'fieldName',
    ],
    [
      'the end of what is missing',
      'post',
      '/api/sys/orgEmployee/updateEmpPassword',
      () => ({ userId: mine.userId, adminPassword: OPERATOR_PASSWORD, password: 'a long word 12' }),
      'userPassword',
    ],
  ])('%s', async (_why, method, path, params, meant) => {
    const given = params();
    const reply = await operator[method](path, given);
    const [name] = Object.keys(given).filter((one) => reply.message.startsWith(`${one}:`));
    expect(reply).toMatchObject({ code: 400, field: name });
    expect(reply.message).toBe(`${name}: there is no such parameter, did you mean ${meant}?`);
    const zh = await operator.in('zh')[method](path, given);
    expect(zh.message).toBe(`${name}：没有此参数，是否应为 ${meant}？`);
  });

  it('as JSON, as a form and as a form with a file', async () => {
    const wrong = { code: 400, field: 'consumer_id' };
    const { consumerId } = mine;
    expect(
      await operator.post(`${METER}add`, { ...row(), consumerId: undefined, consumer_id: consumerId }),
    ).toMatchObject(wrong);
    expect(
      await operator.upload(
        '/api/sdata/importData/upload',
        { consumer_id: consumerId },
        { name: 'a.csv', content: Buffer.from('a') },
      ),
    ).toMatchObject(wrong);
  });
});

describe('what clients send besides passes', () => {
  it('a row sent back whole, with its titles and names of their own', async () => {
    const got = ok(await operator.get<Params>(`${METER}get`, { id: mine.ammeterId }));
    ok(
      await operator.post(`${METER}edit`, {
        ...got,
        checked: true,
        key: 'row-1',
        AmmeterName: 'x',
        remarks: '',
      }),
    );
  });

  it.each<[string, Params]>([
    ['stamps against caches', { _: 1_700_000_000_000, t: 1, _t: 2 }],
    ['paging of another library', { page: 1, size: 10, current: 1, total: 7, pageNum: 1 }],
    ['names that are no word of ours', { whatever: 1, 'columns[0][data]': 'id', draw: 3 }],
    ['names of a prototype', { constructor: 1, toString: 1, hasOwnProperty: 1 }],
  ])('%s', async (_what, params) => {
    ok(await operator.get(`${METER}get`, { id: mine.ammeterId, ...params }));
    ok(await operator.get('/api/sys/getUserInfo', params));
  });

  it('stamps beside a search of fields, which refuses fields that there are none', async () => {
    const { consumerId } = mine;
    const found = ok(await operator.get<unknown[]>(`${METER}searchall`, { consumerId, _: 1, t: 2, _t: 3 }));
    expect(found).toHaveLength(1);
    expect(await operator.get(`${METER}searchall`, { consumerId, colour: 'red' })).toMatchObject({
      code: 400,
      field: 'colour',
    });
  });

  it('thousands of them, and long ones, take no time', async () => {
    const many = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`consumerIx${i}`, i]));
    const began = cpuTime();
    ok(
      await operator.post(`${METER}editfield`, {
        id: mine.ammeterId,
        fieldName: 'remark',
        fieldValue: 'x',
        ['n'.repeat(100_000)]: 1,
        ...many,
      }),
    );
    expect(cpuTime() - began).toBeLessThan(2000);
  });

  it('bodies that are no object are what they were', async () => {
    for (const payload of ['[]', '"text"', '7', 'null'])
      expect(
        (
          await product.app.inject({
            method: 'POST',
            url: '/api/sys/login',
            headers: { 'x-meterhouse': '1', 'content-type': 'application/json' },
            payload,
          })
        ).json(),
      ).toMatchObject({ code: 400, field: 'userName' });
  });
});

describe('lists', () => {
  it('come from the last to the first where the field has a minus before it', async () => {
    const { consumerId } = mine;
    for (const ammeterName of ['Alpha', 'Beta', 'Gamma'])
      ok(await operator.post(`${METER}add`, { ...row(), ammeterName }));
    const namesBy = async (verb: string, orderBy: string) => {
      const data = ok(
        await operator.get<{ list?: { ammeterName: string }[] }>(`${METER}${verb}`, { consumerId, orderBy }),
      );
      return (data.list ?? (data as { ammeterName: string }[])).map(({ ammeterName }) => ammeterName);
    };
    for (const verb of ['getall', 'getpage', 'searchall', 'searchpage']) {
      const forth = await namesBy(verb, 'ammeterName');
      expect(forth).toContain('Beta');
      expect(await namesBy(verb, '-ammeterName')).toEqual(forth.toReversed());
      expect(await namesBy(verb, 'ammeterName desc')).toEqual(forth.toReversed());
    }
    expect(await operator.get(`${METER}getpage`, { orderBy: '-nothing' })).toMatchObject({
      code: 400,
      field: 'nothing',
    });
  });
});
