import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildEnterprise } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { startProduct } from '#test/product.ts';
import type { Product } from '#test/product.ts';

let product: Product;
let enterprise: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  enterprise = await buildEnterprise(product);
});
afterAll(() => product.close());
afterEach(() => void vi.restoreAllMocks());

const code = async (): Promise<number> => (await enterprise.client.get('/api/archive/ammeter/getall')).code;

test('what another process changes of an account takes effect at its commit', async () => {
  // The clock stands still: nothing that is kept grows too old.
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now);
  const becomes = (wanted: number): Promise<void> => expect.poll(code, { timeout: 10_000 }).toBe(wanted);
  const change = (statement: string): Promise<unknown> => sql.raw(statement).execute(product.services.system);
  await becomes(200);

  await change('update session set locked_at = now()');
  await becomes(423);
  await change('update session set locked_at = null');
  await becomes(200);

  await change(`update org_employee set state = '0' where account_type = '0'`);
  await becomes(901);
  await change(`update org_employee set state = '1' where account_type = '0'`);
  await becomes(200);

  await change(`update org_role set org_fun_list = '{}'`);
  await becomes(403);

  await change('delete from session');
  await becomes(901);
});

test('a listener whose connection is cut listens again', async () => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where query = 'listen caller' and datname = current_database()`.execute(product.services.system);
  const listeners = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pg_stat_activity
      where query = 'listen caller' and datname = current_database()`.execute(product.services.system);
    return rows[0]?.n ?? 0;
  };
  await expect.poll(listeners, { timeout: 20_000 }).toBe(1);
});
