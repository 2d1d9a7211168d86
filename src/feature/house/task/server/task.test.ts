import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badInput } from '#contract/error.ts';
import { refileTasks } from '#server/jobs.ts';
import { openLog } from '#server/log.ts';
import { buildEnterprise } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Product } from '#test/product.ts';
import { startTask, TaskStopped } from './public.ts';
import type { TaskHandler } from './public.ts';
import { runTask } from './run.ts';

let product: Product;
let mine: Enterprise;
let employeeId: number;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  const info = ok(await mine.client.get<{ user: { userId: number } }>('/api/sys/getUserInfo'));
  employeeId = info.user.userId;
});
afterAll(() => product.close());

const label = { zh: '计数', en: 'Count' };
const file = () =>
  startTask(product.database.db, product.services, {
    kind: 'count',
    label,
    params: { to: 3 },
    consumerId: mine.consumerId,
    employeeId,
  });
const run = (id: number, count: TaskHandler) =>
  runTask({ ...product.services, log: openLog('silent') }, id, { count });
const get = async (id: number) =>
  ok(
    await mine.client.get<{ state: string; result: unknown; message: string | null }>('/api/task/get', {
      id,
    }),
  );

describe('a task', () => {
  it('is filed with its job, runs, and keeps its result for its owner alone', async () => {
    const { id } = await file();
    const { rows } = await sql<{
      data: { id: number };
    }>`select data from pgboss.job where name = 'task'`.execute(product.database.db);
    expect(rows.map((r) => r.data.id)).toContain(id);
    expect((await get(id)).state).toBe('queued');
    await run(id, async ({ task }) => ({ counted: task.params }));
    expect(await get(id)).toMatchObject({ state: 'done', result: { counted: { to: 3 } } });
    expect((await (await product.operator()).get('/api/task/get', { id })).code).toBe(404);
  });

  it('is not filed when the transaction fails', async () => {
    const before = await sql`select 1 from pgboss.job`.execute(product.database.db);
    await expect(
      product.database.db.transaction().execute(async (trx) => {
        await startTask(trx, product.services, {
          kind: 'count',
          label,
          params: {},
          consumerId: null,
          employeeId,
        });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const after = await sql`select 1 from pgboss.job`.execute(product.database.db);
    expect(after.rows.length).toBe(before.rows.length);
  });

  it('stops when asked, also before it began', async () => {
    const { id } = await file();
    const running = run(id, async ({ stopped }) => {
      while (!(await stopped())) await new Promise((resolve) => setTimeout(resolve, 10));
      throw new TaskStopped();
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    ok(await mine.client.post('/api/task/stop', { id }));
    await running;
    expect((await get(id)).state).toBe('stopped');

    const waiting = await file();
    ok(await mine.client.post('/api/task/stop', { id: waiting.id }));
    await run(waiting.id, async () => {
      throw new Error('it ran');
    });
    expect((await get(waiting.id)).state).toBe('stopped');
  });

  it('tells a fault in the language of the asker and hides what is internal', async () => {
    const refused = await file();
    await run(refused.id, async () => {
      throw badInput({ zh: '文件坏了', en: 'The file is broken' });
    });
    expect(await get(refused.id)).toMatchObject({ state: 'failed', message: 'The file is broken' });
    const broken = await file();
    await run(broken.id, async () => {
      throw new Error('password=secret');
    });
    expect((await get(broken.id)).message).not.toContain('secret');
  });

  it('gets a new job where the queue lost it, once', async () => {
    const { id } = await file();
    await sql`delete from pgboss.job`.execute(product.database.db);
    await refileTasks(product.database.db, product.services.jobs);
    await refileTasks(product.database.db, product.services.jobs);
    const { rows } = await sql`select 1 from pgboss.job where (data ->> 'id')::integer = ${id}`.execute(
      product.database.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('is run again when its process died in the middle', async () => {
    const { id } = await file();
    await sql`update task set state = 'running', progress = 0.5 where id = ${id}`.execute(
      product.database.db,
    );
    await run(id, async () => 'second try');
    expect(await get(id)).toMatchObject({ state: 'done', result: 'second try' });
  });
});
