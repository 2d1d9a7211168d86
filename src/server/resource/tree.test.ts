import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import type { Receipt } from './importing/importRow.ts';

const AT = '/api/archive/ammeter';
let product: Product;
let mine: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
});
afterAll(() => product.close());

/** Meters without parent; their codes by their ids. */
async function meters(count: number): Promise<ReadonlyMap<number, string>> {
  const made = new Map<number, string>();
  for (let i = 0; i < count; i++) {
    const ammeterCode = unique();
    const fields = { ammeterName: `Meter ${ammeterCode}`, ammeterCode, siteId: mine.siteId };
    made.set(await add(mine.client, 'ammeter', fields), ammeterCode);
  }
  return made;
}

const parentOf = async (ammeterCode: string | undefined): Promise<unknown> => {
  const page = await mine.client.get<Page<Readonly<Record<string, unknown>>>>(`${AT}/searchpage`, {
    ammeterCode,
  });
  return ok(page).list[0]?.['parentId'];
};

const send = async (pairs: readonly (readonly [string, string])[]): Promise<Receipt> => {
  const content = Buffer.from(['Meter code,Parent meter', ...pairs.map((pair) => pair.join(','))].join('\n'));
  return ok(await mine.client.upload<Receipt>(`${AT}/importFile`, {}, { name: 'parents.csv', content }));
};

const hang = (id: number | undefined, parentId: number | undefined) =>
  mine.client.post(`${AT}/editfield`, { id, fieldName: 'parentId', fieldValue: parentId });

describe('a tree', () => {
  it('is not closed to a ring by the rows of a file', async () => {
    const [a = '', b = '', c = ''] = (await meters(3)).values();
    const done = await send([
      [a, b],
      [b, c],
      [c, a],
    ]);
    expect(done.counts).toEqual({ new: 0, changed: 2, same: 0, faulty: 1 });
    expect(done.rows[0]).toMatchObject({
      row: 4,
      faults: [{ field: 'parentId', reason: expect.stringContaining('below it') as string }],
    });
    expect(await parentOf(c)).toBeNull();
  });

  it('is turned about by a file that takes a row away before it comes back on top', async () => {
    const made = await meters(2);
    const [[first, a] = [], [second, b] = []] = made;
    ok(await hang(second, first));
    const done = await send([
      [b ?? '', ''],
      [a ?? '', b ?? ''],
    ]);
    expect(done.counts).toMatchObject({ changed: 2, faulty: 0 });
    expect([await parentOf(a), await parentOf(b)]).toEqual([second, null]);
  });

  it('is not closed to a ring by two people at once', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b, belowA, belowB] = (await meters(4)).keys();
      ok(await hang(belowA, a));
      ok(await hang(belowB, b));
      const replies = await Promise.all([hang(a, belowB), hang(b, belowA)]);
      expect(replies.map(({ code }) => code).toSorted((x, y) => x - y)).toEqual([200, 400]);
    }
  });

  it.each([
    ['ammeter', { ammeterName: 'Meter' }, 'ammeterCode'],
    ['monitorObject', { orgName: 'Object' }, 'orgCode'],
  ])('of %s goes as a whole, in whatever order its rows are named', async (resource, fields, code) => {
    const operator = await product.operator();
    const { consumerId, siteId } = mine;
    const row = async (parentId?: number): Promise<number> => {
      const above = parentId === undefined ? {} : { parentId };
      return add(operator, resource, { ...fields, [code]: unique(), consumerId, siteId, ...above });
    };
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ]) {
      const top = await row();
      const middle = await row(top);
      const made = [top, middle, await row(middle)];
      expect(await operator.post(`/api/archive/${resource}/del`, { ids: String(made.slice(0, 2)) })).toMatchObject({ code: 409 }); // prettier-ignore
      ok(await operator.post(`/api/archive/${resource}/del`, { ids: String(order.map((i) => made[i])) }));
      for (const id of made)
        expect((await operator.get(`/api/archive/${resource}/get`, { id })).code).toBe(404);
    }
  });
});
