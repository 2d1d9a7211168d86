import { sql } from 'kysely';
import type { Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import type { FileStore } from '#server/files.ts';
import type { Services } from '#server/route.ts';

/** States of a task; `stopping` = asked to stop, the handler has not seen it yet. */
export type TaskState = 'queued' | 'running' | 'stopping' | 'done' | 'failed' | 'stopped';

export interface NewTask {
  /** Key of the handler in `taskHandlers`. */
  readonly kind: string;
  readonly label: Text;
  readonly params: object;
  /** The enterprise it works for; null = the operator's own. */
  readonly consumerId: number | null;
  readonly employeeId: number;
}

/** Files a task; it starts when the transaction has committed. */
export async function startTask(
  trx: Db,
  services: Pick<Services, 'jobs'>,
  task: NewTask,
): Promise<{ id: number }> {
  const { rows } = await sql<{ id: number }>`
    insert into task (kind, label, params, consumer_id, employee_id)
    values (${task.kind}, ${JSON.stringify(task.label)}, ${JSON.stringify(task.params)},
      ${task.consumerId}, ${task.employeeId}) returning id`.execute(trx);
  const row = rows[0];
  if (!row) throw new Error('the task was not filed');
  await services.jobs.file(trx, row.id);
  return row;
}

/**
 * Files a task whose work other machinery does: it writes how far it is, ends it, and stops where its state says
 * `stopping`. `kind` names that machinery.
 */
export async function followTask(trx: Db, task: NewTask): Promise<{ id: number }> {
  const { rows } = await sql<{ id: number }>`
    insert into task (kind, label, params, consumer_id, employee_id, state, started_at, followed)
    values (${task.kind}, ${JSON.stringify(task.label)}, ${JSON.stringify(task.params)},
      ${task.consumerId}, ${task.employeeId}, 'running', now(), true) returning id`.execute(trx);
  const row = rows[0];
  if (!row) throw new Error('the task was not filed');
  return row;
}

export interface TaskContext<P = unknown> {
  readonly services: Services;
  /** Sees every row; a handler keeps to its task's enterprise itself. */
  readonly db: Db;
  readonly task: {
    readonly id: number;
    readonly params: P;
    readonly consumerId: number | null;
    readonly employeeId: number | null;
  };
  /** Says how far it is (0 … 1); cheap, at most a few times a second are written. */
  readonly progress: (fraction: number, message?: Text) => Promise<void>;
  /** Whether a person asked it to stop. */
  readonly stopped: () => Promise<boolean>;
  readonly files: FileStore;
  readonly log: Log;
}

/** Does the work of one kind of task; its answer is kept as the task's result. */
export type TaskHandler = (context: TaskContext) => Promise<unknown>;

export { runTask } from './run.ts';
export { TaskStopped } from './stopped.ts';
