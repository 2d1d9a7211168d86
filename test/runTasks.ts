import { sql } from 'kysely';
import { foldDirty } from '#feature/meters/reading/server/public.ts';
import { runTask } from '#feature/house/task/server/run.ts';
import { taskHandlers } from '#server/features.ts';
import type { Product } from './product.ts';

/** How a task ended. */
export interface EndedTask<R = unknown> {
  readonly state: string;
  readonly message: { readonly zh: string; readonly en: string } | null;
  readonly result: R;
}

/** Does a task's work as the worker would, with the fold at its side. */
export async function runToEnd<R = unknown>(product: Product, taskId: number): Promise<EndedTask<R>> {
  const { database, services } = product;
  let running = true;
  const done = runTask(services, taskId, taskHandlers).finally(() => (running = false));
  while (running) {
    await foldDirty(database.db);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await done;
  const { rows } = await sql<
    EndedTask<R>
  >`select state, message, result from task where id = ${taskId}`.execute(database.db);
  const [row] = rows;
  if (!row) throw new Error(`there is no task ${taskId}`);
  return row;
}
