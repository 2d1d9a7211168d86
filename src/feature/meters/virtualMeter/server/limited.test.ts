import { afterAll, beforeAll, expect, it } from 'vitest';
import { add, unique } from '#test/build.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import type { SumDefinition } from '../contract.ts';

const AT = '/api/archive/ammeterSum';
let product: Product;
let sites: TwoSites;
beforeAll(async () => {
  product = await startProduct();
  sites = await buildTwoSites(product);
});
afterAll(() => product.close());

it('who does not see all parts of a virtual meter takes none of them out', async () => {
  const operator = await product.operator();
  const { first, second, limited } = sites;
  const sum = await add(operator, 'ammeter', {
    ammeterName: 'Works',
    ammeterCode: unique(),
    consumerId: second.consumerId,
    siteId: second.siteId,
    deviceType: '11',
  });
  const part = (ammeterId: number) => ({ ammeterId, sign: 1 });
  const all = [part(first.ammeterId), part(second.ammeterId)];
  ok(await operator.post(`${AT}/editSum`, { ammeterId: sum, items: all, confirmed: 1 }));
  for (const items of [[], [part(second.ammeterId)]])
    expect(await limited.post(`${AT}/editSum`, { ammeterId: sum, items, confirmed: 1 })).toMatchObject({
      code: 409,
      field: 'items',
      message: 'Parts: 1 more meters are beyond what you may see, so it cannot be changed',
    });
  const { items } = ok(await operator.get<SumDefinition>(`${AT}/getSum`, { ammeterId: sum }));
  expect(new Set(items.map(({ ammeterId }) => ammeterId))).toEqual(
    new Set([first.ammeterId, second.ammeterId]),
  );
  // What he sees whole he may change.
  ok(await operator.post(`${AT}/editSum`, { ammeterId: sum, items: [part(second.ammeterId)], confirmed: 1 }));
  ok(await limited.post(`${AT}/editSum`, { ammeterId: sum, items: [], confirmed: 1 }));
}); // prettier-ignore
