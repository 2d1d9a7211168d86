import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Client, type Product, startProduct } from '../product.ts';
import { RUNS_MS, runs } from '../runs.ts';
import { plantDraw, type PlantDraw } from './draw.ts';
import { blindTo, judge } from './judge.ts';
import { KNOWN_PLANTS } from './knownPlants.ts';
import { plantOf } from './plant.ts';

/**
 * A test that draws plants: 30 in `npm test`, 2,500 when everything is tested. Two files share them, so that both
 * cores work.
 * @param part which of them: each draws its own
 */
export function tryPlants(part: number): void {
  // Thousands of plants take more than the hour of other properties.
  vi.setConfig({ testTimeout: 4 * RUNS_MS });

  let product: Product;
  let client: Client;
  beforeAll(async () => {
    product = await startProduct();
    client = await product.operator();
  });
  afterAll(() => product.close());

  it('no check is blind', async () => {
    const [plant] = KNOWN_PLANTS.map(plantOf).filter(({ air }) => air !== null);
    expect(plant && (await blindTo(product, client, plant))).toEqual([]);
  });

  it('every public answer about a random plant is what its truth tells', async () => {
    await fc.assert(
      fc.asyncProperty(plantDraw, async (draw) => {
        expect(await judge(product, client, plantOf(draw))).toEqual([]);
      }),
      {
        ...runs(30, 2500),
        seed: Number(process.env['FC_SEED']) + part,
        examples: part === 0 ? KNOWN_PLANTS.map((draw): [PlantDraw] => [draw]) : [],
      },
    );
  });
}
