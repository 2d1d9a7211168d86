import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATOR_PASSWORD } from '#test/config.ts';
import { startProduct } from '#test/product.ts';
import type { Product } from '#test/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

/** A call whose backend dies while it waits for a lock. */
async function cutCall(language: string) {
  const { app, services } = product;
  const login = await app.inject({
    method: 'POST',
    url: '/api/sys/login',
    headers: { 'x-meterhouse': '1' },
    payload: { userName: 'operator', password: OPERATOR_PASSWORD },
  });
  const cookie = `${login.cookies[0]?.name}=${login.cookies[0]?.value}`;
  return services.system.transaction().execute(async (trx) => {
    await sql`lock table supplier in access exclusive mode`.execute(trx);
    const answer = app.inject({
      method: 'GET',
      url: '/api/archive/supplier/getall',
      headers: { cookie, 'accept-language': language },
    });
    await expect
      .poll(
        async () => {
          const { rows } = await sql<{ ended: boolean }>`select pg_terminate_backend(pid) as ended
            from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            trx,
          );
          return rows.length;
        },
        { timeout: 10_000 },
      )
      .toBe(1);
    return answer;
  });
}

test.each([
  ['zh', '数据库暂时没有应答，请稍后再试'],
  ['en', 'The database does not answer at present, try again in a moment'],
])(
  'a backend that dies in a call is a 503 with a sentence (%s), the next call is answered',
  async (language, message) => {
    const reply = await cutCall(language);
    expect(reply.statusCode).toBe(503);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(reply.json()).toEqual({ code: 503, message, data: null });
    const operator = await product.operator();
    expect((await operator.get('/api/archive/supplier/getall')).code).toBe(200);
  },
);
