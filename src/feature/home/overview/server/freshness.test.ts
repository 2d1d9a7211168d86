import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { foldDirty, freshnessOf, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildEnterprise, type Enterprise } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import type { State } from '#feature/meters/dataState/contract.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const newest = async ({ ammeterId }: Enterprise): Promise<number | null | undefined> =>
  (await freshnessOf(product.database.db, [ammeterId], Date.now()))[0]?.lastAt;

/** Energy of a span that ends so many hours from now. */
const energy = ({ ammeterId }: Enterprise, endsIn: number, hours: number, source = 0) =>
  storeIntervals(
    product.database.db,
    [{ meterId: ammeterId, start: Date.now() + (endsIn - hours) * HOUR, end: Date.now() + endsIn * HOUR, code: 'PP', value: '5' }], // prettier-ignore
    source > 0 ? { source } : {},
  );

const stateOf = async ({ client, consumerId }: Enterprise): Promise<State> =>
  ok(await client.get<State>('/api/monitoring/overview/getState', { orgId: consumerId }));

describe('what a meter was last heard of comes from its values', () => {
  it.each([
    ['year', 'year', 4],
    ['month', 'month', 7],
    ['month by its number', '501', 7],
  ])(
    'running the statistics of a %s that is not over makes no silent meter fresh, waiting or folded',
    async (_, dtType, length) => {
      const works = await buildEnterprise(product);
      // In the middle of what is over of the month, and silent for a day at least.
      const month = Date.parse(
        `${new Date(Date.now() + 8 * HOUR).toISOString().slice(0, 7)}-01T00:00:00+08:00`,
      );
      const silent = Math.max(24, (Date.now() - month) / HOUR / 2);
      await energy(works, -silent, 0.5);
      await foldDirty(product.database.db);
      const before = await newest(works);
      expect(before).toBeLessThanOrEqual(Date.now() - silent * HOUR);
      const { taskId } = ok(
        await works.client.post<{ taskId: number }>('/api/sdata/importData/runStatistics', {
          consumerId: works.consumerId,
          dataType: 1,
          dt: new Date(Date.now() + 8 * HOUR).toISOString().slice(0, length),
          dtType,
        }),
      );
      expect(taskId).toBeGreaterThan(0);
      expect(await newest(works)).toBe(before);
      await foldDirty(product.database.db);
      expect(await newest(works)).toBe(before);
      expect((await stateOf(works)).freshness).toEqual({ dataTo: before, online: 0, meters: 1 });
      const { rows } = await sql<{ last: Date }>`
      select last_ts as last from meter_fold where meter_id = ${works.ammeterId}`.execute(
        product.database.db,
      );
      expect(rows[0]?.last.getTime()).toBe(before);
    },
  );

  it('a span that is not over tells nothing; the one before it does', async () => {
    const works = await buildEnterprise(product);
    await energy(works, 10 * 24, 20 * 24);
    await foldDirty(product.database.db);
    expect(await newest(works)).toBeNull();
    expect((await stateOf(works)).freshness).toMatchObject({ dataTo: null, online: 0 });
    await energy(works, -1, 1);
    expect(await newest(works)).toBeLessThanOrEqual(Date.now() - HOUR);
  });

  it('a meter that was heard a minute ago is online before anything is folded', async () => {
    const works = await buildEnterprise(product);
    await energy(works, -1 / 60, 1);
    expect((await stateOf(works)).freshness).toMatchObject({ online: 1 });
  });

  it('what an undone import brought is not heard', async () => {
    const works = await buildEnterprise(product);
    const { rows } = await sql<{ id: number }>`
      insert into data_source (consumer_id, kind, rank, name, status)
      values (${works.consumerId}, 'import', 2, 'file', 1) returning id`.execute(product.database.db);
    const source = rows[0]?.id ?? 0;
    await energy(works, -1 / 60, 1, source);
    await foldDirty(product.database.db);
    expect((await stateOf(works)).freshness).toMatchObject({ online: 1 });
    await sql`update data_source set status = 2 where id = ${source}`.execute(product.database.db);
    expect(await newest(works)).toBeNull();
  });
});
