import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import {
  foldDirty,
  provenanceOf,
  rawReadings,
  storeReadings,
} from '#feature/meters/reading/server/public.ts';
import { TaskStopped } from '#feature/house/task/server/public.ts';
import { closedOf, sealMonth } from '#series/public.ts';
import { queryableOf } from '#server/database/queryable.ts';
import { add, buildEnterprise, type Enterprise } from '#test/build.ts';
import { usageText } from '#test/build/meter.ts';
import { OPERATOR_PASSWORD } from '#test/config.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import type { ReadingExports, RemovalResult } from '../contract.ts';
import { readingRemoval } from './removalTask.ts';

const START = Date.UTC(2024, 0, 1);
const at = (name: string) => `/api/sys/readingExport/${name}`;

let product: Product;
let operator: Client;
let works: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  works = await buildEnterprise(product);
  await tell(works.ammeterId, 24 * 190);
});
afterAll(() => product.close());

async function tell(meterId: number, hours: number): Promise<void> {
  const batch = new BatchBuilder();
  for (let h = 0; h < hours; h++) {
    batch.row(meterId, START + h * HOUR_MS);
    batch.set(codeIndex('PP'), 100 + h / 4);
  }
  await storeReadings(product.services.system, batch.batch());
  await foldDirty(product.services.system);
}

async function exported(before: string): Promise<number> {
  const { id, taskId } = ok(await operator.post<{ id: number; taskId: number }>(at('add'), { consumerId: works.consumerId, before })); // prettier-ignore
  expect((await runToEnd(product, taskId)).state).toBe('done');
  return id;
}
async function run(name: string, id: number) {
  const { taskId } = ok(await operator.post<{ taskId: number }>(at(name), { id, password: OPERATOR_PASSWORD })); // prettier-ignore
  return runToEnd<RemovalResult>(product, taskId);
}
const line = async () => {
  const [one] = await closedOf(queryableOf(product.services.system), [works.ammeterId]);
  return one && [one.goneBefore, one.closedBefore];
};

it('what is final goes back to the month that is still in files when a later one came back, and no further', async () => {
  const { system, pool } = product.services;
  const { ammeterId, consumerId, client } = works;
  const figures = () => usageText(system, ammeterId);
  const then = await figures();
  const first = await exported('2024-02');
  expect(await run('remove', first)).toMatchObject({ state: 'done', result: { meters: 1, stays: [] } });
  const left = await rawReadings(system, ammeterId, START, START + 90 * DAY_MS);
  const second = await exported('2024-04');
  expect(await run('remove', second)).toMatchObject({ state: 'done', result: { meters: 1, stays: [] } });
  expect(await line()).toEqual([Date.UTC(2024, 3, 1), Date.UTC(2024, 4, 1)]);

  expect(await run('bringBack', second)).toMatchObject({ state: 'done' });
  expect(await line()).toEqual([Date.UTC(2024, 1, 1), Date.UTC(2024, 2, 1)]);
  await foldDirty(system);
  expect(await figures()).toEqual(then);
  expect(await rawReadings(system, ammeterId, START, START + 90 * DAY_MS)).toEqual(left);
  expect((await provenanceOf(system, ammeterId, 3, Date.UTC(2024, 2, 5, 16))).closed).toBe(null);
  expect(await sealMonth(pool, ammeterId, '2024-02-01', null)).toBe('sealed');
  const row = { consumerId, ammeterId, dataCode: 'PP', value: '1' };
  expect(await client.post('/api/sdata/importData/insert', { ...row, time: '2024-02-15T00:20:00+08:00' })).toMatchObject({ code: 400, field: 'time' }); // prettier-ignore
  ok(await client.post('/api/sdata/importData/insert', { ...row, time: '2024-03-15T00:20:00+08:00', value: String(100 + (74 * 24 - 8) / 4) })); // prettier-ignore
  await foldDirty(system);

  expect(await run('bringBack', first)).toMatchObject({ state: 'done' });
  expect(await line()).toBe(undefined);
});

const freed = async (exportId: number): Promise<number> =>
  ok(await operator.get<ReadingExports>(at('getList'), { consumerId: works.consumerId })).list.find(({ id }) => id === exportId)?.freedBytes ?? NaN; // prettier-ignore

it('an earlier export that goes once more leaves final what later months in files need', async () => {
  const { system } = product.services;
  await foldDirty(system);
  const first = await exported('2024-02');
  await run('remove', first);
  const second = await exported('2024-04');
  await run('remove', second);
  const then = await usageText(system, works.ammeterId);
  const once = await freed(first);
  expect(once).toBeGreaterThan(1000);
  await run('bringBack', first);
  expect(await freed(first)).toBe(0);
  const both = [Date.UTC(2024, 3, 1), Date.UTC(2024, 4, 1)];
  expect(await line()).toEqual(both);
  expect(await run('remove', first)).toMatchObject({ result: { meters: 1, stays: [] } });
  expect(await line()).toEqual(both);
  // What was free and came back does not count a second time.
  expect(await freed(first)).toBe(once);
  await foldDirty(system);
  expect(await usageText(system, works.ammeterId)).toEqual(then);
});

it('a removal that is stopped gives the room of what it took out back', async () => {
  const { services } = product;
  const other = await buildEnterprise(product);
  const { consumerId, siteId } = other;
  const second = await add(operator, 'ammeter', { ammeterName: 'second', ammeterCode: 'SECOND', consumerId, siteId }); // prettier-ignore
  for (const id of [other.ammeterId, second]) await tell(id, 24 * 150);
  const { id, taskId } = ok(await operator.post<{ id: number; taskId: number }>(at('add'), { consumerId, before: '2024-02' })); // prettier-ignore
  expect((await runToEnd(product, taskId)).state).toBe('done');
  const gone = async (): Promise<number> =>
    (await services.pool.query('select from reading_export_month where export_id = $1 and gone_at is not null', [id])).rowCount ?? 0; // prettier-ignore
  const spy = vi.spyOn(services.pool, 'query');
  const context = {
    db: services.system,
    services,
    files: services.files,
    task: { params: { exportId: id, by: 'operator' } },
    stopped: async () => (await gone()) > 0,
    progress: () => Promise.resolve(),
  };
  await expect(readingRemoval(context as never)).rejects.toThrow(TaskStopped);
  const vacuums = spy.mock.calls.filter(([text]) => String(text).startsWith('vacuum'));
  spy.mockRestore();
  expect(await gone()).toBe(1);
  expect(vacuums.length).toBeGreaterThan(0);
});
