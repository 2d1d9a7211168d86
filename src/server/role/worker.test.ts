import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProduct, type Product } from '#test/product.ts';
import { silent } from '../database/log.ts';
import { startWorker, type WorkerRole } from './worker.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const start = (): WorkerRole =>
  startWorker(
    {
      connectionString: product.database.connectionString,
      filesDir: product.services.config.dataDir,
      config: product.services.config,
    },
    silent,
  );

/** Well below the bound after which threads are ended by force. */
const ENDS_MS = 8000;
const ends = (worker: WorkerRole): Promise<string> =>
  Promise.race([worker.stop().then(() => 'stopped'), sleep(ENDS_MS, 'still runs', { ref: false })]);

it.each([0, 2000, 5000])(
  'that is stopped %i ms after its start, whatever it is at, ends in order',
  async (ms) => {
    const worker = start();
    await sleep(ms);
    expect(await ends(worker)).toBe('stopped');
  },
  20_000,
);
