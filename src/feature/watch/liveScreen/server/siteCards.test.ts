import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { add, buildEnterprise, unique } from '#test/build.ts';
import { type Product, startProduct } from '#test/product.ts';
import { siteCards } from './site.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

it('cards of many sites take no more statements than those of one, and tell the same', async () => {
  const operator = await product.operator();
  const { consumerId, siteId } = await buildEnterprise(product);
  const counted = async () => {
    let statements = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const cards = await siteCards(product.database.db.withPlugin(counter), { consumerId }, Date.now());
    return { statements, cards };
  };
  const one = await counted();
  expect(one.cards).toMatchObject([
    { siteId, state: 'noData', power: null, meters: { never: 1, online: 0 } },
  ]);
  for (let i = 0; i < 6; i++) {
    const site = { orgName: `Site ${i}`, orgCode: unique(), consumerId };
    const next = await add(operator, 'monitorSite', site);
    // Every second site is empty.
    if (i % 2 === 0)
      await add(operator, 'ammeter', { ammeterName: 'M', ammeterCode: unique(), consumerId, siteId: next });
  }
  const seven = await counted();
  expect(seven.cards.map(({ meters }) => meters.never)).toEqual([1, 1, 0, 1, 0, 1, 0]);
  expect(seven.cards[0]).toEqual(one.cards[0]);
  expect(seven.statements).toBe(one.statements);
});
