import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Product, startProduct } from '#test/product.ts';
import { allRoutes } from './app.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

it('calls of the customer area and of the administration go by GET or POST and by nothing else', () => {
  const paths = [...new Set(allRoutes.map(({ path }) => path))].filter((path) =>
    /^\/api\/(hxyUser|sys)\//.test(path),
  );
  expect(paths.length).toBeGreaterThan(100);
  const { app } = product;
  const taken = (url: string, methods: readonly string[]): string[] =>
    methods.filter((method) => app.hasRoute({ method: method as 'GET', url }));
  for (const path of paths) {
    expect(taken(path, ['GET', 'POST']), path).not.toEqual([]);
    expect(taken(path, ['PUT', 'DELETE', 'PATCH']), path).toEqual([]);
  }
});
