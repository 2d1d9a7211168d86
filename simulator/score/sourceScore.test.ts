import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldDirty } from '#feature/meters/reading/server/public.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import { scoreSources } from './sourceScore.ts';
import { SOURCE_KINDS, sourceDay } from './sourceStory.ts';

type Query = Readonly<Record<string, string | number>>;

let product: Product;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
});
afterAll(() => product.close());

it('figures, signal points and compositions of a day in shuffled order ring where a hand finds it', async () => {
  const rows = await scoreSources(
    {
      get: async <T>(path: string, query?: Query) => ok(await operator.get<T>(path, query ?? {})),
      post: async <T>(path: string, body: object) => ok(await operator.post<T>(path, { ...body })),
    },
    {
      send: async (token, telemetry) => {
        const reply = await product.app.inject({
          method: 'POST',
          url: '/api/ingest/telemetry',
          headers: { authorization: `Bearer ${token}` },
          payload: telemetry,
        });
        expect(reply.statusCode).toBe(200);
      },
      settled: async () => {
        while ((await foldDirty(product.database.db)) > 0);
      },
      ended: async (taskId) => {
        expect(await runToEnd(product, taskId)).toMatchObject({ state: 'done' });
      },
    },
  );
  // Of each kind something is to be found.
  expect(rows.map(({ kind, alarms }) => [kind, alarms > 0])).toEqual(SOURCE_KINDS.map(({ kind }) => [kind, true])); // prettier-ignore
  expect(rows.map(({ kind, missed, wrong, doubled }) => [kind, missed, wrong, doubled])).toEqual(
    SOURCE_KINDS.map(({ kind }) => [kind, 0, 0, 0]),
  );
  expect(rows[0]?.alarms).toBe(
    [40, 41, 42].reduce((n, seed) => n + (SOURCE_KINDS[0]?.truth(sourceDay(seed), []).length ?? 0), 0),
  );
});
