import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { add, buildEnterprise, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import type { Receipt } from './importRow.ts';

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
    const reported = await send(lines, true);
    expect(reported.counts).toEqual({ new: 1, changed: 1, same: 1, faulty: 2 });
    expect(reported.rows.find((r) => r.verdict === 'changed')?.changes).toEqual({
      ratedPower: { before: 5, after: 7.5 },
    });
    const abnormal = reported.rows.find((r) => r.row === 6);
    expect(abnormal?.faults.map((f) => [f.field, f.value])).toEqual([
      ['deviceType', 'Toaster'],
      ['ratedPower', 'many'],
    ]);
    expect(await meters()).toBe(before);

    const done = await send(lines, false);
    expect(done.counts).toEqual(reported.counts);
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
    const { rows } = await send([`Spy,${unique()},#${other.siteId},Electricity meter,`], true);
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

  it('takes a careless sheet: titles above the header, units, stars, full-width digits, blanks', async () => {
    const code = unique();
    const content = Buffer.from(
      [
        '2026 年表计清单,,,,',
        '基本信息,,,参数,',
        '*表计名称 ,表计编号*,站点（必填）,表计 类型,额定功率（kW）',
        `  水泵 , ${code} ,Main site,电表,"１，２００ kW"`,
        ' , , , ,',
      ].join('\n'),
    );
    const reported = ok(await client.upload<Receipt>(`${AT}/importFile`, {}, { name: 'x.csv', content }));
    expect(reported.counts).toEqual({ new: 1, changed: 0, same: 0, faulty: 0 });
    const { list } = ok(await client.get<Page<object>>(`${AT}/searchpage`, { ammeterCode: code }));
    expect(list).toMatchObject([{ ammeterName: '水泵', ratedPower: 1200, siteId: mine.siteId }]);
  });

  it('finds rows above in the same file, by name and by key', async () => {
    const [main, sub] = [unique(), unique()];
    const content = Buffer.from(
      [
        'Meter name,Meter code,Site,Parent meter',
        `Main ${main},${main},Main site,`,
        `Sub,${sub},Main site,Main ${main}`,
        `Sub again,${sub},Main site,${main}`,
        `Lost,${unique()},Main site,Nobody ${main}`,
      ].join('\n'),
    );
    const reported = ok(await client.upload<Receipt>(`${AT}/importFile`, {}, { name: 'x.csv', content }));
    expect(reported.counts).toEqual({ new: 2, changed: 1, same: 0, faulty: 1 });
    const { list } = ok(await client.get<Page<object>>(`${AT}/searchpage`, { ammeterCode: sub }));
    expect(list).toMatchObject([{ ammeterName: 'Sub again', titles: { parentId: `Main ${main}` } }]);
  });

  it('reads ahead without missing what was written meanwhile: parents and keys hundreds of rows above', async () => {
    const mark = unique();
    const rows = Array.from({ length: 800 }, (_, i) => {
      const parent = i < 260 ? '' : `Meter ${mark} ${i - 260}`;
      return `Meter ${mark} ${i},${mark}-${i},Main site,${parent}`;
    });
    // The keys of rows in an earlier batch: the same row again, and another name for it.
    rows.splice(700, 0, rows[20] as string, `Renamed ${mark},${mark}-400,Main site,Meter ${mark} 140`);
    // The last rows are more than the enterprise may have: their batch is written row by row.
    const limit = { consumerId: mine.consumerId, resourceName: 'ammeter', state: '1' };
    await add(await product.operator(), 'orgRestrict', { ...limit, most: (await meters()) + 790 });
    const content = Buffer.from(['Meter name,Meter code,Site,Parent meter', ...rows].join('\n'));
    const reported = ok(await client.upload<Receipt>(`${AT}/importFile`, {}, { name: 'ahead.csv', content }));
    await product.database.pool.query('delete from org_restrict');
    expect(reported.counts).toEqual({ new: 790, changed: 1, same: 1, faulty: 10 });
    const last = { ammeterCode: `${mark}-789` };
    const { list } = ok(await client.get<Page<object>>(`${AT}/searchpage`, last));
    expect(list).toMatchObject([{ titles: { parentId: `Meter ${mark} 529` } }]);
  });

  it('tells of each row alone what the database refuses, and keeps the others', async () => {
    const operator = await product.operator();
    await add(operator, 'orgRestrict', {
      consumerId: mine.consumerId,
      resourceName: 'ammeter',
      most: (await meters()) + 1,
      state: '1',
    });
    const lines = [1, 2, 3].map(() => `Pump,${unique()},Main site,Electricity meter,`);
    const reported = await send(lines, true);
    expect(reported.rows.map(({ verdict }) => verdict).toSorted()).toEqual(['faulty', 'faulty', 'new']);
    await product.database.pool.query('delete from org_restrict');
  });
});

describe('an import that was written', () => {
  const undo = (id: number | null) => client.post<{ undone: number }>('/api/sys/importRun/undo', { id });
  const runs = async () =>
    ok(
      await client.get<Page<{ id: number; state: string }>>('/api/sys/importRun/getpage', {
        resource: 'ammeter',
      }),
    );

  it('is listed and undone as a whole: new rows go, changed fields come back', async () => {
    const [old, fresh] = [unique(), unique()];
    await add(client, 'ammeter', {
      ammeterName: 'Pump',
      ammeterCode: old,
      siteId: mine.siteId,
      ratedPower: 5,
    });
    const before = await meters();
    const lines = [
      `Pump,${old},Main site,Electricity meter,7.5`,
      `Fan,${fresh},Main site,Electricity meter,1`,
    ];
    const { importId } = await send(lines, false);
    expect((await runs()).list[0]).toMatchObject({
      id: importId,
      state: 'written',
      counts: { new: 1, changed: 1 },
    });
    const other = await buildEnterprise(product);
    expect((await other.client.post('/api/sys/importRun/undo', { id: importId })).code).toBe(404);
    expect(ok(await undo(importId))).toEqual({ undone: 2 });
    expect(await meters()).toBe(before);
    const { list } = ok(await client.get<Page<object>>(`${AT}/searchpage`, { ammeterCode: old }));
    expect(list).toMatchObject([{ ratedPower: 5 }]);
    expect((await undo(importId)).code).toBe(409);
    expect((await runs()).list[0]).toMatchObject({ id: importId, state: 'undone' });
  });

  it('is not undone, not even in part, where a row was changed since or is in use', async () => {
    const [a, b] = [unique(), unique()];
    const { importId } = await send(
      [`Pump,${a},Main site,Electricity meter,1`, `Fan,${b},Main site,Electricity meter,1`],
      false,
    );
    const { list } = ok(await client.get<Page<{ id: number }>>(`${AT}/searchpage`, { ammeterCode: a }));
    const id = list[0]?.id ?? 0;
    ok(await client.post(`${AT}/editfield`, { id, fieldName: 'ratedPower', fieldValue: 2 }));
    expect(await undo(importId)).toMatchObject({
      code: 409,
      message: expect.stringContaining('Pump') as string,
    });
    ok(await client.post(`${AT}/editfield`, { id, fieldName: 'ratedPower', fieldValue: 1 }));
    const user = await add(client, 'ammeter', {
      ammeterName: 'Below',
      ammeterCode: unique(),
      siteId: mine.siteId,
      parentId: id,
    });
    const count = await meters();
    expect((await undo(importId)).code).toBe(409);
    expect(await meters()).toBe(count);
    ok(await client.post(`${AT}/del`, { id: user }));
    expect((await undo(importId)).code).toBe(200);
  });

  it('of a long file is a task that tells how far it is; stopped, it leaves nothing', async () => {
    const many = Array.from(
      { length: 1200 },
      (_, i) => `Meter ${i},${unique()},Main site,Electricity meter,${i}`,
    );
    many.push('Odd,,Main site,Electricity meter,1');
    const content = Buffer.from(
      `Meter name,Meter code,Site,Meter type,Rated power (kW)\n${many.join('\n')}\n`,
    );
    const start = async (dryRun: 0 | 1) =>
      ok(
        await client.upload<{ taskId: number }>(
          `${AT}/importFile`,
          { dryRun },
          { name: 'long.csv', content },
        ),
      ).taskId;
    const before = await meters();
    const stopped = await start(0);
    ok(await client.post('/api/task/stop', { id: stopped }));
    expect((await runToEnd(product, stopped)).state).toBe('stopped');
    expect(await meters()).toBe(before);
    const tried = await runToEnd<Receipt>(product, await start(1));
    expect(tried.result).toMatchObject({
      importId: null,
      counts: { new: 1200, changed: 0, same: 0, faulty: 1 },
    });
    expect(await meters()).toBe(before);
    const { result } = await runToEnd<Receipt>(product, await start(0));
    expect(await meters()).toBe(before + 1200);
    expect(result.rows[0]).toMatchObject({
      row: 1202,
      verdict: 'faulty',
      faults: [{ field: 'ammeterCode' }],
    });
    const { body } = await client.download(`${AT}/importfaults`, { fileId: result.faultFileId });
    expect(body.subarray(0, 2).toString()).toBe('PK');
    const { taskId } = ok(
      await client.post<{ taskId: number }>('/api/sys/importRun/undo', { id: result.importId }),
    );
    expect((await runToEnd(product, taskId)).result).toEqual({ undone: 1200 });
    expect(await meters()).toBe(before);
  });
});
