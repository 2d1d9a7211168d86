import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { runTask } from '#feature/house/task/server/public.ts';
import { foldDirty } from '#feature/meters/reading/server/public.ts';
import { buildEnterprise } from '#test/build.ts';
import { ok } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import type { Analysis, Receipt } from '../contract.ts';
import { product, enterprise, csv, day, good, hourly, withProduct } from '#test/hostileInput.ts';
import { waitForFold, write } from './write.ts';

withProduct();

describe('a write that does not come to its end leaves nothing', () => {
  const start = async (
    content: Buffer,
    { client, consumerId } = enterprise,
  ): Promise<{ importDataId: number; taskId: number }> => {
    const { importDataId, analysis } = ok(
      await client.upload<{ importDataId: number; analysis: Analysis }>(
        '/api/sdata/importData/upload',
        { consumerId },
        { name: 'write.csv', content },
      ),
    );
    return ok(
      await client.post('/api/sdata/importData/commit', {
        id: importDataId,
        mapping: hourly(analysis.mapping),
      }),
    );
  };
  const stateOf = async (id: number, { client } = enterprise): Promise<string | undefined> =>
    ok(await client.get<{ state: string }>('/api/sdata/importData/get', { id })).state;

  it('stopped: what was stored already does not count', async () => {
    const rows = Array.from(
      { length: 12_000 },
      (_, i) => `${new Date(Date.UTC(2024, 2, 1) + i * 3_600_000).toISOString().slice(0, 16)},1`,
    );
    const { importDataId, taskId } = await start(day(rows));
    // The stop is asked for before the first batch is done and seen between batches.
    await sql`update task set state = 'stopping' where id = ${taskId}`.execute(product.database.db);
    const task = await runToEnd(product, taskId);
    expect([task.state, task.message]).toEqual(['stopped', { zh: '已停止', en: 'Stopped' }]);
    expect(await stateOf(importDataId)).toBe('stopped');
    await foldDirty(product.database.db);
    const { rows: left } = await sql`select from usage`.execute(product.database.db);
    expect(left).toEqual([]);
  });

  it('killed and given out again: it goes over what is there and ends the same', async () => {
    const other = await buildEnterprise(product);
    const content = day(['2024-03-01 00:00,4', '2024-03-01 01:00,1', '2024-03-01 02:00,2']);
    const { importDataId, analysis } = ok(
      await other.client.upload<{ importDataId: number; analysis: Analysis }>(
        '/api/sdata/importData/upload',
        { consumerId: other.consumerId },
        { name: 'again.csv', content },
      ),
    );
    const { taskId } = ok(
      await other.client.post<{ taskId: number }>('/api/sdata/importData/commit', {
        id: importDataId,
        mapping: hourly(analysis.mapping),
      }),
    );
    const first = await runToEnd(product, taskId);
    const usage = () =>
      sql`select * from usage where meter_id = ${other.ammeterId} order by level, ts`.execute(
        product.database.db,
      );
    const before = await usage();
    // As if the process had died after its last batch, before the end was noted.
    await sql`update task set state = 'running', result = null where id = ${taskId}`.execute(
      product.database.db,
    );
    const again = await runToEnd(product, taskId);
    expect(again.result).toEqual(first.result);
    expect((await usage()).rows).toEqual(before.rows);
    const { rows } = await sql`select from data_source where consumer_id = ${other.consumerId}`.execute(
      product.database.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('stopped while it was queued: it is over, and can be undone', async () => {
    const { importDataId, taskId } = await start(day(good));
    ok(await enterprise.client.post('/api/task/stop', { id: taskId }));
    expect(await stateOf(importDataId)).toBe('stopped');
    const { list } = ok(
      await enterprise.client.get<{ list: readonly { importDataId: number; state: string }[] }>(
        '/api/sdata/importData/getImportDataList',
        { consumerId: enterprise.consumerId },
      ),
    );
    expect(list.find((one) => one.importDataId === importDataId)?.state).toBe('stopped');
    ok(await enterprise.client.post('/api/sdata/importData/del', { id: importDataId }));
    expect(await stateOf(importDataId)).toBe('undone');
  });

  it('stopped when all was written: it ends at once and says that it counts', async () => {
    const other = await buildEnterprise(product);
    const { importDataId, taskId } = await start(day(good), other);
    // Nobody folds meanwhile.
    const running = runTask(product.services, taskId, { 'dataInput.write': write });
    await expect.poll(() => stateOf(importDataId, other), { timeout: 10_000 }).toBe('done');
    ok(await other.client.post('/api/task/stop', { id: taskId }));
    await running;
    const { rows } = await sql<{ state: string; message: { en: string }; result: Receipt }>`
      select state, message, result from task where id = ${taskId}`.execute(product.database.db);
    expect(rows).toMatchObject([{ state: 'done', result: { folded: false } }]);
    expect(rows[0]?.message.en).toContain('written before the stop');
  });

  it('undone by a person and given out again: it stays undone', async () => {
    const other = await buildEnterprise(product);
    const { importDataId, taskId } = await start(day(good), other);
    expect((await runToEnd(product, taskId)).state).toBe('done');
    ok(await other.client.post('/api/sdata/importData/del', { id: importDataId }));
    // As if the process had died while it waited for the fold.
    await sql`update task set state = 'running', result = null where id = ${taskId}`.execute(
      product.database.db,
    );
    expect((await runToEnd(product, taskId)).state).toBe('stopped');
    await foldDirty(product.database.db);
    expect(await stateOf(importDataId, other)).toBe('undone');
    const { rows } =
      await sql`select status from data_source where consumer_id = ${other.consumerId}`.execute(
        product.database.db,
      );
    expect(rows).toEqual([{ status: 2 }]);
    const { rows: left } =
      await sql`select from usage where meter_id = ${other.ammeterId} and pp > 0`.execute(
        product.database.db,
      );
    expect(left).toEqual([]);
  });

  it('waits for what was marked when it began to wait, not for what living meters bring meanwhile', async () => {
    const { db } = product.database;
    const { ammeterId } = await buildEnterprise(product);
    const mark = () =>
      sql`insert into dirty (meter_id, from_ts, to_ts) values (${ammeterId}, '2024-03-01Z', '2024-03-01Z')`.execute(
        db,
      );
    await mark();
    let looked = (): void => {};
    const looking = new Promise<void>((resolve) => (looked = resolve));
    const waiting = waitForFold({ db, progress: async () => looked(), stopped: async () => false }, [
      ammeterId,
    ]);
    await looking;
    await foldDirty(db);
    await mark();
    expect(await waiting).toBe('folded');
    await foldDirty(db);
  });

  it('failed: not one row could be taken', async () => {
    const { importDataId, taskId } = await start(
      day(['2024-03-01 00:00,-1', '2024-03-01 01:00,-2', '2024-03-01 02:00,-3']),
    );
    const task = await runToEnd(product, taskId);
    expect([task.state, task.message]).toEqual([
      'failed',
      { zh: '没有一行可以写入，请查看错误行', en: 'Not one row could be taken, see the faulty rows' },
    ]);
    expect(await stateOf(importDataId)).toBe('failed');
    const { body } = await enterprise.client.download('/api/sdata/importData/importfaults', {
      id: importDataId,
    });
    expect(body.subarray(0, 2).toString()).toBe('PK');
  });
});

describe("the product's own template", () => {
  it('is imported in one call, and registers become energy', async () => {
    const other = await buildEnterprise(product);
    const { body } = await other.client.download('/api/sdata/importData/importTemplate', {
      consumerId: other.consumerId,
    });
    const reply = ok(
      await other.client.upload<{ mappingNeeded: boolean; taskId: number; importDataId: number }>(
        '/api/sdata/importData/importFile',
        { consumerId: other.consumerId },
        { name: 'template.xlsx', content: body },
      ),
    );
    expect(reply.mappingNeeded).toBe(false);
    expect((await runToEnd(product, reply.taskId)).state).toBe('done');
    const { rows } = await sql<{ pp: string }>`
      select pp from usage where meter_id = ${other.ammeterId} and level = 1`.execute(product.database.db);
    expect(rows.map((row) => row.pp)).toEqual(['3200000']);
  });

  it('with dates that may be read in two ways needs a mapping: nothing is written', async () => {
    const { client, consumerId, ammeterId } = enterprise;
    const { rows } = await sql<{ code: string }>`
      select ammeter_code as code from ammeter where id = ${ammeterId}`.execute(product.database.db);
    const lines = ['00:00', '01:00', '02:00'].map((time) => `${rows[0]?.code},PP,01/02/2024 ${time},1`);
    const content = csv('Meter code,Data code,Time,Value', ...lines);
    const reply = ok(
      await client.upload<{ mappingNeeded: boolean; taskId: number | null; importDataId: number }>(
        '/api/sdata/importData/importFile',
        { consumerId },
        { name: 'two ways.csv', content },
      ),
    );
    expect(reply).toMatchObject({ mappingNeeded: true, taskId: null });
    const { state } = ok(
      await client.get<{ state: string }>('/api/sdata/importData/get', { id: reply.importDataId }),
    );
    expect(state).toBe('uploaded');
  });

  it('any other file answers that it needs a mapping', async () => {
    const reply = ok(
      await enterprise.client.upload<{ mappingNeeded: boolean; taskId: number | null }>(
        '/api/sdata/importData/importFile',
        { consumerId: enterprise.consumerId },
        { name: 'other.csv', content: day(good) },
      ),
    );
    expect(reply).toMatchObject({ mappingNeeded: true, taskId: null });
  });
});
