import { sql } from 'kysely';
import { Fault } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import type { Services } from '#server/route.ts';
import { TaskStopped } from './public.ts';
import type { TaskHandler } from './public.ts';

const PROGRESS_MS = 250;

interface TaskRow {
  readonly id: number;
  readonly kind: string;
  readonly params: unknown;
  readonly consumerId: number | null;
  readonly employeeId: number | null;
}

/** Takes a task: a queued one, or one whose process died, which the queue gives out again. */
async function take(db: Db, id: number): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`
    update task set state = case state when 'stopping' then state else 'running' end,
      started_at = now(), progress = 0
    where id = ${id} and state in ('queued', 'running', 'stopping')
    returning id, kind, params, consumer_id as "consumerId", employee_id as "employeeId"`.execute(db);
  return rows[0];
}

/** Runs one task to its end and records how it ended; never throws for the task's own failure. */
export async function runTask(
  services: Services,
  id: number,
  handlers: Readonly<Record<string, TaskHandler>>,
): Promise<void> {
  const { system: db, files, log } = services;
  const task = await take(db, id);
  if (!task) return;
  let said = 0;
  try {
    const handler = handlers[task.kind];
    if (!handler) throw new Error(`no handler for tasks of kind ${task.kind}`);
    const result = await handler({
      services,
      db,
      task,
      files,
      log,
      async progress(fraction, message) {
        if (Date.now() - said < PROGRESS_MS) return;
        said = Date.now();
        await sql`update task set progress = ${Math.min(1, Math.max(0, fraction))},
          message = coalesce(${message ? JSON.stringify(message) : null}::jsonb, message)
          where id = ${id}`.execute(db);
      },
      async stopped() {
        const { rows } = await sql<{ state: string }>`select state from task where id = ${id}`.execute(db);
        return rows[0]?.state === 'stopping';
      },
    });
    await sql`update task set state = 'done', progress = 1, result = ${JSON.stringify(result ?? null)},
      ended_at = now() where id = ${id}`.execute(db);
  } catch (error) {
    const stopped = error instanceof TaskStopped;
    if (!stopped && !(error instanceof Fault)) log.error(`Task ${id} (${task.kind}): ${String(error)}`);
    const message = stopped
      ? { zh: '已停止', en: 'Stopped' }
      : error instanceof Fault
        ? error.text
        : { zh: `出错，任务编号 ${id}`, en: `Something went wrong, task ${id}` };
    await sql`update task set state = ${stopped ? 'stopped' : 'failed'}, message = ${JSON.stringify(message)},
      ended_at = now() where id = ${id}`.execute(db);
  }
}
