import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildEnterprise, type Enterprise, PASSWORD } from '#test/build.ts';
import { startProduct, type Product } from '#test/product.ts';

let product: Product;
let mine: Enterprise;
let other: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  other = await buildEnterprise(product);
});
afterAll(() => product.close());

/** Signs in; tells how its browser makes calls from the page of an account. */
async function browserOf({ userName }: Enterprise) {
  const { cookies } = await product.app.inject({
    method: 'POST',
    url: '/api/sys/login',
    headers: { 'x-meterhouse': '1' },
    payload: { userName, password: PASSWORD },
  });
  const cookie = `${cookies[0]?.name}=${cookies[0]?.value}`;
  return async (url: string, page: number | null, payload?: Readonly<Record<string, string>>) => {
    const headers = {
      'x-meterhouse': '1',
      'accept-language': 'en',
      cookie,
      ...(page === null ? {} : { 'x-meterhouse-account': String(page) }),
    };
    const reply = await product.app.inject({ method: payload ? 'POST' : 'GET', url, headers, payload });
    return reply.json<{ readonly code: number; readonly data: unknown }>();
  };
}

it('a page of another account than the session’s does nothing in its name', async () => {
  const ask = await browserOf(other);
  const recent = [{ address: '/SDNMonitoring/Overview?meter=1', title: 'Incomer of mine', own: true }];
  const kept = { name: 'recent', value: JSON.stringify(recent) };
  expect(await ask('/api/sys/preference/save', mine.userId, kept)).toMatchObject({
    code: 901,
    data: { otherAccount: 1 },
  });
  expect(await ask('/api/archive/ammeter/getall', mine.userId)).toMatchObject({ code: 901 });
  const info = await ask('/api/sys/getUserInfo', other.userId);
  expect(info).toMatchObject({ code: 200, data: { user: { userId: other.userId } } });
  expect(JSON.stringify(info.data)).not.toContain('Incomer of mine');
});

it('it neither locks, unlocks nor ends the session of the other', async () => {
  const ask = await browserOf(other);
  const refused = { code: 901, data: { otherAccount: 1 } };
  for (const name of ['lock', 'logout', 'singleSignOn/logout'])
    expect(await ask(`/api/sys/${name}`, mine.userId, {})).toMatchObject(refused);
  expect(await ask('/api/archive/ammeter/getall', other.userId)).toMatchObject({ code: 200 });
  expect(await ask('/api/sys/lock', other.userId, {})).toMatchObject({ code: 200 });
  expect(await ask('/api/sys/getLock', mine.userId)).toMatchObject(refused);
  expect(await ask('/api/sys/unlock', mine.userId, { password: PASSWORD })).toMatchObject(refused);
  expect(await ask('/api/sys/logout', other.userId, {})).toMatchObject({ code: 200 });
});

it('whoever calls without a page need not say whose it is', async () => {
  const ask = await browserOf(mine);
  expect(await ask('/api/archive/ammeter/getall', null)).toMatchObject({ code: 200 });
  expect(await ask('/api/archive/ammeter/getall', mine.userId)).toMatchObject({ code: 200 });
});
