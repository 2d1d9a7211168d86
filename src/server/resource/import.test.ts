import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { add, buildEnterprise, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import type { ImportRow } from './import.ts';

interface Receipt {
  readonly counts: Readonly<Record<ImportRow['verdict'], number>>;
  readonly rows: readonly ImportRow[];
  readonly faultFileId: number | null;
}

let product: Product;
let mine: Enterprise;
let client: Client;
const AT = '/api/archive/ammeter';
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  client = mine.client;
});
afterAll(() => product.close());

const send = async (lines: readonly string[], dryRun: boolean, by: Client = client): Promise<Receipt> => {
  const content = Buffer.from(
    `Meter name,Meter code,Site,Meter type,Rated power (kW)\n${lines.join('\n')}\n`,
  );
  return ok(
    await by.upload<Receipt>(`${AT}/importFile`, { dryRun: dryRun ? 1 : 0 }, { name: 'meters.csv', content }),
  );
};
const meters = async (): Promise<number> =>
  ok(await client.get<Page<unknown>>(`${AT}/getpage`)).pagination.total;

describe('an import of a resource', () => {
  it('tells new, changed, same and faulty rows; a dry run writes nothing, the real run what it told', async () => {
    const [a, b, c] = [unique(), unique(), unique()];
    await add(client, 'ammeter', { ammeterName: 'Pump', ammeterCode: a, siteId: mine.siteId, ratedPower: 5 });
    await add(client, 'ammeter', { ammeterName: 'Fan', ammeterCode: b, siteId: mine.siteId });
    const lines = [
      `Pump,${a},Main site,Electricity meter,7.5`,
      `Fan,${b},Main site,电表,`,
      `Furnace,${c},Main site,Electricity meter,１２０`,
      `Ghost,${unique()},Nowhere,Electricity meter,1`,
      `Odd,${unique()},Main site,Toaster,many`,
    ];
    const before = await meters();
    const told = await send(lines, true);
    expect(told.counts).toEqual({ new: 1, changed: 1, same: 1, faulty: 2 });
    expect(told.rows.find((r) => r.verdict === 'changed')?.changes).toEqual({
      ratedPower: { before: 5, after: 7.5 },
    });
    const odd = told.rows.find((r) => r.row === 6);
    expect(odd?.faults.map((f) => [f.field, f.value])).toEqual([
      ['deviceType', 'Toaster'],
      ['ratedPower', 'many'],
    ]);
    expect(await meters()).toBe(before);

    const done = await send(lines, false);
    expect(done.counts).toEqual(told.counts);
    expect(await meters()).toBe(before + 1);
    const furnace = ok(
      await client.get<Page<{ ratedPower: number }>>(`${AT}/searchpage`, { ammeterCode: c }),
    );
    expect(furnace.list[0]?.ratedPower).toBe(120);

    const file = await client.download(`${AT}/importfaults`, { fileId: done.faultFileId });
    expect(file.body.subarray(0, 2).toString()).toBe('PK');
    expect((await send(lines.slice(0, 3), false)).counts).toEqual({ new: 0, changed: 0, same: 3, faulty: 0 });
  });

  it('says in each language what a cell should hold', async () => {
    const line = [`Odd,${unique()},Main site,Toaster,`];
    const [en] = (await send(line, true)).rows;
    const [zh] = (await send(line, true, client.in('zh'))).rows;
    expect(en?.faults[0]?.reason).toMatch(/^must be one of: .*Electricity meter/);
    expect(zh?.faults[0]?.reason).toMatch(/^应为以下之一：.*电表/);
  });

  it('finds references inside the own enterprise only', async () => {
    const other = await buildEnterprise(product);
    const { rows } = await send([`Spy,${unique()},${other.siteId},Electricity meter,`], true);
    expect(rows[0]).toMatchObject({ verdict: 'faulty', faults: [{ field: 'siteId' }] });
  });

  it('refuses a file that is no table, has another header, or holds nothing', async () => {
    const refusal = async (content: string | Buffer) => {
      const reply = await client.upload(
        `${AT}/importFile`,
        {},
        { name: 'x.xlsx', content: Buffer.from(content) },
      );
      return [reply.code, reply.field];
    };
    expect(await refusal('')).toEqual([400, 'upFile']);
    expect(await refusal('PK\u0003\u0004 but no archive')).toEqual([400, 'upFile']);
    expect(await refusal('colour,taste\nred,sweet\n')).toEqual([400, 'upFile']);
    expect(await refusal('Meter name,Meter code,Site\n')).toEqual([400, 'upFile']);
    expect(await refusal('Meter name,Meter name\na,b\n')).toEqual([400, 'upFile']);
  });

  it('keeps formulas and scripts as the text they are', async () => {
    const code = unique();
    await send(
      [`"=HYPERLINK(""http://x"")<script>'; drop table ammeter; --",${code},Main site,电表,`],
      false,
    );
    const { list } = ok(
      await client.get<Page<{ ammeterName: string }>>(`${AT}/searchpage`, { ammeterCode: code }),
    );
    expect(list[0]?.ammeterName).toBe(`=HYPERLINK("http://x")<script>'; drop table ammeter; --`);
    const { body } = await client.download(`${AT}/exportall`, { format: 'csv' });
    expect(body.toString()).toContain(`'=HYPERLINK`);
  });
});
