import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { foldDirty, rebuild, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { buildEnterprise, type Enterprise } from '#test/build.ts';
import { usageText } from '#test/build/meter.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import type { RecalculationEffect, RecalculationResult } from '../contract.ts';

const START = Date.UTC(2024, 11, 31, 13, 15);
let product: Product;
let mine: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  const builder = new BatchBuilder();
  for (let h = 0; h <= 80 * 24; h++) {
    builder.row(mine.ammeterId, START + h * HOUR);
    builder.set(codeIndex('PP'), h);
  }
  await storeReadings(product.database.db, builder.batch(), { source: 0 });
  await foldDirty(product.database.db);
});
afterAll(() => product.close());

const lastTask = async (): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select max(id) as id from task`.execute(product.database.db);
  return rows[0]?.id ?? 0;
};
const figures = () => usageText(product.database.db, mine.ammeterId);
/** The figures as they are, and as they are when everything is made anew. */
const bothWays = async (): Promise<[string[], string[]]> => {
  const asIs = await figures();
  await rebuild(product.database.db, mine.ammeterId);
  return [asIs, await figures()];
};

it('a recalculation says what it goes over, repairs spoiled figures, and tells what changed', async () => {
  const { client, ammeterId } = mine;
  const query = { dataAmmeterId: ammeterId, fromDt: '2025-01-01', toDt: '2025-03-31' };
  const effect = ok(await client.get<RecalculationEffect>('/api/archive/ammeter/getRecalculation', query));
  expect(effect).toMatchObject({ readings: 80 * 24 - 2, intervals: 0, days: 80 });
  const right = await figures();
  await sql`update usage set pp = pp + 1 where meter_id = ${ammeterId} and level = 1
    and ts >= '2025-02-01' and ts < '2025-02-02'`.execute(product.database.db);
  const { taskId } = ok(
    await client.post<{ taskId: number }>('/api/archive/ammeter/editRecalculation', {
      ...query,
      type: '1',
      interval: '115',
    }),
  );
  const ended = await runToEnd<RecalculationResult>(product, taskId);
  expect(ended.state).toBe('done');
  expect(Number(ended.result.before) - Number(ended.result.after)).toBeCloseTo(0.000096, 9);
  expect(await figures()).toEqual(right);
});

it('an interval without readings files no task; wrong intervals and foreign meters are refused', async () => {
  const { client, ammeterId } = mine;
  const path = '/api/archive/ammeter/editRecalculation';
  const before = await lastTask();
  expect(ok(await client.post(path, { ammeterId, fromDt: '2020-01-01', toDt: '2020-02-01' }))).toMatchObject({
    taskId: null,
  });
  expect(await client.post(path, { ammeterId, fromDt: '2025-02-01', toDt: '2025-01-01' })).toMatchObject({
    code: 400,
    field: 'toDt',
  });
  expect(await client.post(path, { ammeterId, fromDt: 'soon', toDt: '2025-01-01' })).toMatchObject({
    code: 400,
    field: 'fromDt',
  });
  expect(await client.post(path, { fromDt: '2025-01-01', toDt: '2025-01-01' })).toMatchObject({
    code: 400,
    field: 'ammeterId',
  });
  const other = await buildEnterprise(product);
  expect(
    await other.client.post(path, { ammeterId, fromDt: '2025-01-01', toDt: '2025-01-01' }),
  ).toMatchObject({ code: 404 });
  expect(await lastTask()).toBe(before);
});

it('a stop ends between months and leaves every figure as it was', async () => {
  const right = await figures();
  const { taskId } = ok(
    await mine.client.post<{ taskId: number }>('/api/archive/ammeter/editRecalculation', {
      ammeterId: mine.ammeterId, fromDt: '2025-01-01', toDt: '2025-03-31',
    }),
  ); // prettier-ignore
  ok(await mine.client.post('/api/task/stop', { id: taskId }));
  expect((await runToEnd(product, taskId)).state).toBe('stopped');
  expect(await figures()).toEqual(right);
});

it.each(['Asia/Kolkata', 'America/St_Johns', 'Europe/Berlin'])(
  'another zone of the site (%s) rebuilds its meters',
  async (timeZone) => {
    const operator = await product.operator();
    ok(await operator.post('/api/archive/monitorSite/edit', { id: mine.siteId, timeZone }));
    expect((await runToEnd(product, await lastTask())).state).toBe('done');
    const [repaired, rebuilt] = await bothWays();
    expect(repaired).toEqual(rebuilt);
  },
);

it('step, rated power and site of a meter have its figures made again; other fields do not', async () => {
  const { ammeterId, client, siteId, consumerId } = mine;
  const marks = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from dirty`.execute(
      product.database.db,
    );
    await foldDirty(product.database.db);
    return rows[0]?.n ?? 0;
  };
  ok(await client.post('/api/archive/ammeter/edit', { id: ammeterId, remark: 'seen' }));
  expect(await marks()).toBe(0);
  ok(await client.post('/api/archive/ammeter/edit', { id: ammeterId, ratedPower: 500 }));
  expect(await marks()).toBe(1);
  ok(
    await client.post('/api/archive/ammeter/editfield', {
      id: ammeterId,
      fieldName: 'intervalSeconds',
      fieldValue: '60',
    }),
  );
  expect(await marks()).toBe(1);
  const { id } = ok(
    await client.post<{ id: number }>('/api/archive/monitorSite/add', {
      orgName: 'East', orgCode: 'EAST', consumerId, timeZone: 'America/New_York',
    }),
  ); // prettier-ignore
  ok(await client.post('/api/archive/ammeter/edit', { id: ammeterId, siteId: id }));
  expect((await runToEnd(product, await lastTask())).state).toBe('done');
  const [repaired, rebuilt] = await bothWays();
  expect(repaired).toEqual(rebuilt);
  ok(await client.post('/api/archive/ammeter/edit', { id: ammeterId, siteId }));
  await foldDirty(product.database.db);
});
