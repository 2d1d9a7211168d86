import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { add, buildEnterprise, PASSWORD, unique } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Product } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import type { Analysis, Preview, Receipt } from '../contract.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const AT = '/api/sdata/importData';

it('an account whose role is limited to a site writes to the meters of that site alone', async () => {
  const operator = await product.operator();
  const { consumerId, ammeterId, userId, userName } = await buildEnterprise(product);
  const site = { orgName: 'Second site', orgCode: unique(), consumerId, timeZone: 'Asia/Shanghai' };
  const siteId = await add(operator, 'monitorSite', site);
  const ownCode = unique();
  const own = await add(operator, 'ammeter', {
    ammeterName: 'Second incomer',
    ammeterCode: ownCode,
    consumerId,
    siteId,
  });
  const role = await add(operator, 'orgRole', {
    roleName: unique('Limited'),
    roleCode: unique(),
    orgLimitList: [siteId],
  });
  await sql`update org_employee set role_id_list = role_id_list || ${role}::integer where id = ${userId}`.execute(
    product.database.db,
  );
  const { rows } = await sql<{ code: string }>`select ammeter_code as code from ammeter
    where id = ${ammeterId}`.execute(product.database.db);
  const client = await product.login(userName, PASSWORD);
  const lines = [ownCode, rows[0]?.code].flatMap((code) => [
    `${code},PP,2024-03-01 00:00,1`,
    `${code},PP,2024-03-01 01:00,2`,
  ]);
  const content = Buffer.from(`Meter code,Data code,Time,Value\n${lines.join('\n')}\n`);
  const { importDataId: id, analysis } = ok(
    await client.upload<{ importDataId: number; analysis: Analysis }>(
      `${AT}/upload`,
      { consumerId },
      { name: 'two.csv', content },
    ),
  );
  const { mapping } = analysis;
  const tried = ok(await client.post<{ taskId: number }>(`${AT}/preview`, { id, mapping }));
  const preview = await runToEnd<Preview>(product, tried.taskId);
  expect(preview.result.counts).toMatchObject({ new: 2, faulty: 2 });
  const started = ok(await client.post<{ taskId: number }>(`${AT}/commit`, { id, mapping }));
  const written = await runToEnd<Receipt>(product, started.taskId);
  expect(written.result.counts).toMatchObject({ new: 2, faulty: 2 });
  const { rows: stored } = await sql`select distinct meter_id as id from reading`.execute(
    product.database.db,
  );
  expect(stored).toEqual([{ id: own }]);
});
