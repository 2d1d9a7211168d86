import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Client, type Product, startProduct } from '../product.ts';
import { RUNS_MS, runs } from '../runs.ts';
import { plantDraw } from './draw.ts';
import { judge } from './judge.ts';
import { plantOf } from './plant.ts';

// Five thousand plants take more than the hour of other properties.
vi.setConfig({ testTimeout: 4 * RUNS_MS });

let product: Product;
let client: Client;
beforeAll(async () => {
  product = await startProduct();
  client = await product.operator();
});
afterAll(() => product.close());

it('every public answer about a random plant is what its truth tells', async () => {
  await fc.assert(
    fc.asyncProperty(plantDraw, async (draw) => {
      expect(await judge(product, client, plantOf(draw))).toEqual([]);
    }),
    runs(200, 5000),
  );
});
