import { queryOptions } from '@tanstack/react-query';
import { get, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';

/** A long task as `task/getlist` sends it. */
export interface Task {
  readonly id: number;
  readonly kind: string;
  readonly label: string;
  readonly state: 'queued' | 'running' | 'stopping' | 'done' | 'failed' | 'stopped';
  /** 0..1 */
  readonly progress: number;
  /** What it is doing, or how it ended, in words. */
  readonly message: string | null;
  readonly result: unknown;
  readonly createdAt: string;
}

const ACTIVE_MS = 1500;
const QUIET_MS = 30_000;

/** Whether a task is still at work. */
export function isActive(task: Pick<Task, 'state'>): boolean {
  return task.state === 'queued' || task.state === 'running' || task.state === 'stopping';
}

/** The person's tasks; asked often while one is at work, rarely else. */
export const tasksQuery = queryOptions({
  queryKey: ['task', 'getlist'],
  queryFn: async () => (await get<{ list: Task[] }>('task/getlist', {}, { quiet: true })).list,
  refetchInterval: (query) => (query.state.data?.some(isActive) ? ACTIVE_MS : QUIET_MS),
});

/** Shows a task in the tray at once; call it after starting one. */
export function refreshTasks(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: tasksQuery.queryKey });
}

/** Asks a task to stop after its present step. */
export async function stopTask(id: number): Promise<void> {
  await post('task/stop', { id });
  await refreshTasks();
}

/** Takes an ended task off the tray. */
export async function dismissTask(id: number): Promise<void> {
  await post('task/dismiss', { id });
  await refreshTasks();
}

const ASK_MS = 500;

/** A task as `task/get` sends it. */
export type TaskOf<R> = Omit<Task, 'result'> & { readonly result: R };

/** A task with its result, asked often while it is at work. */
export const taskQuery = <R>(id: number) =>
  queryOptions({
    queryKey: ['task', 'get', id],
    queryFn: () => get<TaskOf<R>>('task/get', { id }, { quiet: true }),
    refetchInterval: (query) => (!query.state.data || isActive(query.state.data) ? ASK_MS : false),
  });

/** Waits for the end of a task, telling how far it is. @throws ApiError when it cannot be asked for */
export async function taskEnd<R>(id: number, onProgress: (task: TaskOf<R>) => void): Promise<TaskOf<R>> {
  await refreshTasks();
  for (;;) {
    const task = await queryClient.fetchQuery({ ...taskQuery<R>(id), staleTime: 0 });
    onProgress(task);
    if (!isActive(task)) return task;
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
}
