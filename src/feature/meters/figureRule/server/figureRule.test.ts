import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { codeIndex } from '#contract/dataCode.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { buildEnterprise, type Enterprise } from '#test/build.ts';
import { usageText } from '#test/build/meter.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import type { FigureChange, RepairState } from '../contract.ts';
import { startFigureRepair } from './startFigureRepair.ts';

const START = Date.parse('2025-06-01T00:00:00+08:00');
let product: Product;
let mine: Enterprise;
let other: Enterprise;
let virtualId = 0;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  other = await buildEnterprise(product);
  const builder = new BatchBuilder();
  for (let k = 0; k <= 96 * 2; k++) {
    builder.row(mine.ammeterId, START + k * Q);
    builder.set(codeIndex('PP'), k === 40 ? 0 : 500_000 + k * 10);
  }
  await storeReadings(product.database.db, builder.batch());
  const operator = await product.operator();
  const { consumerId, siteId, ammeterId } = mine;
  const row = {
    consumerId,
    siteId,
    ammeterName: 'Sum',
    ammeterCode: 'SUM',
    deviceType: '11',
    dataType: '1',
    intervalSeconds: 900,
  };
  virtualId = ok(await operator.post<{ id: number }>('/api/archive/ammeter/add', row)).id;
  ok(
    await operator.post('/api/archive/ammeterSum/editSum', {
      ammeterId: virtualId,
      items: [{ ammeterId, sign: 1 }],
    }),
  );
  await foldDirty(product.database.db);
});
afterAll(() => product.close());

/** Puts the figures as the rules before made them: the return from the zero as energy. */
async function asBefore(): Promise<void> {
  const { db } = product.database;
  await sql`update usage set pp = pp + 500380 * 1000000::bigint, md = 2001600 * 1000000::bigint, flags = 257
    where meter_id in (${mine.ammeterId}, ${virtualId}) and level > 1`.execute(db);
  await sql`insert into figure_rule (consumer_id, version) values (${mine.consumerId}, 1), (${other.consumerId}, 1)`.execute(
    db,
  );
}
const lastTasks = async (): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from task where kind = 'figureRules' order by id`.execute(product.database.db);
  return rows.map((row) => row.id);
};

test('figures of rules before are worked out again as a task, and the months that changed are told with the reason', async () => {
  const right = await usageText(product.database.db, mine.ammeterId);
  await asBefore();
  expect(await startFigureRepair(product.database.db, product.services)).toBe(2);
  // Another process that starts at the same time files nothing twice.
  expect(await startFigureRepair(product.database.db, product.services)).toBe(0);
  const at = '/api/sdata/figureChange';
  expect(ok(await mine.client.get<RepairState>(`${at}/getState`))).toMatchObject({
    enterprises: 1,
    repaired: 0,
  });
  for (const id of await lastTasks()) expect((await runToEnd(product, id)).state).toBe('done');
  expect(await usageText(product.database.db, mine.ammeterId)).toEqual(right);
  expect(ok(await mine.client.get<RepairState>(`${at}/getState`))).toEqual({
    enterprises: 1,
    repaired: 1,
    progress: null,
  });
  const { list, pagination } = ok(await mine.client.get<Page<FigureChange>>(`${at}/getList`));
  expect(pagination.total).toBe(3);
  const of = (ammeterId: number | null) => list.find((row) => row.ammeterId === ammeterId);
  // The whole enterprise had the meter's wrong figure and the virtual meter's beside it.
  expect(of(null)).toMatchObject({ before: 1_004_600, after: 1920, why: ['countedTwice', 'suspect'] });
  expect(of(virtualId)).toMatchObject({ before: 502_300, after: 1920 });
  expect(of(mine.ammeterId)).toMatchObject({
    ammeterId: mine.ammeterId,
    month: '2025-06',
    before: 502_300,
    after: 1920,
    demandBefore: 2_001_600,
    demandAfter: 40,
    why: ['suspect'],
  });
  expect(ok(await other.client.get<Page<FigureChange>>(`${at}/getList`)).pagination.total).toBe(0);
  // What is repaired is not filed again.
  expect(await startFigureRepair(product.database.db, product.services)).toBe(0);
});
