import { sql } from 'kysely';
import { Fault } from '#contract/error.ts';
import { type Begun, stillMay } from '#feature/house/session/server/public.ts';
import { isAway } from '#server/database/away.ts';
import type { Db } from '#server/database/db.ts';
import { outlast } from '#server/database/outlast.ts';
import { faultOf } from '#server/plugin/errors.ts';
import type { Services } from '#server/route.ts';
import type { TaskHandler } from './public.ts';
import { TaskStopped } from './stopped.ts';

const PROGRESS_MS = 250;
/** Shorter than the queue waits for a sign of life: no task is given out twice. */
const OUTLAST_MS = 10_000;
/** How often a task asks whether its account still may, at most. */
const MAY_MS = 500;

interface TaskRow extends Begun {
  readonly id: number;
  readonly kind: string;
  readonly params: unknown;
  readonly consumerId: number | null;
}

/** Takes a task: a queued one, or one whose process died, which the queue gives out again. */
async function take(db: Db, id: number): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`
    update task set state = case state when 'stopping' then state else 'running' end,
      started_at = now(), progress = 0
    where id = ${id} and state in ('queued', 'running', 'stopping')
    returning id, kind, params, consumer_id as "consumerId", employee_id as "employeeId", fun_code as "funCode",
      made_in as "madeIn", _made_within as "madeWithin"`.execute(db);
  return rows[0];
}

const REVOKED = {
  zh: '已停止：发起任务的账号不再有此权限或范围',
  en: 'Stopped: the account that started it no longer has the right or the reach',
};

/**
 * Runs one task to its end and records how it ended; never throws for the task's own failure. A database that goes away
 * in the midst is no end: the task begins again when it is back, as it does after a crash.
 * @throws the database's error when it stays away; the queue gives the task out again.
 */
export async function runTask(
  services: Services,
  id: number,
  handlers: Readonly<Record<string, TaskHandler>>,
): Promise<void> {
  await outlast(() => runOnce(services, id, handlers), { ms: OUTLAST_MS, log: services.log });
}

async function runOnce(
  services: Services,
  id: number,
  handlers: Readonly<Record<string, TaskHandler>>,
): Promise<void> {
  const { system: db, files, log } = services;
  const task = await take(db, id);
  if (!task) return;
  let said = 0;
  let asked = 0;
  let revoked = false;
  const mayNot = async (): Promise<boolean> => {
    if (revoked || Date.now() - asked < MAY_MS) return revoked;
    asked = Date.now();
    return (revoked = !(await stillMay(db, task)));
  };
  try {
    const handler = handlers[task.kind];
    if (!handler) throw new Error(`no handler for tasks of kind ${task.kind}`);
    if (await mayNot()) throw new TaskStopped();
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
        return rows[0]?.state === 'stopping' || (await mayNot());
      },
    });
    await sql`update task set state = 'done', progress = 1, result = ${JSON.stringify(result ?? null)},
      ended_at = now() where id = ${id}`.execute(db);
  } catch (error) {
    if (isAway(error)) throw error;
    const stopped = error instanceof TaskStopped;
    const fault = faultOf(error);
    if (!stopped && !(error instanceof Fault)) log.error(`Task ${id} (${task.kind}): ${String(error)}`);
    const message = stopped
      ? revoked
        ? REVOKED
        : { zh: '已停止', en: 'Stopped' }
      : fault
        ? fault.text
        : { zh: `出错，任务编号 ${id}`, en: `Something went wrong, task ${id}` };
    await sql`update task set state = ${stopped ? 'stopped' : 'failed'}, message = ${JSON.stringify(message)},
      ended_at = now() where id = ${id}`.execute(db);
  }
}
