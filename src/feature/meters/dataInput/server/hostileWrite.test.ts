import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { foldDirty } from '#feature/meters/reading/server/public.ts';
import { buildEnterprise } from '#test/build.ts';
import { ok } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import type { Analysis } from '../contract.ts';
import { product, enterprise, day, good, hourly, withProduct } from '#test/hostileInput.ts';

withProduct();

describe('a write that does not come to its end leaves nothing', () => {
  const start = async (content: Buffer): Promise<{ importDataId: number; taskId: number }> => {
    const { importDataId, analysis } = ok(
      await enterprise.client.upload<{ importDataId: number; analysis: Analysis }>(
        '/api/sdata/importData/upload',
        { consumerId: enterprise.consumerId },
        { name: 'write.csv', content },
      ),
    );
    return ok(
      await enterprise.client.post('/api/sdata/importData/commit', {
        id: importDataId,
        mapping: hourly(analysis.mapping),
      }),
    );
  };
  const stateOf = async (id: number): Promise<string | undefined> =>
    ok(await enterprise.client.get<{ state: string }>('/api/sdata/importData/get', { id })).state;

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
