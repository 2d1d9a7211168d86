import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { add, buildEnterprise, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Product } from '#test/product.ts';
import { initialsOf } from './initials.ts';

let product: Product;
let mine: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
});
afterAll(() => product.close());

describe('pinyin initials', () => {
  it('are those of the title, other letters as they are', () => {
    expect(initialsOf('炼钢 2# 电弧炉')).toBe('lg 2# dhl');
    expect(initialsOf('Pump')).toBe('pump');
  });

  it('find a row by search and by the find box, also after it was renamed', async () => {
    const { client, siteId } = mine;
    const id = await add(client, 'ammeter', { ammeterName: '除尘风机', ammeterCode: unique(), siteId });
    const search = async (text: string) =>
      ok(
        await client.get<Page<{ id: number }>>('/api/archive/ammeter/searchpage', { search: text }),
      ).list.map((r) => r.id);
    expect(await search('ccfj')).toEqual([id]);
    ok(
      await client.post('/api/archive/ammeter/editfield', {
        id,
        fieldName: 'ammeterName',
        fieldValue: '循环水泵',
      }),
    );
    expect(await search('ccfj')).toEqual([]);
    expect(await search('xhsb')).toEqual([id]);
    const found = ok(await client.get<{ kind: string; id: number }[]>('/api/sys/find', { text: 'xhsb' }));
    expect(found).toEqual([expect.objectContaining({ kind: 'meter', id })]);
  });

  it('find what the product ships', async () => {
    const operator = await product.operator();
    const roles = ok(await operator.get<Page<unknown>>('/api/sys/orgRole/searchpage', { search: 'ptyy' }));
    expect(roles.pagination.total).toBe(1);
  });
});
