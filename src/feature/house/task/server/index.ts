import { sql } from 'kysely';
import * as z from 'zod';
import { conflict, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { type Text, textIn } from '#contract/text.ts';
import { defineRoute } from '#server/route.ts';
import type { TaskState } from './public.ts';

interface TaskRow {
  readonly id: number;
  readonly kind: string;
  readonly label: Text;
  readonly state: TaskState;
  readonly progress: number;
  readonly message: Text | null;
  /** What the task found, by its kind: the receipt of an import, counts of a recalculation. */
  readonly result: unknown;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

const COLUMNS = sql`id, kind, label, state, progress, message, result,
  created_at as "createdAt", ended_at as "endedAt"`;

/** The tray: one's own tasks that were not put away, newest first. Results are left to `get`. */
const getlist = defineRoute({
  method: 'GET',
  path: '/api/task/getlist',
  summary: { zh: '我的任务', en: 'My tasks' },
  permission: null,
  why: 'own',
  params: z.object({}),
  example: {},
  handler: async ({ trx, caller, language }) => {
    const { rows } = await sql<TaskRow>`select ${COLUMNS} from task
      where employee_id = ${caller.employeeId} and not dismissed order by id desc limit 50`.execute(trx);
    const list = rows.map(({ result: _, ...row }) => ({
      ...row,
      label: textIn(row.label, language),
      message: textIn(row.message, language) ?? null,
    }));
    return { list };
  },
});

const get = defineRoute({
  method: 'GET',
  path: '/api/task/get',
  summary: { zh: '任务详情与结果', en: 'One task with its result' },
  permission: null,
  why: 'own',
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, caller, params, language }) => {
    const { rows } = await sql<TaskRow>`select ${COLUMNS} from task
      where id = ${params.id} and employee_id = ${caller.employeeId}`.execute(trx);
    const row = rows[0];
    if (!row) throw noSuchRow();
    return { ...row, label: textIn(row.label, language), message: textIn(row.message, language) ?? null };
  },
});

const stop = defineRoute({
  method: 'POST',
  path: '/api/task/stop',
  summary: { zh: '停止任务', en: 'Stop a task' },
  permission: null,
  why: 'own',
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, caller, params }) => {
    const { rows } = await sql<{ state: TaskState }>`update task set
        state = case state when 'queued' then 'stopped' else 'stopping' end,
        ended_at = case state when 'queued' then now() end
      where id = ${params.id} and employee_id = ${caller.employeeId} and state in ('queued', 'running', 'stopping')
      returning state`.execute(trx);
    if (!rows[0]) throw conflict({ zh: '任务已结束', en: 'The task is already over' });
    return rows[0];
  },
});

const dismiss = defineRoute({
  method: 'POST',
  path: '/api/task/dismiss',
  summary: { zh: '从任务栏移除', en: 'Put a finished task away' },
  permission: null,
  why: 'own',
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, caller, params }) => {
    const { rows } = await sql`update task set dismissed = true where id = ${params.id}
      and employee_id = ${caller.employeeId} and state in ('done', 'failed', 'stopped') returning id`.execute(
      trx,
    );
    if (!rows[0]) throw noSuchRow();
    return null;
  },
});

export const routes = [getlist, get, stop, dismiss];
