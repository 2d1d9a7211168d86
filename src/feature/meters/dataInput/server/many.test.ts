import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { buildEnterprise, unique, type Enterprise } from '#test/build.ts';
import { type Client, ok, startProduct, type Product } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import type { Analysis, Preview, Receipt } from '../contract.ts';

let product: Product;
let operator: Client;
let a: Enterprise;
let b: Enterprise;
const owner = { a: unique('ENT'), b: unique('ENT') };
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  [a, b] = [await buildEnterprise(product), await buildEnterprise(product)];
  const { system } = product.services;
  await sql`update consumer set org_code = ${owner.a} where id = ${a.consumerId}`.execute(system);
  await sql`update consumer set org_code = ${owner.b} where id = ${b.consumerId}`.execute(system);
  // The same code in both: only the enterprise tells them apart.
  await sql`update ammeter set ammeter_code = 'E-1' where id in (${a.ammeterId}, ${b.ammeterId})`.execute(
    system,
  );
});
afterAll(() => product.close());

const AT = '/api/sdata/importData';

async function upload(content: string, client = operator) {
  return client.upload<{ importDataId: number; analysis: Analysis }>(
    `${AT}/upload`,
    { consumerId: 0 },
    { name: 'many.csv', content: Buffer.from(content) },
  );
}

async function through(content: string): Promise<{ id: number; preview: Preview; receipt: Receipt }> {
  const { importDataId: id, analysis } = ok(await upload(content));
  const tried = ok(
    await operator.post<{ taskId: number }>(`${AT}/preview`, { id, mapping: analysis.mapping }),
  );
  const preview = await runToEnd<Preview>(product, tried.taskId);
  expect(preview.state, JSON.stringify(preview.message)).toBe('done');
  const started = ok(
    await operator.post<{ taskId: number }>(`${AT}/commit`, {
      id,
      mapping: analysis.mapping,
      mappingName: 'm',
    }),
  );
  const written = await runToEnd<Receipt>(product, started.taskId);
  expect(written.state, JSON.stringify(written.message)).toBe('done');
  return { id, preview: preview.result, receipt: written.result };
}

const sources = async () =>
  (
    await sql<{ consumer: number; status: number }>`
      select consumer_id as consumer, status from data_source order by id`.execute(product.services.system)
  ).rows;

describe('an import of many enterprises', () => {
  it('tells meters apart by the code of their enterprise, and is undone as one', async () => {
    const rows = [owner.a, owner.b].flatMap((code, i) => [
      `${code},E-1,PP,2026-01-05 00:00,${100 + i}`,
      `${code},E-1,PP,2026-01-05 01:00,${110 + i}`,
    ]);
    const { id, preview, receipt } = await through(
      `Enterprise code,Meter code,Data code,Time,Value\r\n${rows.join('\r\n')}\r\nNOBODY,E-1,PP,2026-01-05 02:00,1\r\n`,
    );
    expect(preview.counts).toEqual({ new: 4, changed: 0, same: 0, faulty: 1 });
    expect(preview.meters.map((meter) => meter.ammeterCode).sort()).toEqual(
      [`${owner.a}/E-1`, `${owner.b}/E-1`].sort(),
    );
    expect(receipt).toMatchObject({ counts: preview.counts, meters: 2 });
    expect(await sources()).toEqual([
      { consumer: a.consumerId, status: 1 },
      { consumer: b.consumerId, status: 1 },
    ]);
    const listed = ok(
      await operator.get<Page<{ id: number; status: number }>>(`${AT}/getImportDataList`, { consumerId: 0 }),
    );
    expect(listed.list).toMatchObject([{ id, status: 1, rowCount: 5 }]);
    const values = ok(await operator.get<Page<unknown>>(`${AT}/getRecordList`, { importDataId: id }));
    expect(values.pagination.total).toBe(4);
    const theirs = ok(await a.client.get<Page<unknown>>(`${AT}/getImportDataList`, {}));
    expect(theirs.list).toEqual([]);
    expect(ok(await operator.post(`${AT}/del`, { id }))).toMatchObject({ status: 2 });
    expect((await sources()).map((source) => source.status)).toEqual([2, 2]);
  });

  it('takes a column per meter, named by enterprise and meter', async () => {
    const hours = Array.from({ length: 10 }, (_, h) => `2026-02-01 0${h}:00,${10 + h},${20 + h}`);
    const { receipt } = await through(
      `Time,${owner.a}/E-1 PP register,${owner.b}/E-1 PP register\r\n${hours.join('\r\n')}\r\n`,
    );
    expect(receipt).toMatchObject({ counts: { new: 20, faulty: 0 }, meters: 2 });
  });

  it('is the operator’s alone', async () => {
    expect(await upload('a,b\r\n1,2\r\n', a.client)).toMatchObject({ code: 404 });
    expect(await a.client.get(`${AT}/getMeters`, { consumerId: 0 })).toMatchObject({ code: 404 });
  });

  it('an import that an operator made for an enterprise says so there, and no more', async () => {
    const time = '2026-01-06T00:00:00+08:00';
    ok(
      await operator.post(`${AT}/insert`, {
        consumerId: a.consumerId,
        ammeterId: a.ammeterId,
        dataCode: 'PP',
        time,
        value: 500,
      }),
    );
    await sql`update org_employee set name = 'Somebody', name_en = null where user_name = 'operator'`.execute(
      product.services.system,
    );
    const names = async (client: Client) =>
      ok(
        await client.get<Page<{ employeeName: string | null }>>(`${AT}/getImportDataList`, {
          consumerId: a.consumerId,
        }),
      ).list.map((row) => row.employeeName);
    expect(await names(a.client)).toEqual(['Platform operator']);
    expect((await names(operator))[0]).toBe('Somebody');
  });
});
