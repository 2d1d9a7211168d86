import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import type { Receipt } from './importRow.ts';

const AT = '/api/archive/ammeter';
let product: Product;
let mine: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
});
afterAll(() => product.close());

const send = async (lines: readonly string[]): Promise<Receipt> => {
  const content = Buffer.from(['Meter name,Meter code,Site,Parent meter', ...lines].join('\n'));
  return ok(await mine.client.upload<Receipt>(`${AT}/importFile`, {}, { name: 'meters.csv', content }));
};

const parentOf = async (ammeterCode: string): Promise<unknown> =>
  ok(await mine.client.get<Page<{ parentId: unknown }>>(`${AT}/searchpage`, { ammeterCode })).list[0]
    ?.parentId;

it('takes a number for a code or a name, and for an id only where it is written as one', async () => {
  const id = mine.ammeterId;
  const [bare, marked, wide] = [unique(), unique(), unique()];
  const told = await send([`Bare,${bare},Main site,${id}`]);
  expect(told.rows).toMatchObject([
    {
      verdict: 'faulty',
      faults: [
        {
          field: 'parentId',
          value: String(id),
          reason: `no record has the code or name “${id}” (the id of a record is written #${id})`,
        },
      ],
    },
  ]);
  expect((await send([`Marked,${marked},Main site,#${id}`])).counts).toMatchObject({ new: 1 });
  expect((await send([`Wide,${wide},Main site,＃${id}`])).counts).toMatchObject({ new: 1 });
  expect([await parentOf(marked), await parentOf(wide)]).toEqual([id, id]);
  expect((await send([`Nobody,${unique()},Main site,#2147483000`])).rows[0]).toMatchObject({
    verdict: 'faulty',
    faults: [{ field: 'parentId' }],
  });
});

it('finds a row by a code of digits, also one that stands above it in the file', async () => {
  const [code, sub] = [`9${Date.now()}`, unique()];
  const done = await send([`Below,${sub},Main site,${code}`, `Main,${code},Main site,`, `Below,${sub},Main site,${code}`]); // prettier-ignore
  expect(done.counts).toEqual({ new: 2, changed: 0, same: 0, faulty: 1 });
  const page = ok(await mine.client.get<Page<{ id: number }>>(`${AT}/searchpage`, { ammeterCode: code }));
  expect(await parentOf(sub)).toBe(page.list[0]?.id);
});

it('asks which one is meant where two rows bear the name, though it is a number', async () => {
  const name = String(mine.ammeterId);
  for (const ammeterCode of [unique(), unique()])
    await add(mine.client, 'ammeter', { ammeterName: name, ammeterCode, siteId: mine.siteId });
  const [row] = (await send([`Lost,${unique()},Main site,${name}`])).rows;
  expect(row).toMatchObject({
    verdict: 'faulty',
    faults: [{ field: 'parentId', reason: expect.stringContaining('several records') as string }],
  });
});

it('reads what an export writes of rows without a code whose name several bear', async () => {
  const operator = await product.operator();
  const { consumerId } = mine;
  const title = unique('Post ');
  const postId = await add(operator, 'post', { title, content: '<p>One</p>', consumerId });
  await add(operator, 'post', { title, content: '<p>Two</p>', consumerId });
  const reply = await add(operator, 'postReply', { postId, content: '<p>Yes</p>', consumerId });
  const at = '/api/sys/postReply';
  const dataTable = { filters: [{ field: 'id', op: 'in', value: [reply] }] };
  const { body } = await operator.download(`${at}/exportdatatable`, { dataTable, format: 'csv' });
  expect(body.toString()).toContain(`#${postId}`);
  const file = { name: 'again.csv', content: body };
  const { counts } = ok(await operator.upload<Receipt>(`${at}/importFile`, { dryRun: 1 }, file));
  expect(counts).toEqual({ new: 0, changed: 0, same: 1, faulty: 0 });
});
